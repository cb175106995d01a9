//! The road: what stands between the target and its exit, and how far it is from leaving.

use std::ops::Range;

use crate::moves::{Goal, Traffic};

/// The vehicles between the target and its exit, each once, in the order of the board.
pub(super) fn blockers(traffic: &Traffic<'_>) -> impl Iterator<Item = usize> {
    let road = traffic.road();
    let is_ahead = move |index: &usize| traffic.cells_in_target_line(*index) & road != 0;
    (0..traffic.bits().len()).filter(is_ahead)
}

/// How many there are.
pub(super) fn blocker_count(traffic: &Traffic<'_>) -> u32 {
    blockers(traffic).map(|_| 1).sum()
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
    blockers(traffic).map(|vehicle| need(traffic, vehicle)).sum()
}

/// A direction along a line: to its beginning (left, up) or to its end (right, down).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Back,
    Forth,
}

/// Whether two vehicles have the same axis.
pub(super) fn is_parallel(traffic: &Traffic<'_>, one: usize, other: usize) -> bool {
    let rooms = traffic.space().rooms();
    rooms[one].across == rooms[other].across
}

/// The cells of its line that a vehicle covers, as bits.
pub(super) fn covered(traffic: &Traffic<'_>, vehicle: usize) -> Range<u8> {
    let bit = traffic.bits()[vehicle];
    bit..bit + traffic.space().rooms()[vehicle].length
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

/// The cells that a vehicle enters when it goes so many.
pub(super) fn swept(traffic: &Traffic<'_>, vehicle: usize, way: Way, cells: u8) -> Range<u8> {
    let Range { start, end } = covered(traffic, vehicle);
    match way {
        Way::Back => start.saturating_sub(cells)..start,
        Way::Forth => end..end + cells,
    }
}

/// The cells of a vehicle's line on which another one stands.
pub(super) fn extent(traffic: &Traffic<'_>, other: usize, vehicle: usize) -> Option<Range<u8>> {
    let rooms = traffic.space().rooms();
    if is_parallel(traffic, other, vehicle) {
        return (rooms[other].line == rooms[vehicle].line).then(|| covered(traffic, other));
    }
    let crossing = rooms[other].crossing;
    let crosses = covered(traffic, other).contains(&rooms[vehicle].crossing);
    crosses.then_some(crossing..crossing + 1)
}

/// Whether another vehicle stands on any of these cells of a vehicle's line.
pub(super) fn stands_on(
    traffic: &Traffic<'_>,
    other: usize,
    vehicle: usize,
    cells: &Range<u8>,
) -> bool {
    let overlaps = |it: Range<u8>| it.start < cells.end && cells.start < it.end;
    extent(traffic, other, vehicle).is_some_and(overlaps)
}
