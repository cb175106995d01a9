//! `rushhour._core`, the Python module: it converts names to values and values to Python objects.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]

mod analysis;
mod arrow;
mod batch;
mod cluster;
mod convert;
mod disk;
mod enumerate;
mod episodes;
mod failure;
mod generate;
mod goal;
mod heuristic;
mod hints;
mod limits;
mod operate;
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
#[pymodule(gil_used = false)]
mod _core {
    use crate::analysis::rating;

    #[pymodule_export]
    use super::analysis::{
        analyse, analyse_small, difficulty, difficulty_of, measures, rating_of, reasons,
    };
    #[pymodule_export]
    use super::batch::{read_lines, replay_column, solve_column};
    #[pymodule_export]
    use super::cluster::{CoreCluster, explore};
    #[pymodule_export]
    use super::disk::{CoreDiskCluster, check_on_disk, estimate_on_disk, explore_on_disk};
    #[pymodule_export]
    use super::enumerate::{CoreEnumeration, keeps, rules};
    #[pymodule_export]
    use super::episodes::CoreEpisodes;
    #[pymodule_export]
    use super::generate::{CoreStream, canonical_cluster, removable, usual_vehicles};
    #[pymodule_export]
    use super::heuristic::{estimate, heuristics, other_names, tables};
    #[pymodule_export]
    use super::hints::{CoreDistances, hint, judge};
    #[pymodule_export]
    use super::operate::{operate, schema};
    #[pymodule_export]
    use super::outcome::{CoreOutcome, branching_factor};
    #[pymodule_export]
    use super::puzzle::CorePuzzle;
    #[pymodule_export]
    use super::query::{algorithm_for, algorithms};
    #[pymodule_export]
    use super::search::{CorePool, perft, search};
    #[pymodule_export]
    use super::survey::{survey, survey_tiny};
    #[pymodule_export]
    const CONSTANT: f64 = rating::CONSTANT;
    #[pymodule_export]
    const PER_LN_SLIDES: f64 = rating::PER_LN_SLIDES;
    #[pymodule_export]
    const PER_WALK: f64 = rating::PER_WALK;
    #[pymodule_export]
    const RATING_ERROR: f64 = rating::ERROR;
    #[pymodule_export]
    const RATED_SLIDES: (u32, u32) = (rating::FEWEST_SLIDES, rating::MOST_SLIDES);
    #[pymodule_export]
    const LEVELS: [f64; 4] = rating::LEVELS;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
