//! Hints and verdicts: distances to the goal around a puzzle, and why a move is best.

use pyo3::prelude::*;

use super::convert::{metric_and_goal, moves};
use super::generate::limit_reached;
use super::limits::PyLimits;
use super::puzzle::CorePuzzle;
use super::signals::with_signals;
use crate::analysis::hints::Link;
use crate::cluster::Unfinished;
use crate::operations::{Advice, GoalDistances, Hint};
use crate::outcome::Watch;

/// `(blocked, blocker, (row, col), cells, forced)`, with the indices of vehicles.
type PyLink = (usize, usize, (i64, i64), i64, bool);
/// `((vehicle, cells), distance, reason, chain)`.
type PyAdvice = ((u8, i8), u32, String, Vec<PyLink>);
/// `(distance, reason, advice)`.
type PyHint = (Option<u32>, String, Vec<PyAdvice>);

/// The distances to the goal around a puzzle: of its whole cluster if that is small, else by searches.
#[pyclass(frozen, name = "Distances", module = "rushhour._core")]
pub(super) struct CoreDistances(GoalDistances);

#[pymethods]
impl CoreDistances {
    /// Without `explores` every distance takes a search.
    #[new]
    #[pyo3(signature = (puzzle, metric, goal, limits, progress, explores=true))]
    fn new(
        py: Python<'_>,
        puzzle: &CorePuzzle,
        metric: &str,
        goal: &str,
        limits: PyLimits,
        progress: Option<Py<PyAny>>,
        explores: bool,
    ) -> PyResult<CoreDistances> {
        let (metric, goal) = metric_and_goal(metric, goal)?;
        if !explores {
            return Ok(CoreDistances(GoalDistances::by_searches(metric, goal)));
        }
        let around =
            |watch: &mut Watch<'_>| Ok(GoalDistances::around(&puzzle.0, metric, goal, watch));
        watched(py, limits, progress, around).map(CoreDistances)
    }

    /// The distance of a state; None if there is no solution.
    fn distance(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        limits: PyLimits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<u32>> {
        watched(py, limits, progress, |watch| self.0.distance(&puzzle.0, watch))
    }

    /// A best move, or all of them, and why, with these names of the vehicles.
    fn hint(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        every: bool,
        names: Vec<String>,
        limits: PyLimits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyHint> {
        let hint = |watch: &mut Watch<'_>| self.0.hint(&puzzle.0, every, &names, watch);
        watched(py, limits, progress, hint).map(row)
    }

    /// `(vehicle, cells)` of each move of a shortest solution; None at the goal and without one.
    fn line(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        limits: PyLimits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Vec<(u8, i8)>>> {
        let lines = watched(py, limits, progress, |watch| self.0.lines(&puzzle.0, false, watch))?;
        Ok(lines.first().map(|line| moves(line)))
    }
}

/// A best next move of a puzzle, or all of them, and why.
#[pyfunction]
#[pyo3(signature = (puzzle, metric, goal, every, names, limits, progress))]
#[expect(clippy::too_many_arguments, reason = "one Python call")]
pub(super) fn hint(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    every: bool,
    names: Vec<String>,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyHint> {
    let (metric, goal) = metric_and_goal(metric, goal)?;
    let hint = |watch: &mut Watch<'_>| {
        let known = GoalDistances::around(&puzzle.0, metric, goal, watch);
        known.hint(&puzzle.0, every, &names, watch)
    };
    watched(py, limits, progress, hint).map(row)
}

/// The distances of a puzzle and of a state of it.
#[pyfunction]
#[pyo3(signature = (puzzle, after, metric, goal, limits, progress))]
pub(super) fn judge(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    after: &CorePuzzle,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<u32>, Option<u32>)> {
    let (metric, goal) = metric_and_goal(metric, goal)?;
    watched(py, limits, progress, |watch| {
        let known = GoalDistances::around(&puzzle.0, metric, goal, watch);
        Ok((known.distance(&puzzle.0, watch)?, known.distance(&after.0, watch)?))
    })
}

/// Run work within limits; `LimitReachedError` if one is reached.
fn watched<T: Send>(
    py: Python<'_>,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Watch<'_>) -> Result<T, Unfinished> + Send,
) -> PyResult<T> {
    let found = with_signals(py, progress, |interrupted| {
        work(&mut Watch::new(limits.parse(), interrupted))
    })?;
    found.map_err(limit_reached)
}

fn row(hint: Hint) -> PyHint {
    let reason = hint.reason().to_owned();
    let link = |Link { blocked, blocker, cell, cells, is_forced }: Link| {
        (blocked, blocker, (cell.row, cell.col), cells, is_forced)
    };
    let advice = |Advice { step, distance, reason, chain }: Advice| {
        let chain = chain.into_iter().map(link).collect();
        ((step.vehicle.into(), step.cells), distance, reason, chain)
    };
    (hint.distance, reason, hint.advice.into_iter().map(advice).collect())
}
