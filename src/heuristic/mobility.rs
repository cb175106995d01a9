//! How freely the vehicles between the target and its exit move, in both readings of the source.
//!
//! ```text
//!     . . . . . .
//!     . . . . . .     up 2, down 2 empty cells:  mobility       min(2, 2) + 1 = 3
//!     . . . A A B >   off the road by 1 down:    mobility-need  1 + 1         = 2
//!     . . . . . B
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! The formula sums min(up, down) + 1, where up and down are "moves needed to shift blocker
//! upward (cells between blocker top and nearest obstacle)". The second half of this is the literal
//! reading: a vehicle that is free to go far counts for more, so it is a bound in no metric. It is about
//! "vertical blockers": a vehicle in the target's own line does not count. The
//! first half is the fewest cells that free the row, and 1 for the target, which has a cell to drive
//! for each of them: a bound in steps, but one step may take a whole term away. Where the goal is
//! `clear` the target does not follow, and its 1 is left out.
//!
//! Source: Chouaibi and Bradai, "Blocking Mobility Heuristic (BMH)", who call it consistent.

use super::road::{blocker_count, sum_of_needs};
use super::{ADMISSIBLE, Entry, Heuristic, NONE};
use crate::board::Goal;
use crate::state::Position;
use crate::state::blockers::{is_parallel, on_the_road};

pub(super) const LITERAL: Entry = Entry {
    name: "mobility",
    help: "for each on the road 1 + the empty cells at its nearer end (BMH of Chouaibi, Bradai)",
    slide: NONE,
    step: NONE,
    build: &|_, _| Box::new(Mobility(literal)),
};

pub(super) const NEED: Entry = Entry {
    name: "mobility-need",
    help: "for each vehicle on the road 1 + the cells it must go to leave it (BMH, as it is meant)",
    slide: NONE,
    step: ADMISSIBLE,
    build: &|_, _| Box::new(Mobility(as_meant)),
};

/// A reading.
pub(super) type Reading = fn(&Position<'_>) -> Option<u32>;

struct Mobility(Reading);

impl Heuristic for Mobility {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        (self.0)(position)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a reading, like the other")]
pub(super) fn literal(position: &Position<'_>) -> Option<u32> {
    let term = |vehicle| {
        let (back, forth) = position.free(vehicle);
        u32::from(back.min(forth)) + 1
    };
    let target = position.space().board().target();
    let crossing = on_the_road(position).filter(|&vehicle| !is_parallel(position, vehicle, target));
    Some(if position.is_goal() { 0 } else { crossing.map(term).sum() })
}

pub(super) fn as_meant(position: &Position<'_>) -> Option<u32> {
    if position.is_goal() {
        return Some(0);
    }
    let follows = position.space().goal() != Goal::Clear;
    let drive = if follows { blocker_count(position) } else { 0 };
    Some(sum_of_needs(position)? + drive)
}
