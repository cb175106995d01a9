//! The operations: what can be asked of a puzzle, one file each. Defaults, limits and the choice of an
//! algorithm stand here and nowhere else.
//!
//! [`Options`] hold what all of them share. With the feature `json` each also takes and gives JSON
//! ([`json`]): the page, the service and the Python package ask these.

mod analyse;
mod canonical;
mod hint;
#[cfg(feature = "json")]
pub mod json;
mod layers;
mod lock;
mod minimise;
mod options;
mod qr;
mod review;
mod vary;

use crate::cluster::{Cluster, Unfinished};
use crate::outcome::Outcome;
use crate::state::Puzzle;

pub use analyse::{PredictedDifficulty, analyse_small, difficulty};
pub use canonical::{Canonical, canonical};
#[cfg(feature = "json")]
pub(crate) use hint::labels;
pub use hint::{Advice, GoalDistances, Hint, Verdict, hint, judge};
pub use layers::{Layers, layers};
pub use lock::{Lock, lock};
pub use minimise::{Minimised, Reduction, minimise};
pub use options::Options;
pub use qr::{QrCode, TooLongForQr, qr};
pub use review::{Review, ReviewedSlide, review};
#[cfg(feature = "python")]
pub(crate) use vary::neighbours;
pub use vary::{Variant, VariantKind, Variation, vary};

/// To three decimals.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round_ties_even() / 1e3
}

// solve and explore with the default options.

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
