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

mod find;
mod move_tables;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::bfs::Origin;
use crate::bfs::lines::Backend;
use crate::board::{Goal, Metric, Move};
use crate::state::{Edge, Key, StateSpace, Successors};
use move_tables::MoveTables;

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
        (self.state, self.kept) = find::find(self.backend, &self.tables, edge);
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
