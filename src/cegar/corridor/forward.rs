//! Forward search: all states that a plan within the bound may pass, layer by layer.
//!
//! The heuristic is consistent, so f = g + h never falls along a path. Of two commuting moves one
//! order is therefore enough (`state/commute.rs`): the states of the other order have no smaller f.

use super::backward::Backward;
use super::pruner::{Estimate, Parent, Pruner};
use super::shards::{BATCH, Mailbox, Worker, round_length, run_round};
use super::{AbstractHeuristic, Corridor, Costs, CostsShard, SearchFailure};
use crate::abstraction::projection::{
    AbstractEdge, AbstractPosition, NO_ABSTRACT_MOVE, Projection,
};
use crate::bfs::closed::{Hash, hash};
use crate::outcome::{Counters, Stop, Watch, memory};
use crate::state::Key;

/// A search for the corridor of a projection within a bound. It can be interrupted and resumed.
pub(crate) struct Forward<'a, const W: usize> {
    projection: &'a Projection<'a>,
    /// The bound on the cost of moves in the pattern.
    bound: u16,
    /// The most states that the search may find for now.
    max_states: u64,
    shards: [ForwardShard<'a, W>; 2],
    max_open: usize,
}

/// A shard of the search.
struct ForwardShard<'a, const W: usize> {
    /// The cost of the successors that are generated.
    next_cost: u16,
    position: AbstractPosition<'a, W>,
    pruner: Pruner<'a, W>,
    mailbox: Mailbox<W, Estimate>,
    /// All states found, with their costs from the start.
    found: CostsShard<W>,
    goals: Vec<Key<W>>,
    /// Whether a goal state was lost because an allocation failed.
    lacks_memory: bool,
    counters: Counters,
}

impl<'a, const W: usize> Forward<'a, W> {
    /// Starts a search. `bound` includes the landmark costs of the vehicles outside the pattern and
    /// is no less than these.
    pub(crate) fn new(
        projection: &'a Projection<'a>,
        heuristic: &'a dyn AbstractHeuristic,
        bound: u16,
    ) -> Self {
        let bound = bound - projection.outside_landmark_cost();
        let mut shards =
            Costs::new().shards.map(|found| ForwardShard::new(projection, heuristic, found));
        let start = projection.start();
        shards[hash(&start).shard()].begin(start, bound);
        let mut forward = Forward { projection, bound, max_states: 0, shards, max_open: 0 };
        forward.next_layer();
        forward
    }

    /// The number of states found.
    pub(crate) fn states(&self) -> usize {
        self.shards.iter().map(|shard| shard.found.len()).sum()
    }

    /// The memory of the search, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.shards.iter().map(ForwardShard::bytes).sum()
    }

    /// Takes the counters since the last call.
    pub(crate) fn take_counters(&mut self) -> Counters {
        let mut counters = Counters { max_open: self.max_open as u64, ..Counters::default() };
        for shard in &mut self.shards {
            counters.add(&std::mem::take(&mut shard.counters));
        }
        counters
    }

    /// Searches until the corridor is complete or more than `max_states` states are found. After
    /// [`SearchFailure::TooLarge`], the next call resumes the search.
    ///
    /// # Errors
    /// The corridor is empty, the search is too large, or a limit was reached.
    pub(crate) fn corridor(
        &mut self,
        max_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Corridor<W>, SearchFailure> {
        self.max_states = max_states;
        self.expand_layer(watch)?;
        while self.next_layer() {
            self.expand_layer(watch)?;
        }
        let is_complete = self.shards.iter().all(|shard| !shard.pruner.has_pruned);
        let goals = self.shards.each_mut().map(|shard| std::mem::take(&mut shard.goals));
        if goals.iter().all(Vec::is_empty) {
            return Err(SearchFailure::Empty { states: self.states(), complete: is_complete });
        }
        let found = self.shards.each_mut().map(ForwardShard::finish);
        let backward = Backward::new(self.projection, found, self.bound);
        let (distances, is_cut) =
            backward.distances(&goals, watch).map_err(SearchFailure::Stopped)?;
        Ok(Corridor::new(self.projection, distances, is_complete && !is_cut))
    }

    /// Moves on to the next layer; false if it is empty.
    fn next_layer(&mut self) -> bool {
        let open = self.shards.iter().map(|shard| shard.mailbox.frontier.len()).sum();
        self.max_open = self.max_open.max(open);
        for shard in &mut self.shards {
            shard.mailbox.frontier.advance();
            shard.next_cost += 1;
        }
        open > 0
    }

    fn expand_layer(&mut self, watch: &mut Watch<'_>) -> Result<(), SearchFailure> {
        self.check(watch)?;
        let mut length = round_length(self.states());
        while run_round(&mut self.shards, length, watch.threads()) {
            self.check(watch)?;
            length = round_length(self.states());
        }
        Ok(())
    }

    fn check(&self, watch: &mut Watch<'_>) -> Result<(), SearchFailure> {
        let states = self.states();
        if states as u64 > self.max_states {
            return Err(SearchFailure::TooLarge);
        }
        if self.shards.iter().any(ForwardShard::lacks_memory) {
            return Err(SearchFailure::Stopped(Stop::Memory));
        }
        let expansions = 2 * round_length(states);
        watch.check_before(expansions, states, self.bytes()).map_err(SearchFailure::Stopped)
    }
}

