//! Exceptions of Python functions that are called during a search, which cannot raise them itself.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

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
