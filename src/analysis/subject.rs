//! The puzzle under analysis and what several measures share: its graph and its optimal solutions.

use std::cell::OnceCell;

use super::optimal_paths::OptimalPaths;
use super::state_graph::StateGraph;
use crate::board::{Board, Goal};
use crate::outcome::{Stop, Watch};
use crate::state::{Puzzle, StateSpace};

/// A puzzle and what is known of its cluster.
pub(super) struct Subject<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) space: &'a StateSpace<'a>,
    /// The optimum in slides, where there is a solution.
    pub(super) slides: Option<u32>,
    /// The seed of simulations.
    pub(super) seed: u64,
    /// The graph of the cluster, or the limit that came before its end.
    graph: Result<StateGraph, Stop>,
    paths: OnceCell<Option<OptimalPaths>>,
}

/// Every measure counts slides, to this goal.
pub(super) const GOAL: Goal = Goal::Edge;

impl<'a> Subject<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        space: &'a StateSpace<'a>,
        slides: Option<u32>,
        seed: u64,
        graph: Result<StateGraph, Stop>,
    ) -> Subject<'a> {
        Subject { puzzle, space, slides, seed, graph, paths: OnceCell::new() }
    }

    /// The board of the puzzle.
    pub(super) fn board(&self) -> &'a Board {
        self.puzzle.board()
    }

    /// The graph of the cluster.
    ///
    /// # Errors
    /// The limit that came before the end of the cluster.
    pub(super) fn graph(&self) -> Result<&StateGraph, Stop> {
        self.graph.as_ref().map_err(|stop| *stop)
    }

    /// The optimal solutions; `None` where there are none.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn paths(&self, watch: &mut Watch<'_>) -> Result<Option<&OptimalPaths>, Stop> {
        let graph = self.graph()?;
        if self.paths.get().is_none() {
            let paths = OptimalPaths::new(graph, graph.start, watch)?;
            return Ok(self.paths.get_or_init(|| paths).as_ref());
        }
        Ok(self.paths.get().expect("seen before").as_ref())
    }
}
