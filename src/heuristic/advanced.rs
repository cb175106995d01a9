//! The sum over all vehicles of the moves that each must make.
//!
//! ```text
//!     . . B C C C      A needs B out of its row, B can only go down, since C fills the row above;
//!     A A B . . . >    below is D, which must go left. Fix any one of A, B and D, and the static
//!     . . . . . .      ranges prove that the goal is unreachable: 3. C may stay.
//!     . D D E . .
//! ```
//!
//! The term of a vehicle is the cost of its cheapest walk that leaves the goal reachable by the static
//! ranges (`state/static_ranges.rs`): no move, one slide, or two if neither direction alone is enough; in
//! steps, the cells of the walk. A move moves one vehicle, so the sum is a lower bound. It is consistent:
//! a move changes only the term of its own vehicle (`sum.rs`), and by at most its cost.

use super::sum::Sum;
use super::terms::Term;
use super::{CONSISTENT, Entry};
use crate::board::Metric;
use crate::state::{Position, Ranges};

pub(super) const ENTRY: Entry = Entry {
    name: "advanced",
    help: "the walks that static ranges force on each vehicle",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, metric| Sum::of(space, term(metric)),
};

/// The term of a vehicle in a metric.
pub(super) fn term(metric: Metric) -> Term {
    match metric {
        Metric::Slide => slides,
        Metric::Step => steps,
    }
}

/// The fewest slides of a walk of one vehicle that leaves the goal reachable.
fn slides(ranges: &mut Ranges, position: &Position<'_>, vehicle: usize) -> u32 {
    let (at, interval) = (position.coordinates()[vehicle], position.space().intervals()[vehicle]);
    let mut allows = |low, high| ranges.goal_is_possible_with(position, vehicle, (low, high));
    if allows(at, at) {
        0
    } else if allows(interval.low, at) || allows(at, interval.high) {
        1
    } else {
        2
    }
}

/// The fewest cells of such a walk.
fn steps(ranges: &mut Ranges, position: &Position<'_>, vehicle: usize) -> u32 {
    let (at, interval) = (position.coordinates()[vehicle], position.space().intervals()[vehicle]);
    shortest_walk(at - interval.low, interval.high - at, |back, forth| {
        ranges.goal_is_possible_with(position, vehicle, (at - back, at + forth))
    })
}

/// The fewest cells of a walk that covers an allowed range; the shorter side is walked twice.
fn shortest_walk(back: u8, forth: u8, mut allows: impl FnMut(u8, u8) -> bool) -> u32 {
    let mut best = u32::MAX;
    let mut reach = forth;
    for behind in 0..=back {
        if !allows(behind, reach) {
            continue;
        }
        while reach > 0 && allows(behind, reach - 1) {
            reach -= 1;
        }
        best = best.min(u32::from(behind + reach + behind.min(reach)));
    }
    best
}
