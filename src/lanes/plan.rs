//! What the loop looks up for one board, made once in about a microsecond.

use super::{ALL_LANES, Bytes, CELLS, LANES, Packed, VEHICLES};
use crate::moves::{Goal, Metric, Move, Traffic};
use crate::space::Space;
use crate::state::Key;
use crate::vehicle::Axis;

/// The moves of a plan: a lane and the place it starts from.
pub(super) const MOVES: usize = ALL_LANES * 8;

/// The largest closed set, in states; a bitmap of 128 MiB of which few pages are ever touched.
const MAX_NUMBERS: u64 = 1 << 30;

/// What one move changes, and which moves are worth making after it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Turn {
    pub(super) change: Packed,
    /// For each vehicle the cells of its line that a worthwhile move goes over.
    pub(super) follow: Bytes,
}

/// A vehicle of the plan.
#[derive(Clone, Copy, Debug)]
struct Car {
    /// Its index on the board.
    index: usize,
    axis: Axis,
    line: u8,
    length: u8,
    /// The bit of its first cell on place 0, and the number of its places.
    low: u8,
    places: u8,
    /// What its place counts in the number of a state.
    unit: u64,
}

/// Everything about a board, a metric and a goal that the loop looks up.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) metric: Metric,
    pub(super) goal: Goal,
    cars: Vec<Car>,
    /// The place of the first column car.
    columns: usize,
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

/// The larger tables of a plan, which the next plan takes over: what no move of it reads may hold
/// anything.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) turns: Vec<Turn>,
    /// By move: what it adds to its parent's link, the change of number and the move itself.
    pub(super) links: Vec<u64>,
    /// By the cells of the road that are taken: the lanes that might clear it; none if more than
    /// one is.
    pub(super) clears: Vec<u64>,
}

impl Default for Tables {
    fn default() -> Tables {
        let (turns, links) = (vec![Turn::default(); MOVES], vec![0; MOVES]);
        Tables { turns, links, clears: vec![0; 1 << CELLS] }
    }
}

/// The number of a move.
const fn move_id(vehicle: usize, from: usize, to: usize) -> usize {
    let lane = if to > from { to - 1 } else { to };
    vehicle | lane << 4 | from << 6
}

/// The vehicle, and the places from and to which a move goes.
pub(super) const fn places_of(id: usize) -> (usize, usize, usize) {
    let (vehicle, lane, from) = (id % VEHICLES, id >> 4 & 3, id >> 6 & 7);
    (vehicle, from, if lane < from { lane } else { lane + 1 })
}

/// The cells before a cell of a line.
pub(super) const fn cells_before(cell: usize) -> u8 {
    if cell >= CELLS { u8::MAX } else { (1 << cell) - 1 }
}

/// The cells from one up to another.
fn cells(from: usize, to: usize) -> u8 {
    cells_before(to) & !cells_before(from)
}

impl Plan {
    /// The plan of a space, in the buffers of an old one; `None` if the space is too large for
    /// lanes, or its target can never get to the goal, or the goal is one without a test.
    pub(super) fn new(space: &Space<'_>, metric: Metric, tables: Tables) -> Option<Plan> {
        let cars = cars(space)?;
        let target = cars.iter().position(|car| car.index == space.board().target())?;
        let room = space.rooms()[cars[target].index];
        if !(room.low..=room.high).contains(&space.finish()) || !has_test(space, metric) {
            return None;
        }
        let mut plan = Plan {
            metric,
            goal: space.goal(),
            columns: cars.iter().take_while(|car| car.axis == Axis::Horizontal).count(),
            before: [0; VEHICLES],
            end: [0; VEHICLES],
            behind: [0; ALL_LANES],
            ahead: [0; ALL_LANES],
            lanes: 0,
            tables,
            numbers: 0,
            start_number: 0,
            start: Packed::default(),
            target,
            finish: space.finish() - room.low,
            road: [0; 8],
            cars,
        };
        plan.number()?;
        plan.set_lanes();
        plan.set_start(space);
        plan.set_goal(space);
        plan.set_turns(space);
        Some(plan)
    }

    /// Give each car its unit. Cars with much room get the low digits, so that near states are near
    /// in the closed set. Two cars of a line that share a room of `k` more cells than they need
    /// never swap: `k * first + second` is exact, and smaller than two digits.
    fn number(&mut self) -> Option<()> {
        let mut numbers = 1_u64;
        for places in (2..=LANES as u64 + 1).rev() {
            for index in 0..self.cars.len() {
                if u64::from(self.cars[index].places) != places || self.is_second(index) {
                    continue;
                }
                if index + 1 < self.cars.len() && self.is_second(index + 1) {
                    let room = places - 1;
                    self.cars[index + 1].unit = numbers;
                    self.cars[index].unit = numbers * room;
                    numbers *= room * room + room + 1;
                } else {
                    self.cars[index].unit = numbers;
                    numbers *= places;
                }
            }
        }
        self.numbers = numbers;
        (numbers <= MAX_NUMBERS).then_some(())
    }

