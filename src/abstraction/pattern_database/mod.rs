//! Pattern databases: the exact distances of relaxed puzzles (`abstraction/projection/`), in tables.
//!
//! ```text
//!     . . B C . D     A table of A, B and C knows the distance from wherever these three stand.
//!     A A B C . D >   Another one of A, C and D may be added to it if each vehicle is paid for in
//!     . . . E E E     one of them alone: in the second A and C are about, and move for nothing.
//!     . F F G G .     What E, F and G must do comes from the static ranges and is added as well.
//! ```
//!
//! A move costs its vehicle at most one unit in one table or one term, so the sum falls by no more
//! than the move costs, and is 0 at the goal: admissible and consistent, in both metrics.
//!
//! Source: Culberson and Schaeffer 1998; sums after Felner, Korf and Hanan 2004; vehicles chosen by
//! the plans that fail after Edelkamp 2006.

mod choose;
mod flaw;
mod sample;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use choose::{Choice, choose};
pub use table::PatternDatabase;
