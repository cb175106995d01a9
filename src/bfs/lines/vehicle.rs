//! The vehicles that vector loops move.

use super::Cells;
use crate::board::Axis;
use crate::state::{Interval, Position, StateSpace};

/// A vehicle with a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimdVehicle {
    /// Its index on the board.
    pub(crate) index: usize,
    pub(crate) axis: Axis,
    pub(crate) line: u8,
    pub(crate) length: u8,
    /// The coordinate of its cells in every line that crosses its own.
    pub(crate) crossing: u8,
    /// The coordinate of its first cell on place 0, and the number of its places.
    pub(crate) low: u8,
    pub(crate) places: u8,
}

impl SimdVehicle {
    /// The cells of its line that it covers on a place.
    pub(crate) fn cells<C: Cells>(&self, place: usize) -> C {
        let first = usize::from(self.low) + place;
        cells(first, first + usize::from(self.length))
    }

    /// The cells of its line that it never covers.
    pub(crate) fn beyond<C: Cells>(&self) -> C {
        !self.swept::<C>(0, usize::from(self.places) - 1)
    }

    /// The cells of its line that it covers at some time during a move, both ends included.
    pub(super) fn swept<C: Cells>(&self, from: usize, to: usize) -> C {
        let (first, last) = (from.min(to), from.max(to));
        cells(usize::from(self.low) + first, usize::from(self.low + self.length) + last)
    }
}

/// The cells of a line from one up to another.
fn cells<C: Cells>(from: usize, to: usize) -> C {
    C::of((1 << to) - (1 << from))
}

/// The vehicles that can move, and the target in any case, in order of rank (`state/commute.rs`);
/// `None` if a line has more cells than `C` can hold.
pub(crate) fn vehicles<C: Cells>(space: &StateSpace<'_>) -> Option<Vec<SimdVehicle>> {
    let fits = |axis| usize::from(line_length(space, axis)) <= C::LEN;
    if !fits(Axis::Horizontal) || !fits(Axis::Vertical) {
        return None;
    }
    let vehicle = |&index: &usize| {
        let (vehicle, interval) = (&space.vehicles()[index], &space.intervals()[index]);
        let (axis, line, places) = (vehicle.axis, vehicle.line, interval.high - interval.low + 1);
        let Interval { length, crossing, low, .. } = *interval;
        SimdVehicle { index, axis, line, length, crossing, low, places }
    };
    let target = space.board().target();
    let vehicles = space.lines().iter().flatten().map(vehicle);
    Some(vehicles.filter(|vehicle| vehicle.places > 1 || vehicle.index == target).collect())
}

/// The number of cells of a line, including those outside the board.
fn line_length(space: &StateSpace<'_>, axis: Axis) -> u8 {
    let board = space.board();
    let target = board.target();
    let on_board = space.margin(axis) + board.side(axis);
    let is_target_axis = space.vehicles()[target].axis == axis;
    let target_end = space.intervals()[target].high + space.vehicles()[target].length;
    if is_target_axis { on_board.max(target_end) } else { on_board }
}

/// The occupied cells in the line of each vehicle.
pub(crate) fn occupied<C: Cells, const N: usize>(
    vehicles: &[SimdVehicle],
    position: &Position<'_>,
) -> [C; N] {
    let mut occupied = [C::NONE; N];
    for (occupied, vehicle) in occupied.iter_mut().zip(vehicles) {
        let [low, ..] = *position.line(vehicle.index).to_le_bytes().as_chunks().0 else { continue };
        *occupied = C::of(u32::from_le_bytes(low));
    }
    occupied
}
