//! Breadth-first search on small boards: a state fits two vector registers, and a few vector
//! instructions find all its moves (`lines/`).
//!
//! Four lanes for each of sixteen vehicles are 64 bytes. A move changes a state by one exclusive or.
//! States are numbered in mixed radix, the closed set is a bitmap over these numbers, and new states
//! are appended without a branch. Boards with more vehicles, longer lines or longer intervals go to
//! `bfs/general.rs`.

mod expand;
mod move_tables;
mod search;
mod workspace;

pub(crate) use search::{Attempt, Buffers, Listed, explore, set_buffers, solve, take_buffers};

/// Slots of a state.
const VEHICLES: usize = 16;
/// Lanes of a vehicle: one less than the places that it can have.
const LANES: usize = 4;
/// Lanes of a state, numbered `lane * VEHICLES + slot`.
const ALL_LANES: usize = VEHICLES * LANES;

/// A byte for each vehicle.
type Bytes = [u8; VEHICLES];

/// A state, or what a move changes in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
struct Packed {
    /// The occupied cells of each vehicle's line.
    occupied: Bytes,
    /// The place of each vehicle.
    place: Bytes,
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! The formula of `lines/lanes.rs` for 64 lanes, in vectors of 32 and of 64 bytes.

    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_add_epi8, _mm_shuffle_epi8, _mm256_broadcastsi128_si256,
        _mm256_movemask_epi8, _mm512_broadcast_i32x4, _mm512_loadu_si512, _mm512_or_si512,
        _mm512_subs_epu8, _mm512_test_epi8_mask, _mm512_testn_epi8_mask,
    };

    use super::expand::{Halt, Level};
    use super::move_tables::MoveTables;
    use super::{Bytes, LANES, Packed};
    use crate::bfs::lines::CELLS_BEFORE;
    use crate::bfs::lines::x86::{load_16, load_32, no_common_bit, swept};

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
        let place = load_16(&state.place);
        let before = spread(cells_before(place, &tables.lanes.before));
        let end = spread(cells_before(place, &tables.lanes.end));
        let back = _mm512_subs_epu8(before, load_64(&tables.lanes.behind));
        let swept = _mm512_or_si512(back, _mm512_subs_epu8(load_64(&tables.lanes.ahead), end));
        let legal = _mm512_testn_epi8_mask(swept, spread(load_16(&state.occupied)));
        (legal, legal & _mm512_test_epi8_mask(swept, spread(load_16(follow))))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn find_avx2(tables: &MoveTables, state: &Packed, follow: &Bytes) -> (u64, u64) {
        let spread = |bytes: __m128i| _mm256_broadcastsi128_si256(bytes);
        let place = load_16(&state.place);
        let before = spread(cells_before(place, &tables.lanes.before));
        let end = spread(cells_before(place, &tables.lanes.end));
        let (occupied, follow) = (spread(load_16(&state.occupied)), spread(load_16(follow)));
        let (mut legal, mut pruned) = (0, 0);
        for half in 0..2 {
            let (behind, ahead) = (&tables.lanes.behind, &tables.lanes.ahead);
            let swept = swept([before, end], load_half(behind, half), load_half(ahead, half));
            legal |= bits(no_common_bit(swept, occupied)) << (32 * half);
            pruned |= bits(no_common_bit(swept, follow)) << (32 * half);
        }
        (legal, legal & !pruned)
    }

    /// For each vehicle the cells before a point that lies so many cells behind its place.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn cells_before(place: __m128i, point: &Bytes) -> __m128i {
        _mm_shuffle_epi8(load_16(&CELLS_BEFORE), _mm_add_epi8(place, load_16(point)))
    }

    /// The highest bit of each byte.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn bits(bytes: __m256i) -> u64 {
        u64::from(_mm256_movemask_epi8(bytes).cast_unsigned())
    }

    /// Two of the four lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_half(lanes: &[Bytes; LANES], half: usize) -> __m256i {
        load_32(&lanes.as_flattened().as_chunks().0[half])
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_64(lanes: &[Bytes; LANES]) -> __m512i {
        const { assert!(size_of::<[Bytes; LANES]>() == 64) };
        // SAFETY: the reference is valid for the 64 bytes that are read, as asserted above; the load
        // needs no alignment.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32 {
    //! The formula of `lines/lanes.rs` for 64 lanes, in vectors of 16 bytes.

    use std::arch::wasm32::{u8x16_bitmask, v128};

    use super::expand::{Halt, Level};
    use super::move_tables::MoveTables;
    use super::{Bytes, LANES, Packed, VEHICLES};
    use crate::bfs::lines::wasm32::{cells_before, load, no_common_bit, swept};

    /// Expand with 64 lanes in four registers.
    pub(super) fn expand<const GOAL: bool>(level: &mut Level<'_, '_>) -> Option<Halt> {
        level.run::<GOAL>(find)
    }

    #[inline]
    fn find(tables: &MoveTables, state: &Packed, follow: &Bytes) -> (u64, u64) {
        let (lanes, place) = (&tables.lanes, load(&state.place));
        let bounds = [cells_before(place, &lanes.before), cells_before(place, &lanes.end)];
        let (occupied, follow) = (load(&state.occupied), load(follow));
        let (mut legal, mut pruned) = (0, 0);
        for lane in 0..LANES {
            let swept = swept(bounds, load(&lanes.behind[lane]), load(&lanes.ahead[lane]));
            legal |= bits(no_common_bit(swept, occupied)) << (VEHICLES * lane);
            pruned |= bits(no_common_bit(swept, follow)) << (VEHICLES * lane);
        }
        (legal, legal & !pruned)
    }

    /// The highest bit of each byte.
    #[inline]
    fn bits(bytes: v128) -> u64 {
        u64::from(u8x16_bitmask(bytes))
    }
}
