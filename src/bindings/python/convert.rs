//! Conversions between Python's names and the crate's values.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::board::{Axis, Cell, Exit, Goal, Metric, Move, Shape, Side};
use crate::outcome::{Interrupt, Limits, Progress};

pyo3::import_exception!(rushhour.errors, UnknownNameError);

/// The value of a name; `UnknownNameError` with all names if there is none.
pub(super) fn named<T: Copy>(kind: &str, names: &[(&'static str, T)], name: &str) -> PyResult<T> {
    let found = names.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let known: Vec<&'static str> = names.iter().map(|&(known, _)| known).collect();
        UnknownNameError::new_err((kind.to_owned(), name.to_owned(), known))
    })
}

pub(super) fn metric_and_goal(metric: &str, goal: &str) -> PyResult<(Metric, Goal)> {
    Ok((named("metric", &Metric::NAMES, metric)?, named("goal", &Goal::NAMES, goal)?))
}

/// An integer of any size, clamped to 64 bits: the check of the board rejects it as too large.
pub(super) struct Number(pub(super) i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Number> {
        match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Number(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            number => number.map(Number),
        }
    }
}

/// `(vehicle, cells)` of each move.
pub(super) fn moves(moves: &[Move]) -> Vec<(u8, i8)> {
    moves.iter().map(|step| (step.vehicle.into(), step.cells)).collect()
}

/// `(row, column)`.
pub(super) type PyCell = (Number, Number);

pub(super) fn cell((row, col): PyCell) -> Cell {
    Cell { row: row.0, col: col.0 }
}

/// `(side, line)`.
pub(super) fn exit((side, line): (String, Number)) -> PyResult<Exit> {
    let sides = Side::ALL.map(|side| (side.name(), side));
    Ok(Exit { side: named("side", &sides, &side)?, line: line.0 })
}

pub(super) fn axis_name(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "h",
        Axis::Vertical => "v",
    }
}

/// A vehicle as Python gives it: a bar, or cells that form none.
#[derive(FromPyObject)]
pub(super) enum PyShape {
    Bar(String, Number, Number, Number),
    Cells(Vec<PyCell>),
}

/// The axis of a name.
pub(super) fn axis(name: &str) -> PyResult<Axis> {
    named("axis", &[("h", Axis::Horizontal), ("v", Axis::Vertical)], name)
}

pub(super) fn shape(shape: PyShape) -> PyResult<Shape> {
    match shape {
        PyShape::Cells(cells) => Ok(Shape::Cells(cells.into_iter().map(cell).collect())),
        PyShape::Bar(name, row, col, length) => {
            Ok(Shape::Bar { axis: axis(&name)?, cell: cell((row, col)), length: length.0 })
        }
    }
}

// Work without the interpreter's lock, with regular checks for signals.

/// The interval between checks for signals such as Ctrl-C.
const PULSE: Duration = Duration::from_millis(50);

/// Run `work` without the lock; its callback returns true if a signal handler raised.
///
/// At each check `progress` is called with states, bytes and both bounds; if it raises, the work ends,
/// too.
pub(super) fn with_signals<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Interrupt<'_>) -> T + Send,
) -> PyResult<T> {
    with_pulse(py, |py, seen| tell(py, progress.as_ref(), seen), work)
}

/// Call `progress` with states, bytes and both bounds.
pub(super) fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, seen: Progress) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    let Progress { states, bytes, lower_bound, upper_bound } = seen;
    progress.call1(py, (states, bytes, lower_bound, upper_bound)).map(drop)
}

/// The same with a function that shows the progress.
pub(super) fn with_pulse<T: Send>(
    py: Python<'_>,
    show: impl Fn(Python<'_>, Progress) -> PyResult<()> + Sync,
    work: impl FnOnce(&mut Interrupt<'_>) -> T + Send,
) -> PyResult<T> {
    let mut raised = None;
    let result = py.detach(|| {
        let mut last = Instant::now();
        work(&mut |seen| {
            if raised.is_some() || last.elapsed() < PULSE {
                return raised.is_some();
            }
            last = Instant::now();
            raised = Python::attach(|py| py.check_signals().and_then(|()| show(py, seen))).err();
            raised.is_some()
        })
    });
    raised.map_or(Ok(result), Err)
}

// Exceptions of Python functions that are called during a search, which cannot raise them itself.

/// The first exception, stored until the search has ended.
#[derive(Default)]
pub(super) struct Failure(Mutex<Option<PyErr>>);

impl Failure {
    pub(super) fn note(&self, raised: PyErr) {
        let mut first = self.lock();
        if first.is_none() {
            *first = Some(raised);
            return;
        }
        drop(first); // before the exception, whose end may run code of the user
    }

    /// Whether there is an exception, so that the search should end.
    pub(super) fn is_noted(&self) -> bool {
        self.lock().is_some()
    }

    /// Raise the exception, if there is one.
    pub(super) fn raise(&self) -> PyResult<()> {
        self.lock().take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Limits from Python.

/// States, bytes and seconds.
#[derive(FromPyObject)]
pub(super) struct PyLimits(pub(super) Option<u64>, pub(super) Option<u64>, pub(super) Option<f64>);

impl PyLimits {
    /// The limits; a time that cannot be represented is unlimited.
    pub(super) fn parse(&self) -> Limits {
        let PyLimits(states, memory, seconds) = *self;
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Limits { states, memory, time: seconds.map(time) }
    }
}
