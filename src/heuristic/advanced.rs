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

use super::explain::{PlacedMove, Sink, Term, TermReason};
use super::sum::Sum;
use super::terms::TermRule;
use super::{CONSISTENT, Entry};
use crate::board::Metric;
use crate::state::blockers::Way;
use crate::state::{Position, Ranges};

pub(super) const ENTRY: Entry = Entry {
    name: "advanced",
    help: "the walks that static ranges force on each vehicle",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, metric| Sum::of(space, rule(metric)),
};

/// The term of a vehicle in a metric.
pub(super) fn rule(metric: Metric) -> TermRule {
    match metric {
        Metric::Slide => TermRule {
            value: |ranges, position, vehicle| slides(ranges, position, vehicle, &mut ()),
            explain: slides,
        },
        Metric::Step => TermRule {
            value: |ranges, position, vehicle| steps(ranges, position, vehicle, &mut ()),
            explain: steps,
        },
    }
}

/// The fewest slides of a walk of one vehicle that leaves the goal reachable.
fn slides<S: Sink>(
    ranges: &mut Ranges,
    position: &Position<'_>,
    vehicle: usize,
    sink: &mut S,
) -> u32 {
    let (at, interval) = (position.coordinates()[vehicle], position.space().intervals()[vehicle]);
    let mut allows = |low, high| ranges.goal_is_possible_with(position, vehicle, (low, high));
    if allows(at, at) {
        return 0;
    }
    if allows(interval.low, at) || allows(at, interval.high) {
        sink.note(|| {
            let back = (1..=at - interval.low).find(|cells| allows(at - cells, at));
            let forth = (1..=interval.high - at).find(|cells| allows(at, at + cells));
            let ways = [(Way::Back, back), (Way::Forth, forth)];
            let ways = ways.into_iter().filter_map(|(way, cells)| Some((way, cells?)));
            let ways = ways.map(|(way, cells)| PlacedMove::of(position, vehicle, way, cells));
            Term::of(TermReason::Moves, vehicle, 1).with_moves(ways)
        });
        return 1;
    }
    sink.note_all(|| {
        let mut walk = Vec::new();
        steps(ranges, position, vehicle, &mut walk);
        walk.into_iter().map(|term: Term| Term { amount: Some(2), ..term }).collect()
    });
    2
}

/// The fewest cells of such a walk.
fn steps<S: Sink>(
    ranges: &mut Ranges,
    position: &Position<'_>,
    vehicle: usize,
    sink: &mut S,
) -> u32 {
    let (at, interval) = (position.coordinates()[vehicle], position.space().intervals()[vehicle]);
    let (back, forth) = shortest_walk(at - interval.low, interval.high - at, |back, forth| {
        ranges.goal_is_possible_with(position, vehicle, (at - back, at + forth))
    });
    let cells = cells_of(back, forth);
    if cells > 0 {
        sink.note(|| {
            let step = |way, cells| PlacedMove::of(position, vehicle, way, cells);
            let mut moves = [step(Way::Back, back), step(Way::Forth, forth)];
            if forth < back {
                moves.reverse();
            }
            if let [first, second] = &mut moves
                && first.cells != 0
            {
                second.from = second.from.wrapping_add_signed(first.cells);
                second.cells -= first.cells;
            }
            let moves = moves.into_iter().filter(|step| step.cells != 0);
            Term::of(TermReason::Walks, vehicle, cells).with_moves(moves)
        });
    }
    cells
}

/// The cells of a walk that covers a range; the shorter side is walked twice.
fn cells_of(back: u8, forth: u8) -> u32 {
    u32::from(back + forth + back.min(forth))
}

/// The allowed range, so many cells back and forth, whose walk has the fewest cells.
fn shortest_walk(back: u8, forth: u8, mut allows: impl FnMut(u8, u8) -> bool) -> (u8, u8) {
    let mut best = None;
    let mut reach = forth;
    for behind in 0..=back {
        if !allows(behind, reach) {
            continue;
        }
        while reach > 0 && allows(behind, reach - 1) {
            reach -= 1;
        }
        let cells = cells_of(behind, reach);
        if best.is_none_or(|(known, _)| cells < known) {
            best = Some((cells, (behind, reach)));
        }
    }
    best.map_or((back, forth), |(_, ranges)| ranges)
}
