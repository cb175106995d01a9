//! `rushhour._core`, the Python module: it converts names to values and values to Python objects.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]

mod analysis;
mod arrow;
mod batch;
mod cluster;
mod convert;
mod enumerate;
mod episodes;
mod failure;
mod generate;
mod goal;
mod heuristic;
#[expect(clippy::too_many_arguments, reason = "PyO3 makes a constructor from the fields")]
mod outcome;
mod puzzle;
mod query;
mod search;
mod signals;
mod survey;
mod trace;

use pyo3::prelude::*;

/// The Rust core of rushhour; use the names of the `rushhour` package instead.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::analysis::{analyse, measures};
    #[pymodule_export]
    use super::batch::{read_lines, replay_column, solve_column};
    #[pymodule_export]
    use super::cluster::{CoreCluster, explore};
    #[pymodule_export]
    use super::enumerate::{CoreEnumeration, keeps, rules};
    #[pymodule_export]
    use super::episodes::CoreEpisodes;
    #[pymodule_export]
    use super::generate::{CoreStream, canonical_cluster, removable};
    #[pymodule_export]
    use super::heuristic::{estimate, heuristics, tables};
    #[pymodule_export]
    use super::outcome::CoreOutcome;
    #[pymodule_export]
    use super::puzzle::CorePuzzle;
    #[pymodule_export]
    use super::query::{algorithms, automatic};
    #[pymodule_export]
    use super::search::{CorePool, perft, search};
    #[pymodule_export]
    use super::survey::{survey, survey_tiny};
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
