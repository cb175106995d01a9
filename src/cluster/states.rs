//! The states of a cluster, with two bits of distance each, whichever loop found them.

use super::BOX;
use super::graph::Graph;
use crate::bfs::closed::DistanceMod3;
use crate::board::{Metric, Move};
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, State, StateSpace};

/// The states of a cluster, with keys of any number of words.
pub(super) trait States: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;

    /// The space of the cluster with the keys that are used here.
    fn space<'a>(&self, space: StateSpace<'a>) -> StateSpace<'a> {
        space
    }

    /// Make the table that `distance` looks into.
    fn prepare(&self) -> Result<(), Stop> {
        Ok(())
    }

    /// The distance modulo 3 of a state; `None` if it is not in the cluster. Panics where `prepare`
    /// would have failed.
    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3>;

    /// The same for the words of a key.
    fn distance_at(&self, words: &[u64]) -> Option<DistanceMod3>;

    /// The offsets of every state, ordered by distance, then by key.
    fn offsets(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop>;

    /// The moves between the states, in the order of `offsets`; `visit` is called with each.
    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop>;

    /// The states at the greatest distance, in the order of their keys; none if no state is solved.
    fn hardest(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop>;
}

/// The states of these keys, in the order of the keys.
pub(super) fn sorted_states<const W: usize>(
    space: &StateSpace<'_>,
    keys: &[Key<W>],
) -> Result<Vec<State>, Stop> {
    let mut keys = memory::collect(keys.iter().copied())?;
    keys.sort_unstable();
    states(space, keys.iter())
}

pub(super) fn states<'k, const W: usize>(
    space: &StateSpace<'_>,
    keys: impl ExactSizeIterator<Item = &'k Key<W>>,
) -> Result<Vec<State>, Stop> {
    memory::look(keys.len() * (size_of::<State>() + BOX + space.vehicles().len()))?;
    memory::collect(keys.map(|key| space.state(key)))
}

/// A number of states as an index; 0 without a level.
pub(super) fn in_memory(count: Option<&u64>) -> usize {
    usize::try_from(*count.unwrap_or(&0)).expect("in memory")
}
