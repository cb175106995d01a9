//! Work without the interpreter's lock; the interpreter is asked for signals now and then.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::outcome::{Interrupt, Progress};

/// How often a search asks the interpreter whether Ctrl-C was pressed.
const PULSE: Duration = Duration::from_millis(50);

/// Work without the lock; true from `interrupted` means that a signal handler raised.
///
/// `progress` is called with states, bytes and both bounds at each pulse; what it raises ends
/// the work as well.
pub(super) fn with_signals<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
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
            raised = Python::attach(|py| pulse(py, progress.as_ref(), seen)).err();
            raised.is_some()
        })
    });
    raised.map_or(Ok(result), Err)
}

fn pulse(py: Python<'_>, progress: Option<&Py<PyAny>>, seen: Progress) -> PyResult<()> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(()) };
    progress.call1(py, (seen.states, seen.bytes, seen.lower_bound, seen.upper_bound)).map(drop)
}
