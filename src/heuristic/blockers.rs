//! The vehicles between the target and its exit.
//!
//! ```text
//!     . . B . . .
//!     A A B . C . >     B and C: 2
//!     . . . . C .
//! ```
//!
//! Each of them must move at least once, and a move moves one vehicle, so it takes at most one of them off
//! the road. Source: Chouaibi and Bradai, "H".

use super::explain::{Explained, Sink};
use super::road::blocker_count;
use super::{CONSISTENT, Entry};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "blockers",
    help: "the vehicles between the target and its exit (H of Chouaibi, Bradai)",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|_, _| Box::new(Blockers),
};

struct Blockers;

impl Explained for Blockers {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        Some(if position.is_goal() { 0 } else { blocker_count(position, sink) })
    }
}
