//! The puzzle under analysis and what several measures share: its graph and its optimal solutions.

use std::cell::OnceCell;

use num_bigint::BigUint;

use super::graph::{OptimalPaths, StateGraph};
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
    least_moves: OnceCell<Option<Vec<u16>>>,
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
        let (paths, least_moves) = (OnceCell::new(), OnceCell::new());
        Subject { puzzle, space, slides, seed, graph, paths, least_moves }
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

    /// The fewest moves of each vehicle in an optimal solution; `None` where there is no solution.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn least_moves(&self, watch: &mut Watch<'_>) -> Result<Option<&[u16]>, Stop> {
        if self.least_moves.get().is_none() {
            let paths = self.paths(watch)?;
            let moves = paths.map(|paths| paths.least_moves(self.graph()?, watch)).transpose()?;
            return Ok(self.least_moves.get_or_init(|| moves).as_deref());
        }
        Ok(self.least_moves.get().expect("seen before").as_deref())
    }
}

// What a measure is: a name, a definition in one sentence, and the function that computes it.

/// A registered measure: everything that help, documentation and tests need to know of it.
#[derive(Clone, Copy)]
pub struct Measure {
    /// The key in JSON, the column in tables, the field in Python.
    pub name: &'static str,
    /// The definition in one sentence.
    pub formula: &'static str,
    /// What one unit of the value is.
    pub unit: &'static str,
    /// Who proposed it.
    pub source: &'static str,
    /// What it is good for.
    pub help: &'static str,
    pub(super) of: Function,
}

/// Computes a measure; no value where the measure is not defined, as without a solution.
pub(super) type Function = fn(&Subject<'_>, &mut Watch<'_>) -> Result<Option<Value>, Stop>;

/// The value of a measure.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count of any size.
    Count(BigUint),
    /// How many states are at distance 0, 1, 2, ...
    Histogram(Vec<u64>),
    /// Vehicles, by index, in the order of the board.
    Vehicles(Vec<usize>),
    /// Yes or no.
    Truth(bool),
    /// A number that is exact but for rounding.
    Number(f64),
    /// A solution of equations: the true value is at most `bound` away.
    Bounded {
        /// The value.
        value: f64,
        /// The largest error.
        bound: f64,
    },
    /// The mean of a simulation.
    Sampled {
        /// The value.
        value: f64,
        /// Its standard error.
        standard_error: f64,
    },
}

impl Value {
    pub(super) fn count(count: usize) -> Value {
        Value::Count(BigUint::from(count))
    }

    /// The value as one number: how many vehicles, 1 for yes; `None` of a histogram.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Value::Count(count) => Some(number_of(count)),
            Value::Histogram(_) => None,
            Value::Vehicles(vehicles) => Some(super::float(vehicles.len())),
            Value::Truth(is_true) => Some(f64::from(u8::from(*is_true))),
            Value::Number(value) | Value::Bounded { value, .. } | Value::Sampled { value, .. } => {
                Some(*value)
            }
        }
    }
}

/// A count as a number, rounded beyond 2^53; infinity beyond the largest number.
#[expect(clippy::cast_precision_loss, reason = "rounded")]
fn number_of(count: &BigUint) -> f64 {
    count.iter_u64_digits().rev().fold(0.0, |sum, digit| sum * 2_f64.powi(64) + digit as f64)
}
