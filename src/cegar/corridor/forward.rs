//! From the start, level by level: every state that a solution within the bound may reach, as far
//! as the guide knows.
//!
//! The estimate of a state is what the guide says and what the vehicles that the guide does not
//! know owe. It is consistent, so f = g + h never falls along a way, and of moves that commute one
//! order is enough (`state/commute.rs`): the states of the other order have no greater f.

use super::backward::Backward;
use super::pruner::{Estimate, From, Pruner};
use super::shards::{BATCH, Mailbox, Worker, length, take_turn};
use super::{AbstractHeuristic, Corridor, Costs, CostsShard, Failure};
use crate::abstraction::projection::{
    AbstractEdge as Edge, AbstractPosition, NO_ABSTRACT_MOVE as NO_MOVE, Projection,
};
use crate::bfs::closed::{Hash, hash};
use crate::memory;
use crate::outcome::{Counters, Stop, Watch};
use crate::state::Key;

/// A search of a relaxed puzzle for all ways that cost at most so much. It can be given up and taken
/// up again.
pub(crate) struct Forward<'a, const W: usize> {
    relaxed: &'a Projection<'a>,
    budget: u16,
    /// The most states that it may find for now.
    most_states: u64,
    halves: [Explorer<'a, W>; 2],
    max_open: usize,
}

/// A half of the search.
struct Explorer<'a, const W: usize> {
    /// The cost of the states that are made.
    next_cost: u16,
    scene: AbstractPosition<'a, W>,
    sieve: Pruner<'a, W>,
    desk: Mailbox<W, Estimate>,
    /// The costs of all states found.
    found: CostsShard<W>,
    goals: Vec<Key<W>>,
    /// Whether a goal was lost since there was no memory for it.
    lacks_memory: bool,
    counters: Counters,
}

impl<'a, const W: usize> Forward<'a, W> {
    /// `bound` includes what the vehicles out of play owe, and is no less.
    pub(crate) fn new(
        relaxed: &'a Projection<'a>,
        guide: &'a dyn AbstractHeuristic,
        bound: u16,
    ) -> Self {
        let budget = bound - relaxed.outside_landmark_cost();
        let mut halves = Costs::new().shards.map(|found| Explorer::new(relaxed, guide, found));
        let key = relaxed.start();
        halves[hash(&key).shard()].begin(key, budget);
        let mut forward = Forward { relaxed, budget, most_states: 0, halves, max_open: 0 };
        forward.turn();
        forward
    }

    /// The states found.
    pub(crate) fn states(&self) -> usize {
        self.halves.iter().map(|half| half.found.len()).sum()
    }

    /// The bytes that it keeps.
    pub(crate) fn bytes(&self) -> usize {
        self.halves.iter().map(Explorer::bytes).sum()
    }

    /// What it has counted since it was last asked.
    pub(crate) fn take_counters(&mut self) -> Counters {
        let mut counters = Counters { max_open: self.max_open as u64, ..Counters::default() };
        for half in &mut self.halves {
            counters.add(&std::mem::take(&mut half.counters));
        }
        counters
    }

