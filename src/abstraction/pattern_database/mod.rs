//! Pattern databases: tables of the exact distances of a projection (`abstraction/projection/`).
//!
//! ```text
//!     . . B C . D     The database of the pattern A, B, C holds the distance from every abstract
//!     A A B C . D >   state. The one of A, C, D may be added if each vehicle's moves cost in only
//!     . . . E E E     one of them: in the second, A and C move for free. What E, F and G must do
//!     . F F G G .     at least follows from the static ranges and is added as well.
//! ```
//!
//! Every move of a vehicle costs at most one unit in one database or one term. The sum therefore
//! decreases by no more than the cost of a move and is 0 at the goal: it is admissible and
//! consistent in both metrics.
//!
//! Culberson and Schaeffer, "Pattern databases", 1998; additive ones after Felner, Korf and Hanan,
//! 2004; the choice of vehicles by plans that fail after Edelkamp, 2006.

mod choose;
mod flaw;
mod sample;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use choose::{ChoiceLimits, choose};
pub use table::PatternDatabase;
