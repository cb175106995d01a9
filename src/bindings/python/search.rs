//! Searches from one puzzle or many, and counts of moves.

#![expect(clippy::too_many_arguments, reason = "PyO3 makes a constructor from the fields")]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{Failure, metric_and_goal, with_signals};
use super::heuristic::{CustomHeuristic, HeuristicChoice, OwnGoal};
use super::puzzle::CorePuzzle;
use super::query::PyOptions;
use crate::batch::WorkerPool;
use crate::board::Move;
use crate::board::notation::write_labelled_board;
use crate::lab;
use crate::outcome::{Child, Expansion, Limits, Outcome, Progress, Watch};
use crate::search::{GoalTest, Query};
use crate::state::{Position, Puzzle};

/// Solve a puzzle. A function as for [`CustomHeuristic`] replaces the heuristic of the options, and one as
/// for [`OwnGoal`] the test for their goal; `trace` is called with every expansion of a textbook search, and with
/// what it generated if `with_children`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of Python's function")]
pub(super) fn search(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    options: PyOptions,
    threads: usize,
    own_heuristic: Option<Py<PyAny>>,
    own_goal: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
    trace: Option<Py<PyAny>>,
    with_children: bool,
) -> PyResult<CoreOutcome> {
    let choice = match own_heuristic {
        Some(function) => HeuristicChoice::Custom(CustomHeuristic::new(function)),
        None => HeuristicChoice::Registered(options.heuristic()?),
    };
    let entry = choice.entry();
    let (algorithm, query) = options.parse(&entry)?;
    let own_goal = own_goal.map(OwnGoal::new);
    let test =
        own_goal.as_ref().map(|goal| move |position: &Position<'_>| goal.is_solved(position));
    let query = Query { own_goal: test.as_ref().map(|test| GoalTest(test)), ..query };
    let has_failed = || own_goal.as_ref().is_some_and(OwnGoal::has_failed);
    let begun = Instant::now();
    let tracer = Tracer { function: trace, with_children, failure: Failure::default() };
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
        options: PyOptions,
    ) -> PyResult<Vec<Option<CoreOutcome>>> {
        let (algorithm, query) = options.parse(options.heuristic()?)?;
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

// The outcome of a search for Python: plain values with names.

/// How a search ended, and what it counted. Two outcomes are equal if they differ in `memory`,
/// `seconds`, `algorithm`, `reason` and `engine` at most.
#[pyclass(frozen, get_all, new = "from_fields", name = "Outcome", module = "rushhour._core")]
pub(super) struct CoreOutcome {
    status: String,
    /// The limit that was reached, if the status is `unknown`.
    stopped_by: Option<String>,
    /// The solution or, if a limit was reached, the best one so far, as pairs of bytes: the index of
    /// a vehicle and its signed cells.
    moves: Option<Vec<u8>>,
    lower_bound: u32,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    max_open: u64,
    evaluated: u64,
    memory: u64,
    seconds: f64,
    /// The algorithm that `auto` chose, and why.
    algorithm: Option<String>,
    reason: Option<String>,
    engine: String,
}

impl CoreOutcome {
    pub(super) fn of(outcome: &Outcome, time: Duration) -> CoreOutcome {
        let counters = outcome.counters;
        CoreOutcome {
            status: outcome.ending.name().to_owned(),
            stopped_by: outcome.stopped_by().map(str::to_owned),
            moves: outcome.best_moves().map(bytes),
            lower_bound: outcome.lower_bound,
            expanded: counters.expanded,
            generated: counters.generated,
            duplicates: counters.duplicates,
            reopened: counters.reopened,
            max_open: counters.max_open,
            evaluated: counters.evaluated,
            memory: counters.memory,
            seconds: time.as_secs_f64(),
            algorithm: outcome.choice.map(|choice| choice.algorithm.to_owned()),
            reason: outcome.choice.map(|choice| choice.reason.to_owned()),
            engine: outcome.engine.name().to_owned(),
        }
    }

    /// Everything that counts for equality.
    fn key(&self) -> impl Eq + Hash + '_ {
        let bounds = (&self.status, &self.stopped_by, &self.moves, self.lower_bound);
        let states = (self.expanded, self.generated, self.duplicates, self.reopened);
        (bounds, states, self.max_open, self.evaluated)
    }
}

fn bytes(moves: &[Move]) -> Vec<u8> {
    moves.iter().flat_map(|step| [step.vehicle.into(), step.cells.cast_unsigned()]).collect()
}

/// The fields in their order, for pickles.
const FIELDS: [&str; 15] = [
    "status",
    "stopped_by",
    "moves",
    "lower_bound",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "max_open",
    "evaluated",
    "memory",
    "seconds",
    "algorithm",
    "reason",
    "engine",
];

#[pymethods]
impl CoreOutcome {
    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let values = FIELDS.iter().map(|name| slf.getattr(*name)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(slf.py(), values)
    }

    fn __eq__(&self, other: &CoreOutcome) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }
}

/// The b > 1 with nodes = 1 + b + ... + b^depth; None where there is none.
#[pyfunction]
pub(super) fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    crate::outcome::branching_factor(nodes, depth)
}

// Traces: a function of Python that is called with every expansion.

/// A function to call, if any. Its first exception is stored, and it is not called again.
pub(super) struct Tracer {
    function: Option<Py<PyAny>>,
    with_children: bool,
    failure: Failure,
}

impl Tracer {
    pub(super) fn is_needed(&self) -> bool {
        self.function.is_some()
    }

    /// Whether the function has raised, so that the search should end.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_noted()
    }

    /// Raise what the function raised.
    pub(super) fn check(&self) -> PyResult<()> {
        self.failure.raise()
    }

    pub(super) fn show(&self, expansion: &Expansion<'_>) {
        let (Some(function), false) = (&self.function, self.has_failed()) else { return };
        let children = if self.with_children { expansion.children } else { &[] };
        if let Err(raised) = call(function, expansion, children) {
            self.failure.note(raised);
        }
    }
}

/// Call with `(offsets, text, move, (g, h, f), (open, closed, memory), from_goal, children)`: the state, also as
/// a board string if that can hold its labels, the move as a vehicle's index and its cells, and of each child
/// `(text, move, h, f, is_known)`.
fn call(function: &Py<PyAny>, seen: &Expansion<'_>, children: &[Child]) -> PyResult<()> {
    let (board, state) = (seen.position.space().board(), seen.position.state());
    let text = write_labelled_board(board, &state);
    let offsets: Vec<i16> = state.offsets().iter().copied().map(i16::from).collect();
    let row = |step: Move| (u8::from(step.vehicle), step.cells);
    let priority = (seen.g, seen.h, seen.f);
    let sizes = (seen.sizes.open, seen.sizes.closed, seen.sizes.memory);
    let mut after = seen.position.clone();
    let child = |child: &Child| {
        after.apply(child.step);
        let text = write_labelled_board(board, &after.state());
        after.apply(child.step.reversed());
        (text, row(child.step), child.h, child.f, child.is_known)
    };
    let children: Vec<_> = children.iter().map(child).collect();
    let row = (offsets, text, seen.step.map(row), priority, sizes, seen.from_goal, children);
    Python::attach(|py| function.call1(py, (row,)).map(drop))
}
