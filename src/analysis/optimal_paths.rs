//! The states and slides of all optimal solutions.

use super::dependencies::VehicleSet;
use super::state_graph::StateGraph;
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};

/// The states on optimal solutions, farthest from the goal first, each once.
pub(super) struct OptimalPaths {
    /// The states, from the start to the solved ones.
    pub(super) states: Vec<usize>,
    /// Where the states of each distance begin in `states`, and at last where they end.
    pub(super) levels: Vec<usize>,
}

impl OptimalPaths {
    /// The optimal solutions from a state; `None` where there is no solution.
    pub(super) fn new(
        graph: &StateGraph,
        start: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, Stop> {
        if graph.distances.is_empty() {
            return Ok(None);
        }
        let mut paths = OptimalPaths { states: vec![start], levels: vec![0] };
        let mut level = 0..1;
        while !level.is_empty() {
            let mut next = Vec::new();
            for &state in &paths.states[level.clone()] {
                watch
                    .check(graph.len(), graph.bytes() + paths.states.len() * size_of::<usize>())?;
                memory::reserve(&mut next, graph.slides_of(state).len())?;
                next.extend(graph.good_slides(state).map(|slide| graph.end(slide)));
            }
            next.sort_unstable();
            next.dedup();
            level = level.end..level.end + next.len();
            paths.levels.push(level.start);
            memory::reserve(&mut paths.states, next.len())?;
            paths.states.append(&mut next);
        }
        Ok(Some(paths))
    }

    /// The vehicles that move in some optimal solution.
    pub(super) fn moved(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
    ) -> Result<VehicleSet, Stop> {
        let mut moved = 0;
        for &state in self.states.iter().filter(|&&state| graph.distances[state] > 0) {
            watch.check(graph.len(), graph.bytes())?;
            let slides = graph.good_slides(state);
            moved =
                slides.fold(moved, |moved, slide| moved | 1 << graph.moves[slide].vehicle.index());
        }
        Ok(moved)
    }

    /// The states of each distance, farthest first.
    pub(super) fn by_distance(&self) -> impl DoubleEndedIterator<Item = &[usize]> {
        self.levels.windows(2).map(|ends| &self.states[ends[0]..ends[1]])
    }

    /// The least total cost of a path from the start, where a slide of a state costs `cost(state,
    /// slide)`.
    pub(super) fn least(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
        cost: impl Fn(usize, usize) -> u32,
    ) -> Result<u32, Stop> {
        self.fold(graph, watch, |state, after| {
            let ways = graph.good_slides(state).map(|at| cost(state, at) + after(graph.end(at)));
            ways.min().unwrap_or(0)
        })
    }

    /// A value of the start that follows from those of its successors on optimal paths: `value(state,
    /// after)` is called nearest first, and `after` gives the values of nearer states.
    pub(super) fn fold<T: Clone + Default>(
        &self,
        graph: &StateGraph,
        watch: &mut Watch<'_>,
        value: impl Fn(usize, &dyn Fn(usize) -> T) -> T,
    ) -> Result<T, Stop> {
        let start = self.states[0];
        let mut values: Vec<T> = memory::list(start + 1)?;
        values.resize(start + 1, T::default());
        for &state in self.states.iter().rev() {
            watch.check(graph.len(), graph.bytes() + values.len() * size_of::<T>())?;
            values[state] = value(state, &|nearer| values[nearer].clone());
        }
        Ok(values[start].clone())
    }
}
