//! Pruning: successors whose f = g + h exceeds the bound.
//!
//! h is the distance in the heuristic's corridor plus the landmark costs of the vehicles that the
//! heuristic does not know. Both are admissible, and they count moves of different vehicles, so
//! their sum is admissible, too (additive pattern databases, Felner, Korf and Hanan 2004;
//! landmarks, Hoffmann, Porteous and Sebastia 2004).

use super::AbstractHeuristic;
use crate::abstraction::projection::{AbstractEdge, CoarseProjection, PatternVar, Projection};
use crate::bfs::closed::{Hash, hash};
use crate::state::Key;

/// Prunes the successors of a batch of states.
pub(super) struct Pruner<'a, const W: usize> {
    projection: &'a Projection<'a>,
    lookup: Lookup<'a>,
    /// Successors that wait for a lookup.
    pending: Vec<LookupRequest<W>>,
    /// Successors that are within the bound.
    kept: Vec<(Hash, AbstractEdge<W>, Estimate)>,
    /// Whether a state was pruned that may lie on a costlier plan.
    pub(super) has_pruned: bool,
}

/// The heuristic's distance from a state to the goal, and how far f is below the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    distance: u16,
    slack: u16,
}

/// A state that is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parent<const W: usize> {
    key: Key<W>,
    estimate: Estimate,
    /// Its projection to the heuristic's pattern, computed when first needed.
    coarse_key: Option<Key<W>>,
}

/// A successor that is kept if its distance is at most `max_distance`.
struct LookupRequest<const W: usize> {
    state: CoarseState<W>,
    max_distance: u16,
    edge: AbstractEdge<W>,
}

impl<const W: usize> Parent<W> {
    pub(super) fn new(key: Key<W>, estimate: Estimate) -> Self {
        Parent { key, estimate, coarse_key: None }
    }
}

impl<'a, const W: usize> Pruner<'a, W> {
    pub(super) fn new(
        projection: &'a Projection<'a>,
        heuristic: &'a dyn AbstractHeuristic,
    ) -> Self {
        let lookup = Lookup::new(projection, heuristic);
        Pruner { projection, lookup, pending: Vec::new(), kept: Vec::new(), has_pruned: false }
    }

    /// The estimate of the start state; `None` if f exceeds the bound.
    pub(super) fn estimate(&mut self, start: &Key<W>, bound: u16) -> Option<Estimate> {
        let landmarks = self.projection.landmark_cost_beyond(start, self.lookup.pattern_len());
        let distance = self.lookup.distance(&self.lookup.prepare(start));
        let slack = distance.and_then(|distance| bound.checked_sub(distance + landmarks));
        self.has_pruned = slack.is_none() && (distance.is_some() || !self.lookup.is_complete());
        Some(Estimate { distance: distance?, slack: slack? })
    }

    /// Which variables may change in the successors of a state. Without slack, a move must lower h:
    /// the heuristic must know the vehicle, or its landmark must be open. Before the first state is
    /// pruned all vehicles move, since the search must notice whether it prunes at all.
    pub(super) fn movable(&self, parent: &Parent<W>) -> impl Fn(PatternVar) -> bool + use<'a, W> {
        let (projection, known, key) = (self.projection, self.lookup.pattern_len(), parent.key);
        let all = parent.estimate.slack > 0 || !self.has_pruned;
        move |variable| {
            all || variable.index() < known || projection.landmark_cost(&key, variable) > 0
        }
    }

    /// Adds a successor. Only moves of vehicles that the heuristic knows need a lookup.
    pub(super) fn offer(&mut self, parent: &mut Parent<W>, edge: AbstractEdge<W>) {
        let variable = edge.step.vehicle;
        let Estimate { distance, slack } = parent.estimate;
        if variable.index() < self.lookup.pattern_len() {
            return self.offer_known(parent, edge);
        }
        let landmark = |key| self.projection.landmark_cost(key, variable);
        match (landmark(&parent.key) + slack).checked_sub(landmark(&edge.key) + 1) {
            Some(slack) => self.kept.push((hash(&edge.key), edge, Estimate { distance, slack })),
            None => self.has_pruned = true,
        }
    }

    /// Adds a successor by a move of a vehicle that the heuristic knows.
    fn offer_known(&mut self, parent: &mut Parent<W>, edge: AbstractEdge<W>) {
        let Estimate { distance, slack } = parent.estimate;
        let Some(max_distance) = (distance + slack).checked_sub(1) else {
            self.has_pruned = true;
            return;
        };
        let coarse_key =
            parent.coarse_key.get_or_insert_with(|| self.lookup.coarse_key(&parent.key));
        let state = self.lookup.prepare_successor(coarse_key, &edge);
        self.pending.push(LookupRequest { state, max_distance, edge });
    }

    /// Looks up all pending successors, whose slots have been prefetched meanwhile.
    pub(super) fn look_up_pending(&mut self) {
        for LookupRequest { state, max_distance, edge } in self.pending.drain(..) {
            match self.lookup.distance(&state) {
                Some(distance) if distance <= max_distance => {
                    let estimate = Estimate { distance, slack: max_distance - distance };
                    self.kept.push((hash(&edge.key), edge, estimate));
                }
                pruned => self.has_pruned |= pruned.is_some() || !self.lookup.is_complete(),
            }
        }
    }

    /// Takes out the successors within the bound.
    pub(super) fn drain_kept(&mut self) -> impl Iterator<Item = (Hash, AbstractEdge<W>, Estimate)> {
        self.kept.drain(..)
    }
}

// Lookups of a larger pattern's states in a heuristic for a smaller pattern.

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
