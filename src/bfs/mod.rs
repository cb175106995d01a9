//! Breadth-first search: which loop runs when.
//!
//! There are two loops and three ways to generate successors. The board alone decides which of them
//! runs. [`general::solve`] finds a shortest solution and `cluster/` measures all distances; both
//! try these in order and take the first that fits the board:
//!
//! ```text
//!     loop         successors             fits boards with                        a known state is
//!     small/       vectors, 16 x 4        up to 16 vehicles that move, 2 to 5     one bit of a bitmap
//!                  moves at once          places each; lines of up to 8 cells;
//!                                         at most 2^28 state numbers
//!     general.rs   simd/: vectors,        up to 32 vehicles that move, 8 places   an entry of a
//!                  32 x 7 moves at once   each; lines of up to 8 cells; keys of   hash map
//!                                         one word
//!     general.rs   state/successors.rs:   any size                                an entry of a
//!                  vehicle by vehicle                                             hash map
//! ```
//!
//! A *place* of a vehicle is its coordinate minus the least coordinate of its interval. A vehicle
//! without a second place never moves and counts as a wall.
//!
//! `small/` holds the states of all levels, so that a state is a few vector instructions away from
//! its parent, and gives up at 2^23 states; the search then starts again in `general.rs`. That loop
//! holds the keys of two levels and two bits of each known state's distance, about 12 bytes a
//! state.
//!
//! What all of them share:
//!
//! * Levels are complete: a state is expanded only after all states that are nearer to the source.
//! * Of two moves that commute only one order is searched (`state/commute.rs`).
//! * Distances are measured by two searches, one from the start to find all states and one from all
//!   goals at once.
//! * Each finds the same distances. The solutions may differ, since the loops visit states in
//!   different orders.
//!
//! `byte_lines/` holds the geometry of lines of up to 8 cells, for both vector loops. `closed/`
//! holds the hash map of known states, `frontier.rs` the level that is read and the level that is
//! written.

mod byte_lines;
pub(crate) mod closed;
pub(crate) mod frontier;
pub mod general;
pub(crate) mod simd;
pub(crate) mod small;
