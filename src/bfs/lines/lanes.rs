//! What both vector loops look up to find the moves of all vehicles of a state at once.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

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

// Cells of one line as the bits of a byte or of two.

/// A set of cells of a line.
pub(crate) trait Cells:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The most cells of a line.
    const LEN: usize;
    const BITS: u32;
    const NONE: Self;
    const ALL: Self;

    /// The cells that these bits stand for; bits beyond the last cell are dropped.
    fn of(bits: u32) -> Self;

    fn bits(self) -> u32;

    /// The first of the cells; none of none.
    fn first(self) -> Self;

    /// The cells before a single cell; all if there is none.
    fn before_first(self) -> Self;

    /// The first of the cells and all after it; none of none.
    fn since_first(self) -> Self;

    /// The last of the cells and all before it; none of none.
    fn to_last(self) -> Self;

    /// The cells before and after each of the cells.
    fn beside(self) -> Self;

    /// The cells of so many lines that one word holds, the first line in the lowest bits.
    fn word<const N: usize>(lines: &[Self; N], index: usize) -> u64;
}

macro_rules! cells {
    ($type:ty, $len:literal, $narrow:expr) => {
        #[allow(clippy::inline_always, reason = "compiled with its caller's instructions")]
        impl Cells for $type {
            const LEN: usize = $len;
            const BITS: u32 = $len;
            const NONE: $type = 0;
            const ALL: $type = <$type>::MAX;

            fn of(bits: u32) -> $type {
                $narrow(bits.to_le_bytes())
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                self.into()
            }

            #[inline(always)]
            fn first(self) -> $type {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn before_first(self) -> $type {
                self.wrapping_sub(1)
            }

            #[inline(always)]
            fn since_first(self) -> $type {
                self | self.wrapping_neg()
            }

            #[inline(always)]
            fn to_last(self) -> $type {
                let one = self | self >> 1;
                let three = one | one >> 2;
                let seven = three | three >> 4;
                if $len > 8 { seven | seven >> ($len / 2) } else { seven }
            }

            #[inline(always)]
            fn beside(self) -> $type {
                self << 1 | self >> 1
            }

            #[inline(always)]
            fn word<const N: usize>(lines: &[$type; N], index: usize) -> u64 {
                const LINES: usize = 64 / $len;
                let lines: &[$type; LINES] = &lines.as_chunks().0[index];
                lines.iter().rev().fold(0, |word, &cells| word << $len | u64::from(cells))
            }
        }
    };
}

cells!(u8, 8, |bytes: [u8; 4]| bytes[0]);
cells!(u16, 16, |bytes: [u8; 4]| u16::from_le_bytes([bytes[0], bytes[1]]));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_begin_and_end_at_cells() {
        assert_eq!((0b0110_0100_u8.first(), 0_u8.first()), (0b100, 0));
        assert_eq!((0b100_u8.before_first(), 0_u8.before_first()), (0b11, 0xFF));
        assert_eq!((0b0110_0100_u8.since_first(), 0_u8.since_first()), (0b1111_1100, 0));
        assert_eq!((0x8000_u16.to_last(), 0x20_u8.to_last(), 0_u16.to_last()), (0xFFFF, 0x3F, 0));
        assert_eq!(0b0001_1000_u8.beside() & !0b0001_1000, 0b0010_0100);
        assert_eq!(u16::word(&[1, 2, 3, 4, 5, 6, 7, 8], 1), 0x0008_0007_0006_0005);
    }
}
