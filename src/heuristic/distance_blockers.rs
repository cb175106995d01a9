//! The cells that the target still has to move, and the vehicles in its way.
//!
//! ```text
//!     . . . B . .
//!     A A . B . . >     4 cells and B: 5
//! ```
//!
//! In steps the cells cost one each and every vehicle at least one more. Source: Barth and Stokke.

use super::explain::{Explained, Sink};
use super::road::{blocker_count, drive};
use super::{CONSISTENT, Entry, NONE};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "distance-blockers",
    help: "the cells that the target has to drive, and the vehicles in its way (Barth, Stokke)",
    slide: NONE,
    step: CONSISTENT,
    build: &|_, _| Box::new(DistanceBlockers),
};

struct DistanceBlockers;

impl Explained for DistanceBlockers {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        Some(drive(position, sink) + blocker_count(position, sink))
    }
}
