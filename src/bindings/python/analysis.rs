//! Analyses of puzzles: the values of all measures.

use num_bigint::BigUint;
use pyo3::prelude::*;

use super::limits::PyLimits;
use super::puzzle::CorePuzzle;
use super::signals::with_signals;
use crate::Watch;
use crate::analysis::reasons::Measurements;
use crate::analysis::{Analysis, MEASURES, Measure, Value, rating};
use crate::operations::PredictedDifficulty;

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
    Ok(found.map(row))
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
    crate::analysis::reasons::reasons(&measured)
}
