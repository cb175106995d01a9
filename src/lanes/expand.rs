//! From states to their moves: one formula for 64 lanes, in portable bytes and in vectors.

use super::cars::CELLS_BEFORE;
use super::flood::{PARENT_SHIFT, parent_of};
use super::plan::{MOVES, Plan};
use super::{Bytes, LANES, Packed, VEHICLES};
use crate::moves::Metric;

/// A state whose moves are still to be made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pending {
    pub(super) lanes: u64,
    /// The number of the state and its place in the queue, as a link has them.
    pub(super) head: u64,
}

/// A run of the queue that is expanded in one go.
pub(super) struct Batch<'a> {
    pub(super) plan: &'a Plan,
    /// The links of the whole queue, and the states; those of the batch are written here.
    pub(super) queue: &'a [u64],
    pub(super) states: &'a mut [Packed],
    pub(super) from: usize,
    pub(super) to: usize,
    /// States before this one are there already, and every move may follow them.
    pub(super) sources: usize,
    pub(super) pending: &'a mut [Pending],
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expanded {
    /// So many states are pending.
    Pending(usize),
    /// One move of this state clears the road.
    Found(usize),
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
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                return Backend::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Backend::Avx2;
            }
        }
        Backend::Portable
    }

    /// Find the moves of a batch; with `GOAL`, end at the first state that one move would clear.
    pub(super) fn expand<const GOAL: bool>(self, batch: &mut Batch<'_>) -> Expanded {
        match self {
            Backend::Portable => batch.run::<GOAL>(find_lanes),
            // SAFETY: `detect` has seen that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => unsafe { super::x86::expand_avx2::<GOAL>(batch) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Backend::Avx512 => unsafe { super::x86::expand_avx512::<GOAL>(batch) },
        }
    }
}

impl Batch<'_> {
    /// The loop over the batch; `find` gives the legal lanes of a state and those worth making.
    #[inline(always)]
    pub(super) fn run<const GOAL: bool>(
        &mut self,
        find: impl Fn(&Plan, &Packed, &Bytes) -> (u64, u64),
    ) -> Expanded {
        let plan = self.plan;
        let mut count = 0;
        for place in self.from..self.to {
            let link = self.queue[place];
            let (state, follow) = self.arrive(place, link);
            let (mut legal, mut worth) = find(plan, &state, &follow);
            if plan.metric == Metric::Step {
                legal &= one_cell(&state);
                worth &= legal;
            }
            (legal, worth) = (legal & plan.lanes, worth & plan.lanes);
            let near = GOAL && legal & plan.clears[plan.blocked(&state)] != 0;
            if near && plan.clearing(&state, legal).is_some() {
                return Expanded::Found(place);
            }
            let head = link & !u64::from(u32::MAX) | (place as u64) << PARENT_SHIFT;
            self.pending[count] = Pending { lanes: worth, head };
            count += usize::from(worth != 0);
        }
        Expanded::Pending(count)
    }

    /// The state at a place of the queue, which is made and kept, and what may follow.
    #[inline(always)]
    fn arrive(&mut self, place: usize, link: u64) -> (Packed, Bytes) {
        if place < self.sources {
            return (self.states[place], [u8::MAX; VEHICLES]);
        }
        let turn = &self.plan.turns[link as usize % MOVES];
        let parent = self.states[parent_of(link)];
        let mut state = Packed::default();
        for vehicle in 0..VEHICLES {
            state.taken[vehicle] = parent.taken[vehicle] ^ turn.change.taken[vehicle];
            state.place[vehicle] = parent.place[vehicle] ^ turn.change.place[vehicle];
        }
        self.states[place] = state;
        (state, turn.follow)
    }
}

/// The lanes of a state that are legal, and of these the ones worth making, in portable bytes.
///
/// One of the two differences is always nothing: a lane leads back or forth.
pub(super) fn find_lanes(plan: &Plan, state: &Packed, follow: &Bytes) -> (u64, u64) {
    let (mut legal, mut worth) = (0, 0);
    let (mut before, mut end) = ([0; VEHICLES], [0; VEHICLES]);
    for vehicle in 0..VEHICLES {
        let place = state.place[vehicle];
        before[vehicle] = CELLS_BEFORE[usize::from(place + plan.before[vehicle]) % 16];
        end[vehicle] = CELLS_BEFORE[usize::from(place + plan.end[vehicle]) % 16];
    }
    for lane in 0..LANES {
        let (mut free, mut go) = ([0; VEHICLES], [0; VEHICLES]);
        for vehicle in 0..VEHICLES {
            let at = lane * VEHICLES + vehicle;
            let back = before[vehicle].saturating_sub(plan.behind[at]);
            let swept = back | plan.ahead[at].saturating_sub(end[vehicle]);
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
