//! Everything that the SIMD successors look up for one board: a row of 64 bytes for every value of
//! every field of a key, and what may follow every move.

use super::{Bytes, LANES, Packed, VEHICLES};
use crate::bfs::Origin;
use crate::bfs::lines::{Interactions, LaneTables, SimdVehicle, occupied, vehicles};
use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::commute::{GOAL, leaving};
use crate::state::{Edge, Key, Position, StateSpace};

/// The most values of a field: two digits of three bits. That halves the rows to look up compared
/// with one digit a field, and all rows together still fit the first-level cache.
const VALUES: u64 = 64;

/// The places of a vehicle in tables: a power of two.
const PLACES: usize = LANES + 1;

/// Neighbouring digits of a key that are read as one number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The index of its first row.
    first: usize,
    /// The unit of the field in the key, and the number of its values.
    unit: u64,
    values: u64,
    /// Its lowest bit, if all radices are powers of two.
    shift: u32,
}

/// Everything about a board, a metric and a goal that is looked up.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    pub(super) metric: Metric,
    pub(super) goal: Goal,
    pub(super) lanes: LaneTables<VEHICLES, LANES>,
    /// The number of lanes of the vehicle that has most.
    pub(super) lane_count: usize,
    /// The part of every state that the place of no vehicle changes.
    pub(super) origin: Packed,
    fields: Vec<Field>,
    rows: Vec<Packed>,
    is_binary: bool,
    /// What may follow each move, by [`move_id`]; then what may follow no move, and what a goal.
    follow: Vec<Bytes>,
    /// By slot: the index on the board, and the value of one place in the key.
    index: Bytes,
    pub(super) units: [u64; VEHICLES],
    /// By index on the board: the slot.
    slots: Vec<u8>,
    /// The places of the target at which the goal is reached, as bits.
    pub(super) finished: u8,
}

impl MoveTables {
    /// The tables of a space; `None` if the space is too large.
    pub(super) fn new(
        space: &StateSpace<'_>,
        metric: Metric,
        origin: Origin,
    ) -> Option<MoveTables> {
        let mut vehicles = vehicles::<u8>(space)?;
        if origin == Origin::Goals {
            // The last slot has the highest rank.
            vehicles.sort_by_key(|vehicle| vehicle.index == space.board().target());
        }
        let lanes = LaneTables::new(&vehicles, space)?;
        if space.words() != 1 {
            return None;
        }
        let most = vehicles.iter().map(|vehicle| usize::from(vehicle.places)).max();
        let mut tables = MoveTables {
            metric,
            goal: space.goal(),
            lane_count: most.expect("the target") - 1,
            lanes,
            origin: Packed::NOTHING,
            fields: Vec::new(),
            rows: Vec::new(),
            is_binary: space.is_binary(),
            follow: vec![[u8::MAX; VEHICLES]; vehicles.len() * PLACES * PLACES + 2],
            index: [0; VEHICLES],
            units: [0; VEHICLES],
            slots: vec![0; space.vehicles().len()],
            finished: 0,
        };
        tables.set_vehicles(&vehicles, space);
        let interactions = |slot| Interactions::of(&vehicles, slot, metric);
        let interactions: Vec<_> = (0..vehicles.len()).map(interactions).collect();
        tables.set_follow(&vehicles, &interactions, leaving(space));
        tables.set_rows(&vehicles, &interactions, space);
        tables.set_origin(&vehicles, space);
        Some(tables)
    }

    fn set_vehicles(&mut self, vehicles: &[SimdVehicle], space: &StateSpace<'_>) {
        for (slot, vehicle) in vehicles.iter().enumerate() {
            self.index[slot] = byte(vehicle.index);
            self.slots[vehicle.index] = byte(slot);
            self.units[slot] = space.unit(vehicle.index);
        }
        let target = &vehicles[self.lanes.target];
        for place in 0..target.places {
            self.finished |= u8::from(space.is_finished(target.low + place)) << place;
        }
    }

