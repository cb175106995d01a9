//! Everything that the small-board search looks up for one board, made in about a microsecond.

use super::{ALL_LANES, Bytes, LANES, Packed, VEHICLES};
use crate::bfs::lines::{CELLS, Interactions, LaneTables, SimdVehicle, occupied, vehicles};
use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::commute::leaving;
use crate::state::{Key, Position, StateSpace};

/// The numbers of moves: a lane and the place where it starts.
pub(super) const MOVES: usize = ALL_LANES * 8;

/// The largest closed set, in states: a bitmap of 64 MiB of which few pages are ever touched. All boards
/// of Fogleman's database fit; with half of it, one of 750 would be searched by `bfs/general.rs`, in
/// seven to nine times the time.
const MAX_NUMBERS: u64 = 1 << 29;

/// What one move changes in a state, and which moves may follow it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct MoveDelta {
    pub(super) change: Packed,
    /// For each vehicle the cells of its line of which its next move must sweep one.
    pub(super) follow: Bytes,
}

/// Everything about a board, a metric and a goal that the search looks up.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    pub(super) metric: Metric,
    pub(super) goal: Goal,
    vehicles: Vec<SimdVehicle>,
    /// The value of one place of each vehicle in the number of a state.
    units: [u64; VEHICLES],
    pub(super) lanes: LaneTables<VEHICLES, LANES>,
    /// The lanes that exist, as bits.
    pub(super) exists: u64,
    pub(super) buffers: TableBuffers,
    /// How many state numbers there are.
    pub(super) numbers: u64,
    pub(super) start_number: u64,
    pub(super) start: Packed,
    /// The slot of the target, and its place at the goal.
    pub(super) target: usize,
    pub(super) finish: u8,
}

/// The larger tables, whose memory the next search uses again. Entries of moves that do not exist
/// are never read and may hold anything.
#[derive(Clone, Debug)]
pub(super) struct TableBuffers {
    pub(super) deltas: Vec<MoveDelta>,
    /// By move: what it adds to the edge of its parent, a change of the number and the move itself.
    pub(super) edges: Vec<u64>,
    /// By the occupied cells of the road: the lanes that may clear it, none if several are occupied.
    pub(super) clears: Vec<u64>,
}

impl Default for TableBuffers {
    fn default() -> TableBuffers {
        let (deltas, edges) = (vec![MoveDelta::default(); MOVES], vec![0; MOVES]);
        TableBuffers { deltas, edges, clears: vec![0; 1 << CELLS] }
    }
}

/// The number of a move.
const fn move_id(slot: usize, from: usize, to: usize) -> usize {
    let lane = if to > from { to - 1 } else { to };
    slot | lane << 4 | from << 6
}

/// The slot of the vehicle, and the places from and to which a move leads.
pub(super) const fn places_of(id: usize) -> (usize, usize, usize) {
    let (slot, lane, from) = (id % VEHICLES, id >> 4 & 3, id >> 6 & 7);
    (slot, from, if lane < from { lane } else { lane + 1 })
}

impl MoveTables {
    /// The tables of a space, in the memory of `buffers`; `None` if the space is too large for this
    /// search, the target can never reach the goal, or the search cannot test for the goal.
    pub(super) fn new(
        space: &StateSpace<'_>,
        metric: Metric,
        buffers: &mut Option<TableBuffers>,
    ) -> Option<MoveTables> {
        let vehicles = vehicles::<u8>(space)?;
        let lanes = LaneTables::new(&vehicles, space)?;
        let target = lanes.target;
        let interval = space.intervals()[vehicles[target].index];
        let is_forward = space.board().exit().side.is_forward();
        let last = if is_forward { interval.high } else { interval.low };
        let all_move = vehicles.iter().all(|vehicle| vehicle.places > 1);
        if !all_move || last != space.finish() || !has_test(space, metric) {
            return None;
        }
        let mut tables = MoveTables {
            metric,
            goal: space.goal(),
            units: [0; VEHICLES],
            exists: existing(&lanes),
            lanes,
            buffers: buffers.take().unwrap_or_default(),
            numbers: 0,
            start_number: 0,
            start: Packed::default(),
            target,
            finish: space.finish() - interval.low,
            vehicles,
        };
        tables.set_units()?;
        tables.set_start(space);
        tables.set_clears();
        tables.set_deltas();
        Some(tables)
    }