impl<'a, const W: usize> ForwardShard<'a, W> {
    fn new(
        projection: &'a Projection<'a>,
        heuristic: &'a dyn AbstractHeuristic,
        found: CostsShard<W>,
    ) -> Self {
        ForwardShard {
            next_cost: 0,
            position: AbstractPosition::new(projection),
            pruner: Pruner::new(projection, heuristic),
            mailbox: Mailbox::new(),
            found,
            goals: Vec::new(),
            lacks_memory: false,
            counters: Counters::default(),
        }
    }

    fn bytes(&self) -> usize {
        let goals = memory::growing(&self.goals, self.goals.len());
        self.found.footprint() + self.mailbox.bytes() + goals
    }

    fn lacks_memory(&self) -> bool {
        self.lacks_memory || self.found.lacks_memory() || self.mailbox.lacks_memory()
    }

    /// Enters the start state, unless its f exceeds the bound.
    fn begin(&mut self, start: Key<W>, bound: u16) {
        if let Some(estimate) = self.pruner.estimate(&start, bound) {
            self.found.enter(&start, hash(&start), 0);
            self.mailbox
                .frontier
                .push(AbstractEdge { key: start, step: NO_ABSTRACT_MOVE }, estimate);
        }
    }

    /// Frees the memory of the frontier and gives the states found to the backward search.
    fn finish(&mut self) -> &mut CostsShard<W> {
        self.mailbox = Mailbox::new();
        &mut self.found
    }

    /// Generates the successors of a state, unless every plan ends there. Plans go on from a goal
    /// state whose road is clear of vehicles in the pattern: another vehicle may still block it.
    fn expand_state(&mut self, edge: &AbstractEdge<W>, estimate: Estimate) {
        self.position.load(&edge.key);
        if self.position.is_goal() {
            self.lacks_memory |= memory::push(&mut self.goals, edge.key).is_err();
            if self.position.is_end() {
                return;
            }
        }
        self.counters.expanded += 1;
        let mut parent = Parent::new(edge.key, estimate);
        let is_movable = self.pruner.movable(&parent);
        self.position.successors_of(is_movable, edge.step, |step, key| {
            self.counters.generated += 1;
            self.pruner.offer(&mut parent, AbstractEdge { key, step });
        });
    }
}

impl<const W: usize> Worker<W> for ForwardShard<'_, W> {
    type Note = Estimate;

    fn mailbox(&mut self) -> &mut Mailbox<W, Estimate> {
        &mut self.mailbox
    }

    fn expand(&mut self, count: usize) {
        for _ in 0..count.div_ceil(BATCH) {
            for _ in 0..BATCH {
                let Some((edge, estimate)) = self.mailbox.frontier.next_edge() else { break };
                self.expand_state(&edge, estimate);
            }
            self.pruner.look_up_pending();
            for (hash, edge, estimate) in self.pruner.drain_kept() {
                self.mailbox.send(hash, edge, estimate);
            }
        }
    }

    fn prefetch(&self, hash: Hash) {
        self.found.prefetch(hash);
    }

    /// Enters a state and adds it to the frontier if it is new.
    fn enter(&mut self, hash: Hash, edge: AbstractEdge<W>, estimate: Estimate) {
        let is_new = self.found.enter(&edge.key, hash, self.next_cost.into());
        self.counters.duplicates += u64::from(!is_new);
        if is_new {
            self.mailbox.frontier.push(edge, estimate);
        }
    }
}
