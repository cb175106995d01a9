//! How the moves of one vehicle act on the lines of all others.

use super::{Cells, SimdVehicle};
use crate::board::Metric;

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
