//! The successors of a state on boards too large for `bfs/small`: up to 32 vehicles on lines of at
//! most 8 cells, with keys of one word.
//!
//! The formula is that of `bfs/small`, with seven lanes for each vehicle. But the loop of `bfs/general.rs`
//! keeps nothing of a state but its key, so the two bytes of each vehicle are made anew:
//!
//! ```text
//!     key      ..0110 | 100101 | 001010      fields of a few neighbouring digits
//!     state    the exclusive or of one row of 64 bytes for the value of each field
//! ```

mod find;
mod move_tables;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::board::{Goal, Metric, Move};
use crate::state::{Edge, Key, StateSpace, Successors};
use find::Backend;
use move_tables::MoveTables;

/// Vehicles that a state has bytes for.
const VEHICLES: usize = 32;
/// Lanes of a vehicle: one less than the places it can have.
const LANES: usize = 7;

/// A byte for each vehicle.
type Bytes = [u8; VEHICLES];

/// A bit for each vehicle in each lane.
type Found = [u32; LANES + 1];

/// A state, or what one field of a key says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Packed {
    /// The cells taken in each vehicle's line.
    taken: Bytes,
    /// The place of each vehicle in its room.
    place: Bytes,
}

impl Packed {
    const NOTHING: Packed = Packed { taken: [0; VEHICLES], place: [0; VEHICLES] };

    fn add(&mut self, row: &Packed) {
        for vehicle in 0..VEHICLES {
            self.taken[vehicle] ^= row.taken[vehicle];
            self.place[vehicle] ^= row.place[vehicle];
        }
    }
}

/// Where the loop began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At the start, or long ago.
    Start,
    /// At all goals, now or one level ago. Each state of the next level came from a goal by the
    /// target's move, and what could move before that leads to the same state from another goal. So
    /// the target has the highest rank, and only what its move makes possible follows. (A search
    /// from the start would make twice the successors with that rank.)
    Goals,
}

/// Looks at all vehicles of a state at once.
#[derive(Debug)]
pub(crate) struct SimdSuccessors {
    tables: MoveTables,
    backend: Backend,
    key: Key<1>,
    state: Packed,
    /// The moves of this state that are worth making.
    worth: Found,
}

impl SimdSuccessors {
    /// `None` if the space has more vehicles, longer lines or longer keys.
    pub(crate) fn new(
        space: &StateSpace<'_>,
        metric: Metric,
        from: Origin,
    ) -> Option<SimdSuccessors> {
        Some(SimdSuccessors {
            tables: MoveTables::new(space, metric, from)?,
            backend: Backend::detect(),
            key: space.start(),
            state: Packed::NOTHING,
            worth: [0; LANES + 1],
        })
    }

    /// Whether the target on this place has driven as far as the goal asks.
    fn is_finished(&self, place: usize) -> bool {
        self.tables.finished >> place & 1 != 0
    }

    fn target_place(&self) -> usize {
        usize::from(self.state.place[self.tables.target])
    }
}

impl Successors<1> for SimdSuccessors {
    #[inline]
    fn load(&mut self, edge: &Edge<1>) {
        self.key = edge.key;
        (self.state, self.worth) = self.backend.find(&self.tables, edge);
    }

    #[inline]
    fn is_goal(&self) -> bool {
        let place = self.target_place();
        if self.tables.goal == Goal::Clear {
            return self.state.taken[self.tables.target] & self.tables.road[place] == 0;
        }
        self.is_finished(place)
    }

    fn solving_move(&self) -> Option<Move> {
        let (target, from) = (self.tables.target, self.target_place());
        let worth = |lane: &usize| self.worth[*lane] >> target & 1 != 0;
        let to = (0..LANES).filter(worth).map(|lane| to(lane, from));
        to.into_iter().find(|&to| self.is_finished(to)).map(|to| self.tables.step(target, from, to))
    }

    /// Two lanes of 32 vehicles are the bits of one word: fewer loops whose ends are hard to guess.
    #[inline]
    fn successors(&self, mut visit: impl FnMut(Edge<1>)) {
        for first in (0..self.tables.lanes).step_by(2) {
            let [low, high] = [self.worth[first], self.worth[first + 1]];
            let mut moves = u64::from(low) | u64::from(high) << VEHICLES;
            while moves != 0 {
                let bit = moves.trailing_zeros() as usize;
                moves &= moves - 1;
                let vehicle = bit % VEHICLES;
                let from = usize::from(self.state.place[vehicle]);
                let to = to(first + bit / VEHICLES, from);
                let change =
                    self.tables.units[vehicle].wrapping_mul((to as u64).wrapping_sub(from as u64));
                let key = Key([self.key.0[0].wrapping_add(change)]);
                visit(Edge { key, step: self.tables.step(vehicle, from, to) });
            }
        }
    }
}

/// The place to which a lane leads: its own number, or one more from there on.
#[inline]
fn to(lane: usize, from: usize) -> usize {
    lane + usize::from(lane >= from)
}