    fn set_follow(
        &mut self,
        vehicles: &[SimdVehicle],
        interactions: &[Interactions<u8, VEHICLES>],
        leaving: Option<usize>,
    ) {
        for (slot, (vehicle, interactions)) in vehicles.iter().zip(interactions).enumerate() {
            let places = usize::from(vehicle.places);
            for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
                self.follow[move_id(slot, from, to)] = interactions.may_follow(from, to);
            }
        }
        if leaving.is_some() {
            let at_goal = self.follow.last_mut().expect("two more than there are moves");
            *at_goal = [0; VEHICLES];
            at_goal[self.lanes.target] = u8::MAX;
        }
    }

    /// Join digits to fields while these have few enough values.
    fn set_rows(
        &mut self,
        vehicles: &[SimdVehicle],
        interactions: &[Interactions<u8, VEHICLES>],
        space: &StateSpace<'_>,
    ) {
        let mut slots: Vec<usize> = (0..vehicles.len()).collect();
        slots.sort_unstable_by_key(|&slot| vehicles[slot].index);
        for slot in slots {
            let (radix, unit) = (space.radix(vehicles[slot].index), self.units[slot]);
            let fits = |field: &&Field| field.values * radix <= VALUES;
            if let Some(field) = self.fields.last().filter(fits) {
                debug_assert_eq!(field.unit * field.values, unit, "digits follow one another");
            } else {
                let first = self.rows.len();
                self.fields.push(Field { first, unit, values: 1, shift: unit.ilog2() });
                self.rows.push(Packed::NOTHING);
            }
            self.add_digit(slot, radix, &vehicles[slot], &interactions[slot]);
        }
    }

    /// Add a digit to the last field: its rows are repeated for every value of the digit.
    fn add_digit(
        &mut self,
        slot: usize,
        radix: u64,
        vehicle: &SimdVehicle,
        interactions: &Interactions<u8, VEHICLES>,
    ) {
        let field = self.fields.last_mut().expect("pushed before");
        let old = field.first..self.rows.len();
        for place in 1..radix {
            let place = byte(usize::try_from(place).expect("a place"));
            let mut row = Packed::NOTHING;
            row.occupied = interactions.seen(vehicle.cells::<u8>(place.into()));
            row.place[slot] = place;
            self.rows.extend_from_within(old.clone());
            let added = self.rows.len() - old.len();
            self.rows[added..].iter_mut().for_each(|each| each.add(&row));
        }
        // Place 0 comes last: the other rows were copied from it.
        let first = interactions.seen(vehicle.cells::<u8>(0));
        for row in &mut self.rows[old] {
            row.add(&Packed { occupied: first, ..Packed::NOTHING });
        }
        field.values *= radix;
    }

    /// The occupied cells of the start without those that its rows contribute.
    fn set_origin(&mut self, vehicles: &[SimdVehicle], space: &StateSpace<'_>) {
        let occupied = occupied(vehicles, &Position::new(space));
        let mut origin = Packed { occupied, ..Packed::NOTHING };
        self.for_each_row(space.start::<1>(), |row| origin.add(row));
        self.origin = Packed { occupied: origin.occupied, ..Packed::NOTHING };
    }

    /// Call `visit` with the row of each field of a key.
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

    /// For each vehicle the cells of which its next move must sweep one, after the move of an edge.
    #[inline]
    pub(super) fn may_follow(&self, edge: &Edge<1>, place: &Bytes) -> &Bytes {
        if edge.step.vehicle == VehicleId::NONE {
            let from_end = if edge.step == GOAL { 1 } else { 2 };
            return &self.follow[self.follow.len() - from_end];
        }
        let slot = usize::from(self.slots[edge.step.vehicle.index()]);
        let to = place[slot];
        let from = to.wrapping_add_signed(-edge.step.cells);
        &self.follow[move_id(slot, from.into(), to.into())]
    }

    /// A move of the vehicle in a slot as a move of the board.
    #[inline]
    pub(super) fn board_move(&self, slot: usize, from: usize, to: usize) -> Move {
        let cells = low_byte(to as u64).wrapping_sub(low_byte(from as u64)).cast_signed();
        Move { vehicle: self.index[slot].into(), cells }
    }
}

/// The index of a move in [`MoveTables::follow`].
fn move_id(slot: usize, from: usize, to: usize) -> usize {
    (slot * PLACES + from) * PLACES + to
}

/// A place or the value of a field: less than 256.
fn low_byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("at most 128")
}