    /// Give each vehicle its unit in the number of a state. Vehicles with many places get the low
    /// digits, so that the bits of similar states are near each other in the closed set.
    ///
    /// Two vehicles of a line that share an interval, with `k` cells more than they need, form a
    /// pair: the first one never stands on a greater place than the second, so `k * first + second`
    /// is exact, and there are fewer such numbers than pairs of digits.
    fn set_units(&mut self) -> Option<()> {
        let mut numbers = 1_u64;
        for places in (2..=LANES as u64 + 1).rev() {
            for slot in 0..self.vehicles.len() {
                if u64::from(self.vehicles[slot].places) != places || self.is_second(slot) {
                    continue;
                }
                if self.is_pair(slot) {
                    let spare = places - 1;
                    self.units[slot + 1] = numbers;
                    self.units[slot] = numbers * spare;
                    numbers *= spare * spare + spare + 1;
                } else {
                    self.units[slot] = numbers;
                    numbers *= places;
                }
            }
        }
        self.numbers = numbers;
        (numbers <= MAX_NUMBERS).then_some(())
    }

    /// Whether the vehicle in a slot and the next one form a pair.
    fn is_pair(&self, slot: usize) -> bool {
        slot + 1 < self.vehicles.len() && self.is_second(slot + 1)
    }

    /// Whether a vehicle is the second one of a pair.
    fn is_second(&self, slot: usize) -> bool {
        let shares = |one: &SimdVehicle, two: &SimdVehicle| {
            let line = one.axis == two.axis && one.line == two.line;
            line && one.places == two.places && two.low == one.low + one.length
        };
        // Of three or more in a row the first two are a pair, and the third begins anew.
        let before = (1..=slot).rev();
        let run = before.take_while(|&at| shares(&self.vehicles[at - 1], &self.vehicles[at]));
        run.count() % 2 == 1
    }

    /// The number of the state with vehicles on these places.
    pub(super) fn number(&self, place: &Bytes) -> u64 {
        self.units.iter().zip(place).map(|(unit, &place)| unit * u64::from(place)).sum()
    }

    /// Whether the number of this state is exact and below [`MoveTables::numbers`]: each vehicle is
    /// on one of its places, and the first one of a pair on none greater than the second.
    pub(super) fn is_encodable(&self, place: &Bytes) -> bool {
        let in_interval = |(vehicle, place): (&SimdVehicle, &u8)| *place < vehicle.places;
        let in_order = |slot: usize| {
            self.is_second(slot) || !self.is_pair(slot) || place[slot] <= place[slot + 1]
        };
        self.vehicles.iter().zip(place).all(in_interval) && (0..self.vehicles.len()).all(in_order)
    }

    fn set_start(&mut self, space: &StateSpace<'_>) {
        let position = Position::new(space);
        self.start.occupied = occupied(&self.vehicles, &position);
        for (slot, vehicle) in self.vehicles.iter().enumerate() {
            self.start.place[slot] = position.coordinates()[vehicle.index] - vehicle.low;
        }
        debug_assert!(self.is_encodable(&self.start.place));
        self.start_number = self.number(&self.start.place);
    }

    fn set_clears(&mut self) {
        self.buffers.clears.fill(0);
        let target = self.vehicles[self.target];
        let crossing = |(_, vehicle): &(usize, &SimdVehicle)| vehicle.axis != target.axis;
        for (slot, vehicle) in self.vehicles.iter().enumerate().filter(crossing) {
            let lanes = lanes_off(vehicle, target.crossing) << slot & self.exists;
            self.buffers.clears[1 << vehicle.crossing] |= lanes;
        }
    }

    fn set_deltas(&mut self) {
        for slot in 0..self.vehicles.len() {
            self.set_deltas_of(slot, &Interactions::of(&self.vehicles, slot, self.metric));
        }
    }

    /// Adapt the tables for the states at this distance from all goals: only the target leaves the
    /// goals, and only what its moves make possible follows (`bfs::Origin::Goals`).
    pub(super) fn adapt_to_distance(&mut self, space: &StateSpace<'_>, distance: usize) {
        let (target, metric) = (self.target, self.metric);
        let usual = |vehicles: &[SimdVehicle]| Interactions::of(vehicles, target, metric);
        match (leaving(space), distance) {
            (Some(_), 0) => {
                self.set_deltas_of(target, &usual(&self.vehicles).ranked_highest(target));
                self.exists &= (0..LANES).map(|lane| 1 << (lane * VEHICLES + target)).sum::<u64>();
            }
            (Some(_), 1) => self.exists = existing(&self.lanes),
            (Some(_), 2) => self.set_deltas_of(target, &usual(&self.vehicles)),
            _ => {}
        }
    }

