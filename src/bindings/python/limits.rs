//! Limits from Python.

use std::time::Duration;

use pyo3::prelude::*;

use crate::outcome::Limits;

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
