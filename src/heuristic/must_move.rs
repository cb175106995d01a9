//! The vehicles without which there is no way: the plain count behind `advanced`.
//!
//! ```text
//!     . . B C C C      Nail any one of A, B, D to its place and the static ranges (`state/static_ranges.rs`)
//!     A A B . . . >    prove that the goal is lost: 3. C may stay.
//!     . . . . . .
//!     . D D E . .
//! ```
//!
//! Each of them must move at least once, and no move moves two. A move of one vehicle changes the
//! term of no other (`sum.rs`), and its own by at most 1. `advanced` counts how often or how far.

use super::sum::Sum;
use super::{CONSISTENT, Entry};
use crate::state::{Position, Ranges};

pub(super) const ENTRY: Entry = Entry {
    name: "must-move",
    help: "the vehicles that static ranges prove must move",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, _| Sum::of(space, must_move),
};

fn must_move(ranges: &mut Ranges, position: &Position<'_>, vehicle: usize) -> u32 {
    let at = position.coordinates()[vehicle];
    u32::from(!ranges.goal_is_possible_with(position, vehicle, (at, at)))
}
