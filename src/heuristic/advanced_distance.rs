//! The figures of `advanced-002` and of the distance to the edge, one on top of the other.
//!
//! ```text
//!     . . . . . .
//!     . . . . B C      B and C: 4, and 2 cells to the edge: 6, although
//!     . . A A B C >    4 steps are enough
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! As in the source the distance is to the edge, whatever the goal, and 0 where that is reached.
//! Source: seed 002, "Advanced Distance", which says that it is not admissible.

use super::road::cells_to_edge;
use super::{Entry, Heuristic, NONE, advanced_002};
use crate::moves::Traffic;

pub(super) const ENTRY: Entry = Entry {
    name: "advanced-distance",
    help: "advanced-002 and the cells from the target to the edge (AdvancedDistance of seed 002)",
    slide: NONE,
    step: NONE,
    build: &|_, _| Box::new(AdvancedDistance),
};

struct AdvancedDistance;

impl Heuristic for AdvancedDistance {
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32> {
        let distance = if traffic.is_goal() { 0 } else { cells_to_edge(traffic) };
        Some(advanced_002::estimate(traffic) + distance)
    }
}
