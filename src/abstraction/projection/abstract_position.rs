//! An abstract state as occupied cells, and the moves of a projection.

use std::ops::RangeInclusive;

use super::pattern_variable::{PatternVar, PatternVariable};
use super::{AbstractMove, NO_ABSTRACT_MOVE, Projection};
use crate::board::{Goal, Metric, Move};
use crate::state::commute::{Moved, Neighbour, Targets, targets_after};
use crate::state::{Interval, Key};

/// An abstract state as the cells that its vehicles occupy in the lines that cross theirs.
#[derive(Clone, Debug)]
pub(crate) struct AbstractPosition<'a, const W: usize> {
    projection: &'a Projection<'a>,
    key: Key<W>,
    coordinates: Vec<u8>,
    /// For each line the cells that vehicles of other lines cover; and one more line, always empty.
    crossed: Vec<u64>,
    /// The bits of a key that are set if every landmark is passed.
    landmarks: Key<W>,
}

impl<'a, const W: usize> AbstractPosition<'a, W> {
    /// The position of the start.
    pub(crate) fn new(projection: &'a Projection<'a>) -> AbstractPosition<'a, W> {
        let mut landmarks = Key([0; W]);
        for variable in &projection.variables {
            landmarks.0[variable.field.word] |= variable.field.passed;
        }
        let coordinates = vec![0; projection.len()];
        let crossed = vec![0; projection.space.lines().len() + 1];
        let mut position =
            AbstractPosition { projection, key: Key([0; W]), coordinates, crossed, landmarks };
        position.load(&projection.start());
        position
    }

    /// Change to another abstract state.
    ///
    /// Each vehicle flips a bit in the first line that it crosses and in the one after its last; the
    /// running exclusive or of all lines then has that bit in all lines between. A loop over the
    /// lines of each vehicle is slower, because their numbers vary and branches mispredict.
    pub(crate) fn load(&mut self, key: &Key<W>) {
        self.key = *key;
        self.crossed.fill(0);
        for (variable, at) in self.projection.variables.iter().zip(&mut self.coordinates) {
            *at = variable.at(key);
            let interval = &variable.interval;
            let lines = interval.crossed(*at..*at + interval.length);
            self.crossed[lines.start] ^= 1 << interval.crossing;
            self.crossed[lines.end] ^= 1 << interval.crossing;
        }
        let mut cells = 0;
        for line in &mut self.crossed {
            cells ^= *line;
            *line = cells;
        }
    }

    pub(crate) fn key(&self) -> &Key<W> {
        &self.key
    }

    /// Whether this state is solved and every landmark is passed.
    pub(crate) fn is_goal(&self) -> bool {
        let is_solved = match self.projection.space.goal() {
            Goal::Clear => self.is_clear(),
            _ => self.projection.space.is_finished(self.coordinates[self.projection.target]),
        };
        is_solved && self.passes_landmarks(&self.key)
    }

    fn passes_landmarks(&self, key: &Key<W>) -> bool {
        key.0.iter().zip(&self.landmarks.0).all(|(word, landmarks)| word & landmarks == *landmarks)
    }

    /// Whether no vehicle of the pattern stands between the target and the exit.
    fn is_clear(&self) -> bool {
        let target = &self.projection.variables[self.projection.target];
        let at = self.coordinates[self.projection.target];
        let line = self.crossed[target.interval.line];
        if self.projection.space.board().exit().side.is_forward() {
            let ahead = line.checked_shr((at + target.interval.length).into());
            target.after.is_none() && ahead.unwrap_or(0) == 0
        } else {
            target.before.is_none() && line & ((1 << at) - 1) == 0
        }
    }

    /// Whether the target has reached its goal here, so that no solution goes on from this state.
    /// False if the goal is a clear road: the road may be clear in the projection alone.
    pub(crate) fn is_end(&self) -> bool {
        self.ends_at(self.coordinates[self.projection.target])
    }

    fn ends_at(&self, at: u8) -> bool {
        self.projection.space.goal() != Goal::Clear && self.projection.space.is_finished(at)
    }

    /// The least and the greatest coordinate that a variable can reach in one move.
    fn targets(&self, index: usize) -> (u8, u8) {
        let (variable, at) = (&self.projection.variables[index], self.coordinates[index]);
        let line = self.crossed[variable.interval.line];
        let (mut back, mut forth) = variable.interval.slide(line, at);
        if let Some((before, apart)) = variable.before {
            back = back.min(at - self.coordinates[before] - apart);
        }
        if let Some((after, apart)) = variable.after {
            forth = forth.min(self.coordinates[after] - apart - at);
        }
        let (back, forth) = self.projection.metric.one_move((back, forth));
        (at - back, at + forth)
    }

    /// Call `visit` with every successor that commutativity pruning keeps after the move `last`.
    pub(crate) fn successors(&self, last: AbstractMove, visit: impl FnMut(AbstractMove, Key<W>)) {
        self.successors_of(everyone, last, visit);
    }

    /// [`AbstractPosition::successors`] by moves of those variables alone that may move.
    pub(crate) fn successors_of(
        &self,
        may_move: impl Fn(PatternVar) -> bool,
        last: AbstractMove,
        mut visit: impl FnMut(AbstractMove, Key<W>),
    ) {
        self.for_each_target(may_move, last, |index, variable, to| {
            let key = variable.moved(&self.key, to);
            let ends = index == self.projection.target && self.ends_at(to);
            if !ends || self.passes_landmarks(&key) {
                visit(self.move_to(index, to), key);
            }
        });
    }

    /// Call `visit` with every state from which a move leads here, and the reverse of that move,
    /// except for those that commutativity pruning skips after the reversed move `last`.
    pub(crate) fn predecessors(
        &self,
        last: AbstractMove,
        mut visit: impl FnMut(AbstractMove, Key<W>),
    ) {
        self.for_each_target(everyone, last, |index, variable, from| {
            let (step, key) = (self.move_to(index, from), variable.placed(&self.key, from));
            let Some(landmark) = variable.landmark else { return visit(step, key) };
            let was_passed = landmark.is_passed_at(from);
            let is_passed = landmark.is_passed_at(self.coordinates[index]);
            if was_passed && !variable.is_passed(&self.key) {
                return;
            }
            visit(step, key);
            if is_passed && !was_passed {
                let mut unpassed = key;
                unpassed.0[variable.field.word] &= !variable.field.passed;
                visit(step, unpassed);
            }
        });
    }

    fn move_to(&self, index: usize, to: u8) -> AbstractMove {
        let cells = to.cast_signed() - self.coordinates[index].cast_signed();
        Move { vehicle: PatternVar::new(index), cells }
    }

    /// Call `visit` with every variable that may move and every coordinate that it may move to, in
    /// order.
    fn for_each_target(
        &self,
        may_move: impl Fn(PatternVar) -> bool,
        last: AbstractMove,
        mut visit: impl FnMut(usize, &PatternVariable, u8),
    ) {
        let variables = self.projection.variables.iter().zip(&self.projection.representatives);
        for (index, (variable, representatives)) in variables.enumerate() {
            if !may_move(PatternVar::new(index)) {
                continue;
            }
            let (from, to) = match self.targets_after(last, PatternVar::new(index)) {
                Targets::All => (0, u8::MAX),
                Targets::None => continue,
                Targets::AtMost(to) => (0, to),
                Targets::AtLeast(from) => (from, u8::MAX),
            };
            let ((low, high), at) = (self.targets(index), self.coordinates[index]);
            let mut targets =
                representatives.mask & bits(low.max(from)..=high.min(to)) & !(1 << at);
            while targets != 0 {
                visit(index, variable, targets.trailing_zeros().to_le_bytes()[0]);
                targets &= targets - 1;
            }
        }
    }

    fn targets_after(&self, last: AbstractMove, next: PatternVar) -> Targets {
        if last == NO_ABSTRACT_MOVE { Targets::All } else { targets_after(self, last, next) }
    }

    fn variable(&self, var: PatternVar) -> &PatternVariable {
        &self.projection.variables[var.index()]
    }
}

