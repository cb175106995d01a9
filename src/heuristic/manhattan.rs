//! How far the vehicles between the target and its exit are from leaving the road.
//!
//! ```text
//!     . . B . . .
//!     . . B . . .
//!     A A B . . . >     B must go down 3: 3, although that is one slide
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! For each of them the fewest cells up or down that free the target's row, other vehicles ignored.
//! In steps each cell costs one, and a step changes one term by one. A slide of 3 cells costs 1, so
//! the sum is no bound there. Source: Chouaibi and Bradai, "Manhattan distance (MH)".

use super::explain::{Explained, Sink};
use super::road::sum_of_needs;
use super::{CONSISTENT, Entry, NONE};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "manhattan",
    help: "the cells that these vehicles must go to leave the road (MH of Chouaibi, Bradai)",
    slide: NONE,
    step: CONSISTENT,
    build: &|_, _| Box::new(Manhattan),
};

struct Manhattan;

impl Explained for Manhattan {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() { Some(0) } else { sum_of_needs(position, sink) }
    }
}
