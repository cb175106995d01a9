//! The road, the cells between the target and its exit: its vehicles, and how far they are from leaving.

use std::ops::Range;

use super::explain::{PlacedMove, Sink, Term, TermReason};
use crate::board::Goal;
use crate::state::Position;
use crate::state::blockers::{Way, covered, is_parallel, on_the_road, swept};

/// How many vehicles are between the target and its exit.
pub(super) fn blocker_count<S: Sink>(position: &Position<'_>, sink: &mut S) -> u32 {
    let term = |vehicle| Term::of(TermReason::Blocks, vehicle, 1);
    sink.note_all(|| on_the_road(position).map(term).collect());
    on_the_road(position).map(|_| 1).sum()
}

/// The cells between the target and the edge with its exit.
pub(super) fn cells_to_edge(position: &Position<'_>) -> u32 {
    let (space, target) = (position.space(), position.space().board().target());
    let (own, interval) = (covered(position, target), &space.intervals()[target]);
    let cells = if space.board().exit().side.is_forward() {
        interval.to.saturating_sub(own.end)
    } else {
        own.start.saturating_sub(interval.from)
    };
    cells.into()
}

/// The cells that the target still has to move; 0 if the goal is `clear`.
pub(super) fn drive<S: Sink>(position: &Position<'_>, sink: &mut S) -> u32 {
    let (space, target) = (position.space(), position.space().board().target());
    if space.goal() == Goal::Clear || position.is_goal() {
        return 0;
    }
    let cells = position.coordinates()[target].abs_diff(space.finish());
    sink.note(|| {
        let is_forward = space.board().exit().side.is_forward();
        let way = if is_forward { Way::Forth } else { Way::Back };
        let step = PlacedMove::of(position, target, way, cells);
        Term::of(TermReason::Drives, target, u32::from(cells)).with_moves([step])
    });
    cells.into()
}

/// The fewest cells that a vehicle must move to leave the road, ignoring others; `None` if it never can.
fn need(position: &Position<'_>, vehicle: usize) -> Option<u32> {
    let target = position.space().board().target();
    if is_parallel(position, vehicle, target) {
        return None;
    }
    let cell = position.space().intervals()[target].crossing;
    let ways = [Way::Back, Way::Forth].map(|way| {
        let cells = cells_to_free(position, vehicle, cell, way);
        is_open(position, vehicle, way, cells).then_some(cells)
    });
    ways.into_iter().flatten().min().map(u32::from)
}

/// The sum of [`need`] over the vehicles on the road; `None` if one can never leave it.
pub(super) fn sum_of_needs<S: Sink>(position: &Position<'_>, sink: &mut S) -> Option<u32> {
    sink.note_all(|| on_the_road(position).map(|vehicle| need_term(position, vehicle)).collect());
    needs(position)
}

/// The same without terms: `need` has this one caller, into which it is inlined.
fn needs(position: &Position<'_>) -> Option<u32> {
    on_the_road(position).map(|vehicle| need(position, vehicle)).sum()
}

/// The need of a vehicle, with its moves.
fn need_term(position: &Position<'_>, vehicle: usize) -> Term {
    let target = position.space().board().target();
    let cell = position.space().intervals()[target].crossing;
    let crosses = !is_parallel(position, vehicle, target);
    let ways =
        [Way::Back, Way::Forth].map(|way| (way, cells_to_free(position, vehicle, cell, way)));
    let is_way = |&(way, cells): &(Way, u8)| crosses && is_open(position, vehicle, way, cells);
    let open: Vec<_> = ways.into_iter().filter(is_way).collect();
    let least = open.iter().map(|&(_, cells)| u32::from(cells)).min();
    let moves = open.into_iter().map(|(way, cells)| PlacedMove::of(position, vehicle, way, cells));
    Term::of(TermReason::Needs, vehicle, least).with_moves(moves)
}

/// The cells that a vehicle moves until it covers neither this cell nor any beyond it.
#[inline]
pub(super) fn cells_to_free(position: &Position<'_>, vehicle: usize, cell: u8, way: Way) -> u8 {
    let Range { start, end } = covered(position, vehicle);
    match way {
        Way::Back => end.saturating_sub(cell),
        Way::Forth => (cell + 1).saturating_sub(start),
    }
}

/// Whether a vehicle can move so many cells without meeting the edge or a wall.
#[inline]
pub(super) fn is_open(position: &Position<'_>, vehicle: usize, way: Way, cells: u8) -> bool {
    let interval = &position.space().intervals()[vehicle];
    let swept = swept(position, vehicle, way, cells);
    let walls = position.space().walls()[interval.line];
    let is_on_board = match way {
        Way::Back => position.coordinates()[vehicle] >= interval.from + cells,
        Way::Forth => swept.end <= interval.to,
    };
    is_on_board && !swept.into_iter().any(|bit| walls >> bit & 1 == 1)
}