impl<const W: usize> Moved<PatternVar> for AbstractPosition<'_, W> {
    fn interval(&self, var: PatternVar) -> &Interval {
        &self.variable(var).interval
    }

    fn coordinate(&self, var: PatternVar) -> u8 {
        self.coordinates[var.index()]
    }

    fn rank(&self, var: PatternVar) -> usize {
        self.variable(var).rank
    }

    /// In the slide metric too, a vehicle may pass its landmark with a first move and go back with a
    /// second one.
    fn may_repeat(&self, var: PatternVar) -> bool {
        self.projection.metric == Metric::Step || self.variable(var).landmark.is_some()
    }

    fn neighbour(&self, mover: PatternVar, next: PatternVar) -> Option<Neighbour> {
        let (mover, next) = (self.variable(mover), next.index());
        match (mover.before, mover.after) {
            (Some((before, apart)), _) if before == next => Some(Neighbour::Before(apart)),
            (_, Some((after, apart))) if after == next => Some(Neighbour::After(apart)),
            _ => None,
        }
    }
}

/// A bit for each number of a range below 64.
fn bits(range: RangeInclusive<u8>) -> u64 {
    if range.is_empty() {
        return 0;
    }
    u64::MAX >> (63 - (range.end() - range.start())) << range.start()
}

fn everyone(_: PatternVar) -> bool {
    true
}
