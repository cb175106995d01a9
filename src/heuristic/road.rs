//! The road, the cells between the target and its exit: its vehicles, and how far they are from leaving.

use std::ops::Range;

use crate::board::Goal;
use crate::state::Position;
use crate::state::blockers::{Way, covered, is_parallel, on_the_road, swept};

/// How many vehicles are between the target and its exit.
pub(super) fn blocker_count(position: &Position<'_>) -> u32 {
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
pub(super) fn drive(position: &Position<'_>) -> u32 {
    let (space, target) = (position.space(), position.space().board().target());
    let cells = position.coordinates()[target].abs_diff(space.finish());
    if space.goal() == Goal::Clear || position.is_goal() { 0 } else { cells.into() }
}

/// The fewest cells that a vehicle must move to leave the road, ignoring others; `None` if it never can.
pub(super) fn need(position: &Position<'_>, vehicle: usize) -> Option<u32> {
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
pub(super) fn sum_of_needs(position: &Position<'_>) -> Option<u32> {
    on_the_road(position).map(|vehicle| need(position, vehicle)).sum()
}

/// The cells that a vehicle moves until it covers neither this cell nor any beyond it.
pub(super) fn cells_to_free(position: &Position<'_>, vehicle: usize, cell: u8, way: Way) -> u8 {
    let Range { start, end } = covered(position, vehicle);
    match way {
        Way::Back => end.saturating_sub(cell),
        Way::Forth => (cell + 1).saturating_sub(start),
    }
}

/// Whether a vehicle can move so many cells without meeting the edge or a wall.
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
