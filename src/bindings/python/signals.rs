//! Work without the interpreter's lock, with regular checks for signals.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::outcome::{Interrupt, Progress};

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
