//! Searches from one puzzle or many, and counts of moves.

use std::time::{Duration, Instant};

use num_bigint::BigUint;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::convert::metric_and_goal;
use super::goal::OwnGoal;
use super::heuristic::{CustomHeuristic, HeuristicChoice};
use super::outcome::CoreOutcome;
use super::puzzle::CorePuzzle;
use super::query::PyQuery;
use super::signals::with_signals;
use super::trace::Tracer;
use crate::batch::WorkerPool;
use crate::lab;
use crate::outcome::{Expansion, Limits, Outcome, Progress, Watch};
use crate::search::{GoalTest, Query};
use crate::state::Position;
use crate::state::Puzzle;

/// Solve a puzzle. A function as for [`CustomHeuristic`] replaces the heuristic of the query, and one as
/// for [`OwnGoal`] the test for its goal; `trace` is called with every expansion of a textbook search.
#[pyfunction]
#[pyo3(signature = (puzzle, query, functions, threads, progress, trace))]
pub(super) fn search(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    query: PyQuery,
    functions: (Option<Py<PyAny>>, Option<Py<PyAny>>),
    threads: usize,
    progress: Option<Py<PyAny>>,
    trace: Option<Py<PyAny>>,
) -> PyResult<CoreOutcome> {
    let (custom, own_goal) = functions;
    let choice = match custom {
        Some(function) => HeuristicChoice::Custom(CustomHeuristic::new(function)),
        None => HeuristicChoice::Registered(query.heuristic()?),
    };
    let entry = choice.entry();
    let (algorithm, query) = query.parse(&entry)?;
    let own_goal = own_goal.map(OwnGoal::new);
    let test =
        own_goal.as_ref().map(|goal| move |position: &Position<'_>| goal.is_solved(position));
    let query = Query { own_goal: test.as_ref().map(|test| GoalTest(test)), ..query };
    let has_failed = || own_goal.as_ref().is_some_and(OwnGoal::has_failed);
    let begun = Instant::now();
    let tracer = Tracer::new(trace);
    let outcome = with_signals(py, progress, |interrupted| {
        let space = puzzle.0.space(query.goal);
        let mut stop =
            |seen| choice.has_failed() || has_failed() || tracer.has_failed() || interrupted(seen);
        let mut show = |expansion: &Expansion<'_>| tracer.show(expansion);
        let watch = Watch::new(query.limits, &mut stop).with_threads(threads);
        let watch = if tracer.is_needed() { watch.with_trace(&mut show) } else { watch };
        algorithm.search(&space, &query, &mut { watch })
    })?;
    choice.check()?;
    own_goal.as_ref().map_or(Ok(()), OwnGoal::check)?;
    tracer.check()?;
    Ok(CoreOutcome::of(&outcome, begun.elapsed()))
}

/// A puzzle, or text that may be a plain board string.
#[derive(FromPyObject)]
pub(super) enum PuzzleOrText {
    Puzzle(Py<CorePuzzle>),
    Text(String),
}

impl PuzzleOrText {
    fn puzzle(&self) -> Option<Puzzle> {
        match self {
            PuzzleOrText::Puzzle(puzzle) => Some(puzzle.get().0.clone()),
            PuzzleOrText::Text(text) => text.parse().ok(),
        }
    }
}

/// Threads that solve many puzzles, a list at a time.
#[pyclass(name = "WorkerPool", module = "rushhour._core")]
pub(super) struct CorePool(pub(super) WorkerPool);

#[pymethods]
impl CorePool {
    #[new]
    fn new(threads: usize) -> CorePool {
        CorePool(WorkerPool::new(threads))
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.0.threads()
    }

    /// Solve each puzzle; None for a text that is not a plain board string.
    fn search(
        &mut self,
        py: Python<'_>,
        puzzles: Vec<PuzzleOrText>,
        query: PyQuery,
    ) -> PyResult<Vec<Option<CoreOutcome>>> {
        let (algorithm, query) = query.parse(query.heuristic()?)?;
        let results = with_signals(py, None, |interrupted| {
            let puzzle = |number: usize| puzzles[number].puzzle();
            let mut pulse = || interrupted(Progress::default());
            self.0.solve(puzzles.len(), puzzle, algorithm, &query, &mut pulse)
        })?;
        let outcome = |(outcome, time): &(Outcome, Duration)| CoreOutcome::of(outcome, *time);
        Ok(results.iter().map(|result| result.as_ref().map(outcome)).collect())
    }
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
        lab::perft(&puzzle.0, metric, goal, depth, &mut watch)
    })?;
    // A signal has raised already, and there are no other limits but the memory.
    counts.map_err(|_| PyMemoryError::new_err("no memory for the states of so many moves"))
}
