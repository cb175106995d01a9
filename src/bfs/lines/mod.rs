//! Lines of up to 16 cells as small numbers: the geometry that all vectors share.
//!
//! Every vehicle that can move has a *slot*: its number in vectors of numbers. [`Cells`] are cells of
//! its line, as bits of a byte or of two. [`Interactions`] holds what a move changes in the lines of
//! other vehicles and which moves may follow it.
//!
//! For `bfs/small/` and `bfs/simd/` two bytes describe a vehicle: the occupied cells of its line, and
//! its place (`bfs/mod.rs`). A *lane* is a move of every vehicle at once: lane `j` takes each to its place `j` if
//! it stands beyond that place, and to place `j + 1` if it does not. So the lanes of a vehicle lead to
//! all of its other places.
//!
//! ```text
//!     row        . . A A . B     A stands on place 2 of 4; lane 0 takes it to place 0, over ##
//!     swept      # # . . . .     the cells before A, without those before place 0
//!     legal if no swept cell is occupied; kept by the pruning if some swept cell may be followed
//! ```
//!
//! [`LaneTables`] holds what this formula needs of a board.

mod backend;
mod lanes;
#[cfg(test)]
mod tests;
mod vehicle;

pub(super) use backend::Backend;
#[cfg(test)]
pub(super) use backend::CHOSEN;
pub(super) use lanes::Cells;
pub(super) use lanes::LaneTables;
pub(super) use vehicle::Interactions;
pub(super) use vehicle::{SimdVehicle, occupied, vehicles};

/// Cells of a line in `bfs/small/` and `bfs/simd/`.
pub(super) const CELLS: usize = 8;

/// The cells before a cell of a line.
const fn cells_before(cell: usize) -> u8 {
    if cell >= CELLS { u8::MAX } else { (1 << cell) - 1 }
}

/// The cells from one up to another.
const fn cells(from: usize, to: usize) -> u8 {
    cells_before(to) & !cells_before(from)
}

/// The cells before cell 0, 1, 2, ...
pub(super) const CELLS_BEFORE: [u8; 16] = {
    let mut cells = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        cells[cell] = cells_before(cell);
        cell += 1;
    }
    cells
};

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    //! The formula of `lanes.rs` in vectors of 32 bytes.

    use std::arch::x86_64::{
        __m128i, __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
        _mm256_or_si256, _mm256_setzero_si256, _mm256_subs_epu8,
    };

    /// The cells that the moves of a lane sweep: those before the vehicle without those before its new
    /// place, or those before its new end without those before its end.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::bfs) fn swept(
        [before, end]: [__m256i; 2],
        behind: __m256i,
        ahead: __m256i,
    ) -> __m256i {
        _mm256_or_si256(_mm256_subs_epu8(before, behind), _mm256_subs_epu8(ahead, end))
    }

    /// All ones in each byte in which the two have no common bit.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::bfs) fn no_common_bit(one: __m256i, two: __m256i) -> __m256i {
        _mm256_cmpeq_epi8(_mm256_and_si256(one, two), _mm256_setzero_si256())
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::bfs) fn load_16(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: the reference is valid for the 16 bytes that are read; the load needs no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::bfs) fn load_32(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the reference is valid for the 32 bytes that are read; the load needs no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod wasm32 {
    //! The formula of `lanes.rs` in vectors of 16 bytes, for WebAssembly.

    use std::arch::wasm32::{
        i8x16_splat, i8x16_swizzle, u8x16_add, u8x16_eq, u8x16_sub_sat, v128, v128_and, v128_load,
        v128_or,
    };

    use super::CELLS_BEFORE;

    /// The cells that the moves of a lane sweep, as in `x86.rs`.
    #[inline]
    pub(in crate::bfs) fn swept([before, end]: [v128; 2], behind: v128, ahead: v128) -> v128 {
        v128_or(u8x16_sub_sat(before, behind), u8x16_sub_sat(ahead, end))
    }

    /// All ones in each byte in which the two have no common bit.
    #[inline]
    pub(in crate::bfs) fn no_common_bit(one: v128, two: v128) -> v128 {
        u8x16_eq(v128_and(one, two), i8x16_splat(0))
    }

    /// For each vehicle the cells before a point that lies so many cells behind its place.
    #[inline]
    pub(in crate::bfs) fn cells_before(place: v128, point: &[u8; 16]) -> v128 {
        i8x16_swizzle(load(&CELLS_BEFORE), u8x16_add(place, load(point)))
    }

    #[inline]
    pub(in crate::bfs) fn load(bytes: &[u8; 16]) -> v128 {
        // SAFETY: the reference is valid for the 16 bytes that are read; the load needs no alignment.
        unsafe { v128_load(bytes.as_ptr().cast()) }
    }
}
