//! From a key to the moves that are worth making: in portable bytes, or in vectors (`x86.rs`).

use super::move_tables::MoveTables;
use super::{Bytes, Found, Packed, VEHICLES};
use crate::bfs::small::vehicles::CELLS_BEFORE;
use crate::board::Metric;
use crate::state::Edge;

/// The fastest way that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backend {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Backend {
    pub(super) fn detect() -> Backend {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            return Backend::Avx2;
        }
        Backend::Portable
    }

    /// The state behind a edge and its moves.
    #[inline]
    pub(super) fn find(self, tables: &MoveTables, edge: &Edge<1>) -> (Packed, Found) {
        match self {
            Backend::Portable => find(tables, edge),
            // SAFETY: `detect` has seen that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => unsafe { super::x86::find(tables, edge) },
        }
    }
}

fn find(tables: &MoveTables, edge: &Edge<1>) -> (Packed, Found) {
    let mut state = tables.origin;
    tables.for_each_row(edge.key, |row| state.add(row));
    let (mut before, mut end) = ([0; VEHICLES], [0; VEHICLES]);
    for vehicle in 0..VEHICLES {
        let place = state.place[vehicle];
        before[vehicle] = CELLS_BEFORE[usize::from(place + tables.before[vehicle]) % 16];
        end[vehicle] = CELLS_BEFORE[usize::from(place + tables.end[vehicle]) % 16];
    }
    let follow = tables.follow(edge, &state.place);
    let mut found = Found::default();
    for (lane, found) in found.iter_mut().enumerate().take(tables.lanes) {
        let near = near(tables.metric, lane, &state.place);
        let mut worth = [0; VEHICLES];
        for vehicle in 0..VEHICLES {
            let back = before[vehicle].saturating_sub(tables.behind[lane][vehicle]);
            let swept = back | tables.ahead[lane][vehicle].saturating_sub(end[vehicle]);
            let is_free = u8::from(swept & state.taken[vehicle] == 0);
            worth[vehicle] = is_free & u8::from(swept & follow[vehicle] != 0) & near[vehicle];
        }
        *found = bits(&worth) & tables.exists[lane];
    }
    (state, found)
}

/// Whether a lane goes no further than the metric allows: to the place before, or behind.
fn near(metric: Metric, lane: usize, place: &Bytes) -> Bytes {
    let is_near = |place: u8| usize::from(place) == lane || usize::from(place) == lane + 1;
    place.map(|place| u8::from(metric == Metric::Slide || is_near(place)))
}

/// Bytes of 0 or 1 as bits.
fn bits(bytes: &Bytes) -> u32 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u32::from(byte))
}