    /// The corridor, if it finds no more than so many states. If it is too large, the next call goes
    /// on where this one ended.
    ///
    /// # Errors
    /// It is empty, or larger than it may be, or a limit came first.
    pub(crate) fn corridor(
        &mut self,
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Corridor<W>, Failure> {
        self.most_states = most_states;
        self.read_level(watch)?;
        while self.turn() {
            self.read_level(watch)?;
        }
        let is_complete = self.halves.iter().all(|half| !half.sieve.is_cut);
        let goals = self.halves.each_mut().map(|half| std::mem::take(&mut half.goals));
        if goals.iter().all(Vec::is_empty) {
            return Err(Failure::Empty { states: self.states(), complete: is_complete });
        }
        let found = self.halves.each_mut().map(Explorer::give_found);
        let backward = Backward::new(self.relaxed, found, self.budget);
        let (distances, is_cut) = backward.distances(&goals, watch).map_err(Failure::Stopped)?;
        Ok(Corridor::new(self.relaxed, distances, is_complete && !is_cut))
    }

    /// Read from now on the level that was written; whether there is anything in it.
    fn turn(&mut self) -> bool {
        let open = self.halves.iter().map(|half| half.desk.levels.len()).sum();
        self.max_open = self.max_open.max(open);
        for half in &mut self.halves {
            half.desk.levels.advance();
            half.next_cost += 1;
        }
        open > 0
    }

    fn read_level(&mut self, watch: &mut Watch<'_>) -> Result<(), Failure> {
        self.check(watch)?;
        let mut states = length(self.states());
        while take_turn(&mut self.halves, states, watch.threads()) {
            self.check(watch)?;
            states = length(self.states());
        }
        Ok(())
    }

    fn check(&self, watch: &mut Watch<'_>) -> Result<(), Failure> {
        let states = self.states();
        if states as u64 > self.most_states {
            return Err(Failure::TooLarge);
        }
        if self.halves.iter().any(Explorer::lacks_memory) {
            return Err(Failure::Stopped(Stop::Memory));
        }
        let found = watch.check_before(2 * length(states), states, self.bytes());
        found.map_err(Failure::Stopped)
    }
}

impl<'a, const W: usize> Explorer<'a, W> {
    fn new(
        relaxed: &'a Projection<'a>,
        guide: &'a dyn AbstractHeuristic,
        found: CostsShard<W>,
    ) -> Self {
        Explorer {
            next_cost: 0,
            scene: AbstractPosition::new(relaxed),
            sieve: Pruner::new(relaxed, guide),
            desk: Mailbox::new(),
            found,
            goals: Vec::new(),
            lacks_memory: false,
            counters: Counters::default(),
        }
    }

    fn bytes(&self) -> usize {
        let goals = memory::growing(&self.goals, self.goals.len());
        self.found.footprint() + self.desk.bytes() + goals
    }

    fn lacks_memory(&self) -> bool {
        self.lacks_memory || self.found.lacks_memory() || self.desk.lacks_memory()
    }

    /// Enter the start.
    fn begin(&mut self, key: Key<W>, budget: u16) {
        if let Some(outlook) = self.sieve.outlook(&key, budget) {
            self.found.enter(&key, hash(&key), 0);
            self.desk.levels.push(Edge { key, step: NO_MOVE }, outlook);
        }
    }

    /// What was found; the levels have been read, and their room is given up.
    fn give_found(&mut self) -> &mut CostsShard<W> {
        self.desk = Mailbox::new();
        &mut self.found
    }

    /// Make the successors of a state that is not the end of a solution. A clear road of the
    /// vehicles in play is not: with more of them it may not be clear.
    fn expand_link(&mut self, edge: &Edge<W>, outlook: Estimate) {
        self.scene.load(&edge.key);
        if self.scene.is_goal() {
            self.lacks_memory |= memory::push(&mut self.goals, edge.key).is_err();
            if self.scene.is_end() {
                return;
            }
        }
        self.counters.expanded += 1;
        let mut from = From::new(edge.key, outlook);
        let may_move = self.sieve.movers(&from);
        self.scene.successors_of(may_move, edge.step, |step, key| {
            self.counters.generated += 1;
            self.sieve.put(&mut from, Edge { key, step });
        });
    }
}

impl<const W: usize> Worker<W> for Explorer<'_, W> {
    type Note = Estimate;

    fn desk(&mut self) -> &mut Mailbox<W, Estimate> {
        &mut self.desk
    }

    fn expand(&mut self, most: usize) {
        for _ in 0..most.div_ceil(BATCH) {
            for _ in 0..BATCH {
                let Some((edge, outlook)) = self.desk.levels.next_edge() else { break };
                self.expand_link(&edge, outlook);
            }
            self.sieve.ask();
            for (hash, edge, outlook) in self.sieve.allowed() {
                self.desk.put(hash, edge, outlook);
            }
        }
    }

    fn prefetch(&self, hash: Hash) {
        self.found.prefetch(hash);
    }

    /// Enter the new ones.
    fn enter(&mut self, hash: Hash, edge: Edge<W>, outlook: Estimate) {
        let is_new = self.found.enter(&edge.key, hash, self.next_cost.into());
        self.counters.duplicates += u64::from(!is_new);
        if is_new {
            self.desk.levels.push(edge, outlook);
        }
    }
}
