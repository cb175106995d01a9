//! The outcome of a search for Python: plain values with names.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::Move;
use crate::outcome::{Ending, Outcome};

/// How a search ended, and what it counted. Two outcomes are equal if they differ in `memory`,
/// `seconds`, `algorithm`, `reason` and `engine` at most.
#[pyclass(frozen, get_all, new = "from_fields", name = "Outcome", module = "rushhour._core")]
pub(super) struct CoreOutcome {
    status: String,
    /// The limit that was reached, if the status is `unknown`.
    stopped_by: Option<String>,
    /// The solution or, if a limit was reached, the best one so far, as pairs of bytes: the index of
    /// a vehicle and its signed cells.
    moves: Option<Vec<u8>>,
    lower_bound: u32,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    max_open: u64,
    evaluated: u64,
    memory: u64,
    seconds: f64,
    /// The algorithm that `auto` chose, and why.
    algorithm: Option<String>,
    reason: Option<String>,
    engine: String,
}

impl CoreOutcome {
    pub(super) fn of(outcome: &Outcome, time: Duration) -> CoreOutcome {
        let counters = outcome.counters;
        let (stopped_by, moves) = match &outcome.ending {
            Ending::Solved(moves) => (None, Some(moves)),
            Ending::Unsolvable => (None, None),
            Ending::Unknown(stop) => (Some(stop.name().to_owned()), outcome.best.as_ref()),
        };
        CoreOutcome {
            status: outcome.ending.name().to_owned(),
            stopped_by,
            moves: moves.map(|moves| bytes(moves)),
            lower_bound: outcome.lower_bound,
            expanded: counters.expanded,
            generated: counters.generated,
            duplicates: counters.duplicates,
            reopened: counters.reopened,
            max_open: counters.max_open,
            evaluated: counters.evaluated,
            memory: counters.memory,
            seconds: time.as_secs_f64(),
            algorithm: outcome.choice.map(|choice| choice.algorithm.to_owned()),
            reason: outcome.choice.map(|choice| choice.reason.to_owned()),
            engine: outcome.engine.name().to_owned(),
        }
    }

    /// Everything that counts for equality.
    fn key(&self) -> impl Eq + Hash + '_ {
        let bounds = (&self.status, &self.stopped_by, &self.moves, self.lower_bound);
        let states = (self.expanded, self.generated, self.duplicates, self.reopened);
        (bounds, states, self.max_open, self.evaluated)
    }
}

fn bytes(moves: &[Move]) -> Vec<u8> {
    moves.iter().flat_map(|step| [step.vehicle.into(), step.cells.cast_unsigned()]).collect()
}

/// The fields in their order, for pickles.
const FIELDS: [&str; 15] = [
    "status",
    "stopped_by",
    "moves",
    "lower_bound",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "max_open",
    "evaluated",
    "memory",
    "seconds",
    "algorithm",
    "reason",
    "engine",
];

#[pymethods]
impl CoreOutcome {
    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let values = FIELDS.iter().map(|name| slf.getattr(*name)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(slf.py(), values)
    }

    fn __eq__(&self, other: &CoreOutcome) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }
}

/// The b > 1 with nodes = 1 + b + ... + b^depth; None where there is none.
#[pyfunction]
pub(super) fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    crate::outcome::branching_factor(nodes, depth)
}