    /// Whether a car is the second of a pair that shares its room.
    fn is_second(&self, index: usize) -> bool {
        let shares = |one: &Car, two: &Car| {
            let line = one.axis == two.axis && one.line == two.line;
            line && one.places == two.places && two.low == one.low + one.length
        };
        // In a row of three or more the first two are a pair, and the third begins anew.
        let run = (1..=index).rev().take_while(|&at| shares(&self.cars[at - 1], &self.cars[at]));
        run.count() % 2 == 1
    }

    fn set_lanes(&mut self) {
        for (vehicle, car) in self.cars.iter().enumerate() {
            let (low, end) = (usize::from(car.low), usize::from(car.low + car.length));
            self.before[vehicle] = car.low;
            self.end[vehicle] = car.low + car.length;
            for lane in 0..LANES {
                self.behind[lane * VEHICLES + vehicle] = cells_before(low + lane);
                self.ahead[lane * VEHICLES + vehicle] = cells_before(end + lane + 1);
                let exists = lane + 1 < usize::from(car.places);
                self.lanes |= u64::from(exists) << (lane * VEHICLES + vehicle);
            }
        }
    }

    fn set_start(&mut self, space: &Space<'_>) {
        let traffic = Traffic::new(space);
        (self.start, self.start_number) = (self.packed(&traffic), 0);
        for (car, place) in self.cars.iter().zip(self.start.place) {
            self.start_number += car.unit * u64::from(place);
        }
    }

    fn packed(&self, traffic: &Traffic<'_>) -> Packed {
        let mut state = Packed::default();
        for (vehicle, car) in self.cars.iter().enumerate() {
            state.taken[vehicle] = low_byte(traffic.line(car.index));
            state.place[vehicle] = traffic.bits()[car.index] - car.low;
        }
        state
    }

    fn set_goal(&mut self, space: &Space<'_>) {
        self.tables.clears.fill(0);
        let (board, target) = (space.board(), self.cars[self.target]);
        let forward = board.exit().side.is_forward();
        let edge = usize::from(space.margin(target.axis) + board.side(target.axis));
        let margin = usize::from(space.margin(target.axis));
        for place in 0..target.places {
            let first = usize::from(target.low + place);
            let front = first + usize::from(target.length);
            let road = if forward { cells(front, edge) } else { cells(margin, first) };
            self.road[usize::from(place)] = road;
        }
        for (vehicle, car) in
            self.cars.iter().enumerate().filter(|(_, car)| car.axis != target.axis)
        {
            let row = target.line + space.margin(car.axis);
            let cell = 1_usize << (car.line + space.margin(target.axis));
            self.tables.clears[cell] |= lanes_off(car, row) << vehicle & self.lanes;
        }
    }

    /// What each move changes, and what may follow it: see `order.rs`.
    fn set_turns(&mut self, space: &Space<'_>) {
        for vehicle in 0..self.cars.len() {
            let places = usize::from(self.cars[vehicle].places);
            let meets = Meets::of(self, vehicle, space);
            for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
                if from != to {
                    self.set_turn(vehicle, from, to, &meets);
                }
            }
        }
    }

    fn set_turn(&mut self, vehicle: usize, from: usize, to: usize, meets: &Meets) {
        let (car, id) = (self.cars[vehicle], move_id(vehicle, from, to));
        let by = (to as u64).wrapping_sub(from as u64);
        self.tables.links[id] = ((id as u64) << 32).wrapping_add(car.unit.wrapping_mul(by));
        let at = |place: usize| {
            let first = usize::from(car.low) + place;
            cells(first, first + usize::from(car.length))
        };
        let swept = cells(
            usize::from(car.low) + from.min(to),
            usize::from(car.low + car.length) + from.max(to),
        );
        let (changed, passed, left) = (at(from) ^ at(to), swept & !at(to), at(from) & !at(to));
        let turn = &mut self.tables.turns[id];
        for other in 0..VEHICLES {
            let crossed = if meets.crossing[other] & changed != 0 { meets.cell } else { 0 };
            turn.change.taken[other] = crossed | changed & meets.same_line[other];
            let touched = if meets.crossing[other] & passed != 0 { meets.touch } else { 0 };
            turn.follow[other] = meets.free[other] | touched | left & meets.mate[other];
        }
        turn.change.place[vehicle] = byte(from ^ to);
    }

    /// A move of the plan as a move of the board.
    pub(super) fn board_move(&self, id: usize) -> Move {
        let (vehicle, from, to) = places_of(id);
        let index = u8::try_from(self.cars[vehicle].index).expect("at most 128");
        Move { vehicle: index, cells: byte(to).cast_signed() - byte(from).cast_signed() }
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
            let (vehicle, from, to) = places_of(id);
            let turn = &self.tables.turns[move_id(vehicle, from, to)];
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
    pub(super) fn new(plan: &Plan, space: &Space<'_>) -> Keys {
        let mut units = [0; VEHICLES];
        for (unit, car) in units.iter_mut().zip(&plan.cars) {
            *unit = space.unit(car.index);
        }
        Keys { units }
    }

    pub(super) fn key(&self, state: &Packed) -> Key<1> {
        let digits = self.units.iter().zip(state.place);
        Key([digits.map(|(unit, place)| unit * u64::from(place)).sum()])
    }
}

