//! Successors of all vehicles at once, for boards too large for `bfs/small/`: up to 32 vehicles on
//! lines of at most 8 cells, with keys of one word.
//!
//! The formula is that of `lines/`, with seven lanes for each vehicle. The loop of
//! `bfs/general.rs` stores only the key of a state, so the two bytes of each vehicle are computed anew
//! from the key:
//!
//! ```text
//!     key      ..0110 | 100101 | 001010      fields of a few neighbouring digits
//!     state    the exclusive or of one row of 64 bytes for the value of each field
//! ```

mod move_tables;

use move_tables::MoveTables;

use crate::bfs::Origin;
use crate::bfs::lines::Backend;
use crate::board::{Goal, Metric, Move};
use crate::state::{Edge, Key, StateSpace, Successors};

/// Slots of a state.
const VEHICLES: usize = 32;
/// Lanes of a vehicle: one less than the places that it can have.
const LANES: usize = 7;

/// A byte for each vehicle.
type Bytes = [u8; VEHICLES];

/// For each lane the vehicles that move in it, as bits by slot; and one more lane, always empty.
type MovesByLane = [u32; LANES + 1];

/// A state, or what one field of a key contributes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Packed {
    /// The occupied cells of each vehicle's line.
    occupied: Bytes,
    /// The place of each vehicle.
    place: Bytes,
}

impl Packed {
    const NOTHING: Packed = Packed { occupied: [0; VEHICLES], place: [0; VEHICLES] };

    fn add(&mut self, row: &Packed) {
        for slot in 0..VEHICLES {
            self.occupied[slot] ^= row.occupied[slot];
            self.place[slot] ^= row.place[slot];
        }
    }
}

/// Generates the successors of a state for all vehicles at once.
#[derive(Clone, Debug)]
pub(crate) struct SimdSuccessors {
    tables: MoveTables,
    backend: Backend,
    key: Key<1>,
    state: Packed,
    /// The moves of this state that the pruning keeps.
    kept: MovesByLane,
}

impl SimdSuccessors {
    /// `None` if the space has more vehicles, longer lines or longer keys.
    pub(crate) fn new(
        space: &StateSpace<'_>,
        metric: Metric,
        origin: Origin,
    ) -> Option<SimdSuccessors> {
        Some(SimdSuccessors {
            tables: MoveTables::new(space, metric, origin)?,
            backend: Backend::detect(),
            key: space.start(),
            state: Packed::NOTHING,
            kept: [0; LANES + 1],
        })
    }

    /// Whether a target on this place has reached the goal.
    fn is_finished(&self, place: usize) -> bool {
        self.tables.finished >> place & 1 != 0
    }

    fn target_place(&self) -> usize {
        usize::from(self.state.place[self.tables.lanes.target])
    }
}

impl Successors<1> for SimdSuccessors {
    #[inline]
    fn load(&mut self, edge: &Edge<1>) {
        self.key = edge.key;
        (self.state, self.kept) = find(self.backend, &self.tables, edge);
    }

    #[inline]
    fn is_goal(&self) -> bool {
        let (lanes, place) = (&self.tables.lanes, self.target_place());
        if self.tables.goal == Goal::Clear {
            return self.state.occupied[lanes.target] & lanes.road[place] == 0;
        }
        self.is_finished(place)
    }

    fn solving_move(&self) -> Option<Move> {
        let (target, from) = (self.tables.lanes.target, self.target_place());
        let is_kept = |lane: &usize| self.kept[*lane] >> target & 1 != 0;
        let mut places = (0..LANES).filter(is_kept).map(|lane| place_after(lane, from));
        let to = places.find(|&to| self.is_finished(to))?;
        Some(self.tables.board_move(target, from, to))
    }

    /// Two lanes of 32 vehicles are the bits of one word: fewer loops whose ends are hard to predict.
    #[inline]
    fn for_each(&self, mut visit: impl FnMut(Edge<1>)) {
        for first in (0..self.tables.lane_count).step_by(2) {
            let [low, high] = [self.kept[first], self.kept[first + 1]];
            let mut moves = u64::from(low) | u64::from(high) << VEHICLES;
            while moves != 0 {
                let index = moves.trailing_zeros() as usize;
                moves &= moves - 1;
                let slot = index % VEHICLES;
                let from = usize::from(self.state.place[slot]);
                let to = place_after(first + index / VEHICLES, from);
                let places = (to as u64).wrapping_sub(from as u64);
                let change = self.tables.units[slot].wrapping_mul(places);
                let key = Key([self.key.0[0].wrapping_add(change)]);
                visit(Edge { key, step: self.tables.board_move(slot, from, to) });
            }
        }
    }
}

/// The place to which a lane leads: its own number, or one more from there on.
#[inline]
fn place_after(lane: usize, from: usize) -> usize {
    lane + usize::from(lane >= from)
}

// From a key to the moves of all vehicles: in portable bytes, or in vectors (`x86.rs`,
// `wasm32.rs`).

/// The state of an edge, and its moves that the pruning keeps after the move of the edge.
#[inline]
fn find(backend: Backend, tables: &MoveTables, edge: &Edge<1>) -> (Packed, MovesByLane) {
    match backend {
        Backend::Portable => find_portable(tables, edge),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the tokens in `Avx2` and `Avx512` prove that the processor has the instructions.
        Backend::Avx2(_) | Backend::Avx512(_) => unsafe { x86::find(tables, edge) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Backend::Simd128 => wasm32::find(tables, edge),
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! The formula of `lines/lanes.rs` for 32 vehicles, in vectors of 32 bytes.

    use std::arch::x86_64::{
        __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_movemask_epi8, _mm256_or_si256,
        _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_xor_si256,
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
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32 {
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
        let (place, occupied, follow) =
            (load(of(&state.place)), load(of(&state.occupied)), of(follow));
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
}
