//! What the loop looks up for one board, made once in about a microsecond.

use super::vehicles::{Meets, SimdVehicle, road, taken, vehicles};
use super::{ALL_LANES, Bytes, CELLS, LANES, Packed, VEHICLES};
use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::commute::leaving;
use crate::state::{Key, Position, StateSpace};

/// The moves of a tables: a lane and the place it starts from.
pub(super) const MOVES: usize = ALL_LANES * 8;

/// The largest closed set, in states; a bitmap of 32 MiB of which few pages are ever touched. With
/// more, threads side by side spend their time on page faults.
const MAX_NUMBERS: u64 = 1 << 28;

/// What one move changes, and which moves are worth making after it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct MoveDelta {
    pub(super) change: Packed,
    /// For each vehicle the cells of its line that a worthwhile move goes over.
    pub(super) follow: Bytes,
}

/// Everything about a board, a metric and a goal that the loop looks up.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    pub(super) metric: Metric,
    pub(super) goal: Goal,
    vehicles: Vec<SimdVehicle>,
    /// What the place of each vehicle counts in the number of a state.
    units: [u64; VEHICLES],
    /// For each vehicle, on place 0: the number of cells before it, and before its end.
    pub(super) before: Bytes,
    pub(super) end: Bytes,
    /// For each lane: the cells before place `lane`, and before the end on place `lane + 1`.
    pub(super) behind: [u8; ALL_LANES],
    pub(super) ahead: [u8; ALL_LANES],
    /// The lanes that exist.
    pub(super) lanes: u64,
    pub(super) tables: Tables,
    /// How many numbers there are, and the start's.
    pub(super) numbers: u64,
    pub(super) start_number: u64,
    pub(super) start: Packed,
    pub(super) target: usize,
    /// The target's place at the goal.
    pub(super) finish: u8,
    /// For each place of the target the cells between it and the edge.
    pub(super) road: [u8; 8],
}

/// The larger tables of a tables, which the next tables takes over: what no move of it reads may hold
/// anything.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) deltas: Vec<MoveDelta>,
    /// By move: what it adds to its parent's edge, the change of number and the move itself.
    pub(super) edges: Vec<u64>,
    /// By the cells of the road that are taken: the lanes that might clear it; none if more than
    /// one is.
    pub(super) clears: Vec<u64>,
}

impl Default for Tables {
    fn default() -> Tables {
        let (deltas, edges) = (vec![MoveDelta::default(); MOVES], vec![0; MOVES]);
        Tables { deltas, edges, clears: vec![0; 1 << CELLS] }
    }
}

/// The number of a move.
const fn move_id(slot: usize, from: usize, to: usize) -> usize {
    let lane = if to > from { to - 1 } else { to };
    slot | lane << 4 | from << 6
}

/// The vehicle, and the places from and to which a move goes.
pub(super) const fn places_of(id: usize) -> (usize, usize, usize) {
    let (slot, lane, from) = (id % VEHICLES, id >> 4 & 3, id >> 6 & 7);
    (slot, from, if lane < from { lane } else { lane + 1 })
}

impl MoveTables {
    /// The tables of a space, in the buffers of an old one; `None` if the space is too large for
    /// lanes, or its target can never get to the goal, or the goal is one without a test.
    pub(super) fn new(
        space: &StateSpace<'_>,
        metric: Metric,
        tables: &mut Option<Tables>,
    ) -> Option<MoveTables> {
        let vehicles = vehicles(space)?;
        let few = |vehicle: &SimdVehicle| (2..=LANES + 1).contains(&usize::from(vehicle.places));
        if vehicles.len() > VEHICLES || !vehicles.iter().all(few) {
            return None;
        }
        let target = vehicles.iter().position(|vehicle| vehicle.index == space.board().target())?;
        let room = space.intervals()[vehicles[target].index];
        let last = if space.board().exit().side.is_forward() { room.high } else { room.low };
        if last != space.finish() || !has_test(space, metric) {
            return None;
        }
        let mut tables = MoveTables {
            metric,
            goal: space.goal(),
            units: [0; VEHICLES],
            before: [0; VEHICLES],
            end: [0; VEHICLES],
            behind: [0; ALL_LANES],
            ahead: [0; ALL_LANES],
            lanes: 0,
            tables: tables.take().unwrap_or_default(),
            numbers: 0,
            start_number: 0,
            start: Packed::default(),
            target,
            finish: space.finish() - room.low,
            road: [0; 8],
            vehicles,
        };
        tables.number()?;
        tables.set_lanes();
        tables.set_start(space);
        tables.set_goal(space);
        tables.set_deltas();
        Some(tables)
    }

