//! Goals that are functions of Python.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::failure::Failure;
use crate::state::Position;

/// A function from the offsets of a state to whether it is solved. Its first exception is stored, and it
/// is not called again.
pub(super) struct OwnGoal {
    function: Py<PyAny>,
    failure: Failure,
}

impl OwnGoal {
    pub(super) fn new(function: Py<PyAny>) -> OwnGoal {
        OwnGoal { function, failure: Failure::default() }
    }

    /// Whether the function has raised, so that the search should end.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_noted()
    }

    /// Raise what the function raised.
    pub(super) fn check(&self) -> PyResult<()> {
        self.failure.raise()
    }

    /// Whether a state is solved; after an exception every state is, so that the search ends at once.
    pub(super) fn is_solved(&self, position: &Position<'_>) -> bool {
        if self.has_failed() {
            return true;
        }
        self.call(position).unwrap_or_else(|raised| {
            self.failure.note(raised);
            true
        })
    }

    fn call(&self, position: &Position<'_>) -> PyResult<bool> {
        Python::attach(|py| {
            let offsets = PyTuple::new(py, position.offsets())?;
            self.function.bind(py).call1((offsets,))?.extract()
        })
    }
}
