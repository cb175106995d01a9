//! The geometry of a line: how far a vehicle can slide.
//!
//! A line is a `u64` with a bit for each occupied cell. Concrete positions, abstract positions and
//! static ranges all move vehicles by these functions. `bfs/byte_lines/` has the same geometry for
//! lines of up to 8 cells and many vehicles at once; a test holds the two equal.

use crate::board::Metric;
use crate::state::Interval;

/// The free cells around the cells `from..to` of a line: the first one, and the one after the last.
/// Whether the cells `from..to` themselves are occupied does not matter.
#[inline]
pub(crate) fn free_run(line: u64, from: u8, to: u8) -> (u8, u8) {
    let before = line & ((1 << from) - 1);
    let after = line.checked_shr(to.into()).unwrap_or(0);
    (bit_length(before), to + low_byte(after.trailing_zeros()))
}

impl Interval {
    /// The least and the greatest coordinate to which a vehicle of this interval can slide from
    /// `at` in a line with these occupied cells.
    #[inline]
    pub(crate) fn slide(&self, line: u64, at: u8) -> (u8, u8) {
        let (first, end) = free_run(line, at, at + self.length);
        (self.low.max(first), self.high.min(end - self.length))
    }
}

impl Metric {
    /// The part of a range of coordinates around `at` that one move can reach.
    #[inline]
    pub(crate) fn one_move(self, at: u8, (low, high): (u8, u8)) -> (u8, u8) {
        match self {
            Metric::Slide => (low, high),
            Metric::Step => (low.max(at.saturating_sub(1)), high.min(at + 1)),
        }
    }
}

/// One more than the index of the highest bit; 0 if no bit is set.
fn bit_length(bits: u64) -> u8 {
    low_byte(u64::BITS - bits.leading_zeros())
}

/// A number of bits, at most 64, as a byte.
fn low_byte(number: u32) -> u8 {
    number.to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use super::free_run;

    #[test]
    fn free_cells_end_at_the_nearest_occupied_ones() {
        assert_eq!(free_run(0b1001_0001, 2, 4), (1, 4));
        assert_eq!(free_run(0b1000_1101, 2, 4), (1, 7), "the cells of the vehicle do not matter");
        assert_eq!(free_run(0, 0, 2), (0, 66), "a line has no end of its own");
        assert_eq!(free_run(u64::MAX, 62, 64), (62, 128));
    }
}