    /// Give each vehicle its unit. Cars with much room get the low digits, so that near states are near
    /// in the closed set. Two vehicles of a line that share a room of `k` more cells than they need
    /// never swap: `k * first + second` is exact, and smaller than two digits.
    fn number(&mut self) -> Option<()> {
        let mut numbers = 1_u64;
        for places in (2..=LANES as u64 + 1).rev() {
            for index in 0..self.vehicles.len() {
                if u64::from(self.vehicles[index].places) != places || self.is_second(index) {
                    continue;
                }
                if index + 1 < self.vehicles.len() && self.is_second(index + 1) {
                    let room = places - 1;
                    self.units[index + 1] = numbers;
                    self.units[index] = numbers * room;
                    numbers *= room * room + room + 1;
                } else {
                    self.units[index] = numbers;
                    numbers *= places;
                }
            }
        }
        self.numbers = numbers;
        (numbers <= MAX_NUMBERS).then_some(())
    }

    /// Whether a vehicle is the second of a pair that shares its room.
    fn is_second(&self, index: usize) -> bool {
        let shares = |one: &SimdVehicle, two: &SimdVehicle| {
            let line = one.axis == two.axis && one.line == two.line;
            line && one.places == two.places && two.low == one.low + one.length
        };
        // In a row of three or more the first two are a pair, and the third begins anew.
        let run =
            (1..=index).rev().take_while(|&at| shares(&self.vehicles[at - 1], &self.vehicles[at]));
        run.count() % 2 == 1
    }

    fn set_lanes(&mut self) {
        for (slot, vehicle) in self.vehicles.iter().enumerate() {
            self.before[slot] = vehicle.low;
            self.end[slot] = vehicle.low + vehicle.length;
            for lane in 0..LANES {
                let at = lane * VEHICLES + slot;
                (self.behind[at], self.ahead[at]) = vehicle.lane(lane);
                let exists = lane + 1 < usize::from(vehicle.places);
                self.lanes |= u64::from(exists) << at;
            }
        }
    }

    fn set_start(&mut self, space: &StateSpace<'_>) {
        let position = Position::new(space);
        (self.start, self.start_number) = (self.packed(&position), 0);
        for (unit, place) in self.units.iter().zip(self.start.place) {
            self.start_number += unit * u64::from(place);
        }
    }

    fn packed(&self, position: &Position<'_>) -> Packed {
        let mut state = Packed { taken: taken(&self.vehicles, position), ..Packed::default() };
        for (slot, vehicle) in self.vehicles.iter().enumerate() {
            state.place[slot] = position.coordinates()[vehicle.index] - vehicle.low;
        }
        state
    }

    fn set_goal(&mut self, space: &StateSpace<'_>) {
        self.tables.clears.fill(0);
        let target = self.vehicles[self.target];
        for place in 0..target.places {
            self.road[usize::from(place)] = road(space, &target, place);
        }
        for (slot, vehicle) in
            self.vehicles.iter().enumerate().filter(|(_, vehicle)| vehicle.axis != target.axis)
        {
            let lanes = lanes_off(vehicle, target.crossing) << slot & self.lanes;
            self.tables.clears[1 << vehicle.crossing] |= lanes;
        }
    }

    /// What each move changes, and what may follow it: see `state/commute.rs`.
    fn set_deltas(&mut self) {
        for slot in 0..self.vehicles.len() {
            let meets = Meets::of(&self.vehicles, slot, self.metric);
            self.set_deltas_of(slot, &meets);
        }
    }

    /// Prepare for the moves of the states at this distance from all goals: the goals are left by
    /// the target alone, and after it comes what its move makes possible (`wide::From::Goals`).
    pub(super) fn leave_goals(&mut self, space: &StateSpace<'_>, distance: usize) {
        let (target, metric) = (self.target, self.metric);
        let usual = |vehicles: &[SimdVehicle]| Meets::of(vehicles, target, metric);
        match (leaving(space), distance) {
            (Some(_), 0) => {
                self.set_deltas_of(target, &usual(&self.vehicles).highest(target));
                self.lanes &= (0..LANES).map(|lane| 1 << (lane * VEHICLES + target)).sum::<u64>();
            }
            (Some(_), 1) => self.set_lanes(),
            (Some(_), 2) => self.set_deltas_of(target, &usual(&self.vehicles)),
            _ => {}
        }
    }

