//! Traces: a function of Python that is called with every expansion.

use pyo3::prelude::*;

use super::failure::Failure;
use crate::board::notation::write_labelled_board;
use crate::outcome::Expansion;

/// A function to call, if any. Its first exception is stored, and it is not called again.
pub(super) struct Tracer {
    function: Option<Py<PyAny>>,
    failure: Failure,
}

impl Tracer {
    pub(super) fn new(function: Option<Py<PyAny>>) -> Tracer {
        Tracer { function, failure: Failure::default() }
    }

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
        if let Err(raised) = call(function, expansion) {
            self.failure.note(raised);
        }
    }
}

/// A state as a board string, or the offsets of its vehicles if that cannot hold their labels.
#[derive(IntoPyObject)]
enum ShownState {
    Text(String),
    Offsets(Vec<i8>),
}

/// Call with `(state, move, g, h, f, open, closed, memory, from_goal)`; the move is a vehicle's
/// index and its cells.
fn call(function: &Py<PyAny>, seen: &Expansion<'_>) -> PyResult<()> {
    let state = seen.position.state();
    let text = write_labelled_board(seen.position.space().board(), &state);
    let state =
        text.map_or_else(|| ShownState::Offsets(state.offsets().to_vec()), ShownState::Text);
    let step = seen.step.map(|step| (u8::from(step.vehicle), step.cells));
    let sizes = (seen.open, seen.closed, seen.memory);
    let row = (state, step, seen.g, seen.h, seen.f, sizes.0, sizes.1, sizes.2, seen.from_goal);
    Python::attach(|py| function.call1(py, (row,)).map(drop))
}
