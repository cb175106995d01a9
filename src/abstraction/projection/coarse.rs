//! From a projection to a coarser one, whose pattern is the beginning of its own: each variable
//! goes to its representative there.

use super::Projection;
use super::dominance::Representatives;
use super::pattern_variable::{PatternVar, PatternVariable, VariableBits};
use crate::state::Key;

/// For each variable of the coarse pattern its field in a key, and by place the bits of its
/// representative; `None` if every representative of the fine projection is one of the coarse
/// projection too.
#[derive(Clone, Debug)]
pub(crate) struct CoarseProjection(Vec<(VariableBits, Option<Vec<u64>>)>);

impl CoarseProjection {
    /// The map from `projection` to the coarse projection with these representatives.
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

    /// The coarse key of a key.
    pub(crate) fn key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut coarse = *key;
        for (field, representatives) in &self.0 {
            let Some(representatives) = representatives else { continue };
            let word = &mut coarse.0[field.word];
            let place = usize::try_from(*word >> field.shift & field.mask).expect("a small number");
            *word = *word & !(field.mask << field.shift) | representatives[place];
        }
        coarse
    }

    /// The coarse key of `key`, given the coarse key of a state from which a move of `var` leads to
    /// it.
    pub(crate) fn moved<const W: usize>(
        &self,
        coarse: &Key<W>,
        key: &Key<W>,
        var: PatternVar,
    ) -> Key<W> {
        let (field, representatives) = &self.0[var.index()];
        let (mut coarse, bits) = (*coarse, field.mask << field.shift);
        let (word, own) = (&mut coarse.0[field.word], key.0[field.word]);
        let place = usize::try_from(own >> field.shift & field.mask).expect("a small number");
        let at =
            representatives.as_ref().map_or(own & bits, |representatives| representatives[place]);
        *word = *word & !(bits | field.passed) | at | own & field.passed;
        coarse
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
