//! Breadth-first search: which loop runs when.
//!
//! There are three loops and four ways to generate successors. [`solve`] finds a shortest
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

pub(crate) mod blocks;
mod choice;
pub(crate) mod closed;
pub(crate) mod frontier;
pub(crate) mod general;
mod lines;
mod simd;
pub(crate) mod small;
mod wide;

pub use choice::solve;
#[cfg(any(test, feature = "internals"))]
pub use choice::solve_on;
pub(crate) use choice::{Search, with_successors};

/// Where a search began, which decides the ranks of commutativity pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At the start, or at the goals more than one level ago.
    Start,
    /// At all goals, in this level or the one before. Each state of the next level was reached from a
    /// goal by a move of the target. A vehicle that could move before it leads to the same state
    /// from another goal. So the target has the highest rank, and only moves that the target's move
    /// made possible follow. (In a search from the start that rank would double the successors.)
    Goals,
}

/// Run with each of the instructions that the processor has.
#[cfg(test)]
pub(crate) fn on_every_backend(mut run: impl FnMut()) {
    for backend in lines::Backend::all() {
        lines::CHOSEN.set(Some(backend));
        // They keep the backend that they were made with.
        small::take_buffers();
        run();
    }
    lines::CHOSEN.set(None);
    small::take_buffers();
}
