//! Every goal state that the rules allow: the roots of a search from the goal.
//!
//! Vehicles are placed on an empty board one by one, the target first and then those with the smallest
//! static ranges, each within its range and in the order of its line. Cells that must stay free count
//! as the target's: the cell that it leaves in its last move or, with the goal `clear`, its road.
//!
//! ```text
//!     . . . . . .      the target on its last cells, and one more behind it
//!     . . . a A A >    that no other vehicle may occupy
//!     . . . . . .
//! ```

use crate::board::Goal;
use crate::state::{Interval, Key, Position, Ranges, StateSpace};

/// Enumerates the keys of all goal states, each once, by backtracking.
pub(super) struct GoalStates<'a, const W: usize> {
    position: Position<'a>,
    bodies: Vec<VehicleCursor>,
    /// The indices in `bodies` of the other vehicles in a vehicle's line, by vehicle.
    neighbours: Vec<Vec<usize>>,
    /// The coordinate of each placed vehicle, by vehicle.
    coordinates: Vec<u8>,
    /// How many bodies are placed.
    placed: usize,
    is_exhausted: bool,
}

/// A vehicle, its range of coordinates, and the next coordinate to try.
#[derive(Clone, Copy, Debug)]
struct VehicleCursor {
    vehicle: usize,
    low: u8,
    high: u8,
    next: u8,
}

impl<'a, const W: usize> GoalStates<'a, W> {
    pub(super) fn new(space: &'a StateSpace<'a>) -> Self {
        let (mut position, mut ranges) = (Position::new(space), Ranges::default());
        let is_exhausted = !ranges.goal_is_possible(&position);
        position.clear();
        let bodies = bodies(space, &ranges);
        let neighbours = neighbours(space.intervals(), &bodies);
        GoalStates {
            position,
            bodies,
            neighbours,
            coordinates: space.start_coordinates().to_vec(),
            placed: 0,
            is_exhausted,
        }
    }

    /// Place the next body at the next coordinate where it fits; false if there is none.
    fn place(&mut self) -> bool {
        let body = self.bodies[self.placed];
        let Some(at) = (body.next..=body.high).find(|&at| self.fits(body.vehicle, at)) else {
            return false;
        };
        self.bodies[self.placed].next = at + 1;
        self.coordinates[body.vehicle] = at;
        self.toggle(body.vehicle);
        self.placed += 1;
        if let Some(body) = self.bodies.get_mut(self.placed) {
            body.next = body.low;
        }
        true
    }

    /// Remove the last body; false if none is placed.
    fn lift(&mut self) -> bool {
        let Some(last) = self.placed.checked_sub(1) else { return false };
        self.placed = last;
        self.toggle(self.bodies[last].vehicle);
        true
    }

    fn fits(&self, vehicle: usize, at: u8) -> bool {
        let (intervals, start) = (self.intervals(), self.position.space().start_coordinates());
        let (from, length) = self.cells(vehicle, at);
        let keeps_order = |&place: &usize| {
            let other = self.bodies[place].vehicle;
            place >= self.placed
                || (self.coordinates[other] < at) == (start[other] < start[vehicle])
        };
        self.position.are_free(&intervals[vehicle], from, length)
            && self.neighbours[vehicle].iter().all(keeps_order)
    }

    fn toggle(&mut self, vehicle: usize) {
        let (from, length) = self.cells(vehicle, self.coordinates[vehicle]);
        let interval = self.intervals()[vehicle];
        self.position.toggle_cells(&interval, from, length);
    }

    /// The first cell that a vehicle at this coordinate blocks for others, and how many.
    fn cells(&self, vehicle: usize, at: u8) -> (u8, u8) {
        let (space, interval) = (self.position.space(), &self.intervals()[vehicle]);
        let is_forward = space.board().exit().side.is_forward();
        if vehicle != space.board().target() {
            return (at, interval.length);
        }
        match (space.goal(), is_forward) {
            (Goal::Clear, true) => (at, interval.length.max(interval.to.saturating_sub(at))),
            (Goal::Clear, false) => {
                (interval.from.min(at), at + interval.length - interval.from.min(at))
            }
            (_, true) => (at - 1, interval.length + 1),
            (_, false) => (at, interval.length + 1),
        }
    }

    fn intervals(&self) -> &'a [Interval] {
        self.position.space().intervals()
    }
}

impl<const W: usize> Iterator for GoalStates<'_, W> {
    type Item = Option<Key<W>>;

    /// The next attempt; the inner `None` is one that failed, so that the caller can stop in between.
    fn next(&mut self) -> Option<Option<Key<W>>> {
        if self.is_exhausted {
            return None;
        }
        if self.placed == self.bodies.len() || !self.place() {
            self.is_exhausted = !self.lift();
            return Some(None);
        }
        let is_complete = self.placed == self.bodies.len();
        Some(is_complete.then(|| self.position.space().pack(&self.coordinates)))
    }
}

/// The target first, then the vehicles with the smallest ranges.
fn bodies(space: &StateSpace<'_>, ranges: &Ranges) -> Vec<VehicleCursor> {
    let target = space.board().target();
    let body = |vehicle| {
        let (low, high) = match ranges.of(vehicle) {
            _ if vehicle == target && space.goal() != Goal::Clear => {
                (space.finish(), space.finish())
            }
            range => range,
        };
        VehicleCursor { vehicle, low, high, next: low }
    };
    let mut bodies: Vec<VehicleCursor> = (0..space.intervals().len()).map(body).collect();
    bodies.sort_by_key(|body| (body.vehicle != target, body.high - body.low));
    bodies
}

/// For each vehicle the indices among the bodies of the other vehicles in its line.
fn neighbours(intervals: &[Interval], bodies: &[VehicleCursor]) -> Vec<Vec<usize>> {
    let beside = |vehicle: usize, other: usize| {
        vehicle != other && intervals[vehicle].line == intervals[other].line
    };
    let of = |vehicle| {
        let places = bodies.iter().enumerate();
        places.filter(|(_, body)| beside(vehicle, body.vehicle)).map(|(place, _)| place).collect()
    };
    (0..intervals.len()).map(of).collect()
}
