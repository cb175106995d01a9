//! The vehicles between the target and its exit.
//!
//! ```text
//!     . . B . . .
//!     A A B . C . >     B and C: 2
//!     . . . . C .
//! ```
//!
//! Each of them must move at least once, and no move moves two; a move takes at most one of them
//! off the road. Source: Chouaibi and Bradai, "H".

use super::road::blocker_count;
use super::{Entry, Heuristic, KEPT};
use crate::state::Traffic;

pub(super) const ENTRY: Entry = Entry {
    name: "blockers",
    help: "the vehicles between the target and its exit (H of Chouaibi, Bradai)",
    slide: KEPT,
    step: KEPT,
    build: &|_, _| Box::new(Blockers),
};

struct Blockers;

impl Heuristic for Blockers {
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32> {
        Some(if traffic.is_goal() { 0 } else { blocker_count(traffic) })
    }
}
