//! A batch query, and its answer for one puzzle.

use crate::board::{Metric, Move};
use crate::cluster::{Cluster, explore};
use crate::outcome::{Ending, Interrupt, Limits, Outcome, Watch};
use crate::search::{Algorithm, Query, search};
use crate::state::Puzzle;

/// What to find for every puzzle.
#[derive(Clone, Copy)]
pub struct BatchQuery<'a> {
    /// The algorithm of every search.
    pub algorithm: &'static Algorithm,
    /// The query of the search that gives status, moves and counters.
    pub query: Query<'a>,
    /// Whether to find the optimum in the other metric, too.
    pub both: bool,
    /// Whether to count the states of the cluster.
    pub states: bool,
}

/// The answer for one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// `solved`, `unsolvable` or `unknown`.
    pub status: &'static str,
    /// The optimum in slides, if the query includes it and it was found.
    pub slides: Option<u32>,
    /// The optimum in steps, likewise.
    pub steps: Option<u32>,
    /// A shortest solution.
    pub moves: Option<Vec<Move>>,
    /// The states that the search expanded; `None` if the answer comes from a shared cluster.
    pub expanded: Option<u64>,
    /// The states of its cluster, if the query includes them and no limit was reached.
    pub states: Option<u64>,
}

impl BatchQuery<'_> {
    /// Answer the query for one puzzle.
    #[must_use]
    pub fn answer(&self, puzzle: &Puzzle, stop: &mut Interrupt<'_>) -> Answer {
        let outcome = self.search(puzzle, self.query.metric, stop);
        let expanded = Some(outcome.counters.expanded);
        let states = if self.states { self.count_states(puzzle, stop) } else { None };
        let answer = match outcome.ending {
            Ending::Solved(moves) => {
                self.solved(moves, || self.search(puzzle, self.other(), stop).cost())
            }
            Ending::Unsolvable => Answer { status: "unsolvable", ..Answer::default() },
            Ending::Unknown(_) => Answer { status: "unknown", ..Answer::default() },
        };
        Answer { expanded, states, ..answer }
    }

    /// The answer with a solution; `other` finds the optimum in the other metric.
    pub(crate) fn solved(&self, moves: Vec<Move>, other: impl FnOnce() -> Option<u32>) -> Answer {
        let (own, other) =
            (u32::try_from(moves.len()).ok(), if self.both { other() } else { None });
        let (slides, steps) = match self.query.metric {
            Metric::Slide => (own, other),
            Metric::Step => (other, own),
        };
        Answer { status: "solved", slides, steps, moves: Some(moves), ..Answer::default() }
    }

    /// The metric that is not the one of the query.
    pub(crate) fn other(&self) -> Metric {
        match self.query.metric {
            Metric::Slide => Metric::Step,
            Metric::Step => Metric::Slide,
        }
    }

    fn search(&self, puzzle: &Puzzle, metric: Metric, stop: &mut Interrupt<'_>) -> Outcome {
        let query = Query { metric, ..self.query };
        search(self.algorithm, puzzle, &query, stop)
    }

    fn count_states(&self, puzzle: &Puzzle, stop: &mut Interrupt<'_>) -> Option<u64> {
        let Query { metric, limits, .. } = self.query;
        self.cluster(puzzle, metric, limits, stop).map(|cluster| cluster.len() as u64)
    }

    /// The cluster of a puzzle; `None` if a limit is reached.
    pub(crate) fn cluster(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        limits: Limits,
        stop: &mut Interrupt<'_>,
    ) -> Option<Cluster> {
        let mut watch = Watch::new(limits, stop);
        explore(puzzle, metric, self.query.goal, &mut watch).ok()
    }
}
