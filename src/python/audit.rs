//! Audits of heuristics over clusters, and the tiny boards on which to begin.

use std::sync::Arc;

use pyo3::prelude::*;

use super::convert::named;
use super::heuristic::{Choice, PyHeuristic};
use super::puzzle::CorePuzzle;
use super::search::{limits, with_signals};
use crate::audit::{Audit, Excess, Fall, Finding};
use crate::heuristic::Entry;
use crate::{Goal, Metric, State, Unfinished, Watch};

pyo3::import_exception!(rushhour.errors, LimitReachedError);

/// `(states, memory in bytes, seconds)`.
type PyLimits = (Option<u64>, Option<u64>, Option<f64>);
/// `(puzzle, estimate, distance)`.
type PyExcess = (CorePuzzle, Option<u32>, u32);
/// `(puzzle, (vehicle, cells), estimate before, estimate after)`.
type PyFall = (CorePuzzle, (u8, i8), Option<u32>, u32);
/// `(too_high, worst, given_up, sum, moves, falls, excess, fall)`.
type PyFinding = (u64, u32, u64, u64, u64, u64, Option<PyExcess>, Option<PyFall>);
/// `(states, histogram, distance, hardest, findings)`.
type PyAudit = (u64, Vec<u64>, Option<u32>, Option<CorePuzzle>, Vec<PyFinding>);

/// Compare heuristics with the true distances of a puzzle's cluster; `LimitReachedError` where a
/// limit comes first.
#[pyfunction]
#[pyo3(signature = (puzzle, heuristics, metric, goal, limits, progress))]
pub(super) fn audit(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristics: Vec<PyHeuristic>,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyAudit> {
    let metric = named("metric", &Metric::NAMES, metric)?;
    let goal = named("goal", &Goal::NAMES, goal)?;
    let (states, memory, seconds) = limits;
    let choices =
        heuristics.into_iter().map(PyHeuristic::choose).collect::<PyResult<Vec<Choice>>>()?;
    let entries: Vec<Entry<'_>> = choices.iter().map(Choice::entry).collect();
    let found = with_signals(py, progress, |pulse| {
        let mut stop = |seen| choices.iter().any(Choice::has_failed) || pulse(seen);
        let watch = &mut Watch::new(self::limits(states, memory, seconds), &mut stop);
        crate::audit::audit(&puzzle.board, &puzzle.state, (metric, goal), &entries, watch)
    })?;
    choices.iter().try_for_each(Choice::check)?;
    found.map(|audit| row(puzzle, audit)).map_err(|Unfinished { stop, states }| {
        let stop = stop.name();
        LimitReachedError::new_err(format!("the limit on {stop} was reached after {states} states"))
    })
}

/// One state of every cluster with so many cells and vehicles.
#[pyfunction]
pub(super) fn tiny(py: Python<'_>, cells: u8, vehicles: usize) -> Vec<CorePuzzle> {
    let boards = py.detach(|| crate::tiny(cells, vehicles));
    boards.into_iter().map(|(board, state)| CorePuzzle { board, state }).collect()
}

fn row(puzzle: &CorePuzzle, audit: Audit) -> PyAudit {
    let hardest = audit.hardest.map(|state| of_board(puzzle, state));
    let findings = audit.findings.into_iter().map(|found| finding(puzzle, found)).collect();
    (audit.states, audit.histogram, audit.distance, hardest, findings)
}

fn finding(puzzle: &CorePuzzle, found: Finding) -> PyFinding {
    let excess = found
        .excess
        .map(|Excess { state, estimate, distance }| (of_board(puzzle, state), estimate, distance));
    let fall = found.fall.map(|Fall { state, step, before, after }| {
        (of_board(puzzle, state), (step.vehicle, step.cells), before, after)
    });
    let Finding { too_high, worst, given_up, sum, moves, falls, .. } = found;
    (too_high, worst, given_up, sum, moves, falls, excess, fall)
}

fn of_board(puzzle: &CorePuzzle, state: State) -> CorePuzzle {
    CorePuzzle { board: Arc::clone(&puzzle.board), state }
}
