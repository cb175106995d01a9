//! What a measure is: a name, a definition in one sentence, and the function that computes it.

use num_bigint::BigUint;

use super::subject::Subject;
use crate::outcome::{Stop, Watch};

/// A registered measure: everything that help, documentation and tests need to know of it.
#[derive(Clone, Copy)]
pub struct Measure {
    /// The key in JSON, the column in tables, the field in Python.
    pub name: &'static str,
    /// The definition in one sentence.
    pub formula: &'static str,
    /// What one unit of the value is.
    pub unit: &'static str,
    /// Who proposed it.
    pub source: &'static str,
    /// What it is good for.
    pub help: &'static str,
    pub(super) of: Function,
}

/// Computes a measure; no value where the measure is not defined, as without a solution.
pub(super) type Function = fn(&Subject<'_>, &mut Watch<'_>) -> Result<Option<Value>, Stop>;

/// The value of a measure.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count of any size.
    Count(BigUint),
    /// How many states are at distance 0, 1, 2, ...
    Histogram(Vec<u64>),
    /// Vehicles, by index, in the order of the board.
    Vehicles(Vec<usize>),
    /// Yes or no.
    Truth(bool),
    /// A number that is exact but for rounding.
    Number(f64),
    /// A solution of equations: the true value is at most `bound` away.
    Bounded {
        /// The value.
        value: f64,
        /// The largest error.
        bound: f64,
    },
    /// The mean of a simulation.
    Sampled {
        /// The value.
        value: f64,
        /// Its standard error.
        standard_error: f64,
    },
}

impl Value {
    pub(super) fn count(count: usize) -> Value {
        Value::Count(BigUint::from(count))
    }
}
