//! Breadth-first search, level by level: every blind loop in one place.
//!
//! The board alone decides which loop runs. [`general::solve`] solves, `cluster/` measures every
//! distance; both try the loops in this order:
//!
//! ```text
//! loop                            boards                                    a state
//! small/                          16 vehicles with 2 to 5 places each,      two vector registers;
//!                                 lines of 8 cells, 2^28 numbers            a bit in a bitmap
//! general.rs, successors by       32 vehicles with up to 8 places each,     its key in a hash map
//!   simd/                         lines of 8 cells, keys of one word
//! general.rs, successors by       any                                       its key in a hash map
//!   state/successors.rs
//! ```
//!
//! `small/` stops at 2^23 states; the search then starts again in `general.rs`. All loops skip one
//! order of two moves that commute (`state/commute.rs`), and all find the same distances. `bfs/closed/`
//! holds the hash map of known states, `frontier.rs` the level that is read and the one that is
//! written.

pub(crate) mod closed;
pub(crate) mod frontier;
pub mod general;
pub(crate) mod simd;
pub(crate) mod small;
