//! The operations: what can be asked of a puzzle, one file each. Defaults, limits and the choice of an
//! algorithm stand here and nowhere else.
//!
//! [`Options`] hold what all of them share. With the feature `json` each also takes and gives JSON
//! ([`json`]): the page, the service and the Python package ask these.

mod analyse;
mod hint;
#[cfg(feature = "json")]
pub mod json;
mod options;
mod solve;

pub use analyse::{PredictedDifficulty, analyse_small, difficulty};
#[cfg(feature = "json")]
pub(crate) use hint::labels;
pub use hint::{Advice, GoalDistances, Hint, Verdict, hint, judge};
pub use options::Options;
pub use solve::{explore, solve};
