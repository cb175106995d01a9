//! From a key to the moves of all vehicles: in portable bytes, or in vectors (`x86.rs`,
//! `wasm32.rs`).

use super::move_tables::MoveTables;
use super::{Bytes, MovesByLane, Packed};
use crate::bfs::lines::Backend;
use crate::board::Metric;
use crate::state::Edge;

/// The state of an edge, and its moves that the pruning keeps after the move of the edge.
#[inline]
pub(super) fn find(backend: Backend, tables: &MoveTables, edge: &Edge<1>) -> (Packed, MovesByLane) {
    match backend {
        Backend::Portable => find_portable(tables, edge),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the tokens in `Avx2` and `Avx512` prove that the processor has the instructions.
        Backend::Avx2(_) | Backend::Avx512(_) => unsafe { super::x86::find(tables, edge) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Backend::Simd128 => super::wasm32::find(tables, edge),
    }
}

fn find_portable(tables: &MoveTables, edge: &Edge<1>) -> (Packed, MovesByLane) {
    let mut state = tables.origin;
    tables.for_each_row(edge.key, |row| state.add(row));
    let bounds = tables.lanes.bounds(&state.place);
    let follow = tables.may_follow(edge, &state.place);
    let mut found = MovesByLane::default();
    for (lane, found) in found.iter_mut().enumerate().take(tables.lane_count) {
        let kept = tables.lanes.find(lane, &bounds, &state.occupied, follow).kept;
        *found = bits(&kept) & bits(&near(tables.metric, lane, &state.place));
        *found &= tables.lanes.exists[lane];
    }
    (state, found)
}

/// Whether the move of each vehicle in a lane is short enough for the metric: in steps it leads to
/// the place before or after.
fn near(metric: Metric, lane: usize, place: &Bytes) -> Bytes {
    let is_near = |place: u8| usize::from(place) == lane || usize::from(place) == lane + 1;
    place.map(|place| u8::from(metric == Metric::Slide || is_near(place)))
}

/// Bytes of 0 or 1 as bits.
fn bits(bytes: &Bytes) -> u32 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u32::from(byte))
}
