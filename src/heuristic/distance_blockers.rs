//! The cells that the target still has to drive, and the vehicles in its way.
//!
//! ```text
//!     . . . B . .
//!     A A . B . . >     4 cells and B: 5
//! ```
//!
//! In steps the cells cost one each and every vehicle at least one more. Source: Barth and Stokke.

use super::road::{blocker_count, drive};
use super::{Entry, Heuristic, KEPT, NONE};
use crate::state::Traffic;

pub(super) const ENTRY: Entry = Entry {
    name: "distance-blockers",
    help: "the cells that the target has to drive, and the vehicles in its way (Barth, Stokke)",
    slide: NONE,
    step: KEPT,
    build: &|_, _| Box::new(DistanceBlockers),
};

struct DistanceBlockers;

impl Heuristic for DistanceBlockers {
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32> {
        Some(if traffic.is_goal() { 0 } else { drive(traffic) + blocker_count(traffic) })
    }
}
