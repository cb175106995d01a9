//! Analyses of puzzles: the values of all measures.

use num_bigint::BigUint;
use pyo3::prelude::*;

use super::convert::{PyLimits, moves, with_signals};
use super::generate::limit_reached;
use super::puzzle::CorePuzzle;
use super::query::PyOptions;
use crate::analysis::hints::Link;
use crate::analysis::rating::Measurements;
use crate::analysis::{Analysis, MEASURES, Measure, Value, rating};
use crate::board::Move;
use crate::cluster::Unfinished;
use crate::operations::{Advice, GoalDistances, Hint, Options, PredictedDifficulty};
use crate::outcome::Watch;

/// `(name, formula, unit, source, help)`.
type MeasureRow = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// The measures of the core, in the order of the values of `analyse`.
#[pyfunction]
pub(super) fn measures() -> Vec<MeasureRow> {
    let row = |one: &Measure| (one.name, one.formula, one.unit, one.source, one.help);
    MEASURES.iter().map(row).collect()
}

/// A value for Python, with the error bound of solved equations or the standard error of a simulation.
#[derive(IntoPyObject)]
pub(super) enum PyValue {
    Count(BigUint),
    List(Vec<u64>),
    Vehicles(Vec<usize>),
    Truth(bool),
    Number(f64),
    /// The value, its error and what that is.
    Inexact((f64, f64, &'static str)),
}

impl From<Value> for PyValue {
    fn from(value: Value) -> PyValue {
        match value {
            Value::Count(count) => PyValue::Count(count),
            Value::Histogram(histogram) => PyValue::List(histogram),
            Value::Vehicles(vehicles) => PyValue::Vehicles(vehicles),
            Value::Truth(truth) => PyValue::Truth(truth),
            Value::Number(number) => PyValue::Number(number),
            Value::Bounded { value, bound } => PyValue::Inexact((value, bound, "bound")),
            Value::Sampled { value, standard_error } => {
                PyValue::Inexact((value, standard_error, "standard error"))
            }
        }
    }
}

/// `(status, stopped by, values)`.
type PyAnalysis = (&'static str, Option<&'static str>, Vec<Option<PyValue>>);

/// The value of every measure of a puzzle; None where it has none or a limit came first.
#[pyfunction]
#[pyo3(signature = (puzzle, seed, limits, progress))]
pub(super) fn analyse(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    seed: u64,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyAnalysis> {
    let found = with_signals(py, progress, |pulse| {
        let mut watch = Watch::new(limits.parse(), pulse);
        crate::analysis::analyse(&puzzle.0, seed, &mut watch)
    })?;
    Ok(row(found))
}

fn row(found: Analysis) -> PyAnalysis {
    let values = found.values.into_iter().map(|value| value.map(PyValue::from)).collect();
    (found.status, found.stop.map(crate::Stop::name), values)
}

/// The predicted number of moves of a person, from the length and the human walk.
#[pyfunction]
pub(super) fn difficulty_of(slides: f64, walk: f64) -> f64 {
    rating::difficulty(slides, walk)
}

/// The difficulty, the ends of its interval, whether it is extrapolated, the rating and the level.
type PyDifficulty = (f64, f64, f64, bool, f64, &'static str);

/// The difficulty of a puzzle with its optimum in slides and its human walk.
#[pyfunction]
pub(super) fn difficulty(puzzle: &CorePuzzle, slides: u32, walk: f64) -> PyDifficulty {
    let found = crate::operations::difficulty(&puzzle.0, slides, walk);
    let PredictedDifficulty { moves, low, high, is_extrapolated, rating, level } = found;
    (moves, low, high, is_extrapolated, rating, level)
}

/// The values of an analysis as by `analyse`; None if the cluster is not small, or at a limit.
#[pyfunction]
#[pyo3(signature = (puzzle, limits, progress))]
pub(super) fn analyse_small(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<PyAnalysis>> {
    let found = with_signals(py, progress, |pulse| {
        crate::operations::analyse_small(&puzzle.0, &mut Watch::new(limits.parse(), pulse))
    })?;
    Ok(found.ok().map(row))
}

/// The rating and the level of a difficulty.
#[pyfunction]
pub(super) fn rating_of(difficulty: f64) -> (f64, &'static str) {
    (rating::rating(difficulty), rating::level(difficulty))
}

/// What may make a puzzle hard, in words, from its measures.
#[pyfunction]
#[pyo3(signature = (slides, walk, counterintuitive, returning, is_one, herrings))]
pub(super) fn reasons(
    slides: u32,
    walk: Option<f64>,
    counterintuitive: u64,
    returning: usize,
    is_one: bool,
    herrings: usize,
) -> Vec<String> {
    let measured = Measurements { slides, walk, counterintuitive, returning, is_one, herrings };
    crate::analysis::rating::reasons(&measured).iter().map(ToString::to_string).collect()
}

// Hints and verdicts: distances to the goal around a puzzle, and why a move is best.

/// `(blocked, blocker, (row, col), cells, forced)`, with the indices of vehicles.
type PyLink = (usize, usize, (i64, i64), i64, bool);
/// `((vehicle, cells), distance, reason, chain)`.
type PyAdvice = ((u8, i8), u32, String, Vec<PyLink>);
/// `(distance, reason, advice)`.
type PyHint = (Option<u32>, String, Vec<PyAdvice>);

/// `(cost, distance before, distance after)`.
type PyVerdict = (u32, Option<u32>, Option<u32>);

/// The distances to the goal around a puzzle, within the limits of options: of its whole cluster if that
/// is small, else by searches.
#[pyclass(frozen, name = "Distances", module = "rushhour._core")]
pub(super) struct CoreDistances(GoalDistances, Options);

#[pymethods]
impl CoreDistances {
    /// Without `explores` every distance takes a search.
    #[new]
    #[pyo3(signature = (puzzle, options, progress, explores=true))]
    fn new(
        py: Python<'_>,
        puzzle: &CorePuzzle,
        options: PyOptions,
        progress: Option<Py<PyAny>>,
        explores: bool,
    ) -> PyResult<CoreDistances> {
        let options = options.of_cluster()?;
        if !explores {
            return Ok(CoreDistances(GoalDistances::by_searches(&options), options));
        }
        let around = |watch: &mut Watch<'_>| Ok(GoalDistances::around(&puzzle.0, &options, watch));
        watched(py, &options, progress, around).map(|known| CoreDistances(known, options))
    }

    /// The distance of a state; None if there is no solution.
    fn distance(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<u32>> {
        watched(py, &self.1, progress, |watch| self.0.distance(&puzzle.0, watch))
    }

    /// A best move, or all of them, and why, with these names of the vehicles.
    fn hint(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        every: bool,
        names: Vec<String>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyHint> {
        let hint = |watch: &mut Watch<'_>| self.0.hint(&puzzle.0, every, &names, watch);
        watched(py, &self.1, progress, hint).map(hint_row)
    }

    /// `(vehicle, cells)` of each move of a shortest solution; None at the goal and without one.
    fn line(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Vec<(u8, i8)>>> {
        let lines = watched(py, &self.1, progress, |watch| self.0.lines(&puzzle.0, false, watch))?;
        Ok(lines.first().map(|line| moves(line)))
    }
}

/// A best next move of a puzzle, or all of them, and why.
#[pyfunction]
#[pyo3(signature = (puzzle, options, every, names, progress))]
pub(super) fn hint(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    options: PyOptions,
    every: bool,
    names: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyHint> {
    let options = options.of_cluster()?;
    let hint = |watch: &mut Watch<'_>| {
        let known = GoalDistances::around(&puzzle.0, &options, watch);
        known.hint(&puzzle.0, every, &names, watch)
    };
    watched(py, &options, progress, hint).map(hint_row)
}

/// The cost of a legal move, and the distances before and after it; None for another move.
#[pyfunction]
#[pyo3(signature = (puzzle, step, options, progress))]
pub(super) fn judge(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    step: (u8, i8),
    options: PyOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<PyVerdict>> {
    let options = options.of_cluster()?;
    let step = Move { vehicle: step.0.into(), cells: step.1 };
    let verdict = watched(py, &options, progress, |watch| {
        GoalDistances::around(&puzzle.0, &options, watch).judge(&puzzle.0, step, watch)
    })?;
    Ok(verdict.map(|verdict| (verdict.cost, verdict.before, verdict.after)))
}

/// Run work within limits; `LimitReachedError` if one is reached.
fn watched<T: Send>(
    py: Python<'_>,
    options: &Options,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Watch<'_>) -> Result<T, Unfinished> + Send,
) -> PyResult<T> {
    let options = options.threads(1);
    let found = with_signals(py, progress, |interrupted| work(&mut options.watch(interrupted)))?;
    found.map_err(limit_reached)
}

fn hint_row(hint: Hint) -> PyHint {
    let reason = hint.reason();
    let link = |Link { blocked, blocker, cell, cells, is_forced }: Link| {
        (blocked, blocker, (cell.row, cell.col), cells, is_forced)
    };
    let advice = |Advice { step, distance, reason, chain }: Advice| {
        let chain = chain.into_iter().map(link).collect();
        ((step.vehicle.into(), step.cells), distance, reason.to_string(), chain)
    };
    (hint.distance, reason, hint.advice.into_iter().map(advice).collect())
}
