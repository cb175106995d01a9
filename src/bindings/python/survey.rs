//! Surveys of heuristics over clusters.

use pyo3::prelude::*;

use super::convert::metric_and_goal;
use super::heuristic::{HeuristicChoice, PyHeuristic};
use super::limits::PyLimits;
use super::puzzle::CorePuzzle;
use super::signals::with_signals;
use crate::cluster::Unfinished;
use crate::heuristic::Entry;
use crate::lab::validation::{Excess, Finding, Inconsistency, Validation};
use crate::outcome::Watch;

pyo3::import_exception!(rushhour.model.errors, LimitReachedError);

/// `(puzzle, estimate, distance)`.
type PyExcess = (CorePuzzle, Option<u32>, u32);
/// `(puzzle, (vehicle, cells), estimate before, estimate after)`.
type PyFall = (CorePuzzle, (u8, i8), Option<u32>, u32);
/// `(too_high, worst, given_up, sum, moves, inconsistencies, excess, fall)`.
type PyFinding = (u64, u32, u64, u64, u64, u64, Option<PyExcess>, Option<PyFall>);
/// `(boards, states, distances, findings)`.
type PySurvey = (u64, u64, u64, Vec<PyFinding>);
/// `(distance of the start, hardest state, its distance)`.
type PyExtremes = (Option<u32>, Option<CorePuzzle>, Option<u32>);

/// Compare heuristics with the distances of a puzzle's cluster; `LimitReachedError` if a
/// limit is reached.
#[pyfunction]
#[pyo3(signature = (puzzle, heuristics, metric, goal, limits, progress))]
pub(super) fn survey(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristics: Vec<PyHeuristic>,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<(PySurvey, PyExtremes)> {
    let query = metric_and_goal(metric, goal)?;
    let (survey, extremes) = run(py, heuristics, limits, progress, |entries, watch| {
        crate::lab::validation::survey(&puzzle.0, query, entries, watch)
    })?;
    let (hardest, farthest) = extremes.hardest.unzip();
    let hardest = hardest.map(|state| CorePuzzle(puzzle.0.at(state)));
    Ok((row(survey), (extremes.distance, hardest, farthest)))
}

/// Compare heuristics on all small-scope boards of so many cells and vehicles, counted together.
#[pyfunction]
#[pyo3(signature = (family, heuristics, metric, goal, limits, progress))]
pub(super) fn survey_tiny(
    py: Python<'_>,
    family: (u8, usize),
    heuristics: Vec<PyHeuristic>,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PySurvey> {
    let query = metric_and_goal(metric, goal)?;
    run(py, heuristics, limits, progress, |entries, watch| {
        crate::lab::validation::survey_tiny(family, query, entries, watch)
    })
    .map(row)
}

/// Run `work` with the heuristics and the limits; an exception of a custom heuristic takes precedence.
fn run<T: Send>(
    py: Python<'_>,
    heuristics: Vec<PyHeuristic>,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&[Entry<'_>], &mut Watch<'_>) -> Result<T, Unfinished> + Send,
) -> PyResult<T> {
    let choices = heuristics
        .into_iter()
        .map(PyHeuristic::choose)
        .collect::<PyResult<Vec<HeuristicChoice>>>()?;
    let entries: Vec<Entry<'_>> = choices.iter().map(HeuristicChoice::entry).collect();
    let found = with_signals(py, progress, |interrupted| {
        let mut stop = |seen| choices.iter().any(HeuristicChoice::has_failed) || interrupted(seen);
        work(&entries, &mut Watch::new(limits.parse(), &mut stop))
    })?;
    choices.iter().try_for_each(HeuristicChoice::check)?;
    found.map_err(|Unfinished { stop, states }| LimitReachedError::new_err((stop.name(), states)))
}

fn row(survey: Validation) -> PySurvey {
    let findings = survey.findings.into_iter().map(finding).collect();
    (survey.boards, survey.states, survey.distances, findings)
}

fn finding(found: Finding) -> PyFinding {
    let excess = found
        .excess
        .map(|Excess { puzzle, estimate, distance }| (CorePuzzle(puzzle), estimate, distance));
    let fall = found.fall.map(|Inconsistency { puzzle, step, before, after }| {
        (CorePuzzle(puzzle), (step.vehicle.into(), step.cells), before, after)
    });
    let Finding { too_high, worst, given_up, sum, moves, inconsistencies, .. } = found;
    (too_high, worst, given_up, sum, moves, inconsistencies, excess, fall)
}