/// How the line of one vehicle meets those of the others.
struct Meets {
    /// The cell at which it stands in the lines that it crosses.
    cell: u8,
    /// The same, if moves across it wait for it (`order.rs`): it is a column.
    touch: u8,
    /// For each other vehicle the cell of this line that it crosses.
    crossing: Bytes,
    /// All cells for the vehicles of the same line.
    same_line: Bytes,
    /// All cells for the vehicle before it in the same line.
    mate: Bytes,
    /// All cells for the vehicles that may always follow.
    free: Bytes,
}

impl Meets {
    fn of(plan: &Plan, vehicle: usize, space: &Space<'_>) -> Meets {
        let car = plan.cars[vehicle];
        let is_column = vehicle >= plan.columns;
        let other_axis = crate::moves::other(car.axis);
        let cell = 1_u8 << (car.line + space.margin(other_axis));
        let mut meets = Meets {
            cell,
            touch: if is_column { cell } else { 0 },
            crossing: [0; VEHICLES],
            same_line: [0; VEHICLES],
            mate: [0; VEHICLES],
            free: [0; VEHICLES],
        };
        for (other, its) in plan.cars.iter().enumerate() {
            if its.axis != car.axis {
                meets.crossing[other] = 1 << (its.line + space.margin(car.axis));
            } else if its.line == car.line {
                meets.same_line[other] = u8::MAX;
                meets.mate[other] = if other < vehicle { u8::MAX } else { 0 };
            }
            let again = other == vehicle && plan.metric == Metric::Step;
            meets.free[other] = if other > vehicle || again { u8::MAX } else { 0 };
        }
        meets
    }
}

/// The cars of a space in rank order; `None` if there are too many or their lines are too long.
fn cars(space: &Space<'_>) -> Option<Vec<Car>> {
    let board = space.board();
    let fits = |axis| usize::from(reach(space, axis)) <= CELLS;
    if !fits(Axis::Horizontal) || !fits(Axis::Vertical) {
        return None;
    }
    let mut cars = Vec::with_capacity(VEHICLES);
    for &index in space.lines().iter().flatten() {
        let (vehicle, room) = (&board.vehicles()[index], space.rooms()[index]);
        let places = room.high - room.low + 1;
        if places == 1 {
            continue;
        }
        if cars.len() == VEHICLES || usize::from(places) > LANES + 1 {
            return None;
        }
        let (axis, line, length, low) = (vehicle.axis, vehicle.line, vehicle.length, room.low);
        cars.push(Car { index, axis, line, length, low, places, unit: 0 });
    }
    Some(cars)
}

/// The number of bits of a line, those outside the board included.
fn reach(space: &Space<'_>, axis: Axis) -> u8 {
    let board = space.board();
    let target = board.target();
    let mut reach = space.margin(axis) + board.side(axis);
    if space.vehicles()[target].axis == axis {
        reach = reach.max(space.rooms()[target].high + space.vehicles()[target].length);
    }
    reach
}

/// Whether the loop has a test for the goal: a clear road cannot be told from single steps.
fn has_test(space: &Space<'_>, metric: Metric) -> bool {
    metric == Metric::Slide || space.goal() != Goal::Clear
}

/// The lanes of a crossing car that end off this cell of its line, as if it were vehicle 0.
fn lanes_off(car: &Car, cell: u8) -> u64 {
    let covers = |place: u8| (car.low + place..car.low + place + car.length).contains(&cell);
    let covering: Vec<u8> = (0..car.places).filter(|&place| covers(place)).collect();
    let (Some(&first), Some(&last)) = (covering.first(), covering.last()) else { return 0 };
    let ends_off = |lane: &usize| *lane < usize::from(first) || *lane >= usize::from(last);
    (0..LANES).filter(ends_off).map(|lane| 1 << (lane * VEHICLES)).sum()
}

fn low_byte(line: u64) -> u8 {
    line.to_le_bytes()[0]
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a place of a line of 8")
}
