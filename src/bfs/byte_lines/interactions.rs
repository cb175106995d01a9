//! How the moves of one vehicle act on the bytes of all others.

use super::SimdVehicle;
use crate::board::Metric;

/// Where the line of one vehicle meets the lines of all others, by slot.
#[derive(Debug)]
pub(crate) struct Interactions<const N: usize> {
    vehicle: SimdVehicle,
    /// The cell at which the vehicle stands in the lines that it crosses.
    cell: u8,
    /// For each crossing vehicle the cell of this vehicle's line in which it stands.
    crossing: [u8; N],
    /// All cells for the vehicles of the same line.
    same_line: [u8; N],
    /// All cells for the vehicles of the same line that may follow into vacated cells.
    followers: [u8; N],
    /// All cells for the vehicles that may follow with any move.
    unrestricted: [u8; N],
}

impl<const N: usize> Interactions<N> {
    /// Those of the vehicle in a slot. Slots are ranks (`state/commute.rs`).
    pub(crate) fn of(vehicles: &[SimdVehicle], slot: usize, metric: Metric) -> Self {
        let vehicle = vehicles[slot];
        let mut interactions = Interactions {
            vehicle,
            cell: 1 << vehicle.crossing,
            crossing: [0; N],
            same_line: [0; N],
            followers: [0; N],
            unrestricted: [0; N],
        };
        for (other, its) in vehicles.iter().enumerate() {
            if its.axis != vehicle.axis {
                interactions.crossing[other] = 1 << its.crossing;
            } else if its.line == vehicle.line {
                interactions.same_line[other] = u8::MAX;
                interactions.followers[other] = if other < slot { u8::MAX } else { 0 };
            }
            let may_repeat = other == slot && metric == Metric::Step;
            let is_unrestricted = other > slot || may_repeat;
            interactions.unrestricted[other] = if is_unrestricted { u8::MAX } else { 0 };
        }
        interactions
    }

    /// The same with the vehicle, whose slot this is, ranked above all others.
    pub(crate) fn ranked_highest(mut self, slot: usize) -> Self {
        let may_repeat = self.unrestricted[slot];
        (self.unrestricted, self.followers) = ([0; N], self.same_line);
        (self.unrestricted[slot], self.followers[slot]) = (may_repeat, 0);
        self
    }

    /// These cells of the vehicle's line, as cells in the lines of all vehicles.
    pub(crate) fn seen(&self, cells: u8) -> [u8; N] {
        std::array::from_fn(|other| {
            let crossed = if self.crossing[other] & cells != 0 { self.cell } else { 0 };
            crossed | cells & self.same_line[other]
        })
    }

    /// For each vehicle the cells of its line of which its next move must sweep one, after this
    /// vehicle has moved between these places: the rule of `state/commute.rs` as bit masks.
    pub(crate) fn may_follow(&self, from: usize, to: usize) -> [u8; N] {
        let at_end = self.vehicle.cells(to);
        let vacated = self.vehicle.swept(from, to) & !at_end;
        let left = self.vehicle.cells(from) & !at_end;
        std::array::from_fn(|other| {
            let crossed = if self.crossing[other] & vacated != 0 { self.cell } else { 0 };
            self.unrestricted[other] | crossed | left & self.followers[other]
        })
    }
}
