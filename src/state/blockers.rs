//! Which vehicles stand in the way: of one move, or of the target on its road to the exit.

use std::ops::Range;

use crate::board::Move;
use crate::state::Position;

/// The vehicles between the target and its exit, each once, in the order of the board.
pub(crate) fn on_the_road(position: &Position<'_>) -> impl Iterator<Item = usize> {
    let road = position.road();
    let is_ahead = move |index: &usize| position.cells_in_target_line(*index) & road != 0;
    (0..position.coordinates().len()).filter(is_ahead)
}

/// The vehicles on the cells that a move goes over.
pub(crate) fn in_the_way(position: &Position<'_>, step: Move) -> impl Iterator<Item = usize> {
    let vehicle = step.vehicle.index();
    let way = if step.cells < 0 { Way::Back } else { Way::Forth };
    let cells = swept(position, vehicle, way, step.cells.unsigned_abs());
    (0..position.coordinates().len())
        .filter(move |&other| stands_on(position, other, vehicle, &cells))
}

/// A direction along a line: towards its beginning (left, up) or its end (right, down).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Back,
    Forth,
}

/// Whether two vehicles have the same axis.
pub(crate) fn is_parallel(position: &Position<'_>, one: usize, other: usize) -> bool {
    let intervals = position.space().intervals();
    intervals[one].across == intervals[other].across
}

/// The coordinates of the cells that a vehicle covers in its line.
pub(crate) fn covered(position: &Position<'_>, vehicle: usize) -> Range<u8> {
    let at = position.coordinates()[vehicle];
    at..at + position.space().intervals()[vehicle].length
}

/// The coordinates of the cells that a vehicle would enter by moving so many cells.
pub(crate) fn swept(position: &Position<'_>, vehicle: usize, way: Way, cells: u8) -> Range<u8> {
    let Range { start, end } = covered(position, vehicle);
    match way {
        Way::Back => start.saturating_sub(cells)..start,
        Way::Forth => end..end + cells,
    }
}

/// The coordinates of the cells of `vehicle`'s line that `other` covers; `None` if it covers none.
#[inline]
pub(crate) fn extent(position: &Position<'_>, other: usize, vehicle: usize) -> Option<Range<u8>> {
    let intervals = position.space().intervals();
    if is_parallel(position, other, vehicle) {
        return (intervals[other].line == intervals[vehicle].line)
            .then(|| covered(position, other));
    }
    let crossing = intervals[other].crossing;
    let crosses = covered(position, other).contains(&intervals[vehicle].crossing);
    crosses.then_some(crossing..crossing + 1)
}

/// Whether `other` covers any of these cells of `vehicle`'s line.
pub(crate) fn stands_on(
    position: &Position<'_>,
    other: usize,
    vehicle: usize,
    cells: &Range<u8>,
) -> bool {
    let overlaps = |it: Range<u8>| it.start < cells.end && cells.start < it.end;
    extent(position, other, vehicle).is_some_and(overlaps)
}
