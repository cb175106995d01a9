//! Breadth-first search: which loop runs when.
//!
//! There are three loops and four ways to generate successors. [`general::solve`] finds a shortest
//! solution and `cluster/` measures all distances. Both try these loops in order, `solve` without `blocks/`:
//!
//! ```text
//!     loop         fits boards with                            a known state is
//!     small/       up to 16 vehicles that move, 2 to 5 places  one bit of a bitmap
//!                  each; lines of up to 8 cells; at most 2^29
//!                  state numbers
//!     blocks/      up to 2^62 state numbers                    one bit of its block's entry in a hash table
//!     general.rs   any size                                    an entry of a hash map
//! ```
//!
//! `small/` holds the states of all levels, so that a state is a few vector instructions away from
//! its parent, and gives up at 2^23 states; the search then starts again in the next loop. `blocks/` moves
//! up to 64 states at once and runs on any number of threads. It holds 30 to 45 bytes a block, which has 10 to 30
//! states in a large cluster; clusters of some thousand states are measured in `general.rs`. That loop holds the
//! keys of two levels and two bits of each known state's distance, about 12 bytes a state.
//!
//! `small/` has its own successors, 64 moves at once. The others take the first of these that fits
//! (`choice.rs`):
//!
//! ```text
//!     successors            fits boards with
//!     simd/: vectors,       up to 32 vehicles that move, 8 places each; lines of up to 8 cells;
//!     32 x 7 moves at once  keys of one word; `general.rs`
//!     wide/: vectors,       up to 32 vehicles that move on lines of up to 8 cells, up to 64 on
//!     a line of each        lines of up to 16; keys of one or two words
//!     vehicle at once
//!     state/successors.rs   any size, vehicle by vehicle
//! ```
//!
//! A *place* of a vehicle is its coordinate minus the least coordinate of its interval. A vehicle
//! without a second place never moves and counts as a wall.
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
//! `lines/` holds the geometry of lines for all vectors. `closed/` holds the sets of known states,
//! `frontier.rs` the level that is read and the level that is written.

#[cfg(test)]
mod agreement;
pub(crate) mod blocks;
pub(crate) mod choice;
pub(crate) mod closed;
pub(crate) mod frontier;
pub mod general;
mod lines;
pub(crate) mod simd;
pub(crate) mod small;
pub(crate) mod wide;
