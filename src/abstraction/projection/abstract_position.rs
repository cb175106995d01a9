//! A state of a relaxed puzzle as the vehicles in play see it, and how they move.

use std::ops::RangeInclusive;

use super::pattern_variable::{PatternVar, PatternVariable};
use super::{AbstractMove, NO_ABSTRACT_MOVE, Projection};
use crate::board::{Goal, Metric, Move};
use crate::state::Key;

/// A state with the cells that crossing vehicles take. The vehicles of a move are numbered as in
/// play.
#[derive(Clone, Debug)]
pub(crate) struct AbstractPosition<'a, const W: usize> {
    projection: &'a Projection<'a>,
    key: Key<W>,
    coordinates: Vec<u8>,
    /// For each line the cells that vehicles of other lines take; and one line more.
    crossed: Vec<u64>,
    /// The coordinates of a key that are set when every landmark is met.
    landmarks: Key<W>,
}

impl<'a, const W: usize> AbstractPosition<'a, W> {
    /// The position_ of the start.
    pub(crate) fn new(projection: &'a Projection<'a>) -> AbstractPosition<'a, W> {
        let mut landmarks = Key([0; W]);
        for variable in &projection.variables {
            landmarks.0[variable.field.word] |= variable.field.passed;
        }
        let (coordinates, crossed) =
            (vec![0; projection.len()], vec![0; projection.space.lines().len() + 1]);
        let mut abstract_position =
            AbstractPosition { projection, key: Key([0; W]), coordinates, crossed, landmarks };
        abstract_position.load(&projection.start());
        abstract_position
    }

    /// Look at another state.
    ///
    /// Each vehicle marks the lines where its cells begin and end; the marks, summed up from line to
    /// line, are the cells. A loop over each vehicle's lines is slower: no two are alike.
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

    /// Whether this state is solved and every landmark met.
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

    /// Whether nothing in play is on the road.
    fn is_clear(&self) -> bool {
        let target = &self.projection.variables[self.projection.target];
        let (line, at) =
            (self.crossed[target.interval.line], self.coordinates[self.projection.target]);
        if self.projection.space.board().exit().side.is_forward() {
            let ahead = line.checked_shr((at + target.interval.length).into());
            target.after.is_none() && ahead.unwrap_or(0) == 0
        } else {
            target.before.is_none() && line & ((1 << at) - 1) == 0
        }
    }

    /// Whether ways end in this state: no solution has a target there before its last move. A clear
    /// road of the vehicles in play is no such end.
    pub(crate) fn is_end(&self) -> bool {
        self.ends_at(self.coordinates[self.projection.target])
    }

    fn ends_at(&self, at: u8) -> bool {
        self.projection.space.goal() != Goal::Clear && self.projection.space.is_finished(at)
    }

    /// The least and the greatest bit that a vehicle can reach in one move.
    fn reach(&self, number: usize) -> (u8, u8) {
        let (variable, at) = (&self.projection.variables[number], self.coordinates[number]);
        let (line, end) = (self.crossed[variable.interval.line], at + variable.interval.length);
        let below = u64::BITS - (line & ((1 << at) - 1)).leading_zeros();
        let beyond = line.checked_shr(end.into()).unwrap_or(0);
        let above = end + beyond.trailing_zeros().to_le_bytes()[0];
        let mut low = variable.interval.low.max(below.to_le_bytes()[0]);
        let mut high = variable.interval.high.min(above - variable.interval.length);
        if let Some((before, apart)) = variable.before {
            low = low.max(self.coordinates[before] + apart);
        }
        if let Some((after, apart)) = variable.after {
            high = high.min(self.coordinates[after] - apart);
        }
        match self.projection.metric {
            Metric::Slide => (low, high),
            Metric::Step => (low.max(at.saturating_sub(1)), high.min(at + 1)),
        }
    }

    /// Call `visit` with every move that is worth making after `last`, and where it leads.
    pub(crate) fn successors(&self, last: AbstractMove, visit: impl FnMut(AbstractMove, Key<W>)) {
        self.successors_of(everyone, last, visit);
    }

    /// The same of those vehicles alone that may move.
    pub(crate) fn successors_of(
        &self,
        may_move: impl Fn(PatternVar) -> bool,
        last: AbstractMove,
        mut visit: impl FnMut(AbstractMove, Key<W>),
    ) {
        self.for_each_target(may_move, last, |number, variable, at| {
            let key = variable.moved(&self.key, at);
            let ends = number == self.projection.target && self.ends_at(at);
            if !ends || self.passes_landmarks(&key) {
                visit(self.step(number, at), key);
            }
        });
    }

    /// Call `visit` with every state from which a move leads here and that move taken back, but for
    /// what is not worth taking back after `last`.
    pub(crate) fn predecessors(
        &self,
        last: AbstractMove,
        mut visit: impl FnMut(AbstractMove, Key<W>),
    ) {
        self.for_each_target(everyone, last, |number, variable, at| {
            let (step, from) = (self.step(number, at), variable.placed(&self.key, at));
            let Some(landmark) = variable.landmark else { return visit(step, from) };
            let (was_passed, is_passed) =
                (landmark.is_passed_at(at), landmark.is_passed_at(self.coordinates[number]));
            if was_passed && !variable.is_passed(&self.key) {
                return;
            }
            visit(step, from);
            if is_passed && !was_passed {
                let mut unmet = from;
                unmet.0[variable.field.word] &= !variable.field.passed;
                visit(step, unmet);
            }
        });
    }

    fn step(&self, number: usize, at: u8) -> AbstractMove {
        let cells = at.cast_signed() - self.coordinates[number].cast_signed();
        Move { vehicle: PatternVar::new(number), cells }
    }

    /// Call `visit` with every vehicle that may move and bit where it can go, in their order.
    fn for_each_target(
        &self,
        may_move: impl Fn(PatternVar) -> bool,
        last: AbstractMove,
        mut visit: impl FnMut(usize, &PatternVariable, u8),
    ) {
        let vehicles = self.projection.variables.iter().zip(&self.projection.representatives);
        for (number, (variable, representatives)) in vehicles.enumerate() {
            if !may_move(PatternVar::new(number)) {
                continue;
            }
            let (from, to) = self.worth_while(last, number);
            if from > to {
                continue;
            }
            let ((low, high), at) = (self.reach(number), self.coordinates[number]);
            let ways = low.max(from)..=high.min(to);
            let mut coordinates = representatives.mask & mask_of(ways) & !(1 << at);
            while coordinates != 0 {
                visit(number, variable, coordinates.trailing_zeros().to_le_bytes()[0]);
                coordinates &= coordinates - 1;
            }
        }
    }

    /// The least and the greatest bit that vehicle `next` may go to after `last` (see `state/commute.rs`).
    fn worth_while(&self, last: AbstractMove, next: usize) -> (u8, u8) {
        if last == NO_ABSTRACT_MOVE {
            return ANYWHERE;
        }
        let (variables, moved) = (&self.projection.variables, last.vehicle.index());
        let has_landmark = variables[next].landmark.is_some();
        if next == moved {
            let pointless = self.projection.metric == Metric::Slide && !has_landmark;
            return if pointless { NOWHERE } else { ANYWHERE };
        }
        if variables[next].rank > variables[moved].rank { ANYWHERE } else { self.into(last, next) }
    }

    /// The coordinates from which `next` covers or has passed a cell that `last` left or passed.
    fn into(&self, last: AbstractMove, next: usize) -> (u8, u8) {
        let (mover, interval) = (
            &self.projection.variables[last.vehicle.index()],
            &self.projection.variables[next].interval,
        );
        let (left, passed) = self.left_cells(last);
        if mover.interval.across == interval.across {
            return match (mover.before, mover.after) {
                (Some((before, apart)), _) if before == next && last.cells > 0 => {
                    ((left + 1).saturating_sub(apart), u8::MAX)
                }
                (_, Some((after, apart))) if after == next && last.cells < 0 => {
                    (0, passed - mover.interval.length + apart - 1)
                }
                _ => NOWHERE,
            };
        }
        if !(left..passed).contains(&interval.crossing) {
            return NOWHERE;
        }
        let cell = mover.interval.crossing;
        if cell < self.coordinates[next] {
            (0, cell)
        } else {
            (cell + 1 - interval.length, u8::MAX)
        }
    }

    /// The cells that a vehicle left or passed when it came here, as coordinates of its line.
    fn left_cells(&self, last: AbstractMove) -> (u8, u8) {
        let moved = last.vehicle.index();
        let (at, cells) = (self.coordinates[moved], last.cells.unsigned_abs());
        if last.cells > 0 {
            return (at - cells, at);
        }
        let end = at + self.projection.variables[moved].interval.length;
        (end, end + cells)
    }
}

/// A bit for each number of a range below 64.
fn mask_of(range: RangeInclusive<u8>) -> u64 {
    if range.is_empty() {
        return 0;
    }
    u64::MAX >> (63 - (range.end() - range.start())) << range.start()
}

fn everyone(_: PatternVar) -> bool {
    true
}

const ANYWHERE: (u8, u8) = (0, u8::MAX);
const NOWHERE: (u8, u8) = (u8::MAX, 0);
