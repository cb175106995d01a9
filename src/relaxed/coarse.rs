//! A state as a puzzle with fewer vehicles in play sees it: each at the stop that it has there.

use super::Relaxed;
use super::kept::{Field, Kept};
use super::stops::Stops;
use crate::state::Key;

/// Vehicles that stop here where they would not with fewer in play: where a key holds their places,
/// and the bits of the stop for each place.
#[derive(Clone, Debug)]
pub(crate) struct Coarse(Vec<(Field, Vec<u64>)>);

impl Coarse {
    /// How a puzzle with these stops sees another, of whose vehicles in play the first are its own.
    pub(crate) fn new(relaxed: &Relaxed<'_>, stops: &[Stops]) -> Coarse {
        let pairs = relaxed.stops.iter().zip(stops);
        let others = relaxed.kept.iter().zip(pairs).filter(|(kept, (own, coarse))| {
            let mut places = kept.room.low..=kept.room.high;
            places.any(|bit| own.bits >> bit & 1 != 0 && coarse.home(bit) != bit)
        });
        Coarse(others.map(|(kept, (_, coarse))| (kept.field, homes(kept, coarse))).collect())
    }

    /// The key as seen.
    pub(crate) fn key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut seen = *key;
        for (field, homes) in &self.0 {
            let word = &mut seen.0[field.word];
            let place = usize::try_from(*word >> field.shift & field.mask).expect("a small number");
            *word = *word & !(field.mask << field.shift) | homes[place];
        }
        seen
    }
}

fn homes(kept: &Kept, stops: &Stops) -> Vec<u64> {
    let places = kept.room.low..=kept.room.high;
    places.map(|bit| u64::from(stops.home(bit) - kept.room.low) << kept.field.shift).collect()
}
