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