    fn set_deltas_of(&mut self, slot: usize, interactions: &Interactions<u8, VEHICLES>) {
        let places = usize::from(self.vehicles[slot].places);
        for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
            if from != to {
                self.set_delta(slot, from, to, interactions);
            }
        }
    }

    fn set_delta(
        &mut self,
        slot: usize,
        from: usize,
        to: usize,
        interactions: &Interactions<u8, VEHICLES>,
    ) {
        let (vehicle, id) = (self.vehicles[slot], move_id(slot, from, to));
        let places = (to as u64).wrapping_sub(from as u64);
        self.buffers.edges[id] =
            ((id as u64) << 32).wrapping_add(self.units[slot].wrapping_mul(places));
        let delta = &mut self.buffers.deltas[id];
        delta.change.occupied =
            interactions.seen(vehicle.cells::<u8>(from) ^ vehicle.cells::<u8>(to));
        delta.follow = interactions.may_follow(from, to);
        delta.change.place[slot] = byte(from ^ to);
    }

    /// The move of the board with this number.
    pub(super) fn board_move(&self, id: usize) -> Move {
        let (slot, from, to) = places_of(id);
        let vehicle = VehicleId::new(self.vehicles[slot].index);
        Move { vehicle, cells: byte(to).cast_signed() - byte(from).cast_signed() }
    }

    /// The occupied cells of the road.
    pub(super) fn blocked(&self, state: &Packed) -> usize {
        let place = usize::from(state.place[self.target]);
        usize::from(state.occupied[self.target] & self.lanes.road[place % CELLS])
    }

    /// The lanes that may clear the road; [`MoveTables::clearing`] decides.
    #[allow(clippy::inline_always, reason = "a lookup in the inner loop")]
    #[inline(always)]
    pub(super) fn may_clear(&self, state: &Packed) -> u64 {
        self.buffers.clears[self.blocked(state)]
    }

    /// The number of the move that clears the road; `None` if none of these legal lanes does.
    ///
    /// `clears` may name too many lanes where two vehicles share a column; then this test decides.
    pub(super) fn clearing(&self, state: &Packed, legal: u64) -> Option<usize> {
        let mut lanes = legal & self.may_clear(state);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let id = lane | usize::from(state.place[lane % VEHICLES]) << 6;
            let (slot, from, to) = places_of(id);
            let delta = &self.buffers.deltas[move_id(slot, from, to)];
            let after = delta.change.occupied[self.target] ^ state.occupied[self.target];
            if after & self.lanes.road[usize::from(state.place[self.target])] == 0 {
                return Some(id);
            }
        }
        None
    }

    /// The number of the target's move to its goal over a clear road.
    pub(super) fn drive(&self, state: &Packed) -> usize {
        let from = usize::from(state.place[self.target]);
        move_id(self.target, from, usize::from(self.finish))
    }
}

/// Makes the keys of a space from packed states.
pub(super) struct Keys {
    /// The value of one place of each vehicle in a key.
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

    /// The key after the move with this number.
    pub(super) fn after(&self, key: Key<1>, id: usize) -> Key<1> {
        let (slot, from, to) = places_of(id);
        let places = (to as u64).wrapping_sub(from as u64);
        Key([key.0[0].wrapping_add(self.units[slot].wrapping_mul(places))])
    }
}

/// The lanes that exist, as bits.
fn existing(lanes: &LaneTables<VEHICLES, LANES>) -> u64 {
    let bits = lanes.exists.iter().enumerate();
    bits.map(|(lane, &slots)| u64::from(slots) << (lane * VEHICLES)).sum()
}

/// Whether the search can test for the goal: it cannot find a clear road by single steps.
fn has_test(space: &StateSpace<'_>, metric: Metric) -> bool {
    metric == Metric::Slide || space.goal() != Goal::Clear
}

/// The lanes of a crossing vehicle that end off this cell of its line, as if it had slot 0.
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
