//! A state as a puzzle with fewer vehicles in play sees it: where its vehicles have fewer stops.

use super::Relaxed;
use super::kept::{Field, Kept};
use crate::state::Key;

/// The vehicles that have other stops in play with fewer: where a key has their places, and for
/// each place the stop for it, as bits of the key.
#[derive(Clone, Debug)]
pub(crate) struct Coarse(Vec<(Field, Vec<u64>)>);

impl Relaxed<'_> {
    /// The stops of each vehicle in play, as bits.
    pub(crate) fn stops(&self) -> Vec<u64> {
        self.kept.iter().map(|kept| kept.stops).collect()
    }

    /// How a puzzle sees this one that has the first of the vehicles in play, with these stops.
    pub(crate) fn coarse(&self, stops: &[u64]) -> Coarse {
        let others = self.kept.iter().zip(stops).filter(|(kept, stops)| kept.stops != **stops);
        let table = |(kept, &stops): (&Kept, &u64)| {
            let start = self.space.start_bits()[kept.vehicle];
            let stop = |bit| u64::from(nearest(stops, start, bit) - kept.room.low) << kept.field.shift;
            (kept.field, (kept.room.low..=kept.room.high).map(stop).collect())
        };
        Coarse(others.map(table).collect())
    }
}

/// The stop for a place: the next on the way to the start.
fn nearest(stops: u64, start: u8, bit: u8) -> u8 {
    let mut way: Box<dyn Iterator<Item = u8>> =
        if bit < start { Box::new(bit..=start) } else { Box::new((start..=bit).rev()) };
    way.find(|&bit| stops >> bit & 1 != 0).expect("the start is a stop")
}

impl Coarse {
    /// The key as seen.
    pub(crate) fn key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut seen = *key;
        for (field, stops) in &self.0 {
            let word = &mut seen.0[field.word];
            let place = (*word >> field.shift & field.mask) as usize;
            *word = *word & !(field.mask << field.shift) | stops[place];
        }
        seen
    }
}
