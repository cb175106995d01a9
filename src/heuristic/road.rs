//! The road: how much stands between the target and its exit, and how far it is from leaving.

use std::ops::Range;

use crate::board::Goal;
use crate::state::Traffic;
use crate::state::blockers::{Way, covered, is_parallel, on_the_road, swept};

/// How many vehicles are between the target and its exit.
pub(super) fn blocker_count(traffic: &Traffic<'_>) -> u32 {
    on_the_road(traffic).map(|_| 1).sum()
}

/// The cells between the target and the edge with its exit.
pub(super) fn cells_to_edge(traffic: &Traffic<'_>) -> u32 {
    let (space, target) = (traffic.space(), traffic.space().board().target());
    let (own, room) = (covered(traffic, target), &space.rooms()[target]);
    let cells = if space.board().exit().side.is_forward() {
        room.to.saturating_sub(own.end)
    } else {
        own.start.saturating_sub(room.from)
    };
    cells.into()
}

/// The cells that the target still has to drive; none where the goal is `clear`.
pub(super) fn drive(traffic: &Traffic<'_>) -> u32 {
    let (space, target) = (traffic.space(), traffic.space().board().target());
    let cells = traffic.bits()[target].abs_diff(space.finish());
    if space.goal() == Goal::Clear || traffic.is_goal() { 0 } else { cells.into() }
}

/// The fewest cells that a vehicle on the road must go to leave it, other vehicles ignored; `None`
/// where it never can.
pub(super) fn need(traffic: &Traffic<'_>, vehicle: usize) -> Option<u32> {
    let target = traffic.space().board().target();
    if is_parallel(traffic, vehicle, target) {
        return None;
    }
    let cell = traffic.space().rooms()[target].crossing;
    let ways = [Way::Back, Way::Forth].map(|way| {
        let cells = cells_to_free(traffic, vehicle, cell, way);
        is_open(traffic, vehicle, way, cells).then_some(cells)
    });
    ways.into_iter().flatten().min().map(u32::from)
}

/// The sum over the vehicles on the road; `None` where one can never leave it.
pub(super) fn sum_of_needs(traffic: &Traffic<'_>) -> Option<u32> {
    on_the_road(traffic).map(|vehicle| need(traffic, vehicle)).sum()
}

/// The cells that a vehicle goes until it no longer covers this one, nor any beyond it.
pub(super) fn cells_to_free(traffic: &Traffic<'_>, vehicle: usize, cell: u8, way: Way) -> u8 {
    let Range { start, end } = covered(traffic, vehicle);
    match way {
        Way::Back => end.saturating_sub(cell),
        Way::Forth => (cell + 1).saturating_sub(start),
    }
}

/// Whether neither edge nor wall ends a line within so many cells of a vehicle.
pub(super) fn is_open(traffic: &Traffic<'_>, vehicle: usize, way: Way, cells: u8) -> bool {
    let room = &traffic.space().rooms()[vehicle];
    let swept = swept(traffic, vehicle, way, cells);
    let walls = traffic.space().walls()[room.line];
    let is_on_board = match way {
        Way::Back => traffic.bits()[vehicle] >= room.from + cells,
        Way::Forth => swept.end <= room.to,
    };
    is_on_board && !swept.into_iter().any(|bit| walls >> bit & 1 == 1)
}
