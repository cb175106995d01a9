//! What functions of Python raise during a search, which goes on without the means to raise it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

/// The first error, kept until the search has ended.
#[derive(Default)]
pub(super) struct Failure(Mutex<Option<PyErr>>);

impl Failure {
    pub(super) fn note(&self, raised: PyErr) {
        self.lock().get_or_insert(raised);
    }

    /// Whether there is an error, so that the search may end.
    pub(super) fn is_noted(&self) -> bool {
        self.lock().is_some()
    }

    /// Raise the error, if there is one.
    pub(super) fn raise(&self) -> PyResult<()> {
        self.lock().take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
