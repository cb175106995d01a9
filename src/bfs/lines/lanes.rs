//! What both vector loops look up to find the moves of all vehicles of a state at once.

use super::{CELLS, CELLS_BEFORE, SimdVehicle, cells, cells_before};
use crate::state::StateSpace;

/// The numbers and cells that bound the moves of up to `N` vehicles in `L` lanes.
#[derive(Clone, Debug)]
pub(crate) struct LaneTables<const N: usize, const L: usize> {
    /// For each vehicle on place 0: the number of cells before it, and before its end.
    pub(crate) before: [u8; N],
    pub(crate) end: [u8; N],
    /// For each lane: the cells before place `lane`, and before the end on place `lane + 1`.
    pub(crate) behind: [[u8; N]; L],
    pub(crate) ahead: [[u8; N]; L],
    /// For each lane the vehicles that have it, as bits by slot.
    pub(crate) exists: [u32; L],
    /// The slot of the target.
    pub(crate) target: usize,
    /// For each place of the target the cells between it and the edge.
    pub(crate) road: [u8; CELLS],
}

/// For each vehicle, 1 or 0: whether its move is legal, and whether the pruning keeps it as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<const N: usize> {
    pub(crate) legal: [u8; N],
    pub(crate) kept: [u8; N],
}

impl<const N: usize, const L: usize> LaneTables<N, L> {
    /// `None` if there are more vehicles than slots, or more places than lanes can reach.
    pub(crate) fn new(vehicles: &[SimdVehicle], space: &StateSpace<'_>) -> Option<Self> {
        let fits = |vehicle: &SimdVehicle| usize::from(vehicle.places) <= L + 1;
        if vehicles.len() > N || !vehicles.iter().all(fits) {
            return None;
        }
        let target = vehicles.iter().position(|vehicle| vehicle.index == space.board().target())?;
        let mut tables = LaneTables {
            before: [0; N],
            end: [0; N],
            behind: [[0; N]; L],
            ahead: [[0; N]; L],
            exists: [0; L],
            target,
            road: [0; CELLS],
        };
        for (slot, vehicle) in vehicles.iter().enumerate() {
            tables.set_vehicle(slot, vehicle);
        }
        for place in 0..vehicles[target].places {
            tables.road[usize::from(place)] = road(space, &vehicles[target], place);
        }
        Some(tables)
    }

    fn set_vehicle(&mut self, slot: usize, vehicle: &SimdVehicle) {
        self.before[slot] = vehicle.low;
        self.end[slot] = vehicle.low + vehicle.length;
        let (low, end) = (usize::from(vehicle.low), usize::from(vehicle.low + vehicle.length));
        for lane in 0..L {
            self.behind[lane][slot] = cells_before(low + lane);
            self.ahead[lane][slot] = cells_before(end + lane + 1);
            self.exists[lane] |= u32::from(lane + 1 < usize::from(vehicle.places)) << slot;
        }
    }

    /// The cells before each vehicle and before its end.
    pub(crate) fn bounds(&self, place: &[u8; N]) -> [[u8; N]; 2] {
        [&self.before, &self.end].map(|point| {
            std::array::from_fn(|slot| CELLS_BEFORE[usize::from(place[slot] + point[slot]) % 16])
        })
    }

    /// The moves of one lane, in portable bytes: `x86.rs` has the same formula in vectors.
    ///
    /// Of the two differences one is always empty, since a lane leads either back or forth.
    pub(crate) fn find(
        &self,
        lane: usize,
        [before, end]: &[[u8; N]; 2],
        occupied: &[u8; N],
        follow: &[u8; N],
    ) -> Kept<N> {
        let mut found = Kept { legal: [0; N], kept: [0; N] };
        for slot in 0..N {
            let back = before[slot].saturating_sub(self.behind[lane][slot]);
            let swept = back | self.ahead[lane][slot].saturating_sub(end[slot]);
            found.legal[slot] = u8::from(swept & occupied[slot] == 0);
            found.kept[slot] = found.legal[slot] & u8::from(swept & follow[slot] != 0);
        }
        found
    }
}

/// The cells between the target and the edge, with the target on this place.
fn road(space: &StateSpace<'_>, target: &SimdVehicle, place: u8) -> u8 {
    let (board, margin) = (space.board(), usize::from(space.margin(target.axis)));
    let first = usize::from(target.low + place);
    if board.exit().side.is_forward() {
        let edge = margin + usize::from(board.side(target.axis));
        cells(first + usize::from(target.length), edge)
    } else {
        cells(margin, first)
    }
}
