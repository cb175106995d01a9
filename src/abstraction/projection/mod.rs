//! Relaxed puzzles: some vehicles are in play, of all others only their static ranges are left.
//!
//! ```text
//!     . . B C . D     Of E, F and G only this remains: how far A, B, C and D can go at most with
//!     A A B C . D >   them about, and that B and C stay as far apart as vehicles between them are
//!     . . . E E E     long. Any solution of the puzzle, without the moves of E, F and G, is one of
//!     . F F G G .     the relaxed puzzle.
//! ```
//!
//! So the optimum of a relaxed puzzle, and what the vehicles out of play owe (`landmark.rs`), is a lower
//! bound of the puzzle's own.

mod abstract_position;
mod coarse;
mod dominance;
mod landmark;
mod pattern_variable;
mod static_analysis;
#[cfg(test)]
mod tests;

pub(crate) use abstract_position::AbstractPosition;
pub(crate) use coarse::CoarseProjection;
pub(crate) use dominance::Representatives;
pub(crate) use pattern_variable::NOTE_BITS;
pub(crate) use static_analysis::StaticAnalysis;

use crate::board::Metric;
use crate::state::{Key, StateSpace};
use pattern_variable::PatternVariable;

/// A puzzle with these vehicles in play, numbered in the order in which they were named.
#[derive(Clone, Debug)]
pub(crate) struct Projection<'a> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    kept: Vec<PatternVariable>,
    stops: Vec<Representatives>,
    target: usize,
    words: usize,
    /// What the vehicles out of play owe at the start.
    owed_outside: u16,
}

impl<'a> Projection<'a> {
    /// The target must be among the vehicles.
    pub(crate) fn new(
        space: &'a StateSpace<'a>,
        metric: Metric,
        scope: &StaticAnalysis,
        vehicles: &[usize],
    ) -> Projection<'a> {
        let (mut kept, words) = pattern_variable::all(space, scope, vehicles);
        let target = vehicles.iter().position(|&vehicle| vehicle == space.board().target());
        let target = target.expect("the target is in play");
        kept[target].rank = usize::MAX;
        let outside = (0..space.vehicles().len()).filter(|vehicle| !vehicles.contains(vehicle));
        Projection {
            space,
            metric,
            stops: kept.iter().map(Representatives::every).collect(),
            kept,
            target,
            words,
            owed_outside: outside.map(|vehicle| scope.owed(space, vehicle)).sum(),
        }
    }

    /// The same with vehicles that stay only where they have reason to.
    pub(crate) fn with_stops(mut self) -> Projection<'a> {
        self.stops = dominance::all(self.space, &self.kept, self.metric);
        self
    }

    /// The stops of each vehicle in play.
    pub(crate) fn stops(&self) -> &[Representatives] {
        &self.stops
    }

    /// The number of words of its keys.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// For each vehicle in play its index, its least bit, and where its place begins in a key of one
    /// word.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, u8, u32)> {
        self.kept.iter().map(|kept| (kept.vehicle, kept.interval.low, kept.field.shift))
    }

    /// The number of vehicles in play.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// What the vehicles out of play owe at the start.
    pub(crate) fn owed_outside(&self) -> u16 {
        self.owed_outside
    }

    /// What a vehicle in play owes in a state.
    pub(crate) fn owed<const W: usize>(&self, key: &Key<W>, number: usize) -> u16 {
        self.kept[number].owed(key)
    }

    /// The key of the start.
    pub(crate) fn start<const W: usize>(&self) -> Key<W> {
        self.key(self.space.start_bits())
    }

    /// The key of the state in which the vehicles of the board stand like this, no duty met yet but
    /// those that are met by standing there.
    pub(crate) fn key<const W: usize>(&self, bits: &[u8]) -> Key<W> {
        let place = |key, kept: &PatternVariable| kept.moved(&key, bits[kept.vehicle]);
        self.kept.iter().fold(Key([0; W]), place)
    }

    /// The bits of a key that belong to the first vehicles in play, for so many of them.
    pub(crate) fn mask<const W: usize>(&self, count: usize) -> Key<W> {
        let mut mask = Key([0; W]);
        for kept in &self.kept[..count] {
            mask.0[kept.field.word] |= kept.field.mask << kept.field.shift | kept.field.met;
        }
        mask
    }
}
