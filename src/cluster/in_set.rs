//! The states of a cluster in a closed set.

use super::closed_states::ClosedStates;
use super::graph::Graph;
use super::rows::Rows;
use super::states::{States, sorted_states, states};
use crate::bfs::closed::DistanceMod3;
use crate::board::{Metric, Move};
use crate::outcome::{Stop, Watch};
use crate::state::Key;
use crate::state::{State, StateSpace};

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
