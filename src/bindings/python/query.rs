//! Options from Python: names become values.

use std::num::NonZeroU32;

use pyo3::prelude::*;

use super::convert::{PyLimits, metric_and_goal, named};
use super::heuristic::by_name;
use crate::heuristic::Entry;
use crate::operations::Options;
use crate::outcome::Limits;
use crate::search::{
    ALGORITHMS, AUTO, Algorithm, Duplicates, Query, Setting, Settings, Ties, Weight, taking,
};

pyo3::import_exception!(rushhour.errors, RushHourError);

/// The `Options` of Python, by names.
#[derive(FromPyObject)]
pub(super) struct PyOptions {
    metric: String,
    goal: String,
    algorithm: String,
    /// None if the algorithm takes none.
    heuristic: Option<String>,
    weight: Option<PyWeight>,
    ties: String,
    duplicates: String,
    reopen: Option<bool>,
    undo: bool,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    max_seconds: Option<f64>,
}

/// A fraction.
#[derive(Clone, Copy, FromPyObject)]
struct PyWeight {
    numerator: NonZeroU32,
    denominator: NonZeroU32,
}

impl PyOptions {
    /// The heuristic; `zero` if the algorithm takes none.
    pub(super) fn heuristic(&self) -> PyResult<&'static Entry<'static>> {
        by_name(self.heuristic.as_deref().unwrap_or("zero"))
    }

    /// The metric, the goal and the limits, for what explores a cluster.
    pub(super) fn of_cluster(&self) -> PyResult<Options> {
        let (metric, goal) = metric_and_goal(&self.metric, &self.goal)?;
        Ok(Options::new().metric(metric).goal(goal).limits(self.limits()))
    }

    fn limits(&self) -> Limits {
        PyLimits(self.max_states, self.max_memory, self.max_seconds).parse()
    }

    pub(super) fn parse<'a>(
        &self,
        heuristic: &'a Entry<'a>,
    ) -> PyResult<(&'static Algorithm, Query<'a>)> {
        let algorithms: Vec<_> = ALGORITHMS.iter().chain([AUTO]).map(|a| (a.name, a)).collect();
        let (metric, goal) = metric_and_goal(&self.metric, &self.goal)?;
        let weight = |PyWeight { numerator, denominator }| Weight { numerator, denominator };
        let settings = Settings {
            weight: self.weight.map(weight),
            ties: named("tie order", &Ties::NAMES, &self.ties)?,
            duplicates: named("policy for duplicates", &Duplicates::NAMES, &self.duplicates)?,
            reopen: self.reopen,
            undo: self.undo,
        };
        let limits = self.limits();
        let query = Query { metric, goal, own_goal: None, heuristic, settings, limits };
        Ok((named("algorithm", &algorithms, &self.algorithm)?, query))
    }
}

/// `(name, help, optimal, takes)`: when its solutions are shortest, and the settings that it takes.
type AlgorithmRow = (&'static str, &'static str, &'static str, Vec<&'static str>);

/// The algorithms of the core.
#[pyfunction]
pub(super) fn algorithms() -> Vec<AlgorithmRow> {
    ALGORITHMS.iter().map(row).collect()
}

/// The algorithm of a name, or the one that `auto` stands for, which must take these settings;
/// `UnknownNameError` where there is no such name, `RushHourError` where it takes less than that.
#[pyfunction]
pub(super) fn algorithm_for(name: &str, chosen: Vec<String>) -> PyResult<AlgorithmRow> {
    let known: Vec<_> = [AUTO].into_iter().chain(ALGORITHMS).map(|one| (one.name, one)).collect();
    let algorithm = named("algorithm", &known, name)?;
    let names = Setting::ALL.map(|setting| (setting.name(), setting));
    let chosen = chosen.iter().map(|name| named("setting", &names, name));
    let found = taking(algorithm, &chosen.collect::<PyResult<Vec<_>>>()?);
    found.map(row).map_err(|untaken| RushHourError::new_err(untaken.to_string()))
}

fn row(algorithm: &Algorithm) -> AlgorithmRow {
    let takes = algorithm.takes.iter().map(|setting| setting.name()).collect();
    (algorithm.name, algorithm.help, algorithm.optimal.name(), takes)
}
