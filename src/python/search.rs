//! Searches without the interpreter's lock; the interpreter is asked for signals now and then.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::convert::{moves, named};
use super::puzzle::CorePuzzle;
use crate::heuristic::HEURISTICS;
use crate::search::{ALGORITHMS, Query, Ties};
use crate::{Ending, Goal, Limits, Metric};

/// How often a search asks the interpreter whether Ctrl-C was pressed.
const PULSE: Duration = Duration::from_millis(50);

/// The counters in the order of `Counters`.
type Counts = (u64, u64, u64, u64, u64, u64);

/// `(status, stop, moves, lower_bound, counters, seconds)`.
type Found = (&'static str, Option<&'static str>, Vec<(u8, i8)>, u32, Counts, f64);

/// Search from a puzzle's state; `max_memory` in bytes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one Python call")]
#[pyo3(signature = (puzzle, metric, goal, algorithm, heuristic, ties, max_states, max_memory, max_seconds))]
pub(super) fn search(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    algorithm: &str,
    heuristic: &str,
    ties: &str,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    max_seconds: Option<f64>,
) -> PyResult<Found> {
    let algorithm =
        named("algorithm", &ALGORITHMS.iter().map(|a| (a.name, a)).collect::<Vec<_>>(), algorithm)?;
    let heuristics: Vec<_> = HEURISTICS.iter().map(|h| (h.name, h)).collect();
    let time =
        max_seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let query = Query {
        metric: named("metric", &Metric::NAMES, metric)?,
        goal: named("goal", &Goal::NAMES, goal)?,
        heuristic: named("heuristic", &heuristics, heuristic)?,
        ties: named("tie order", &Ties::NAMES, ties)?,
        limits: Limits { states: max_states, memory: max_memory, time },
    };
    let begun = Instant::now();
    let outcome = with_signals(py, None, |interrupted| {
        crate::search::search(algorithm, &puzzle.board, &puzzle.state, &query, interrupted)
    })?;
    let c = outcome.counters;
    let counters = (c.expanded, c.generated, c.duplicates, c.reopened, c.max_open, c.evaluated);
    let (status, stop, moves) = match outcome.ending {
        Ending::Solved(moves) => ("solved", None, moves),
        Ending::Unsolvable => ("unsolvable", None, Vec::new()),
        Ending::Unknown(stop) => ("unknown", Some(stop.name()), Vec::new()),
    };
    Ok((
        status,
        stop,
        self::moves(&moves),
        outcome.lower_bound,
        counters,
        begun.elapsed().as_secs_f64(),
    ))
}

/// Work without the lock; true from `interrupted` means that a signal handler raised.
///
/// `progress` is called with nothing at each pulse; what it raises ends the work as well.
pub(super) fn with_signals<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send,
) -> PyResult<T> {
    let mut raised = None;
    let result = py.detach(|| {
        let mut last = Instant::now();
        work(&mut || {
            if last.elapsed() < PULSE {
                return false;
            }
            last = Instant::now();
            raised = Python::attach(|py| pulse(py, progress.as_ref())).err();
            raised.is_some()
        })
    });
    raised.map_or(Ok(result), Err)
}

fn pulse(py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    progress.map_or(Ok(()), |progress| progress.call0(py).map(drop))
}

/// `(name, help, (admissible, consistent) in slides, (admissible, consistent) in steps)`.
type HeuristicRow = (&'static str, &'static str, (bool, bool), (bool, bool));

/// The heuristics of the core.
#[pyfunction]
pub(super) fn heuristics() -> Vec<HeuristicRow> {
    let promise = |p: crate::heuristic::Promise| (p.admissible, p.consistent);
    HEURISTICS.iter().map(|h| (h.name, h.help, promise(h.slide), promise(h.step))).collect()
}

/// `(name, help)` of the algorithms of the core.
#[pyfunction]
pub(super) fn algorithms() -> Vec<(&'static str, &'static str)> {
    ALGORITHMS.iter().map(|algorithm| (algorithm.name, algorithm.help)).collect()
}

/// The number of move sequences of each length up to `depth`.
#[pyfunction]
pub(super) fn perft(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    depth: usize,
) -> PyResult<Vec<u64>> {
    let metric = named("metric", &Metric::NAMES, metric)?;
    let goal = named("goal", &Goal::NAMES, goal)?;
    Ok(py.detach(|| crate::perft(&puzzle.board, &puzzle.state, metric, goal, depth)))
}
