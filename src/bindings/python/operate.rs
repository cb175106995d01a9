//! The operations in JSON, for the service.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, from_str};

use super::convert::{Failure, with_signals};
use super::puzzle::CorePuzzle;
use crate::operations;
use crate::operations::json::{self, Bounds, Problem, PuzzleTexts, Titled};
use crate::phrase::Phrase;
use crate::state::Puzzle;

pyo3::import_exception!(rushhour.errors, RushHourError);
pyo3::import_exception!(rushhour.errors, WrongValueError);

/// The usual states, bytes and seconds of one search.
pub(super) const BOUNDS: (u64, u64, f64) =
    (Bounds::USUAL.states, Bounds::USUAL.memory, Bounds::USUAL.time.as_secs_f64());

/// The status of HTTP and the body in JSON that answer a request for an operation.
///
/// `bounds` are the states, bytes and seconds of one search; `texts` has the methods `puzzle(text)`,
/// `shortest(core puzzle)`, `convert(core puzzle, title, format, relabel)` and `operate(name, request in
/// JSON)`, which may raise `RushHourError`.
#[pyfunction]
#[pyo3(signature = (name, request, bounds, texts, progress))]
pub(super) fn operate<'py>(
    py: Python<'py>,
    name: &str,
    request: &[u8],
    bounds: (u64, u64, f64),
    texts: Py<PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u16, Bound<'py, PyBytes>)> {
    let (states, memory, seconds) = bounds;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let bounds = Bounds { states, memory, time };
    let texts = PyTexts { object: texts, failure: Failure::default() };
    let answer = with_signals(py, progress, |interrupted| {
        json::operate(name, request, &bounds, &texts, interrupted)
    })?;
    texts.failure.raise()?;
    Ok((answer.status, PyBytes::new(py, answer.body.to_string().as_bytes())))
}

/// The operations, their types and the schema of a problem, in JSON.
#[pyfunction]
pub(super) fn schema() -> String {
    json::schema().to_string()
}

/// A text as a QR code: whether each module is dark, row by row, the path of the dark ones, and the level.
#[pyfunction]
pub(super) fn qr(text: &str) -> PyResult<(Vec<Vec<bool>>, String, &'static str)> {
    let code = operations::qr(text).map_err(|error| WrongValueError::new_err(error.to_string()))?;
    let path = code.path();
    Ok((code.rows, path, code.level))
}

/// The parser and the formats, written in Python.
struct PyTexts {
    object: Py<PyAny>,
    failure: Failure,
}

impl PyTexts {
    fn call<T>(
        &self,
        call: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, Problem> {
        Python::attach(|py| {
            call(py, self.object.bind(py)).map_err(|raised| self.problem(py, raised))
        })
    }

    /// The problem of an error that is raised on purpose; others end the operation.
    fn problem(&self, py: Python<'_>, raised: PyErr) -> Problem {
        if !raised.is_instance_of::<RushHourError>(py) {
            self.failure.note(raised);
            return Problem::new(500, "a fault of the service");
        }
        let value = raised.value(py);
        let number = |name: &str| value.getattr(name).ok()?.extract().ok();
        let reasons = value.getattr("reasons").and_then(|reasons| reasons.extract::<Vec<String>>());
        Problem {
            reasons: reasons.into_iter().flatten().map(Phrase::from).collect(),
            line: number("line"),
            column: number("column"),
            ..Problem::refused(value.to_string())
        }
    }
}

impl PuzzleTexts for PyTexts {
    fn puzzle(&self, text: &str) -> Result<Titled, Problem> {
        self.call(|_, texts| {
            let puzzle = texts.call_method1("puzzle", (text,))?;
            let title = puzzle.getattr("title")?.extract()?;
            let core: PyRef<'_, CorePuzzle> = puzzle.getattr("_core")?.extract()?;
            Ok(Titled { puzzle: core.0.clone(), title })
        })
    }

    fn shortest(&self, puzzle: &Puzzle) -> Result<String, Problem> {
        self.call(|_, texts| {
            texts.call_method1("shortest", (CorePuzzle(puzzle.clone()),))?.extract()
        })
    }

    fn convert(&self, found: &Titled, to: &str, relabel: bool) -> Result<Value, Problem> {
        let Titled { puzzle, title } = found.clone();
        let answer: String = self.call(|_, texts| {
            texts.call_method1("convert", (CorePuzzle(puzzle), title, to, relabel))?.extract()
        })?;
        Ok(from_str(&answer)?)
    }

    fn operate(&self, name: &str, request: &Value) -> Result<Value, Problem> {
        let answer: String = self.call(|_, texts| {
            texts.call_method1("operate", (name, request.to_string()))?.extract()
        })?;
        Ok(from_str(&answer)?)
    }
}
