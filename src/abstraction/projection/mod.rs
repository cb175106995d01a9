//! Relaxed puzzles: some vehicles are in play, of all others only their static ranges are left.
//!
//! ```text
//!     . . B C . D     Of E, F and G only this remains: how far A, B, C and D can go at most with
//!     A A B C . D >   them about, and that B and C stay as far apart as vehicles between them are
//!     . . . E E E     long. Any solution of the puzzle, without the moves of E, F and G, is one of
//!     . F F G G .     the relaxed puzzle.
//! ```
//!
//! So the optimum of a relaxed puzzle, and what the vehicles out of play owe (`duty.rs`), is a lower
//! bound of the puzzle's own.

mod coarse;
mod duty;
mod kept;
mod scene;
mod scope;
mod stops;
#[cfg(test)]
mod tests;

pub(crate) use coarse::Coarse;
pub(crate) use kept::NOTE_BITS;
pub(crate) use scene::Scene;
pub(crate) use scope::Scope;
pub(crate) use stops::Stops;

use crate::board::Metric;
use crate::state::{Key, Space};
use kept::Kept;

/// A puzzle with these vehicles in play, numbered in the order in which they were named.
#[derive(Clone, Debug)]
pub(crate) struct Relaxed<'a> {
    space: &'a Space<'a>,
    metric: Metric,
    kept: Vec<Kept>,
    stops: Vec<Stops>,
    target: usize,
    words: usize,
    /// What the vehicles out of play owe at the start.
    owed_outside: u16,
}

impl<'a> Relaxed<'a> {
    /// The target must be among the vehicles.
    pub(crate) fn new(
        space: &'a Space<'a>,
        metric: Metric,
        scope: &Scope,
        vehicles: &[usize],
    ) -> Relaxed<'a> {
        let (mut kept, words) = kept::all(space, scope, vehicles);
        let target = vehicles.iter().position(|&vehicle| vehicle == space.board().target());
        let target = target.expect("the target is in play");
        kept[target].rank = usize::MAX;
        let outside = (0..space.vehicles().len()).filter(|vehicle| !vehicles.contains(vehicle));
        Relaxed {
            space,
            metric,
            stops: kept.iter().map(Stops::every).collect(),
            kept,
            target,
            words,
            owed_outside: outside.map(|vehicle| scope.owed(space, vehicle)).sum(),
        }
    }

    /// The same with vehicles that stay only where they have reason to.
    pub(crate) fn with_stops(mut self) -> Relaxed<'a> {
        self.stops = stops::all(self.space, &self.kept, self.metric);
        self
    }

    /// The stops of each vehicle in play.
    pub(crate) fn stops(&self) -> &[Stops] {
        &self.stops
    }

    /// The number of words of its keys.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// For each vehicle in play its index, its least bit, and where its place begins in a key of one
    /// word.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, u8, u32)> {
        self.kept.iter().map(|kept| (kept.vehicle, kept.room.low, kept.field.shift))
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
        let place = |key, kept: &Kept| kept.moved(&key, bits[kept.vehicle]);
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
