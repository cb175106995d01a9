//! The geometry of a line: how far a vehicle can slide.
//!
//! A line is a `u64` with a bit for each occupied cell. Concrete positions, abstract positions and
//! static ranges all move vehicles by these functions. `bfs/lines/` has the same geometry for
//! lines of up to 8 cells and many vehicles at once; a test holds the two equal.

use crate::board::Metric;
use crate::state::Interval;

/// The numbers of free cells directly before and after the cells `from..to` of a line; 64 if all are
/// free. Whether the cells `from..to` themselves are occupied does not matter.
#[inline]
pub(crate) fn free_cells(line: u64, from: u8, to: u8) -> (u8, u8) {
    let before = line.checked_shl(64 - u32::from(from)).unwrap_or(0).leading_zeros();
    let after = line.checked_shr(to.into()).unwrap_or(0).trailing_zeros();
    (low_byte(before), low_byte(after))
}

/// The occupied cells of a line before the cells `from..to`, or after them.
pub(crate) fn cells_ahead(line: u64, from: u8, to: u8, is_forward: bool) -> u64 {
    if is_forward {
        line & u64::MAX.checked_shl(to.into()).unwrap_or(0)
    } else {
        line & ((1 << from) - 1)
    }
}

/// The cells of a vehicle at coordinate 0, as bits.
pub(crate) fn run(length: u8) -> u64 {
    u64::MAX.checked_shr(64 - u32::from(length)).unwrap_or(0)
}

impl Interval {
    /// Flip `length` cells from coordinate `at` on between free and occupied, in all lines of a board.
    #[inline]
    pub(crate) fn toggle(&self, lines: &mut [u64], at: u8, length: u8) {
        lines[self.line] ^= run(length) << at;
        for line in &mut lines[self.crossed(at..at + length)] {
            *line ^= 1 << self.crossing;
        }
    }

    /// The numbers of cells that a vehicle of this interval can slide back and forth from coordinate
    /// `at`, in a line with these occupied cells.
    #[inline]
    pub(crate) fn slide(&self, line: u64, at: u8) -> (u8, u8) {
        let (back, forth) = free_cells(line, at, at + self.length);
        (back.min(at - self.low), forth.min(self.high - at))
    }
}

impl Metric {
    /// The numbers of cells that one move can go, of those that a vehicle can slide.
    #[inline]
    pub(crate) fn one_move(self, (back, forth): (u8, u8)) -> (u8, u8) {
        match self {
            Metric::Slide => (back, forth),
            Metric::Step => (back.min(1), forth.min(1)),
        }
    }
}

/// A number of bits, at most 64, as a byte.
fn low_byte(number: u32) -> u8 {
    number.to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use super::free_cells;

    #[test]
    fn free_cells_end_at_the_nearest_occupied_ones() {
        assert_eq!(free_cells(0b1001_0001, 2, 4), (1, 0));
        assert_eq!(free_cells(0b1000_1101, 2, 4), (1, 3), "the cells of the vehicle do not matter");
        assert_eq!(free_cells(0, 0, 2), (64, 64), "a line has no end of its own");
        assert_eq!(free_cells(u64::MAX, 62, 64), (0, 64));
    }
}
