//! The number of vehicles that must move: the plain count behind `advanced`.
//!
//! ```text
//!     . . B C C C      Fix any one of A, B and D, and the static ranges (`state/static_ranges.rs`)
//!     A A B . . . >    prove that the goal is unreachable: 3. C may stay.
//!     . . . . . .
//!     . D D E . .
//! ```
//!
//! Each of them must move at least once, and a move moves one vehicle. A move changes only the term of its
//! own vehicle (`sum.rs`), and by at most 1. `advanced` counts how often or how far each must move.

use super::explain::{Sink, Term, TermReason};
use super::sum::Sum;
use super::terms::TermRule;
use super::{CONSISTENT, Entry};
use crate::state::{Position, Ranges};

pub(super) const ENTRY: Entry = Entry {
    name: "must-move",
    help: "the vehicles that static ranges prove must move",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, _| Sum::of(space, RULE),
};

const RULE: TermRule = TermRule {
    value: |ranges, position, vehicle| must_move(ranges, position, vehicle, &mut ()),
    explain: must_move,
};

fn must_move<S: Sink>(
    ranges: &mut Ranges,
    position: &Position<'_>,
    vehicle: usize,
    sink: &mut S,
) -> u32 {
    let at = position.coordinates()[vehicle];
    let may_stay = ranges.goal_is_possible_with(position, vehicle, (at, at));
    if !may_stay {
        sink.note(|| Term::of(TermReason::Stays, vehicle, 1));
    }
    u32::from(!may_stay)
}
