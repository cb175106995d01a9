//! Solve Rush Hour / Unblock Me sliding puzzles: provably shortest solutions, fast.
//!
//! A [`Puzzle`] is parsed from a board string, [`solve`] finds a shortest solution or proves that
//! there is none, and [`explore`] finds every state that can be reached:
//!
//! ```
//! use rushhour::{Puzzle, explore, solve};
//!
//! let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
//! let outcome = solve(&puzzle);
//! assert_eq!(outcome.cost(), Some(2));
//! assert_eq!(puzzle.format_moves(outcome.solution().expect("solved")), "B+2 A+4");
//!
//! let cluster = explore(&puzzle)?;
//! assert_eq!((cluster.len(), cluster.histogram()), (11, &[3, 6, 2][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options`] choose the metric, the goal, the algorithm, the heuristic, limits and threads:
//!
//! ```
//! use std::time::Duration;
//! use rushhour::{Metric, Options, Puzzle, search};
//!
//! let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
//! let astar = search::algorithm("astar").expect("an algorithm");
//! let options = Options::new()
//!     .metric(Metric::Step)
//!     .algorithm(astar)
//!     .max_time(Duration::from_secs(60));
//! assert_eq!(options.solve(&puzzle).cost(), Some(6));
//! # Ok::<(), rushhour::ParsePuzzleError>(())
//! ```
//!
//! [`hint`] finds a best move and says why, [`analyse_small`] how hard a puzzle is for people, [`minimise`] what
//! it does not need:
//!
//! ```
//! use rushhour::{Options, Puzzle, Watch, analyse_small, difficulty, hint, minimise};
//!
//! let puzzle: Puzzle = "..B.../AAB.../.CCC../......".parse()?;
//! let options = Options::new();
//! let found = hint(&puzzle, &options, false)?;
//! assert_eq!(found.reason(), "C must go right 2, since B needs its cell to clear the exit");
//! assert_eq!(analyse_small(&puzzle, &mut Watch::unlimited()).expect("few states").status, "solved");
//! assert_eq!(difficulty(&puzzle, 3, 1.0).level, "beginner");
//! assert!(minimise(&puzzle, &options, 100).is_minimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`generate`] makes puzzles to order, [`enumerate`] finds all boards of a size, [`batch`] solves many boards on
//! all processors, and each has an example.
//!
//! A search never fails: its [`Outcome`] says that the puzzle is solved, that it is unsolvable
//! (proved), or that a limit was reached first.

mod abstraction;
#[cfg(test)]
mod agreement;
/// Entries with what they are in words, in these fields; the module of the page leaves that out, for its
/// visitors wait for every byte.
macro_rules! described {
    ($($field:ident),+; $entries:expr) => {{
        let mut entries = $entries;
        let is_page = cfg!(all(feature = "wasm", target_family = "wasm"));
        let mut at = if is_page { 0 } else { entries.len() };
        while at < entries.len() {
            $(entries[at].$field = "";)+
            at += 1;
        }
        entries
    }};
}

pub mod analysis;
pub mod batch;
mod bfs;
mod bindings;
mod board;
mod cegar;
mod cluster;
#[cfg(not(target_family = "wasm"))]
mod disk;
pub mod enumerate;
pub mod generate;
pub mod heuristic;
pub mod lab;
mod operations;
mod outcome;
mod phrase;
pub mod picture;
mod random;
pub mod reader;
pub mod search;
mod state;

pub use board::{
    Axis, Board, Cell, Exit, Goal, InvalidBoard, MAX_SIDE, MAX_VEHICLES, Metric, Move, Reason,
    Setup, Shape, Side, Vehicle, VehicleId, canonical_image,
};
pub use cluster::{Cluster, Graph, Lexicographic, Unfinished};
#[cfg(not(target_family = "wasm"))]
pub use disk::{DiskCluster, DiskError, DiskEstimate};
pub use generate::minimal::Part;
#[cfg(feature = "json")]
pub use operations::json;
pub use operations::{
    Advice, Canonical, GoalDistances, Hint, Layers, Lock, Minimised, Options, PredictedDifficulty,
    QrCode, Reduction, Review, ReviewedSlide, TooLongForQr, Variant, VariantKind, Variation,
    Verdict, analyse_small, canonical, difficulty, explore, hint, judge, layers, lock, minimise,
    qr, review, solve, vary,
};
pub use outcome::{
    Choice, Counters, Ending, Engine, Interrupt, Limits, Outcome, Progress, Stop, Watch,
};
pub use phrase::{Phrase, Said};
pub use state::{ParsePuzzleError, Puzzle, State};

/// Parts of the searches: exact keys, state spaces, positions, and each engine by itself. The tests, the
/// benchmarks and the fuzz targets of this repository use them. They may change at any time, so they need
/// the feature `internals`.
///
/// ```
/// use rushhour::internals::{Position, StateSpace};
/// use rushhour::{Goal, Metric, Puzzle};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let space = StateSpace::new(&puzzle, Goal::Edge);
/// let mut moves = 0;
/// Position::new(&space).for_each_move(Metric::Slide, |_| moves += 1);
/// assert_eq!(moves, 2);
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[cfg(feature = "internals")]
pub mod internals {
    pub use crate::abstraction::pattern_database::PatternDatabase;
    pub use crate::bfs::solve as solve_breadth_first;
    pub use crate::bfs::solve_on;
    pub use crate::board::read_board;
    pub use crate::cluster::{explore, explore_on};
    pub use crate::outcome::{Child, Expansion, ListSizes, Trace};
    pub use crate::state::{Key, Position, StateSpace};
}

/// The Rust examples of README.md and of the site.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/reference/rust.md")]
struct Readme;
