//! Cells of one line as the bits of a byte or of two.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

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
