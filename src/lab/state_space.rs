//! An explicit state space: every state of a cluster, numbered in the order of a plain breadth-first
//! search, with its distance.
//!
//! `cluster/` finds the same faster and in less memory. Here each state has a number, by which other
//! tables refer to it, and the code shares only the rules with the searches that it validates.

use std::collections::VecDeque;
use std::hash::BuildHasherDefault;

use indexmap::IndexMap;
use rustc_hash::FxHasher;

use crate::board::{Metric, Move};
use crate::outcome::memory::{self, MAX_SUCCESSORS};
use crate::outcome::{Stop, Watch};
use crate::state::{Key, Position, StateSpace};

/// Every state of a cluster and its distance; `None` if there is no solution.
pub(crate) struct ExplicitStateSpace<'a, const W: usize> {
    pub(crate) space: &'a StateSpace<'a>,
    pub(crate) metric: Metric,
    states: IndexMap<Key<W>, Option<u32>, BuildHasherDefault<FxHasher>>,
    /// The number of estimates that will be stored for each state.
    estimates: usize,
}

impl<'a, const W: usize> ExplicitStateSpace<'a, W> {
    pub(crate) fn new(
        space: &'a StateSpace<'a>,
        metric: Metric,
        estimates: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Self, (Stop, usize)> {
        let mut explored =
            ExplicitStateSpace { space, metric, states: IndexMap::default(), estimates };
        let solved = explored.explore(watch).map_err(|stop| (stop, explored.len()))?;
        explored.measure(solved, watch).map_err(|stop| (stop, explored.len()))?;
        Ok(explored)
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The bytes of the states, at their peak while the table grows, and of their estimates.
    pub(crate) fn bytes(&self) -> usize {
        let slot = size_of::<(usize, Key<W>, Option<u32>)>() + size_of::<usize>();
        let capacity = self.states.capacity();
        let copies = if capacity - self.states.len() < MAX_SUCCESSORS { 3 } else { 1 };
        capacity * (copies * slot + self.estimates * size_of::<Option<u32>>())
    }

    pub(crate) fn key(&self, number: usize) -> &Key<W> {
        self.states.get_index(number).expect("numbered").0
    }

    pub(crate) fn distance(&self, number: usize) -> Option<u32> {
        self.states[number]
    }

    /// Call `visit` with every move from the loaded position, and the number of the state after it.
    pub(crate) fn for_each_neighbour(
        &self,
        position: &Position<'_>,
        key: &Key<W>,
        mut visit: impl FnMut(Move, usize),
    ) {
        position.for_each_move(self.metric, |step| {
            let next = position.key_after(key, step);
            visit(step, self.states.get_index_of(&next).expect("every reachable state is known"));
        });
    }

    /// Number every reachable state; returns the numbers of the solved states.
    fn explore(&mut self, watch: &mut Watch<'_>) -> Result<Vec<usize>, Stop> {
        let (mut position, mut steps) = (Position::new(self.space), Vec::new());
        let mut solved = Vec::new();
        self.states.insert(self.space.start(), None);
        for number in 0.. {
            let Some((&key, _)) = self.states.get_index(number) else { break };
            watch.check(self.len(), self.bytes())?;
            position.load(&key);
            if position.is_goal() {
                memory::push(&mut solved, number)?;
            }
            steps.clear();
            position.for_each_move(self.metric, |step| steps.push(step));
            memory::reserve_entries(&mut self.states, steps.len())?;
            for &step in &steps {
                self.states.entry(position.key_after(&key, step)).or_insert(None);
            }
        }
        Ok(solved)
    }

    /// Find the distances by a search from the solved states: every move can be undone.
    fn measure(&mut self, solved: Vec<usize>, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let mut position = Position::new(self.space);
        for &number in &solved {
            self.states[number] = Some(0);
        }
        let mut queue = VecDeque::from(solved);
        while let Some(number) = queue.pop_front() {
            let bytes = self.bytes() + 3 * queue.capacity() * size_of::<usize>();
            watch.check(self.len(), bytes)?;
            let mut queued = Ok(());
            let (&key, &mut distance) = self.states.get_index_mut(number).expect("numbered");
            position.load(&key);
            position.for_each_move(self.metric, |step| {
                let next = self.states.get_index_of(&position.key_after(&key, step));
                let next = next.expect("every reachable state is known");
                if self.states[next].is_none() {
                    self.states[next] = distance.map(|distance| distance + 1);
                    queued = queued.and_then(|()| memory::push_back(&mut queue, next));
                }
            });
            queued?;
        }
        Ok(())
    }
}
