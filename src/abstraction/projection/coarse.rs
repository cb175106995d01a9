//! A state as a puzzle with fewer vehicles in play sees it: each at the stop that it has there.

use super::Projection;
use super::dominance::Representatives;
use super::pattern_variable::{Field, PatternVar, PatternVariable};
use crate::state::Key;

/// Where a key holds the places of the vehicles that both puzzles have in play, and the bits of the
/// stop for each place, if a vehicle stops here where it would not with fewer in play.
#[derive(Clone, Debug)]
pub(crate) struct CoarseProjection(Vec<(Field, Option<Vec<u64>>)>);

impl CoarseProjection {
    /// How a puzzle with these stops sees another, of whose vehicles in play the first are its own.
    pub(crate) fn new(
        projection: &Projection<'_>,
        representatives: &[Representatives],
    ) -> CoarseProjection {
        let pairs = projection.representatives.iter().zip(representatives);
        let fields = projection.variables.iter().zip(pairs).map(|(variable, (own, coarse))| {
            let mut places = variable.interval.low..=variable.interval.high;
            let differs =
                places.any(|at| own.mask >> at & 1 != 0 && coarse.representative(at) != at);
            (variable.field, differs.then(|| representative_bits(variable, coarse)))
        });
        CoarseProjection(fields.collect())
    }

    /// The key as seen.
    pub(crate) fn key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut seen = *key;
        for (field, representatives) in &self.0 {
            let Some(representatives) = representatives else { continue };
            let word = &mut seen.0[field.word];
            let place = usize::try_from(*word >> field.shift & field.mask).expect("a small number");
            *word = *word & !(field.mask << field.shift) | representatives[place];
        }
        seen
    }

    /// The same by a key as seen, from which this one differs by a move of this vehicle.
    pub(crate) fn moved<const W: usize>(
        &self,
        seen: &Key<W>,
        key: &Key<W>,
        var: PatternVar,
    ) -> Key<W> {
        let (field, representatives) = &self.0[var.index()];
        let (mut seen, bits) = (*seen, field.mask << field.shift);
        let (word, own) = (&mut seen.0[field.word], key.0[field.word]);
        let place = usize::try_from(own >> field.shift & field.mask).expect("a small number");
        let at =
            representatives.as_ref().map_or(own & bits, |representatives| representatives[place]);
        *word = *word & !(bits | field.passed) | at | own & field.passed;
        seen
    }
}

fn representative_bits(variable: &PatternVariable, representatives: &Representatives) -> Vec<u64> {
    let places = variable.interval.low..=variable.interval.high;
    places
        .map(|at| {
            u64::from(representatives.representative(at) - variable.interval.low)
                << variable.field.shift
        })
        .collect()
}
