//! Expands a level: finds the moves of its states, then makes them.
//!
//! The loop is written once and compiled for each backend (`expand`, below), with the moves found in
//! portable bytes here and in vectors in `x86.rs` and `wasm32.rs`.

#![allow(clippy::inline_always, reason = "the loop is compiled with its caller's instructions")]

use super::move_tables::MoveTables;
use super::workspace::{BATCH, PARENTS, Workspace};
use super::{ALL_LANES, Bytes, LANES, Packed, VEHICLES};
use crate::bfs::lines::Backend;
use crate::board::Metric;
use crate::outcome::{Stop, Watch};

/// Why a level was not expanded to its end.
pub(super) enum Halt {
    /// One move of the state at this index clears the road.
    Found(usize),
    Stopped(Stop),
    /// There are more states than an edge can refer to as parents.
    TooManyStates,
}

/// The states of the queue from one index to another.
pub(super) struct Level<'a, 'w> {
    pub(super) tables: &'a MoveTables,
    pub(super) work: &'a mut Workspace,
    pub(super) watch: &'a mut Watch<'w>,
    pub(super) from: usize,
    pub(super) to: usize,
    /// States before this index are sources: no move led to them, and every move may follow.
    pub(super) sources: usize,
}

impl Level<'_, '_> {
    /// Expand batch by batch; with `GOAL`, end at the first state whose road one move clears. `find`
    /// returns the legal lanes of a state and those that the pruning keeps.
    #[inline(always)]
    pub(super) fn run<const GOAL: bool>(
        &mut self,
        find: impl Fn(&MoveTables, &Packed, &Bytes) -> (u64, u64),
    ) -> Option<Halt> {
        for first in (self.from..self.to).step_by(BATCH) {
            if let Err(stop) = self.watch.check(self.work.len, self.work.bytes(self.tables)) {
                return Some(Halt::Stopped(stop));
            }
            if self.work.len + BATCH * ALL_LANES > PARENTS {
                return Some(Halt::TooManyStates);
            }
            let last = self.to.min(first + BATCH);
            match self.find_moves::<GOAL>(first, last, &find) {
                Ok(pending) => {
                    if let Err(stop) = self.work.make_moves(self.tables, pending) {
                        return Some(Halt::Stopped(stop));
                    }
                }
                Err(index) => return Some(Halt::Found(index)),
            }
        }
        None
    }

    /// Find the moves of a batch. Returns how many states have any, or as an error the index of the
    /// first state whose road one move clears.
    #[inline(always)]
    fn find_moves<const GOAL: bool>(
        &mut self,
        first: usize,
        last: usize,
        find: &impl Fn(&MoveTables, &Packed, &Bytes) -> (u64, u64),
    ) -> Result<usize, usize> {
        let (tables, mut batch) = (self.tables, self.work.batch());
        for index in first..last {
            let (state, follow) = batch.make_state(tables, index, self.sources);
            let (mut legal, mut kept) = find(tables, &state, &follow);
            if tables.metric == Metric::Step {
                legal &= one_cell(&state);
                kept &= legal;
            }
            let near = GOAL && legal & tables.may_clear(&state) & tables.exists != 0;
            if near && tables.clearing(&state, legal & tables.exists).is_some() {
                self.work.counters.expanded += (index - first) as u64;
                return Err(index);
            }
            batch.push(index, &state, kept & tables.exists);
        }
        let pending = batch.count;
        self.work.counters.expanded += (last - first) as u64;
        Ok(pending)
    }
}

/// The legal lanes of a state, and those that the pruning keeps, in portable bytes.
pub(super) fn find_lanes(tables: &MoveTables, state: &Packed, follow: &Bytes) -> (u64, u64) {
    let bounds = tables.lanes.bounds(&state.place);
    let (mut legal, mut kept) = (0, 0);
    for lane in 0..LANES {
        let found = tables.lanes.find(lane, &bounds, &state.occupied, follow);
        legal |= bits(&found.legal) << (lane * VEHICLES);
        kept |= bits(&found.kept) << (lane * VEHICLES);
    }
    (legal, kept)
}

/// Sixteen bytes of 0 or 1 as sixteen bits: the product gathers the lowest bits in the top byte.
fn bits(bytes: &Bytes) -> u64 {
    let half = |from: usize| {
        let eight = bytes[from..from + 8].try_into().expect("eight of sixteen");
        u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    half(0) | half(8) << 8
}

/// The lanes that move one cell: to the place before and to the place after.
fn one_cell(state: &Packed) -> u64 {
    let lane = |lane: u8| 1_u64.checked_shl(16 * u32::from(lane)).unwrap_or(0);
    let near = |place: u8| lane(place) | place.checked_sub(1).map_or(0, lane);
    state.place.iter().enumerate().map(|(slot, &place)| near(place) << slot).sum()
}

// Expands a level with the instructions of its backend.

/// Expand a level; with `GOAL`, end at the first state whose road one move clears.
pub(super) fn expand<const GOAL: bool>(level: &mut Level<'_, '_>) -> Option<Halt> {
    match level.work.backend {
        Backend::Portable => level.run::<GOAL>(find_lanes),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the token in `Avx2` proves that the processor has the instructions.
        Backend::Avx2(_) => unsafe { super::x86::expand_avx2::<GOAL>(level) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the token in `Avx512` proves that the processor has the instructions.
        Backend::Avx512(_) => unsafe { super::x86::expand_avx512::<GOAL>(level) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Backend::Simd128 => super::wasm32::expand::<GOAL>(level),
    }
}
