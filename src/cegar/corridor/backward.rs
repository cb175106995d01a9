//! Backward search: distances from the states found to the goal.
//!
//! A shortest path from a state of the corridor to the goal lies within the corridor, so distances
//! measured there are exact.

use super::shards::{Mailbox, Worker, round_length, run_round};
use super::{Costs, CostsShard};
use crate::abstraction::projection::{
    AbstractEdge, AbstractPosition, NO_ABSTRACT_MOVE, Projection,
};
use crate::bfs::closed::{Hash, hash};
use crate::outcome::{Stop, Watch};
use crate::state::Key;

/// Replaces the cost of a state whose distance is known.
const MEASURED: u64 = 1 << 15;

/// Measures the distances of the states that a forward search has found.
pub(super) struct Backward<'s, 'a, const W: usize> {
    bound: u16,
    shards: [BackwardShard<'s, 'a, W>; 2],
}

/// A shard of the search.
struct BackwardShard<'s, 'a, const W: usize> {
    /// The states found, with their costs from the start.
    found: &'s mut CostsShard<W>,
    /// The greatest cost from the start of a state in the layer that is written.
    max_cost: u64,
    /// The distance of that layer.
    distance: u16,
    position: AbstractPosition<'a, W>,
    mailbox: Mailbox<W>,
    distances: CostsShard<W>,
    /// Whether a state was left out from which the goal can be reached.
    is_cut: bool,
}

impl<'s, 'a, const W: usize> Backward<'s, 'a, W> {
    pub(super) fn new(
        projection: &'a Projection<'a>,
        [one, other]: [&'s mut CostsShard<W>; 2],
        bound: u16,
    ) -> Self {
        let [first, second] = Costs::new().shards;
        let shards = [
            BackwardShard::new(projection, one, first),
            BackwardShard::new(projection, other, second),
        ];
        Backward { bound, shards }
    }

    /// The distances to the goal states, and whether a state was left out from which the goal can
    /// be reached at any cost.
    ///
    /// # Errors
    /// A limit was reached.
    pub(super) fn distances(
        mut self,
        goals: &[Vec<Key<W>>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<(Costs<W>, bool), Stop> {
        for (shard, goals) in self.shards.iter_mut().zip(goals) {
            shard.begin(goals);
        }
        self.check(self.found(), watch)?;
        let mut distance = 0;
        while self.is_open() && distance < self.bound {
            distance += 1;
            self.expand_layer(distance, watch)?;
        }
        let is_cut = self.is_open() || self.shards.iter().any(|shard| shard.is_cut);
        Ok((Costs { shards: self.shards.map(|shard| shard.distances) }, is_cut))
    }

    fn is_open(&self) -> bool {
        self.shards.iter().any(|shard| !shard.mailbox.frontier.is_empty())
    }

    fn expand_layer(&mut self, distance: u16, watch: &mut Watch<'_>) -> Result<(), Stop> {
        for shard in &mut self.shards {
            shard.mailbox.frontier.advance();
            (shard.distance, shard.max_cost) = (distance, (self.bound - distance).into());
        }
        let states = self.found();
        self.check(states, watch)?;
        while run_round(&mut self.shards, round_length(states), watch.threads()) {
            self.check(states, watch)?;
        }
        Ok(())
    }

    /// The number of states that the forward search has found.
    fn found(&self) -> usize {
        self.shards.iter().map(|shard| shard.found.len()).sum()
    }

    fn check(&self, states: usize, watch: &mut Watch<'_>) -> Result<(), Stop> {
        if self.shards.iter().any(BackwardShard::lacks_memory) {
            return Err(Stop::Memory);
        }
        let bytes = self.shards.iter().map(BackwardShard::bytes).sum();
        watch.check_before(2 * round_length(states), states, bytes)
    }
}

impl<'s, 'a, const W: usize> BackwardShard<'s, 'a, W> {
    fn new(
        projection: &'a Projection<'a>,
        found: &'s mut CostsShard<W>,
        distances: CostsShard<W>,
    ) -> Self {
        BackwardShard {
            found,
            max_cost: 0,
            distance: 0,
            position: AbstractPosition::new(projection),
            mailbox: Mailbox::new(),
            distances,
            is_cut: false,
        }
    }

    /// Enters the goal states.
    fn begin(&mut self, goals: &[Key<W>]) {
        for key in goals {
            self.found.change(key, hash(key), |_| Some(MEASURED));
            self.distances.enter(key, hash(key), 0);
            self.mailbox.frontier.push(AbstractEdge { key: *key, step: NO_ABSTRACT_MOVE }, ());
        }
    }

    fn bytes(&self) -> usize {
        self.found.footprint() + self.mailbox.bytes() + self.distances.footprint()
    }

    fn lacks_memory(&self) -> bool {
        self.mailbox.lacks_memory() || self.distances.lacks_memory()
    }
}

impl<const W: usize> Worker<W> for BackwardShard<'_, '_, W> {
    type Note = ();

    fn mailbox(&mut self) -> &mut Mailbox<W> {
        &mut self.mailbox
    }

    /// Generates predecessors. The last move of a plan commutes with no other, since all landmarks
    /// are reached before it; so nothing is pruned after it.
    fn expand(&mut self, count: usize) {
        for _ in 0..count {
            let Some((edge, ())) = self.mailbox.frontier.next_edge() else { break };
            self.position.load(&edge.key);
            let is_end = self.position.is_end();
            self.position.predecessors(edge.step, |step, key| {
                let (hash, step) = (hash(&key), if is_end { NO_ABSTRACT_MOVE } else { step });
                self.mailbox.send(hash, AbstractEdge { key, step }, ());
            });
        }
    }

    fn prefetch(&self, hash: Hash) {
        self.found.prefetch(hash);
    }

    /// Sets the distance of a state that the forward search has found, if it is within the bound
    /// and not yet measured.
    fn enter(&mut self, hash: Hash, edge: AbstractEdge<W>, (): ()) {
        let measure = |cost| {
            self.is_cut |= (self.max_cost + 1..MEASURED).contains(&cost);
            (cost <= self.max_cost).then_some(MEASURED)
        };
        if self.found.change(&edge.key, hash, measure) {
            self.distances.enter(&edge.key, hash, self.distance.into());
            self.mailbox.frontier.push(edge, ());
        }
    }
}