    fn set_deltas_of(&mut self, slot: usize, meets: &Meets<VEHICLES>) {
        let places = usize::from(self.vehicles[slot].places);
        for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
            if from != to {
                self.set_delta(slot, from, to, meets);
            }
        }
    }

    fn set_delta(&mut self, slot: usize, from: usize, to: usize, meets: &Meets<VEHICLES>) {
        let (vehicle, id) = (self.vehicles[slot], move_id(slot, from, to));
        let by = (to as u64).wrapping_sub(from as u64);
        self.tables.edges[id] = ((id as u64) << 32).wrapping_add(self.units[slot].wrapping_mul(by));
        let turn = &mut self.tables.deltas[id];
        turn.change.taken = meets.seen(vehicle.cells(from) ^ vehicle.cells(to));
        turn.follow = meets.follow(from, to);
        turn.change.place[slot] = byte(from ^ to);
    }

    /// A move of the tables as a move of the board.
    pub(super) fn board_move(&self, id: usize) -> Move {
        let (slot, from, to) = places_of(id);
        let vehicle = VehicleId::new(self.vehicles[slot].index);
        Move { vehicle, cells: byte(to).cast_signed() - byte(from).cast_signed() }
    }

    /// The cells of the road that are taken.
    pub(super) fn blocked(&self, state: &Packed) -> usize {
        usize::from(state.taken[self.target] & self.road[usize::from(state.place[self.target]) % 8])
    }

    /// The move that clears the road, if one of these legal lanes does.
    ///
    /// `clears` is exact but for two vehicles of one column: the one that is in the way must go.
    pub(super) fn clearing(&self, state: &Packed, legal: u64) -> Option<usize> {
        let mut lanes = legal & self.tables.clears[self.blocked(state)];
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let id = lane | usize::from(state.place[lane % VEHICLES]) << 6;
            let (slot, from, to) = places_of(id);
            let turn = &self.tables.deltas[move_id(slot, from, to)];
            let after = turn.change.taken[self.target] ^ state.taken[self.target];
            if after & self.road[usize::from(state.place[self.target])] == 0 {
                return Some(id);
            }
        }
        None
    }

    /// The target's drive to its goal over a clear road.
    pub(super) fn drive(&self, state: &Packed) -> usize {
        let from = usize::from(state.place[self.target]);
        move_id(self.target, from, usize::from(self.finish))
    }
}

/// From packed states to the keys of a space.
pub(super) struct Keys {
    /// What a place of each vehicle adds to the key.
    units: [u64; VEHICLES],
}

impl Keys {
    pub(super) fn new(tables: &MoveTables, space: &StateSpace<'_>) -> Keys {
        let mut units = [0; VEHICLES];
        for (unit, vehicle) in units.iter_mut().zip(&tables.vehicles) {
            *unit = space.unit(vehicle.index);
        }
        Keys { units }
    }

    pub(super) fn key(&self, state: &Packed) -> Key<1> {
        let digits = self.units.iter().zip(state.place);
        Key([digits.map(|(unit, place)| unit * u64::from(place)).sum()])
    }

    /// The key after a move.
    pub(super) fn after(&self, key: Key<1>, id: usize) -> Key<1> {
        let (slot, from, to) = places_of(id);
        let by = (to as u64).wrapping_sub(from as u64);
        Key([key.0[0].wrapping_add(self.units[slot].wrapping_mul(by))])
    }
}

/// Whether the loop has a test for the goal: a clear road cannot be told from single steps.
fn has_test(space: &StateSpace<'_>, metric: Metric) -> bool {
    metric == Metric::Slide || space.goal() != Goal::Clear
}

/// The lanes of a crossing vehicle that end off this cell of its line, as if it were vehicle 0.
fn lanes_off(vehicle: &SimdVehicle, cell: u8) -> u64 {
    let covers =
        |place: u8| (vehicle.low + place..vehicle.low + place + vehicle.length).contains(&cell);
    let covering: Vec<u8> = (0..vehicle.places).filter(|&place| covers(place)).collect();
    let (Some(&first), Some(&last)) = (covering.first(), covering.last()) else { return 0 };
    let ends_off = |lane: &usize| *lane < usize::from(first) || *lane >= usize::from(last);
    (0..LANES).filter(ends_off).map(|lane| 1 << (lane * VEHICLES)).sum()
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a place of a line of 8")
}
