//! solve and explore with the default options.

use crate::cluster::{Cluster, Unfinished};
use crate::operations::Options;
use crate::outcome::Outcome;
use crate::state::Puzzle;

/// Find a shortest solution, or prove that there is none.
///
/// Uses the default [`Options`]; `Options::new().metric(...).solve(&puzzle)` uses others.
///
/// ```
/// use rushhour::{Ending, Puzzle, solve};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let outcome = solve(&puzzle);
/// assert_eq!(outcome.cost(), Some(2));
///
/// let jammed: Puzzle = "..B/AAB/...".parse()?;
/// assert_eq!(solve(&jammed).ending, Ending::Unsolvable);
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[must_use]
pub fn solve(puzzle: &Puzzle) -> Outcome {
    Options::new().solve(puzzle)
}

/// Find every state that can be reached from a puzzle, and its distance to the nearest goal.
///
/// Uses the default [`Options`]; `Options::new().goal(...).explore(&puzzle)` uses others.
///
/// # Errors
/// [`Unfinished`] where the memory limit is reached first.
///
/// ```
/// use rushhour::{Puzzle, explore};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// let cluster = explore(&puzzle)?;
/// assert_eq!(cluster.len(), 11);
/// assert_eq!(cluster.histogram(), [3, 6, 2]);
/// assert_eq!(cluster.distance(puzzle.state()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explore(puzzle: &Puzzle) -> Result<Cluster, Unfinished> {
    Options::new().explore(puzzle)
}
