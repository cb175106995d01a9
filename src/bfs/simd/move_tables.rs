//! What is looked up for one board: a row of 64 bytes for every value of every field of a key, and
//! what may follow every move.

use super::{Bytes, LANES, Origin, Packed, VEHICLES};
use crate::bfs::small::vehicles::{Meets, SimdVehicle, road, taken, vehicles};
use crate::board::{Goal, Metric, Move};
use crate::state::commute::{GOAL, NO_MOVE, leaving};
use crate::state::{Edge, Key, Position, StateSpace};

/// The most values of a field. Two digits of three bits: half the rows to look up of one digit
/// each, and all rows together still fit the first cache.
const VALUES: u64 = 64;

/// The places of a vehicle in tables: a power of two.
const PLACES: usize = LANES + 1;

/// Neighbouring digits of a key that are read as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The place of its first row.
    first: usize,
    /// What its value counts in the key, and how many values it has; as shift and mask if both
    /// are powers of two.
    unit: u64,
    values: u64,
    shift: u32,
}

/// Everything about a board, a metric and a goal that is looked up.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    pub(super) metric: Metric,
    pub(super) goal: Goal,
    /// For each vehicle, on place 0: the number of cells before it, and before its end.
    pub(super) before: Bytes,
    pub(super) end: Bytes,
    /// For each lane: the cells before place `lane`, and before the end on place `lane + 1`.
    pub(super) behind: [Bytes; LANES],
    pub(super) ahead: [Bytes; LANES],
    /// The number of lanes of the vehicle that has most, and which exist.
    pub(super) lanes: usize,
    pub(super) exists: [u32; LANES],
    /// What no vehicle's place changes.
    pub(super) origin: Packed,
    pub(super) fields: Vec<Field>,
    rows: Vec<Packed>,
    is_binary: bool,
    /// By vehicle, place before and place after a move; last what may follow no move, and what
    /// may follow a goal.
    follow: Vec<Bytes>,
    /// By vehicle: its index on the board, and what a place counts in the key.
    index: Bytes,
    pub(super) units: [u64; VEHICLES],
    /// By index on the board: the vehicle.
    vehicles: Vec<u8>,
    pub(super) target: usize,
    /// A bit for each place of the target at which the goal is reached.
    pub(super) finished: u8,
    /// For each place of the target the cells between it and the edge.
    pub(super) road: [u8; PLACES],
}

impl MoveTables {
    /// The tables of a space; `None` if the space is too large.
    pub(super) fn new(space: &StateSpace<'_>, metric: Metric, from: Origin) -> Option<MoveTables> {
        let mut vehicles = vehicles(space)?;
        let short = |vehicle: &SimdVehicle| usize::from(vehicle.places) <= PLACES;
        if space.words() != 1 || vehicles.len() > VEHICLES || !vehicles.iter().all(short) {
            return None;
        }
        if from == Origin::Goals {
            // Then all that may follow the target's move is what it makes possible.
            vehicles.sort_by_key(|vehicle| vehicle.index == space.board().target());
        }
        let target = vehicles.iter().position(|vehicle| vehicle.index == space.board().target())?;
        let mut tables = MoveTables {
            metric,
            goal: space.goal(),
            before: [0; VEHICLES],
            end: [0; VEHICLES],
            behind: [[0; VEHICLES]; LANES],
            ahead: [[0; VEHICLES]; LANES],
            lanes: 0,
            exists: [0; LANES],
            origin: Packed::NOTHING,
            fields: Vec::new(),
            rows: Vec::new(),
            is_binary: space.is_binary(),
            follow: vec![[u8::MAX; VEHICLES]; vehicles.len() * PLACES * PLACES + 2],
            index: [0; VEHICLES],
            units: [0; VEHICLES],
            vehicles: vec![0; space.vehicles().len()],
            target,
            finished: 0,
            road: [0; PLACES],
        };
        tables.set_lanes(&vehicles, space);
        tables.set_goal(&vehicles[target], space);
        let meets = (0..vehicles.len()).map(|slot| Meets::of(&vehicles, slot, metric));
        let meets: Vec<Meets<VEHICLES>> = meets.collect();
        tables.set_follow(&vehicles, &meets, leaving(space));
        tables.set_rows(&vehicles, &meets, space);
        tables.set_origin(&vehicles, space);
        Some(tables)
    }

    fn set_lanes(&mut self, vehicles: &[SimdVehicle], space: &StateSpace<'_>) {
        for (slot, vehicle) in vehicles.iter().enumerate() {
            self.before[slot] = vehicle.low;
            self.end[slot] = vehicle.low + vehicle.length;
            for lane in 0..LANES {
                (self.behind[lane][slot], self.ahead[lane][slot]) = vehicle.lane(lane);
                let exists = lane + 1 < usize::from(vehicle.places);
                self.exists[lane] |= u32::from(exists) << slot;
            }
            self.lanes = self.lanes.max(usize::from(vehicle.places) - 1);
            self.index[slot] = byte(vehicle.index);
            self.vehicles[vehicle.index] = byte(slot);
            self.units[slot] = space.unit(vehicle.index);
        }
    }

