//! analyse: how hard a puzzle is for people, from its length and its human walk.

use crate::analysis::{Analysis, analyse_explored, rating};
use crate::board::{Goal, Metric};
use crate::cluster;
use crate::outcome::{Stop, Watch};
use crate::state::Puzzle;

/// Larger clusters take seconds, to solve their equations or to simulate the walk.
const MOST_STATES: u64 = 100_000;

/// The analysis of a puzzle whose cluster is small.
///
/// # Errors
/// The limit that came first; for other clusters that on states.
///
/// ```
/// use rushhour::{Puzzle, Watch, analyse_small};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// let analysis = analyse_small(&puzzle, &mut Watch::unlimited()).expect("11 states");
/// assert_eq!(analysis.status, "solved");
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
pub fn analyse_small(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Analysis, Stop> {
    let explored = watch
        .within(MOST_STATES, |watch| cluster::explore(puzzle, Metric::Slide, Goal::Edge, watch));
    let cluster = explored.map_err(|unfinished| unfinished.stop)?;
    Ok(analyse_explored(puzzle, &Ok(cluster), 0, watch))
}

/// A prediction of how many moves a person takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedDifficulty {
    /// The predicted number of moves.
    pub moves: f64,
    /// Two thirds of all boards lie between this and `high`.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
    /// Whether people were not measured on such boards.
    pub is_extrapolated: bool,
    /// The percentage of the reference boards that are easier.
    pub rating: f64,
    /// The word of the classic cards of that difficulty.
    pub level: &'static str,
}

/// The difficulty of a puzzle with its optimum in slides and its human walk.
///
/// ```
/// let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
/// let found = rushhour::difficulty(&puzzle, 2, 1.0);
/// assert!(found.low < found.moves && found.moves < found.high);
/// assert!(found.is_extrapolated, "people were measured on 6x6");
/// assert_eq!(found.level, "beginner");
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[must_use]
pub fn difficulty(puzzle: &Puzzle, slides: u32, walk: f64) -> PredictedDifficulty {
    let moves = rating::difficulty(slides.into(), walk);
    let spread = rating::ERROR.exp();
    PredictedDifficulty {
        moves,
        low: moves / spread,
        high: moves * spread,
        is_extrapolated: !is_usual(puzzle, slides),
        rating: rating::rating(moves),
        level: rating::level(moves),
    }
}

/// Whether people were measured on such boards.
fn is_usual(puzzle: &Puzzle, slides: u32) -> bool {
    let board = puzzle.board();
    (board.rows(), board.cols()) == (6, 6)
        && board.walls().is_empty()
        && (rating::FEWEST_SLIDES..=rating::MOST_SLIDES).contains(&slides)
}
