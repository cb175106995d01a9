//! Searches from one puzzle or many, and counts of moves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::metric_and_goal;
use super::heuristic::{Choice, Own};
use super::puzzle::{CorePuzzle, read_plain};
use super::query::PyQuery;
use super::signals::with_signals;
use super::trace::Tracer;
use crate::Ending;
use crate::Expansion;
use crate::Limits;
use crate::Move;
use crate::Outcome;
use crate::Progress;
use crate::StateSpace;
use crate::Watch;
use crate::batch::WorkerPool;
use crate::batch::query::Placed;

/// The counters in the order of `Counters`.
type Counts = (u64, u64, u64, u64, u64, u64);

/// An algorithm that was chosen, and why.
type Chosen = Option<(&'static str, &'static str)>;

/// `(status, stop, moves, lower_bound, counters, seconds, choice)`; moves of the solution or, where a
/// limit came first, of the best so far, as pairs of bytes: the vehicle and its signed cells.
type Found<'py> =
    (&'static str, Option<&'static str>, Option<Bound<'py, PyBytes>>, u32, Counts, f64, Chosen);

/// Search from a puzzle's state. `own`, a function as for `Own`, takes the place of the heuristic in
/// the query; `trace` is called with every expansion of a textbook search.
#[pyfunction]
#[pyo3(signature = (puzzle, query, own, threads, progress, trace))]
pub(super) fn search<'py>(
    py: Python<'py>,
    puzzle: &CorePuzzle,
    query: PyQuery,
    own: Option<Py<PyAny>>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    trace: Option<Py<PyAny>>,
) -> PyResult<Found<'py>> {
    let choice = match own {
        Some(function) => Choice::Own(Own::new(function)),
        None => Choice::Known(query.heuristic()?),
    };
    let entry = choice.entry();
    let (algorithm, query) = query.parse(&entry)?;
    let begun = Instant::now();
    let tracer = Tracer::new(trace);
    let outcome = with_signals(py, progress, |interrupted| {
        let space = StateSpace::new(&puzzle.board, &puzzle.state, query.goal);
        let mut stop = |seen| choice.has_failed() || tracer.has_failed() || interrupted(seen);
        let mut show = |expansion: &Expansion<'_>| tracer.show(expansion);
        let watch = Watch::new(query.limits, &mut stop).with_threads(threads);
        let watch = if tracer.is_asked() { watch.with_trace(&mut show) } else { watch };
        (algorithm.run)(&space, &query, &mut { watch })
    })?;
    choice.check()?;
    tracer.check()?;
    Ok(found(py, &outcome, begun.elapsed()))
}

/// A puzzle, or a text that may be a plain board string.
#[derive(FromPyObject)]
pub(super) enum Item {
    Puzzle(Py<CorePuzzle>),
    Text(String),
}

impl Item {
    fn board(&self) -> Option<Placed> {
        match self {
            Item::Puzzle(puzzle) => {
                let puzzle = puzzle.get();
                Some((Arc::clone(&puzzle.board), puzzle.state.clone()))
            }
            Item::Text(text) => read_plain(text),
        }
    }
}

/// Threads that search from many puzzles, a list at a time.
#[pyclass(name = "Crew", module = "rushhour._core")]
pub(super) struct CorePool(pub(super) WorkerPool);

#[pymethods]
impl CorePool {
    #[new]
    fn new(threads: usize) -> CorePool {
        CorePool(WorkerPool::new(threads))
    }

    /// Search from each puzzle; None for a text that is no plain board string.
    fn search<'py>(
        &mut self,
        py: Python<'py>,
        puzzles: Vec<Item>,
        query: PyQuery,
    ) -> PyResult<Vec<Option<Found<'py>>>> {
        let (algorithm, query) = query.parse(query.heuristic()?)?;
        let results = with_signals(py, None, |interrupted| {
            let board = |number: usize| puzzles[number].board();
            let mut pulse = || interrupted(Progress::default());
            self.0.solve(puzzles.len(), board, algorithm, &query, &mut pulse)
        })?;
        let found = |(outcome, time): &(Outcome, Duration)| self::found(py, outcome, *time);
        Ok(results.iter().map(|result| result.as_ref().map(found)).collect())
    }
}

fn found<'py>(py: Python<'py>, outcome: &Outcome, time: Duration) -> Found<'py> {
    let c = outcome.counters;
    let counters = (c.expanded, c.generated, c.duplicates, c.reopened, c.max_open, c.evaluated);
    let (status, stop, moves) = match &outcome.ending {
        Ending::Solved(moves) => ("solved", None, Some(moves)),
        Ending::Unsolvable => ("unsolvable", None, None),
        Ending::Unknown(stop) => ("unknown", Some(stop.name()), outcome.best.as_ref()),
    };
    let bytes = |moves: &Vec<Move>| -> Vec<u8> {
        moves.iter().flat_map(|step| [step.vehicle.into(), step.cells.cast_unsigned()]).collect()
    };
    let moves = moves.map(|moves| PyBytes::new(py, &bytes(moves)));
    let choice = outcome.choice.map(|choice| (choice.algorithm, choice.reason));
    (status, stop, moves, outcome.lower_bound, counters, time.as_secs_f64(), choice)
}

/// The number of move sequences of each length up to `depth`, exactly.
#[pyfunction]
pub(super) fn perft(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    depth: usize,
) -> PyResult<Vec<BigUint>> {
    let (metric, goal) = metric_and_goal(metric, goal)?;
    let counts = with_signals(py, None, |interrupted| {
        let mut watch = Watch::new(Limits::default(), interrupted);
        crate::perft(&puzzle.board, &puzzle.state, metric, goal, depth, &mut watch)
    })?;
    // Nothing limits it but signals, which have raised, and the memory.
    counts.map_err(|_| PyMemoryError::new_err("no memory for the states of so many moves"))
}
