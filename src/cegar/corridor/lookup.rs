//! Lookups of a larger pattern's states in a heuristic for a smaller pattern.

use super::AbstractHeuristic;
use crate::abstraction::projection::{AbstractEdge, CoarseProjection, Projection};
use crate::bfs::closed::Hash;
use crate::state::Key;

/// A heuristic with the projection from the searched pattern to the heuristic's own.
pub(super) struct Lookup<'a> {
    heuristic: &'a dyn AbstractHeuristic,
    coarse: CoarseProjection,
}

/// A state projected to the heuristic's pattern, hashed and prefetched.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoarseState<const W: usize> {
    key: Key<W>,
    hash: Hash,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(
        projection: &Projection<'_>,
        heuristic: &'a dyn AbstractHeuristic,
    ) -> Lookup<'a> {
        let coarse = CoarseProjection::new(projection, heuristic.representatives());
        Lookup { heuristic, coarse }
    }

    /// The number of leading pattern variables that the heuristic knows.
    pub(super) fn pattern_len(&self) -> usize {
        self.heuristic.pattern_len()
    }

    /// Whether no plan of any cost leads through states outside the heuristic's corridor.
    pub(super) fn is_complete(&self) -> bool {
        self.heuristic.is_complete()
    }

    /// Projects a state and prefetches its distance.
    pub(super) fn prepare<const W: usize>(&self, key: &Key<W>) -> CoarseState<W> {
        self.prefetch(self.coarse_key(key))
    }

    /// Projects a key.
    pub(super) fn coarse_key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        self.coarse.key(key)
    }

    /// Projects a successor, reached by a move of a known vehicle, from its parent's coarse key,
    /// and prefetches its distance.
    pub(super) fn prepare_successor<const W: usize>(
        &self,
        parent: &Key<W>,
        edge: &AbstractEdge<W>,
    ) -> CoarseState<W> {
        self.prefetch(self.coarse.moved(parent, &edge.key, edge.step.vehicle))
    }

    fn prefetch<const W: usize>(&self, key: Key<W>) -> CoarseState<W> {
        CoarseState { key, hash: self.heuristic.prefetch(&key.0) }
    }

    /// The distance to the goal; `None` outside the corridor.
    pub(super) fn distance<const W: usize>(&self, state: &CoarseState<W>) -> Option<u16> {
        self.heuristic.distance(&state.key.0, state.hash)
    }
}
