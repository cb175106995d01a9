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
