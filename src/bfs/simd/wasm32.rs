//! The formula of `lines/lanes.rs` for 32 vehicles, in vectors of 16 bytes.

use std::arch::wasm32::{u8x16_add, u8x16_bitmask, u8x16_eq, u8x16_splat, v128, v128_and};
use std::arch::wasm32::{v128_andnot, v128_or};

use super::move_tables::MoveTables;
use super::{Bytes, MovesByLane, Packed};
use crate::bfs::lines::wasm32::{cells_before, load, no_common_bit, swept};
use crate::board::Metric;
use crate::state::Edge;

/// Vehicles of a vector.
const HALF: usize = 16;

pub(super) fn find(tables: &MoveTables, edge: &Edge<1>) -> (Packed, MovesByLane) {
    let mut state = tables.origin;
    tables.for_each_row(edge.key, |row| state.add(row));
    let follow = tables.may_follow(edge, &state.place);
    let mut found = MovesByLane::default();
    add_half(0, tables, &state, follow, &mut found);
    add_half(1, tables, &state, follow, &mut found);
    (state, found)
}

/// Add the moves of one half of the vehicles.
#[inline]
fn add_half(
    half: usize,
    tables: &MoveTables,
    state: &Packed,
    follow: &Bytes,
    found: &mut MovesByLane,
) {
    let (lanes, of) = (&tables.lanes, |bytes| part(bytes, half));
    let (place, occupied, follow) = (load(of(&state.place)), load(of(&state.occupied)), of(follow));
    let bounds = [cells_before(place, of(&lanes.before)), cells_before(place, of(&lanes.end))];
    for (lane, found) in found.iter_mut().enumerate().take(tables.lane_count) {
        let swept = swept(bounds, load(of(&lanes.behind[lane])), load(of(&lanes.ahead[lane])));
        let legal = no_common_bit(swept, occupied);
        let mut kept = v128_andnot(legal, no_common_bit(swept, load(follow)));
        if tables.metric == Metric::Step {
            kept = v128_and(kept, near(lane, place));
        }
        *found |= u32::from(u8x16_bitmask(kept)) << (HALF * half) & lanes.exists[lane];
    }
}

/// All ones for each vehicle whose move in a lane is one cell long.
#[inline]
fn near(lane: usize, place: v128) -> v128 {
    let lane = u8x16_splat(u8::try_from(lane).expect("a lane"));
    v128_or(u8x16_eq(place, lane), u8x16_eq(place, u8x16_add(lane, u8x16_splat(1))))
}

fn part(bytes: &Bytes, half: usize) -> &[u8; HALF] {
    &bytes.as_chunks().0[half]
}
