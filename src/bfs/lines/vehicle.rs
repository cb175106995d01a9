//! The vehicles that vector loops move.

use super::Cells;
use crate::board::{Axis, Metric};
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

// How the moves of one vehicle act on the lines of all others.

/// Where the line of one vehicle meets the lines of all others, by slot.
#[derive(Debug)]
pub(crate) struct Interactions<C, const N: usize> {
    vehicle: SimdVehicle,
    /// The cell at which the vehicle stands in the lines that it crosses.
    cell: C,
    /// For each crossing vehicle the cell of this vehicle's line in which it stands.
    crossing: [C; N],
    /// All cells for the vehicles of the same line.
    same_line: [C; N],
    /// All cells for the vehicles of the same line that may follow into vacated cells.
    followers: [C; N],
    /// All cells for the vehicles that may follow with any move.
    unrestricted: [C; N],
}

impl<C: Cells, const N: usize> Interactions<C, N> {
    /// Those of the vehicle in a slot. Slots are ranks (`state/commute.rs`).
    pub(crate) fn of(vehicles: &[SimdVehicle], slot: usize, metric: Metric) -> Self {
        let vehicle = vehicles[slot];
        let mut interactions = Interactions {
            vehicle,
            cell: C::of(1 << vehicle.crossing),
            crossing: [C::NONE; N],
            same_line: [C::NONE; N],
            followers: [C::NONE; N],
            unrestricted: [C::NONE; N],
        };
        for (other, its) in vehicles.iter().enumerate() {
            if its.axis != vehicle.axis {
                interactions.crossing[other] = C::of(1 << its.crossing);
            } else if its.line == vehicle.line {
                interactions.same_line[other] = C::ALL;
                interactions.followers[other] = if other < slot { C::ALL } else { C::NONE };
            }
            let may_repeat = other == slot && metric == Metric::Step;
            let is_unrestricted = other > slot || may_repeat;
            interactions.unrestricted[other] = if is_unrestricted { C::ALL } else { C::NONE };
        }
        interactions
    }

    /// The same with the vehicle, whose slot this is, ranked above all others.
    pub(crate) fn ranked_highest(mut self, slot: usize) -> Self {
        let may_repeat = self.unrestricted[slot];
        (self.unrestricted, self.followers) = ([C::NONE; N], self.same_line);
        (self.unrestricted[slot], self.followers[slot]) = (may_repeat, C::NONE);
        self
    }

    /// These cells of the vehicle's line, as cells in the lines of all vehicles.
    pub(crate) fn seen(&self, cells: C) -> [C; N] {
        std::array::from_fn(|other| {
            let crossed = if self.crossing[other] & cells == C::NONE { C::NONE } else { self.cell };
            crossed | cells & self.same_line[other]
        })
    }

    /// For each vehicle the cells of its line of which its next move must sweep one, after this
    /// vehicle has moved between these places: the rule of `state/commute.rs` as bit masks.
    pub(crate) fn may_follow(&self, from: usize, to: usize) -> [C; N] {
        let at_end: C = self.vehicle.cells(to);
        let vacated = self.vehicle.swept::<C>(from, to) & !at_end;
        let left = self.vehicle.cells::<C>(from) & !at_end;
        std::array::from_fn(|other| {
            let crossed =
                if self.crossing[other] & vacated == C::NONE { C::NONE } else { self.cell };
            self.unrestricted[other] | crossed | left & self.followers[other]
        })
    }
}
