//! Weighted A* for upper bounds (Pohl 1970): the state with the least f = g + w h first, of equals
//! the last one entered.

use super::plan_to;
use super::pruner::{CoarseState, Lookup};
use super::{AbstractHeuristic, Costs, Rng};
use crate::abstraction::projection::{
    AbstractMove, AbstractPosition, NO_ABSTRACT_MOVE, Projection,
};
use crate::bfs::closed::{Hash, hash};
use crate::outcome::{Counters, Stop, Watch, memory};
use crate::state::Key;

/// What a search may take and what its plan may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    /// The most successors that are generated.
    pub(crate) generated: u64,
    /// The greatest cost of a plan.
    pub(crate) cost: u16,
}

/// A search for a plan that need not be optimal, in the projection to all vehicles.
pub(crate) struct UpperBoundSearch<'a, const W: usize> {
    projection: &'a Projection<'a>,
    lookup: Lookup<'a>,
    limit: Limit,
    /// The weight of h.
    weight: u16,
    position: AbstractPosition<'a, W>,
    /// States by f, with their costs when they were entered.
    open: Vec<Vec<(u16, Key<W>)>>,
    /// The capacity of all lists in `open`.
    open_capacity: usize,
    /// A lower bound of f in `open`.
    least_f: usize,
    /// All states entered, with their costs.
    found: Costs<W>,
    /// Successors whose slots are being prefetched.
    candidates: Vec<Candidate<W>>,
    /// Whether a state was lost because an allocation failed.
    lacks_memory: bool,
    pub(crate) counters: Counters,
}

/// A state that may be entered, with the landmark costs of vehicles that the heuristic does not
/// know.
#[derive(Clone, Copy)]
struct Candidate<const W: usize> {
    key: Key<W>,
    hash: Hash,
    coarse: CoarseState<W>,
    landmarks: u16,
}

impl<'a, const W: usize> UpperBoundSearch<'a, W> {
    pub(crate) fn new(
        projection: &'a Projection<'a>,
        heuristic: &'a dyn AbstractHeuristic,
        weight: u16,
        limit: Limit,
    ) -> Self {
        UpperBoundSearch {
            projection,
            lookup: Lookup::new(projection, heuristic),
            limit,
            weight,
            position: AbstractPosition::new(projection),
            open: Vec::new(),
            open_capacity: 0,
            least_f: 0,
            found: Costs::new(),
            candidates: Vec::new(),
            lacks_memory: false,
            counters: Counters::default(),
        }
    }

    /// A plan, if one is found within the limit.
    ///
    /// # Errors
    /// A limit of the caller was reached.
    pub(crate) fn plan(
        &mut self,
        rng: &mut Rng,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<AbstractMove>>, Stop> {
        let start = self.projection.start();
        self.enter(&self.candidate(start, self.landmarks(&start)), 0);
        while let Some((cost, key)) = self.pop()
            && self.counters.generated < self.limit.generated
        {
            self.position.load(&key);
            if self.position.is_goal() {
                return Ok(Some(plan_to(self.projection, &self.found, key, rng)));
            }
            if self.lacks_memory || self.found.lacks_memory() {
                return Err(Stop::Memory);
            }
            watch.check(self.found.len(), self.bytes())?;
            self.expand(&key, cost);
        }
        Ok(None)
    }

    /// Takes out the state with the least f; skips states that have been reached at a lower cost
    /// since.
    fn pop(&mut self) -> Option<(u16, Key<W>)> {
        while self.least_f < self.open.len() {
            while let Some((cost, key)) = self.open[self.least_f].pop() {
                if self.found.get(&key, hash(&key)) == Some(cost.into()) {
                    return Some((cost, key));
                }
            }
            self.least_f += 1;
        }
        None
    }

    fn expand(&mut self, key: &Key<W>, cost: u16) {
        self.counters.expanded += 1;
        let landmarks = self.landmarks(key);
        let mut candidates = std::mem::take(&mut self.candidates);
        self.position.successors(NO_ABSTRACT_MOVE, |step, next| {
            let variable = step.vehicle;
            let is_known = variable.index() < self.lookup.pattern_len();
            let moved =
                |key| if is_known { 0 } else { self.projection.landmark_cost(key, variable) };
            candidates.push(self.candidate(next, landmarks + moved(&next) - moved(key)));
        });
        self.counters.generated += candidates.len() as u64;
        for candidate in candidates.drain(..) {
            self.enter(&candidate, cost + 1);
        }
        self.candidates = candidates;
    }

    /// The landmark costs of vehicles that the heuristic does not know.
    fn landmarks(&self, key: &Key<W>) -> u16 {
        self.projection.landmark_cost_beyond(key, self.lookup.pattern_len())
    }

    /// Prepares a state to be entered and prefetches its slots.
    fn candidate(&self, key: Key<W>, landmarks: u16) -> Candidate<W> {
        let hash = hash(&key);
        self.found.prefetch(hash);
        Candidate { key, hash, coarse: self.lookup.prepare(&key), landmarks }
    }

    /// Enters a state, unless its f exceeds the limit or it was reached at no higher cost before.
    fn enter(&mut self, candidate: &Candidate<W>, cost: u16) {
        let Candidate { key, hash, coarse, landmarks } = *candidate;
        let h = self.lookup.distance(&coarse).map(|distance| distance + landmarks);
        let Some(h) = h.filter(|h| cost + h <= self.limit.cost) else { return };
        let is_new = self.found.enter(&key, hash, cost.into());
        let cheaper = |old| (u64::from(cost) < old).then_some(cost.into());
        if !is_new && !self.found.change(&key, hash, cheaper) {
            self.counters.duplicates += 1;
            return;
        }
        self.counters.reopened += u64::from(!is_new);
        let f = usize::from(cost) + usize::from(self.weight) * usize::from(h);
        if self.open.len() <= f {
            self.open.resize_with(f + 1, Vec::new);
        }
        let capacity = self.open[f].capacity();
        self.lacks_memory |= memory::push(&mut self.open[f], (cost, key)).is_err();
        self.open_capacity += self.open[f].capacity() - capacity;
        self.least_f = self.least_f.min(f);
    }

    /// The memory of the search, in bytes. The longest list may double, and then exists twice while
    /// it is copied.
    fn bytes(&self) -> usize {
        self.found.footprint() + 3 * self.open_capacity * size_of::<(u16, Key<W>)>()
    }
}
