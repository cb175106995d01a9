//! A state of a relaxed puzzle as the vehicles in play see it, and how they move.

use std::ops::RangeInclusive;

use super::Projection;
use super::pattern_variable::PatternVariable;
use crate::board::{Goal, Metric, Move};
use crate::state::Key;
use crate::state::commute::NO_MOVE;

/// A state with the cells that crossing vehicles take. The vehicles of a move are numbered as in
/// play.
#[derive(Clone, Debug)]
pub(crate) struct AbstractPosition<'a, const W: usize> {
    relaxed: &'a Projection<'a>,
    key: Key<W>,
    bits: Vec<u8>,
    /// For each line the cells that vehicles of other lines take; and one line more.
    crossed: Vec<u64>,
    /// The bits of a key that are set when every duty is met.
    duties: Key<W>,
}

impl<'a, const W: usize> AbstractPosition<'a, W> {
    /// The scene of the start.
    pub(crate) fn new(relaxed: &'a Projection<'a>) -> AbstractPosition<'a, W> {
        let mut duties = Key([0; W]);
        for kept in &relaxed.kept {
            duties.0[kept.field.word] |= kept.field.met;
        }
        let (bits, crossed) = (vec![0; relaxed.len()], vec![0; relaxed.space.lines().len() + 1]);
        let mut scene = AbstractPosition { relaxed, key: Key([0; W]), bits, crossed, duties };
        scene.load(&relaxed.start());
        scene
    }

    /// Look at another state.
    ///
    /// Each vehicle marks the lines where its cells begin and end; the marks, summed up from line to
    /// line, are the cells. A loop over each vehicle's lines is slower: no two are alike.
    pub(crate) fn load(&mut self, key: &Key<W>) {
        self.key = *key;
        self.crossed.fill(0);
        for (kept, bit) in self.relaxed.kept.iter().zip(&mut self.bits) {
            *bit = kept.bit(key);
            let interval = &kept.interval;
            let lines = interval.crossed(*bit..*bit + interval.length);
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

    /// Whether this state is solved and every duty met.
    pub(crate) fn is_goal(&self) -> bool {
        let is_solved = match self.relaxed.space.goal() {
            Goal::Clear => self.is_clear(),
            _ => self.relaxed.space.is_finished(self.bits[self.relaxed.target]),
        };
        is_solved && self.meets_duties(&self.key)
    }

    fn meets_duties(&self, key: &Key<W>) -> bool {
        key.0.iter().zip(&self.duties.0).all(|(word, duties)| word & duties == *duties)
    }

    /// Whether nothing in play is on the road.
    fn is_clear(&self) -> bool {
        let target = &self.relaxed.kept[self.relaxed.target];
        let (line, bit) = (self.crossed[target.interval.line], self.bits[self.relaxed.target]);
        if self.relaxed.space.board().exit().side.is_forward() {
            let ahead = line.checked_shr((bit + target.interval.length).into());
            target.after.is_none() && ahead.unwrap_or(0) == 0
        } else {
            target.before.is_none() && line & ((1 << bit) - 1) == 0
        }
    }

    /// Whether ways end in this state: no solution has a target there before its last move. A clear
    /// road of the vehicles in play is no such end.
    pub(crate) fn is_end(&self) -> bool {
        self.ends_at(self.bits[self.relaxed.target])
    }

    fn ends_at(&self, bit: u8) -> bool {
        self.relaxed.space.goal() != Goal::Clear && self.relaxed.space.is_finished(bit)
    }

    /// The least and the greatest bit that a vehicle can reach in one move.
    fn reach(&self, number: usize) -> (u8, u8) {
        let (kept, at) = (&self.relaxed.kept[number], self.bits[number]);
        let (line, end) = (self.crossed[kept.interval.line], at + kept.interval.length);
        let below = u64::BITS - (line & ((1 << at) - 1)).leading_zeros();
        let beyond = line.checked_shr(end.into()).unwrap_or(0);
        let above = end + beyond.trailing_zeros().to_le_bytes()[0];
        let mut low = kept.interval.low.max(below.to_le_bytes()[0]);
        let mut high = kept.interval.high.min(above - kept.interval.length);
        if let Some((before, apart)) = kept.before {
            low = low.max(self.bits[before] + apart);
        }
        if let Some((after, apart)) = kept.after {
            high = high.min(self.bits[after] - apart);
        }
        match self.relaxed.metric {
            Metric::Slide => (low, high),
            Metric::Step => (low.max(at.saturating_sub(1)), high.min(at + 1)),
        }
    }

    /// Call `visit` with every move that is worth making after `last`, and where it leads.
    pub(crate) fn successors(&self, last: Move, visit: impl FnMut(Move, Key<W>)) {
        self.successors_of(everyone, last, visit);
    }

    /// The same of those vehicles alone that may move.
    pub(crate) fn successors_of(
        &self,
        may_move: impl Fn(usize) -> bool,
        last: Move,
        mut visit: impl FnMut(Move, Key<W>),
    ) {
        self.for_each_way(may_move, last, |number, kept, bit| {
            let key = kept.moved(&self.key, bit);
            let ends = number == self.relaxed.target && self.ends_at(bit);
            if !ends || self.meets_duties(&key) {
                visit(self.step(number, bit), key);
            }
        });
    }

    /// Call `visit` with every state from which a move leads here and that move taken back, but for
    /// what is not worth taking back after `last`.
    pub(crate) fn predecessors(&self, last: Move, mut visit: impl FnMut(Move, Key<W>)) {
        self.for_each_way(everyone, last, |number, kept, bit| {
            let (step, from) = (self.step(number, bit), kept.placed(&self.key, bit));
            let Some(duty) = kept.duty else { return visit(step, from) };
            let (was_met, is_met) = (duty.is_met_at(bit), duty.is_met_at(self.bits[number]));
            if was_met && !kept.is_met(&self.key) {
                return;
            }
            visit(step, from);
            if is_met && !was_met {
                let mut unmet = from;
                unmet.0[kept.field.word] &= !kept.field.met;
                visit(step, unmet);
            }
        });
    }

    fn step(&self, number: usize, bit: u8) -> Move {
        let cells = bit.cast_signed() - self.bits[number].cast_signed();
        Move { vehicle: number.to_le_bytes()[0], cells }
    }

    /// Call `visit` with every vehicle that may move and bit where it can go, in their order.
    fn for_each_way(
        &self,
        may_move: impl Fn(usize) -> bool,
        last: Move,
        mut visit: impl FnMut(usize, &PatternVariable, u8),
    ) {
        let vehicles = self.relaxed.kept.iter().zip(&self.relaxed.stops);
        for (number, (kept, stops)) in vehicles.enumerate() {
            if !may_move(number) {
                continue;
            }
            let (from, to) = self.worth_while(last, number);
            if from > to {
                continue;
            }
            let ((low, high), at) = (self.reach(number), self.bits[number]);
            let ways = low.max(from)..=high.min(to);
            let mut bits = stops.bits & bits_of(ways) & !(1 << at);
            while bits != 0 {
                visit(number, kept, bits.trailing_zeros().to_le_bytes()[0]);
                bits &= bits - 1;
            }
        }
    }

    /// The least and the greatest bit that vehicle `next` may go to after `last` (see `state/commute.rs`).
    fn worth_while(&self, last: Move, next: usize) -> (u8, u8) {
        if last == NO_MOVE {
            return ANYWHERE;
        }
        let (kept, moved) = (&self.relaxed.kept, usize::from(last.vehicle));
        let has_duty = kept[next].duty.is_some();
        if next == moved {
            let pointless = self.relaxed.metric == Metric::Slide && !has_duty;
            return if pointless { NOWHERE } else { ANYWHERE };
        }
        if kept[next].rank > kept[moved].rank { ANYWHERE } else { self.into(last, next) }
    }

    /// The bits from which `next` covers or has passed a cell that `last` left or passed.
    fn into(&self, last: Move, next: usize) -> (u8, u8) {
        let (mover, interval) =
            (&self.relaxed.kept[usize::from(last.vehicle)], &self.relaxed.kept[next].interval);
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
        if cell < self.bits[next] { (0, cell) } else { (cell + 1 - interval.length, u8::MAX) }
    }

    /// The cells that a vehicle left or passed when it came here, as bits of its line.
    fn left_cells(&self, last: Move) -> (u8, u8) {
        let moved = usize::from(last.vehicle);
        let (at, cells) = (self.bits[moved], last.cells.unsigned_abs());
        if last.cells > 0 {
            return (at - cells, at);
        }
        let end = at + self.relaxed.kept[moved].interval.length;
        (end, end + cells)
    }
}

/// A bit for each number of a range below 64.
fn bits_of(range: RangeInclusive<u8>) -> u64 {
    if range.is_empty() {
        return 0;
    }
    u64::MAX >> (63 - (range.end() - range.start())) << range.start()
}

fn everyone(_: usize) -> bool {
    true
}

const ANYWHERE: (u8, u8) = (0, u8::MAX);
const NOWHERE: (u8, u8) = (u8::MAX, 0);
