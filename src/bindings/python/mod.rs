//! `rushhour._core`, the Python module: it converts names to values and values to Python objects.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]

mod analysis;
mod batch;
mod cluster;
mod convert;
mod ending;
mod enumerate;
mod episodes;
mod generate;
mod heuristic;
mod operate;
mod picture;
mod puzzle;
mod query;
mod reader;
mod search;

use pyo3::prelude::*;

/// The Rust core of rushhour; use the names of the `rushhour` package instead.
#[pymodule(gil_used = false)]
mod _core {
    use crate::analysis::rating;
    use crate::reader::games;

    #[pymodule_export]
    use super::analysis::{CoreDistances, hint, judge};
    #[pymodule_export]
    use super::analysis::{
        analyse, analyse_small, difficulty, difficulty_of, measures, rating_of, reasons,
    };
    #[pymodule_export]
    use super::batch::{CoreColumn, read_lines, replay_column};
    #[pymodule_export]
    use super::cluster::{
        CoreCluster, CoreDiskCluster, check_on_disk, estimate_on_disk, explore, explore_on_disk,
    };
    #[pymodule_export]
    use super::ending::exit_at_abort;
    #[pymodule_export]
    use super::enumerate::{CoreEnumeration, keeps, rules};
    #[pymodule_export]
    use super::episodes::CoreEpisodes;
    #[pymodule_export]
    use super::generate::{CoreKnown, CoreStream, usual_vehicles};
    #[pymodule_export]
    use super::generate::{all_neighbours, canonical, lock, minimise, removable, vary};
    #[pymodule_export]
    use super::heuristic::{estimate, estimates, explain, heuristics, other_names, tables};
    #[pymodule_export]
    use super::heuristic::{survey, survey_tiny};
    #[pymodule_export]
    use super::operate::{operate, qr, schema};
    #[pymodule_export]
    use super::picture::read_picture;
    #[pymodule_export]
    use super::puzzle::CorePuzzle;
    #[pymodule_export]
    use super::query::{algorithm_for, algorithms};
    #[pymodule_export]
    use super::reader::{
        are_json_lines, axis_of, candidates, declared_exit, in_a_sentence, is_bar, is_board_string,
        is_car_list, is_code, is_file_name, is_frame, is_grid, is_json, is_red, lines_in_fence,
        list_words, needs_quotes, other_games, pointing_at, read_board_string, read_car_list,
        read_code, read_declared, read_drawing, read_frames, read_grids, read_json, read_listing,
        read_matrix, resembles_board_string, resembles_car_list, resembles_code, resembles_grid,
        resembles_json, setup_of_picture, sizes_in, target_of, uneven, vehicle_field,
    };
    #[pymodule_export]
    use super::search::{CoreOutcome, CorePool, branching_factor, perft, search};
    #[pymodule_export]
    const CONSTANT: f64 = rating::CONSTANT;
    #[pymodule_export]
    const PER_LN_SLIDES: f64 = rating::PER_LN_SLIDES;
    #[pymodule_export]
    const KLOTSKI: &str = games::KLOTSKI;
    /// The `format` of a pack.
    #[pymodule_export]
    const PACK: &str = crate::reader::listing::PACK;
    /// Rows and columns of a list of vehicles that says none.
    #[pymodule_export]
    const LIST_SIZE: i64 = crate::reader::listing::SIZE;
    #[pymodule_export]
    const PER_WALK: f64 = rating::PER_WALK;
    #[pymodule_export]
    const RATING_ERROR: f64 = rating::ERROR;
    #[pymodule_export]
    const RATED_SLIDES: (u32, u32) = (rating::FEWEST_SLIDES, rating::MOST_SLIDES);
    #[pymodule_export]
    const LEVELS: [f64; 4] = rating::LEVELS;
    /// States, bytes and seconds of one search of an operation in JSON, where nothing stricter is asked for.
    #[pymodule_export]
    const BOUNDS: (u64, u64, f64) = super::operate::BOUNDS;
    /// How the message goes on with what declares the target.
    #[pymodule_export]
    const NAME_IT: &str = crate::reader::target::NAME_IT;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
