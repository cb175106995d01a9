//! All boards of a size, cluster by cluster.
//!
//! Vehicles never leave their line and never pass each other, so what stands in each line, its
//! *type*, never changes: the ordered lengths of its vehicles, and its walls. A choice of types for
//! all lines is an *assignment*. The clusters of different assignments have no state in common, so
//! each assignment is searched alone:
//!
//! ```text
//!     family       which boards there are,    leading      placements of the leading lines
//!                  which direction leads      assignments  types of the following lines
//!     lines        types of a line, together  words        states as bits
//!                  or alone, and how they     place        how states are cut into words
//!                  move under a pattern       following    moves of the following lines
//!     plan         units of work, in order    edges        steps of leading vehicles
//!     unit         from a unit to its rows    levels       distances, breadth first
//!     summary      counts over everything,    component    one cluster, by a flood
//!                  the hardest boards         moves        what the searches share
//!     bits         moving bits                descent      shortest solutions of one state
//!     board        a state as text            minimal      whether a part can be taken out
//!                                             solver       one board, within a bound
//! ```
//!
//! * One direction *leads*: the one whose lines have fewer placements in all (the rows if equal). A
//!   *unit* is a choice of types for the leading lines. Below it the types of the following lines
//!   are chosen one by one, with the leading placements that leave room for them. A choice without
//!   any solved placement has no solvable cluster: its states are counted by multiplication.
//! * For one leading placement the legal placements of the following lines are independent, so its
//!   states are mixed-radix numbers without holes, and 64 of them are the bits of a *word*. Where there
//!   are more, a line is cut into runs of its placements, and each run begins a new word.
//! * The types of the last lines are taken together: no move leads from one to another, so the
//!   placements of several types can be the values of one digit.
//! * A move in a following line is a shift under a mask, a rotation to the word of another run, or, if
//!   the line weighs more than a word, the same bits in another word.
//! * A step of a leading vehicle frees a cell of one following line and takes a cell of another. The
//!   states that allow it are a sub-product on both sides, in the same order: so one extraction and
//!   one deposit of bits carry them from word to word (`bits.rs`). A slide is a chain of such steps.
//! * One breadth-first search from all solved states gives the distances of an assignment, for each
//!   metric. Then each cluster is flooded once, from one of its farthest states; its histogram is read
//!   off the levels of its words, and its hardest board is the smallest of the last level.
//!
//! Memory is that of one assignment for each thread, whatever the size of the whole.
//!
//! ```
//! use rushhour::enumerate::{
//!     Enumeration, FamilyRequest, Keep, Rules, Summary, UnitBuffers, UnitOptions,
//! };
//!
//! let request = FamilyRequest {
//!     rows: 5,
//!     cols: 5,
//!     exit_row: 2,
//!     lengths: vec![2, 3],
//!     walls: (0, 0),
//!     rules: Rules::Fogleman,
//! };
//! let enumeration = Enumeration::new(&request.check().expect("no reason against it"))?;
//! let options = UnitOptions { keep: Keep::None, least: None, steps: false, count_walls: false };
//! let (mut summary, mut work) = (Summary::default(), UnitBuffers::default());
//! for unit in 0..enumeration.units() {
//!     let found = enumeration.run(unit, options, &mut work, &mut |_| false).expect("not interrupted");
//!     summary.merge(&found.summary);
//! }
//! assert_eq!(summary.states, 6_795_364); // as published
//! # Ok::<(), String>(())
//! ```

mod assignments;
mod bits;
mod board;
mod descent;
mod edges;
mod family;
mod following;
mod leading;
mod levels;
mod lines;
mod minimal;
mod moves;
mod place;
mod plan;
mod solver;
mod summary;
#[cfg(test)]
mod tests;
mod unit;
mod words;

pub use family::{Family, FamilyRequest, MAX_SIDE, Rules};
pub use plan::Enumeration;
pub use summary::Summary;
pub use summary::{Record, Records};
pub use unit::Line;
pub use unit::{Hardest, Keep, Row, UnitBuffers, UnitOptions, UnitResult};
