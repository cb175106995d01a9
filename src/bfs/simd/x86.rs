//! The formula of `find.rs` in vectors of 32 bytes.

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_storeu_si256, _mm256_subs_epu8, _mm256_xor_si256,
};

use super::move_tables::MoveTables;
use super::{Bytes, Found, Packed};
use crate::bfs::small::vehicles::CELLS_BEFORE;
use crate::board::Metric;
use crate::state::Edge;

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn find(tables: &MoveTables, edge: &Edge<1>) -> (Packed, Found) {
    let (mut taken, mut place) = (load(&tables.origin.taken), load(&tables.origin.place));
    tables.for_each_row(edge.key, |row| {
        taken = _mm256_xor_si256(taken, load(&row.taken));
        place = _mm256_xor_si256(place, load(&row.place));
    });
    let state = Packed { taken: store(taken), place: store(place) };
    let follow = load(tables.follow(edge, &state.place));
    let (before, end) = (cells_before(place, &tables.before), cells_before(place, &tables.end));
    let mut found = Found::default();
    for (lane, found) in found.iter_mut().enumerate().take(tables.lanes) {
        let back = _mm256_subs_epu8(before, load(&tables.behind[lane]));
        let swept = _mm256_or_si256(back, _mm256_subs_epu8(load(&tables.ahead[lane]), end));
        let mut worth =
            _mm256_andnot_si256(no_common_bit(swept, follow), no_common_bit(swept, taken));
        if tables.metric == Metric::Step {
            worth = _mm256_and_si256(worth, near(lane, place));
        }
        *found = _mm256_movemask_epi8(worth).cast_unsigned() & tables.exists[lane];
    }
    (state, found)
}

/// For each vehicle the cells before a point that lies so far behind its place.
#[inline]
#[target_feature(enable = "avx2")]
fn cells_before(place: __m256i, point: &Bytes) -> __m256i {
    // SAFETY: sixteen bytes, at any alignment.
    let table = unsafe { _mm_loadu_si128(CELLS_BEFORE.as_ptr().cast()) };
    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), _mm256_add_epi8(place, load(point)))
}

/// All ones in each byte in which the two have nothing in common.
#[inline]
#[target_feature(enable = "avx2")]
fn no_common_bit(one: __m256i, two: __m256i) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_and_si256(one, two), _mm256_setzero_si256())
}

/// The vehicles for which a lane is one cell long.
#[inline]
#[target_feature(enable = "avx2")]
fn near(lane: usize, place: __m256i) -> __m256i {
    let lane = _mm256_set1_epi8(i8::try_from(lane).expect("a lane"));
    let behind = _mm256_add_epi8(lane, _mm256_set1_epi8(1));
    _mm256_or_si256(_mm256_cmpeq_epi8(place, lane), _mm256_cmpeq_epi8(place, behind))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m256i {
    // SAFETY: 32 bytes, at any alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(vector: __m256i) -> Bytes {
    let mut bytes = [0; 32];
    // SAFETY: 32 bytes, at any alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), vector) };
    bytes
}
