//! The formula of `lines/lanes.rs` for 32 vehicles, in vectors of 32 bytes.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::move_tables::MoveTables;
use super::{Bytes, MovesByLane, Packed};
use crate::bfs::lines::CELLS_BEFORE;
use crate::bfs::lines::x86::{load_16, load_32, no_common_bit, swept};
use crate::board::Metric;
use crate::state::Edge;

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn find(tables: &MoveTables, edge: &Edge<1>) -> (Packed, MovesByLane) {
    let (origin, lanes) = (&tables.origin, &tables.lanes);
    let (mut occupied, mut place) = (load_32(&origin.occupied), load_32(&origin.place));
    tables.for_each_row(edge.key, |row| {
        occupied = _mm256_xor_si256(occupied, load_32(&row.occupied));
        place = _mm256_xor_si256(place, load_32(&row.place));
    });
    let state = Packed { occupied: store(occupied), place: store(place) };
    let follow = load_32(tables.may_follow(edge, &state.place));
    let bounds = [cells_before(place, &lanes.before), cells_before(place, &lanes.end)];
    let mut found = MovesByLane::default();
    for (lane, found) in found.iter_mut().enumerate().take(tables.lane_count) {
        let swept = swept(bounds, load_32(&lanes.behind[lane]), load_32(&lanes.ahead[lane]));
        let legal = no_common_bit(swept, occupied);
        let mut kept = _mm256_andnot_si256(no_common_bit(swept, follow), legal);
        if tables.metric == Metric::Step {
            kept = _mm256_and_si256(kept, near(lane, place));
        }
        *found = _mm256_movemask_epi8(kept).cast_unsigned() & lanes.exists[lane];
    }
    (state, found)
}

/// For each vehicle the cells before a point that lies so many cells behind its place.
#[inline]
#[target_feature(enable = "avx2")]
fn cells_before(place: __m256i, point: &Bytes) -> __m256i {
    let table = _mm256_broadcastsi128_si256(load_16(&CELLS_BEFORE));
    _mm256_shuffle_epi8(table, _mm256_add_epi8(place, load_32(point)))
}

/// All ones for each vehicle whose move in a lane is one cell long.
#[inline]
#[target_feature(enable = "avx2")]
fn near(lane: usize, place: __m256i) -> __m256i {
    let lane = _mm256_set1_epi8(i8::try_from(lane).expect("a lane"));
    let behind = _mm256_add_epi8(lane, _mm256_set1_epi8(1));
    _mm256_or_si256(_mm256_cmpeq_epi8(place, lane), _mm256_cmpeq_epi8(place, behind))
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(vector: __m256i) -> Bytes {
    let mut bytes = [0; 32];
    // SAFETY: the reference is valid for the 32 bytes that are written; the store needs no
    // alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), vector) };
    bytes
}
