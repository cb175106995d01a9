//! The formula of `state/successors.rs` in vectors of 32 and of 64 bytes.

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_add_epi8, _mm_loadu_si128, _mm_shuffle_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_setzero_si256, _mm256_subs_epu8, _mm512_broadcast_i32x4,
    _mm512_loadu_si512, _mm512_or_si512, _mm512_subs_epu8, _mm512_test_epi8_mask,
    _mm512_testn_epi8_mask,
};

use super::expand::{Halt, Level};
use super::move_tables::MoveTables;
use super::vehicles::CELLS_BEFORE;
use super::{ALL_LANES, Bytes, Packed};

/// Expand with 64 lanes in one register.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn expand_avx512<const GOAL: bool>(level: &mut Level<'_, '_>) -> Option<Halt> {
    level.run::<GOAL>(|tables, state, follow| find_avx512(tables, state, follow))
}

/// Expand with 64 lanes in two registers.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn expand_avx2<const GOAL: bool>(level: &mut Level<'_, '_>) -> Option<Halt> {
    level.run::<GOAL>(|tables, state, follow| find_avx2(tables, state, follow))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
fn find_avx512(tables: &MoveTables, state: &Packed, follow: &Bytes) -> (u64, u64) {
    let spread = |bytes: __m128i| _mm512_broadcast_i32x4(bytes);
    let place = load(&state.place);
    let before = spread(cells_before(place, &tables.before));
    let end = spread(cells_before(place, &tables.end));
    let back = _mm512_subs_epu8(before, load_512(&tables.behind));
    let swept = _mm512_or_si512(back, _mm512_subs_epu8(load_512(&tables.ahead), end));
    let legal = _mm512_testn_epi8_mask(swept, spread(load(&state.taken)));
    (legal, legal & _mm512_test_epi8_mask(swept, spread(load(follow))))
}

#[inline]
#[target_feature(enable = "avx2")]
fn find_avx2(tables: &MoveTables, state: &Packed, follow: &Bytes) -> (u64, u64) {
    let spread = |bytes: __m128i| _mm256_broadcastsi128_si256(bytes);
    let place = load(&state.place);
    let before = spread(cells_before(place, &tables.before));
    let end = spread(cells_before(place, &tables.end));
    let (taken, follow) = (spread(load(&state.taken)), spread(load(follow)));
    let (mut legal, mut idle) = (0, 0);
    for half in 0..2 {
        let back = _mm256_subs_epu8(before, load_256(&tables.behind, half));
        let swept = _mm256_or_si256(back, _mm256_subs_epu8(load_256(&tables.ahead, half), end));
        legal |= no_common_bit(swept, taken) << (32 * half);
        idle |= no_common_bit(swept, follow) << (32 * half);
    }
    (legal, legal & !idle)
}

/// For each vehicle the cells before a point that lies so far behind its place.
#[inline]
#[target_feature(enable = "avx2")]
fn cells_before(place: __m128i, point: &Bytes) -> __m128i {
    _mm_shuffle_epi8(load(&CELLS_BEFORE), _mm_add_epi8(place, load(point)))
}

/// A bit for each byte in which the two have nothing in common.
#[inline]
#[target_feature(enable = "avx2")]
fn no_common_bit(one: __m256i, two: __m256i) -> u64 {
    let equal = _mm256_cmpeq_epi8(_mm256_and_si256(one, two), _mm256_setzero_si256());
    u64::from(_mm256_movemask_epi8(equal).cast_unsigned())
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m128i {
    // SAFETY: sixteen bytes, at any alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_256(lanes: &[u8; ALL_LANES], half: usize) -> __m256i {
    // SAFETY: half of 64 bytes, at any alignment.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().add(32 * half).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_512(lanes: &[u8; ALL_LANES]) -> __m512i {
    // SAFETY: 64 bytes, at any alignment.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}
