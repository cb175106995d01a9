//! The vehicles that lanes move, and the lines in which they meet.

use super::CELLS;
use crate::board::{Axis, Metric};
use crate::state::{Interval, Position, StateSpace};

/// A vehicle of a tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimdVehicle {
    /// Its index on the board.
    pub(crate) index: usize,
    pub(crate) axis: Axis,
    pub(crate) line: u8,
    pub(crate) length: u8,
    /// The bit at which it stands in every line that crosses its own.
    pub(crate) crossing: u8,
    /// The bit of its first cell on place 0, and the number of its places.
    pub(crate) low: u8,
    pub(crate) places: u8,
}

impl SimdVehicle {
    /// The cells of its line that it takes on a place.
    pub(crate) fn cells(&self, place: usize) -> u8 {
        let first = usize::from(self.low) + place;
        cells(first, first + usize::from(self.length))
    }

    /// The cells of its line that it takes on its way, both ends included.
    fn swept(&self, from: usize, to: usize) -> u8 {
        let (first, last) = (from.min(to), from.max(to));
        cells(usize::from(self.low) + first, usize::from(self.low + self.length) + last)
    }

    /// For a lane: the cells before place `lane`, and before its end on place `lane + 1`.
    pub(crate) fn lane(&self, lane: usize) -> (u8, u8) {
        let (low, end) = (usize::from(self.low), usize::from(self.low + self.length));
        (cells_before(low + lane), cells_before(end + lane + 1))
    }
}

/// The vehicles that can move, and the target in any case, in the order of `state/commute.rs`; `None` if
/// a line has too many cells for lanes.
pub(crate) fn vehicles(space: &StateSpace<'_>) -> Option<Vec<SimdVehicle>> {
    let fits = |axis| usize::from(reach(space, axis)) <= CELLS;
    if !fits(Axis::Horizontal) || !fits(Axis::Vertical) {
        return None;
    }
    let vehicle = |&index: &usize| {
        let (slot, room) = (&space.vehicles()[index], &space.intervals()[index]);
        let (axis, line, places) = (slot.axis, slot.line, room.high - room.low + 1);
        let Interval { length, crossing, low, .. } = *room;
        SimdVehicle { index, axis, line, length, crossing, low, places }
    };
    let target = space.board().target();
    let vehicles = space.lines().iter().flatten().map(vehicle);
    Some(vehicles.filter(|vehicle| vehicle.places > 1 || vehicle.index == target).collect())
}

/// The number of bits of a line, those outside the board included.
fn reach(space: &StateSpace<'_>, axis: Axis) -> u8 {
    let board = space.board();
    let target = board.target();
    let mut reach = space.margin(axis) + board.side(axis);
    if space.vehicles()[target].axis == axis {
        reach = reach.max(space.intervals()[target].high + space.vehicles()[target].length);
    }
    reach
}

/// The cells before cell 0, 1, 2, ...
pub(crate) const CELLS_BEFORE: [u8; 16] = {
    let mut cells = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        cells[cell] = cells_before(cell);
        cell += 1;
    }
    cells
};

/// The cells before a cell of a line.
pub(crate) const fn cells_before(cell: usize) -> u8 {
    if cell >= CELLS { u8::MAX } else { (1 << cell) - 1 }
}

/// The cells from one up to another.
pub(crate) fn cells(from: usize, to: usize) -> u8 {
    cells_before(to) & !cells_before(from)
}

/// The cells between the target and the edge, with the target on this place.
pub(crate) fn road(space: &StateSpace<'_>, target: &SimdVehicle, place: u8) -> u8 {
    let (board, margin) = (space.board(), usize::from(space.margin(target.axis)));
    let first = usize::from(target.low + place);
    if board.exit().side.is_forward() {
        let edge = margin + usize::from(board.side(target.axis));
        cells(first + usize::from(target.length), edge)
    } else {
        cells(margin, first)
    }
}

/// The cells that are taken in the line of each vehicle.
pub(crate) fn taken<const N: usize>(vehicles: &[SimdVehicle], position: &Position<'_>) -> [u8; N] {
    let mut taken = [0; N];
    for (taken, vehicle) in taken.iter_mut().zip(vehicles) {
        *taken = position.line(vehicle.index).to_le_bytes()[0];
    }
    taken
}

/// How the line of one vehicle meets those of the others.
#[derive(Debug)]
pub(crate) struct Meets<const N: usize> {
    vehicle: SimdVehicle,
    /// The cell at which it stands in the lines that it crosses.
    cell: u8,
    /// For each other vehicle the cell of this line that it crosses.
    crossing: [u8; N],
    /// All cells for the vehicles of the same line.
    same_line: [u8; N],
    /// All cells for the vehicles of the same line and lower rank.
    mate: [u8; N],
    /// All cells for the vehicles that may always follow.
    free: [u8; N],
}

impl<const N: usize> Meets<N> {
    /// The rank of a vehicle (`state/commute.rs`) is its place among the vehicles.
    pub(crate) fn of(vehicles: &[SimdVehicle], slot: usize, metric: Metric) -> Self {
        let vehicle = vehicles[slot];
        let cell = 1 << vehicle.crossing;
        let mut meets = Meets {
            vehicle,
            cell,
            crossing: [0; N],
            same_line: [0; N],
            mate: [0; N],
            free: [0; N],
        };
        for (other, its) in vehicles.iter().enumerate() {
            if its.axis != vehicle.axis {
                meets.crossing[other] = 1 << its.crossing;
            } else if its.line == vehicle.line {
                meets.same_line[other] = u8::MAX;
                meets.mate[other] = if other < slot { u8::MAX } else { 0 };
            }
            let again = other == slot && metric == Metric::Step;
            meets.free[other] = if other > slot || again { u8::MAX } else { 0 };
        }
        meets
    }

    /// The same with the vehicle of this number, its own, highest in rank: no other always follows.
    pub(crate) fn highest(mut self, slot: usize) -> Self {
        let again = self.free[slot];
        (self.free, self.mate) = ([0; N], self.same_line);
        (self.free[slot], self.mate[slot]) = (again, 0);
        self
    }

    /// What these cells of the vehicle's line are in the lines of all vehicles.
    pub(crate) fn seen(&self, cells: u8) -> [u8; N] {
        std::array::from_fn(|other| {
            let crossed = if self.crossing[other] & cells != 0 { self.cell } else { 0 };
            crossed | cells & self.same_line[other]
        })
    }

    /// For each vehicle the cells of its line over which a move is worth making after this one.
    pub(crate) fn follow(&self, from: usize, to: usize) -> [u8; N] {
        let at_end = self.vehicle.cells(to);
        let (passed, left) =
            (self.vehicle.swept(from, to) & !at_end, self.vehicle.cells(from) & !at_end);
        std::array::from_fn(|other| {
            let touched = if self.crossing[other] & passed != 0 { self.cell } else { 0 };
            self.free[other] | touched | left & self.mate[other]
        })
    }
}
