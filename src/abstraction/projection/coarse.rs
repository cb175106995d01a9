//! A state as a puzzle with fewer vehicles in play sees it: each at the stop that it has there.

use super::Projection;
use super::dominance::Representatives;
use super::pattern_variable::{Field, PatternVariable};
use crate::state::Key;

/// Where a key holds the places of the vehicles that both puzzles have in play, and the bits of the
/// stop for each place, if a vehicle stops here where it would not with fewer in play.
#[derive(Clone, Debug)]
pub(crate) struct CoarseProjection(Vec<(Field, Option<Vec<u64>>)>);

impl CoarseProjection {
    /// How a puzzle with these stops sees another, of whose vehicles in play the first are its own.
    pub(crate) fn new(relaxed: &Projection<'_>, stops: &[Representatives]) -> CoarseProjection {
        let pairs = relaxed.stops.iter().zip(stops);
        let fields = relaxed.kept.iter().zip(pairs).map(|(kept, (own, coarse))| {
            let mut places = kept.interval.low..=kept.interval.high;
            let differs = places.any(|bit| own.bits >> bit & 1 != 0 && coarse.home(bit) != bit);
            (kept.field, differs.then(|| homes(kept, coarse)))
        });
        CoarseProjection(fields.collect())
    }

    /// The key as seen.
    pub(crate) fn key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut seen = *key;
        for (field, homes) in &self.0 {
            let Some(homes) = homes else { continue };
            let word = &mut seen.0[field.word];
            let place = usize::try_from(*word >> field.shift & field.mask).expect("a small number");
            *word = *word & !(field.mask << field.shift) | homes[place];
        }
        seen
    }

    /// The same by a key as seen, from which this one differs by a move of this vehicle.
    pub(crate) fn moved<const W: usize>(
        &self,
        seen: &Key<W>,
        key: &Key<W>,
        number: usize,
    ) -> Key<W> {
        let (field, homes) = &self.0[number];
        let (mut seen, bits) = (*seen, field.mask << field.shift);
        let (word, own) = (&mut seen.0[field.word], key.0[field.word]);
        let place = usize::try_from(own >> field.shift & field.mask).expect("a small number");
        let at = homes.as_ref().map_or(own & bits, |homes| homes[place]);
        *word = *word & !(bits | field.met) | at | own & field.met;
        seen
    }
}

fn homes(kept: &PatternVariable, stops: &Representatives) -> Vec<u64> {
    let places = kept.interval.low..=kept.interval.high;
    places.map(|bit| u64::from(stops.home(bit) - kept.interval.low) << kept.field.shift).collect()
}
