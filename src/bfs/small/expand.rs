//! From the states of a level to those of the next: one formula for 64 lanes.
//!
//! The loop is written once and compiled for each kind of processor, with the formula in portable
//! bytes here and in vectors in `x86.rs`.
#![allow(clippy::inline_always, reason = "the loop is compiled with its caller's instructions")]

use super::move_tables::MoveTables;
use super::vehicles::CELLS_BEFORE;
use super::workspace::{PARENTS, Workspace};
use super::{ALL_LANES, Bytes, LANES, Packed, VEHICLES};
use crate::board::Metric;
use crate::outcome::{Stop, Watch};

/// States that are expanded before their moves are made.
pub(super) const BATCH: usize = 64;

/// Whether the processor has all that `expand_avx2` is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Whether it has what `expand_avx512` needs beyond that.
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

/// The fastest way to expand that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backend {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Backend {
    pub(super) fn detect() -> Backend {
        #[cfg(target_arch = "x86_64")]
        {
            if has_avx2() && has_avx512() {
                return Backend::Avx512;
            }
            if has_avx2() {
                return Backend::Avx2;
            }
        }
        Backend::Portable
    }

    /// Expand a level; with `GOAL`, end at the first state whose road one move clears.
    pub(super) fn expand<const GOAL: bool>(self, level: &mut Level<'_, '_>) -> Option<Halt> {
        match self {
            Backend::Portable => level.run::<GOAL>(find_lanes),
            // SAFETY: `detect` has seen that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => unsafe { super::x86::expand_avx2::<GOAL>(level) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Backend::Avx512 => unsafe { super::x86::expand_avx512::<GOAL>(level) },
        }
    }
}

/// How a level ended, if not at its end.
pub(super) enum Halt {
    /// One move of this state clears the road.
    Found(usize),
    Stopped(Stop),
    /// More states than a edge can name.
    Overflow,
}

/// The states from one place of the queue to another.
pub(super) struct Level<'a, 'w> {
    pub(super) tables: &'a MoveTables,
    pub(super) work: &'a mut Workspace,
    pub(super) watch: &'a mut Watch<'w>,
    pub(super) from: usize,
    pub(super) to: usize,
    /// States before this one came by no move, and every move may follow.
    pub(super) sources: usize,
}

impl Level<'_, '_> {
    /// Batch by batch; `find` gives the legal lanes of a state and those worth making.
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
                return Some(Halt::Overflow);
            }
            let last = self.to.min(first + BATCH);
            match self.find_moves::<GOAL>(first, last, &find) {
                Ok(pending) => {
                    if let Err(stop) = self.work.make_moves(self.tables, pending) {
                        return Some(Halt::Stopped(stop));
                    }
                }
                Err(place) => return Some(Halt::Found(place)),
            }
        }
        None
    }

    /// Note the moves of a batch; how many states have any, or the first that one move clears.
    #[inline(always)]
    fn find_moves<const GOAL: bool>(
        &mut self,
        first: usize,
        last: usize,
        find: &impl Fn(&MoveTables, &Packed, &Bytes) -> (u64, u64),
    ) -> Result<usize, usize> {
        let (tables, mut arrivals) = (self.tables, self.work.arrivals());
        for place in first..last {
            let (state, follow) = arrivals.arrive(tables, place, self.sources);
            let (mut legal, mut worth) = find(tables, &state, &follow);
            if tables.metric == Metric::Step {
                legal &= one_cell(&state);
                worth &= legal;
            }
            let near =
                GOAL && legal & tables.tables.clears[tables.blocked(&state)] & tables.lanes != 0;
            if near && tables.clearing(&state, legal & tables.lanes).is_some() {
                self.work.counters.expanded += (place - first) as u64;
                return Err(place);
            }
            arrivals.tag(place, &state, worth & tables.lanes);
        }
        let pending = arrivals.count;
        self.work.counters.expanded += (last - first) as u64;
        Ok(pending)
    }
}

/// The lanes of a state that are legal, and of these the ones worth making, in portable bytes.
///
/// One of the two differences is always nothing: a lane leads back or forth.
pub(super) fn find_lanes(tables: &MoveTables, state: &Packed, follow: &Bytes) -> (u64, u64) {
    let (mut legal, mut worth) = (0, 0);
    let (mut before, mut end) = ([0; VEHICLES], [0; VEHICLES]);
    for vehicle in 0..VEHICLES {
        let place = state.place[vehicle];
        before[vehicle] = CELLS_BEFORE[usize::from(place + tables.before[vehicle]) % 16];
        end[vehicle] = CELLS_BEFORE[usize::from(place + tables.end[vehicle]) % 16];
    }
    for lane in 0..LANES {
        let (mut free, mut go) = ([0; VEHICLES], [0; VEHICLES]);
        for vehicle in 0..VEHICLES {
            let at = lane * VEHICLES + vehicle;
            let back = before[vehicle].saturating_sub(tables.behind[at]);
            let swept = back | tables.ahead[at].saturating_sub(end[vehicle]);
            free[vehicle] = u8::from(swept & state.taken[vehicle] == 0);
            go[vehicle] = free[vehicle] & u8::from(swept & follow[vehicle] != 0);
        }
        legal |= bits(&free) << (lane * VEHICLES);
        worth |= bits(&go) << (lane * VEHICLES);
    }
    (legal, worth)
}

/// Sixteen bytes of 0 or 1 as sixteen bits: the product gathers the lowest bits in the top byte.
fn bits(bytes: &Bytes) -> u64 {
    let half = |from: usize| {
        let eight = bytes[from..from + 8].try_into().expect("eight of sixteen");
        u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    half(0) | half(8) << 8
}

/// The lanes that go one cell: to the place before and to the place behind.
fn one_cell(state: &Packed) -> u64 {
    let lane = |lane: u8| 1_u64.checked_shl(16 * u32::from(lane)).unwrap_or(0);
    let near = |place: u8| lane(place) | place.checked_sub(1).map_or(0, lane);
    state.place.iter().enumerate().map(|(vehicle, &place)| near(place) << vehicle).sum()
}
