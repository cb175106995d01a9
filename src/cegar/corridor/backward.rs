//! From the solved states back to the start: the distances of the corridor's states.
//!
//! Every state of the corridor has a shortest way to a solved state, and all of that way lies in
//! the corridor. So distances measured within it are exact.

use super::shards::{Mailbox, Worker, length, take_turn};
use super::{Costs, CostsShard};
use crate::abstraction::projection::{
    AbstractEdge as Edge, AbstractPosition, NO_ABSTRACT_MOVE as NO_MOVE, Projection,
};
use crate::bfs::closed::{Hash, hash};
use crate::outcome::{Stop, Watch};
use crate::state::Key;

/// The note of a state whose distance is known.
const MEASURED: u64 = 1 << 15;

/// Measures the states that a search from the start has found, with their costs.
pub(super) struct Backward<'s, 'a, const W: usize> {
    budget: u16,
    halves: [Measurer<'s, 'a, W>; 2],
}

/// A half of the search.
struct Measurer<'s, 'a, const W: usize> {
    found: &'s mut CostsShard<W>,
    /// What may lie before a state of the level that is written.
    most: u64,
    distance: u16,
    scene: AbstractPosition<'a, W>,
    desk: Mailbox<W>,
    distances: CostsShard<W>,
    /// Whether a state was left out that leads to a solved one.
    is_cut: bool,
}

impl<'s, 'a, const W: usize> Backward<'s, 'a, W> {
    pub(super) fn new(
        relaxed: &'a Projection<'a>,
        [one, other]: [&'s mut CostsShard<W>; 2],
        budget: u16,
    ) -> Self {
        let [first, second] = Costs::new().shards;
        let halves = [Measurer::new(relaxed, one, first), Measurer::new(relaxed, other, second)];
        Backward { budget, halves }
    }

    /// The distances to these solved states, and whether any state was left out that leads to one,
    /// however far it is.
    ///
    /// # Errors
    /// A limit came first.
    pub(super) fn distances(
        mut self,
        goals: &[Vec<Key<W>>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<(Costs<W>, bool), Stop> {
        for (half, goals) in self.halves.iter_mut().zip(goals) {
            half.begin(goals);
        }
        self.check(self.found(), watch)?;
        let mut distance = 0;
        while self.is_open() && distance < self.budget {
            distance += 1;
            self.level(distance, watch)?;
        }
        let is_cut = self.is_open() || self.halves.iter().any(|half| half.is_cut);
        Ok((Costs { shards: self.halves.map(|half| half.distances) }, is_cut))
    }

    fn is_open(&self) -> bool {
        self.halves.iter().any(|half| !half.desk.levels.is_empty())
    }

    fn level(&mut self, distance: u16, watch: &mut Watch<'_>) -> Result<(), Stop> {
        for half in &mut self.halves {
            half.desk.levels.advance();
            (half.distance, half.most) = (distance, (self.budget - distance).into());
        }
        let states = self.found();
        self.check(states, watch)?;
        while take_turn(&mut self.halves, length(states), watch.threads()) {
            self.check(states, watch)?;
        }
        Ok(())
    }

    /// The states that were found from the start.
    fn found(&self) -> usize {
        self.halves.iter().map(|half| half.found.len()).sum()
    }

    fn check(&self, states: usize, watch: &mut Watch<'_>) -> Result<(), Stop> {
        if self.halves.iter().any(Measurer::lacks_memory) {
            return Err(Stop::Memory);
        }
        let bytes = self.halves.iter().map(Measurer::bytes).sum();
        watch.check_before(2 * length(states), states, bytes)
    }
}

impl<'s, 'a, const W: usize> Measurer<'s, 'a, W> {
    fn new(
        relaxed: &'a Projection<'a>,
        found: &'s mut CostsShard<W>,
        distances: CostsShard<W>,
    ) -> Self {
        Measurer {
            found,
            most: 0,
            distance: 0,
            scene: AbstractPosition::new(relaxed),
            desk: Mailbox::new(),
            distances,
            is_cut: false,
        }
    }

    /// Enter the solved states.
    fn begin(&mut self, goals: &[Key<W>]) {
        for key in goals {
            self.found.change(key, hash(key), |_| Some(MEASURED));
            self.distances.enter(key, hash(key), 0);
            self.desk.levels.push(Edge { key: *key, step: NO_MOVE }, ());
        }
    }

    fn bytes(&self) -> usize {
        self.found.footprint() + self.desk.bytes() + self.distances.footprint()
    }

    fn lacks_memory(&self) -> bool {
        self.desk.lacks_memory() || self.distances.lacks_memory()
    }
}

impl<const W: usize> Worker<W> for Measurer<'_, '_, W> {
    type Note = ();

    fn desk(&mut self) -> &mut Mailbox<W> {
        &mut self.desk
    }

    /// Make the predecessors of states. The last move of a solution commutes with none: duties are
    /// met before it.
    fn expand(&mut self, most: usize) {
        for _ in 0..most {
            let Some((edge, ())) = self.desk.levels.next_edge() else { break };
            self.scene.load(&edge.key);
            let is_end = self.scene.is_end();
            self.scene.predecessors(edge.step, |step, key| {
                let (hash, step) = (hash(&key), if is_end { NO_MOVE } else { step });
                self.desk.put(hash, Edge { key, step }, ());
            });
        }
    }

    fn prefetch(&self, hash: Hash) {
        self.found.prefetch(hash);
    }

    /// Give states their distance that were found, have none yet and lie in the corridor.
    fn enter(&mut self, hash: Hash, edge: Edge<W>, (): ()) {
        let in_corridor = |cost| {
            self.is_cut |= (self.most + 1..MEASURED).contains(&cost);
            (cost <= self.most).then_some(MEASURED)
        };
        if self.found.change(&edge.key, hash, in_corridor) {
            self.distances.enter(&edge.key, hash, self.distance.into());
            self.desk.levels.push(edge, ());
        }
    }
}