    fn set_goal(&mut self, target: &SimdVehicle, space: &StateSpace<'_>) {
        for place in 0..target.places {
            self.finished |= u8::from(space.is_finished(target.low + place)) << place;
            self.road[usize::from(place)] = road(space, target, place);
        }
    }

    fn set_follow(
        &mut self,
        vehicles: &[SimdVehicle],
        meets: &[Meets<VEHICLES>],
        leaving: Option<usize>,
    ) {
        for (slot, (vehicle, meets)) in vehicles.iter().zip(meets).enumerate() {
            let places = usize::from(vehicle.places);
            for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
                self.follow[turn(slot, from, to)] = meets.follow(from, to);
            }
        }
        if leaving.is_some() {
            let at_goal = self.follow.last_mut().expect("two more than there are deltas");
            *at_goal = [0; VEHICLES];
            at_goal[self.target] = u8::MAX;
        }
    }

    /// Join digits to fields while these have few enough values.
    fn set_rows(
        &mut self,
        vehicles: &[SimdVehicle],
        meets: &[Meets<VEHICLES>],
        space: &StateSpace<'_>,
    ) {
        let mut order: Vec<usize> = (0..vehicles.len()).collect();
        order.sort_unstable_by_key(|&slot| vehicles[slot].index);
        for slot in order {
            let (index, unit) = (vehicles[slot].index, self.units[slot]);
            let radix = space.radix(index);
            let fits = |field: &&mut Field| field.values * radix <= VALUES;
            let Some(field) = self.fields.last_mut().filter(fits) else {
                let field = Field { first: self.rows.len(), unit, values: 1, shift: unit.ilog2() };
                self.fields.push(field);
                self.rows.push(Packed::NOTHING);
                self.lengthen(slot, radix, &vehicles[slot], &meets[slot]);
                continue;
            };
            debug_assert_eq!(field.unit * field.values, unit, "digits follow one another");
            self.lengthen(slot, radix, &vehicles[slot], &meets[slot]);
        }
    }

    /// Give the last field one more digit: its rows once for every value of that.
    fn lengthen(
        &mut self,
        slot: usize,
        radix: u64,
        vehicle: &SimdVehicle,
        meets: &Meets<VEHICLES>,
    ) {
        let field = self.fields.last_mut().expect("pushed before");
        let old = field.first..self.rows.len();
        for place in 1..radix {
            let place = byte(usize::try_from(place).expect("a place"));
            let mut row = Packed::NOTHING;
            row.taken = meets.seen(vehicle.cells(place.into()));
            row.place[slot] = place;
            self.rows.extend_from_within(old.clone());
            let added = self.rows.len() - old.len();
            self.rows[added..].iter_mut().for_each(|each| each.add(&row));
        }
        // Place 0 comes last: the other rows were made from it.
        let first = meets.seen(vehicle.cells(0));
        for row in &mut self.rows[old] {
            row.add(&Packed { taken: first, ..Packed::NOTHING });
        }
        field.values *= radix;
    }

    /// The cells that are taken in the start, without what its rows say.
    fn set_origin(&mut self, vehicles: &[SimdVehicle], space: &StateSpace<'_>) {
        let taken = taken(vehicles, &Position::new(space));
        let mut origin = Packed { taken, ..Packed::NOTHING };
        self.for_each_row(space.start::<1>(), |row| origin.add(row));
        self.origin = Packed { taken: origin.taken, ..Packed::NOTHING };
    }

    /// Call `visit` with the row of each field.
    #[allow(clippy::inline_always, reason = "`visit` has its caller's instructions")]
    #[inline(always)]
    pub(super) fn for_each_row<'a>(&'a self, key: Key<1>, mut visit: impl FnMut(&'a Packed)) {
        let mut rest = key.0[0];
        for field in &self.fields {
            let value = if self.is_binary {
                key.0[0] >> field.shift & (field.values - 1)
            } else {
                let (quotient, value) = (rest / field.values, rest % field.values);
                rest = quotient;
                value
            };
            visit(&self.rows[field.first + usize::from(low_byte(value))]);
        }
    }

    /// What may follow the move that led to a state.
    #[inline]
    pub(super) fn follow(&self, edge: &Edge<1>, place: &Bytes) -> &Bytes {
        if edge.step.vehicle == NO_MOVE.vehicle {
            let from_end = if edge.step == GOAL { 1 } else { 2 };
            return &self.follow[self.follow.len() - from_end];
        }
        let slot = usize::from(self.vehicles[edge.step.vehicle.index()]);
        let to = place[slot];
        let from = to.wrapping_add_signed(-edge.step.cells);
        &self.follow[turn(slot, from.into(), to.into())]
    }

    /// A move of the tables as a move of the board.
    #[inline]
    pub(super) fn step(&self, slot: usize, from: usize, to: usize) -> Move {
        Move {
            vehicle: self.index[slot].into(),
            cells: low_byte(to as u64).wrapping_sub(low_byte(from as u64)).cast_signed(),
        }
    }
}

/// The place of a move in [`MoveTables::follow`].
fn turn(slot: usize, from: usize, to: usize) -> usize {
    (slot * PLACES + from) * PLACES + to
}

/// A place or the value of a field: less than 256.
fn low_byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("at most 128")
}
