//! The cells that the target still has to move, and those that clear its way.
//!
//! ```text
//!     . . . B . .
//!     . . . B . .
//!     A A . B . . >     4 cells, and 3 for B to go down: 7
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! In steps each cell costs one, and there it is consistent. In slides it is not even admissible. Source:
//! the README of "Unblock Me - Solver", which calls it admissible and monotonic and names no cost; its
//! program adds up the cells of a move, so both are true there.

use super::explain::{Explained, Sink};
use super::road::{drive, sum_of_needs};
use super::{CONSISTENT, Entry, NONE};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "distance-need",
    help: "the cells that the target has to drive, and those that clear its way (Unblock Me Solver)",
    slide: NONE,
    step: CONSISTENT,
    build: &|_, _| Box::new(DistanceNeed),
};

struct DistanceNeed;

impl Explained for DistanceNeed {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        Some(drive(position, sink) + sum_of_needs(position, sink)?)
    }
}
