//! The states of a cluster in a closed set, with their distances modulo 3.

use super::rows::{Graph, Rows};
use super::states::{Measured, States, in_memory, sorted_states, states};
use crate::bfs::closed::DistanceMod3;
use crate::bfs::sharded::Explored;
use crate::board::{Metric, Move};
use crate::outcome::{Stop, Watch};
use crate::state::{Key, State, StateSpace};

/// A closed set, and what a search found beside it.
pub(super) trait ClosedStates<const W: usize>: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn keys(&self) -> impl Iterator<Item = Key<W>>;

    /// The distance of a key; `None` if it is absent.
    fn distance(&self, key: &Key<W>) -> Option<DistanceMod3>;

    /// The number of states at the greatest distance.
    fn hardest(&self) -> usize;

    /// The states at the greatest distance, if they are stored.
    fn last(&self) -> Option<&[Key<W>]>;

    /// A space with the keys of the set.
    fn space(space: StateSpace<'_>) -> StateSpace<'_> {
        space
    }
}

impl<const W: usize> ClosedStates<W> for Measured<W> {
    fn len(&self) -> usize {
        self.closed.len()
    }

    fn bytes(&self) -> usize {
        self.closed.bytes() + self.last.as_ref().map_or(0, Vec::capacity) * size_of::<Key<W>>()
    }

    fn keys(&self) -> impl Iterator<Item = Key<W>> {
        self.closed.keys()
    }

    fn distance(&self, key: &Key<W>) -> Option<DistanceMod3> {
        self.closed.distance(key)
    }

    fn hardest(&self) -> usize {
        in_memory(self.histogram.last())
    }

    fn last(&self) -> Option<&[Key<W>]> {
        self.last.as_deref()
    }
}

impl ClosedStates<1> for Explored {
    fn len(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn keys(&self) -> impl Iterator<Item = Key<1>> {
        self.keys()
    }

    fn distance(&self, key: &Key<1>) -> Option<DistanceMod3> {
        self.distance(*key)
    }

    fn hardest(&self) -> usize {
        in_memory(self.histogram.last())
    }

    fn last(&self) -> Option<&[Key<1>]> {
        self.last.as_deref()
    }

    fn space(space: StateSpace<'_>) -> StateSpace<'_> {
        space.compact()
    }
}

/// The states of a closed set with keys of `W` words.
pub(super) struct InSet<T, const W: usize>(pub(super) T);

impl<T: ClosedStates<W>, const W: usize> States for InSet<T, W> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn space<'a>(&self, space: StateSpace<'a>) -> StateSpace<'a> {
        T::space(space)
    }

    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3> {
        self.0.distance(&space.key(state)?)
    }

    #[cfg(feature = "python")]
    fn distance_at(&self, words: &[u64]) -> Option<DistanceMod3> {
        self.0.distance(&Key::of_words(words))
    }

    fn offsets(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        Rows::of_set(&self.0, space, metric, watch)?.offsets(space, watch)
    }

    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop> {
        Rows::of_set(&self.0, space, metric, watch)?.graph(space, metric, watch, visit)
    }

    fn hardest(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop> {
        if let Some(last) = self.0.last() {
            return sorted_states(space, last);
        }
        let rows = Rows::of_set(&self.0, space, metric, watch)?;
        states(space, rows.last(self.0.hardest()))
    }
}
