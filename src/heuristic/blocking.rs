//! The vehicles between the target and its exit, and the target itself.
//!
//! ```text
//!     . . B . . .
//!     A A B . C . >     A, B and C: 3
//!     . . . . C .
//! ```
//!
//! Each of them must move at least once, and a move moves one vehicle. If the goal is `clear`, the target
//! need not move and is not counted. Source: the car-list assignment, "one plus the number
//! of cars blocking the path to the exit".

use super::explain::{Explained, Sink, Term, TermReason};
use super::road::blocker_count;
use super::{CONSISTENT, Entry};
use crate::board::Goal;
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "blocking",
    help: "one plus the vehicles between the target and its exit",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|_, _| Box::new(Blocking),
};

struct Blocking;

impl Explained for Blocking {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let drive = u32::from(position.space().goal() != Goal::Clear);
        if drive > 0 {
            sink.note(|| Term::of(TermReason::Leaves, position.space().board().target(), drive));
        }
        Some(drive + blocker_count(position, sink))
    }
}
