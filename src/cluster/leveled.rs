//! The states of a small cluster, as a list.

use std::sync::OnceLock;

use super::graph::Graph;
use super::rows::Rows;
use super::states::{States, in_memory, sorted_states};
use crate::bfs::closed::{ClosedSet, DistanceMod3, hash};
use crate::board::{Metric, Move};
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, State, StateSpace};

/// The keys of a small cluster ordered by distance. The table for single states is made on demand.
pub(super) struct Leveled {
    keys: Vec<Key<1>>,
    histogram: Vec<u64>,
    table: OnceLock<ClosedSet<1>>,
}

impl Leveled {
    /// From keys ordered by distance and the number of keys at each distance.
    pub(super) fn new(keys: Vec<Key<1>>, histogram: Vec<u64>) -> Leveled {
        Leveled { keys, histogram, table: OnceLock::new() }
    }

    /// The number of keys at distance 0, 1, 2, ...
    fn levels(&self) -> impl Iterator<Item = usize> {
        self.histogram.iter().map(|count| in_memory(Some(count)))
    }

    fn rows(&self) -> Result<Rows<1>, Stop> {
        let keys = memory::collect(self.keys.iter().copied())?;
        Ok(Rows::of_levels(keys, self.levels()))
    }

    fn table(&self) -> Result<&ClosedSet<1>, Stop> {
        if self.table.get().is_none() {
            let table = self.make_table()?;
            return Ok(self.table.get_or_init(|| table));
        }
        Ok(self.table.get().expect("seen before"))
    }

    fn make_table(&self) -> Result<ClosedSet<1>, Stop> {
        let mut table = ClosedSet::new();
        let mut keys = self.keys.iter();
        for (distance, count) in (0..).zip(self.levels()) {
            let distance = DistanceMod3::of_distance(distance);
            for key in keys.by_ref().take(count) {
                table.enter(key, hash(key), distance);
            }
        }
        for key in keys {
            table.enter(key, hash(key), DistanceMod3::PRESENT);
        }
        if table.lacks_memory() { Err(Stop::Memory) } else { Ok(table) }
    }
}

impl States for Leveled {
    fn len(&self) -> usize {
        self.keys.len()
    }

    fn bytes(&self) -> usize {
        let table = self.table.get().map_or(0, ClosedSet::bytes);
        self.keys.capacity() * size_of::<Key<1>>() + table
    }

    fn prepare(&self) -> Result<(), Stop> {
        self.table().map(drop)
    }

    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3> {
        self.table().expect("memory, or `prepare` would have failed").distance(&space.key(state)?)
    }

    fn distance_at(&self, words: &[u64]) -> Option<DistanceMod3> {
        self.table()
            .expect("memory, or `prepare` would have failed")
            .distance(&Key::of_words(words))
    }

    fn offsets(
        &self,
        space: &StateSpace<'_>,
        _: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        self.rows()?.offsets(space, watch)
    }

    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop> {
        self.rows()?.graph(space, metric, watch, visit)
    }

    fn hardest(
        &self,
        space: &StateSpace<'_>,
        _: Metric,
        _: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop> {
        let solvable: usize = self.levels().sum();
        let last = self.levels().last().unwrap_or(0);
        sorted_states(space, &self.keys[solvable - last..solvable])
    }
}
