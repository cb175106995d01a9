//! The vehicles between the target and its exit, and the target itself.
//!
//! ```text
//!     . . B . . .
//!     A A B . C . >     A, B and C: 3
//!     . . . . C .
//! ```
//!
//! Each of them must move at least once, and no move moves two. Where the goal is `clear` the
//! target need not move and is not counted. Source: seed 001, "one plus the number of cars
//! blocking the path to the exit".

use super::{Entry, Heuristic, KEPT};
use crate::moves::{Goal, Traffic};

pub(super) const ENTRY: Entry = Entry {
    name: "blocking",
    help: "one plus the vehicles between the target and its exit",
    slide: KEPT,
    step: KEPT,
    build: |_, _| Box::new(Blocking),
};

struct Blocking;

impl Heuristic for Blocking {
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32> {
        if traffic.is_goal() {
            return Some(0);
        }
        let drive = u32::from(traffic.space().goal() != Goal::Clear);
        Some(drive + blockers(traffic))
    }
}

/// The vehicles on the road, each once.
fn blockers(traffic: &Traffic<'_>) -> u32 {
    let road = traffic.road();
    let vehicles = 0..traffic.bits().len();
    vehicles.map(|index| u32::from(traffic.cells_in_target_line(index) & road != 0)).sum()
}
