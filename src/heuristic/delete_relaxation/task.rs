//! The facts and actions of a task.

use std::ops::Range;

use crate::board::{Goal, Metric};
use crate::heuristic::PlacedMove;
use crate::state::{Interval, Position, StateSpace, free_cells};

/// A task without deletions. Each action costs 1, but those that find that the goal is reached.
///
/// It takes up to 20 MB, for 128 vehicles on 32 x 32 cells.
#[derive(Debug)]
pub(in crate::heuristic) struct StripsTask {
    pub(in crate::heuristic) actions: Vec<Action>,
    /// The actions that need a fact, and those that add it, by fact.
    pub(in crate::heuristic) users: Vec<Vec<usize>>,
    pub(in crate::heuristic) achievers: Vec<Vec<usize>>,
    /// The fact that the goal is reached: the last.
    pub(in crate::heuristic) goal: usize,
    /// The lane of each vehicle, and the fact that it stands at the beginning of its lane.
    lanes: Vec<(Range<u8>, usize)>,
    /// The fact that a cell is clear; `None` for cells in no lane.
    clear: Vec<Option<usize>>,
}

#[derive(Debug)]
pub(in crate::heuristic) struct Action {
    pub(in crate::heuristic) needs: Vec<usize>,
    pub(in crate::heuristic) adds: Vec<usize>,
    pub(in crate::heuristic) cost: u32,
}

impl StripsTask {
    pub(in crate::heuristic) fn new(space: &StateSpace<'_>, metric: Metric) -> StripsTask {
        let mut task = StripsTask::of_facts(space);
        for (vehicle, interval) in space.intervals().iter().enumerate() {
            task.add_moves(space, vehicle, interval, metric);
        }
        task.add_ends(space);
        (task.users, task.achievers) =
            (vec![Vec::new(); task.goal + 1], vec![Vec::new(); task.goal + 1]);
        for (number, action) in task.actions.iter().enumerate() {
            action.needs.iter().for_each(|&fact| task.users[fact].push(number));
            action.adds.iter().for_each(|&fact| task.achievers[fact].push(number));
        }
        task
    }

    /// The facts of a space, without actions.
    fn of_facts(space: &StateSpace<'_>) -> StripsTask {
        let (mut lanes, mut next) = (Vec::new(), 0);
        let mut clear = vec![None; cells(space)];
        for (vehicle, interval) in space.intervals().iter().enumerate() {
            let lane = lane(space, vehicle, interval);
            for place in lane.clone() {
                clear[cell(space, interval, place)] = Some(0);
            }
            lanes.push((lane.clone(), next));
            next += usize::from(lane.end - lane.start - interval.length) + 1;
        }
        for fact in clear.iter_mut().flatten() {
            (*fact, next) = (next, next + 1);
        }
        let (users, achievers) = (Vec::new(), Vec::new());
        StripsTask { actions: Vec::new(), users, achievers, goal: next, lanes, clear }
    }

    /// The fact that a vehicle is at a coordinate.
    fn at(&self, vehicle: usize, coordinate: u8) -> usize {
        let (lane, first) = &self.lanes[vehicle];
        first + usize::from(coordinate - lane.start)
    }

    /// The move of an action; `None` if it finds that the goal is reached.
    pub(in crate::heuristic) fn step(&self, number: usize) -> Option<PlacedMove> {
        let Action { needs, adds, .. } = &self.actions[number];
        let vehicle = self.lanes.partition_point(|&(_, first)| first <= needs[0]) - 1;
        let (lane, first) = &self.lanes[vehicle];
        let place = |fact: usize| lane.start + u8::try_from(fact - first).expect("a place");
        let (from, to) = (place(needs[0]), (adds[0] != self.goal).then(|| place(adds[0]))?);
        Some(PlacedMove { vehicle, from, cells: to.wrapping_sub(from).cast_signed() })
    }

    fn is_clear(&self, space: &StateSpace<'_>, interval: &Interval, place: u8) -> usize {
        self.clear[cell(space, interval, place)].expect("a cell of a lane")
    }

    fn add_moves(
        &mut self,
        space: &StateSpace<'_>,
        vehicle: usize,
        interval: &Interval,
        metric: Metric,
    ) {
        let (lane, length) = (self.lanes[vehicle].0.clone(), interval.length);
        for from in lane.start..=lane.end - length {
            let (back, forth) = metric.one_move((from - lane.start, lane.end - length - from));
            let places =
                (1..=back).map(|cells| from - cells).chain((1..=forth).map(|cells| from + cells));
            for to in places {
                let (before, after) = (from..from + length, to..to + length);
                let entered = if to < from { to..from } else { from + length..to + length };
                let fact = |place| self.is_clear(space, interval, place);
                let mut needs = vec![self.at(vehicle, from)];
                needs.extend(entered.map(fact));
                let mut adds = vec![self.at(vehicle, to)];
                adds.extend(before.filter(|place| !after.contains(place)).map(fact));
                self.actions.push(Action { needs, adds, cost: 1 });
            }
        }
    }

    /// Add the actions that find that the goal is reached.
    fn add_ends(&mut self, space: &StateSpace<'_>) {
        let target = space.board().target();
        let (interval, lane) = (&space.intervals()[target], self.lanes[target].0.clone());
        let places = lane.start..=lane.end - interval.length;
        let is_forward = space.board().exit().side.is_forward();
        for at in places {
            let ahead =
                if is_forward { at + interval.length..interval.to } else { interval.from..at };
            let mut needs = vec![self.at(target, at)];
            let is_end = if space.goal() == Goal::Clear {
                let is_open = ahead.clone().all(|place| lane.contains(&place));
                needs.extend(
                    ahead.filter(|_| is_open).map(|place| self.is_clear(space, interval, place)),
                );
                is_open
            } else {
                at == space.finish()
            };
            if is_end {
                self.actions.push(Action { needs, adds: vec![self.goal], cost: 0 });
            }
        }
    }

    /// The facts that hold in a state.
    pub(in crate::heuristic) fn facts(&self, position: &Position<'_>, facts: &mut Vec<usize>) {
        facts.clear();
        let (space, coordinates) = (position.space(), position.coordinates());
        let mut is_taken = vec![false; self.clear.len()];
        for (vehicle, (interval, &at)) in space.intervals().iter().zip(coordinates).enumerate() {
            facts.push(self.at(vehicle, at));
            for place in at..at + interval.length {
                is_taken[cell(space, interval, place)] = true;
            }
        }
        let free = self.clear.iter().zip(&is_taken).filter(|(_, is_taken)| !**is_taken);
        facts.extend(free.filter_map(|(fact, _)| *fact));
    }
}

/// The coordinates that a vehicle can cover, between walls and edges; for the target also those that
/// the goal has beyond the exit.
fn lane(space: &StateSpace<'_>, vehicle: usize, interval: &Interval) -> Range<u8> {
    let (mut from, mut to) = (interval.from, interval.to);
    if vehicle == space.board().target() {
        from = from.min(interval.low);
        to = to.max(interval.high + interval.length);
        if space.goal() != Goal::Clear {
            from = from.min(space.finish());
            to = to.max(space.finish() + interval.length);
        }
    }
    let at = space.start_coordinates()[vehicle];
    let (back, forth) = free_cells(space.walls()[interval.line], at, at + interval.length);
    from.max(at.saturating_sub(back))..to.min(at + interval.length + forth)
}

/// The number of cells on the board and beyond the exit.
fn cells(space: &StateSpace<'_>) -> usize {
    let (rows, cols) = (usize::from(space.board().rows()), usize::from(space.board().cols()));
    rows * cols + rows.max(cols)
}

/// The number of the cell at a place of a vehicle's line: row by row, then beyond the exit.
fn cell(space: &StateSpace<'_>, interval: &Interval, place: u8) -> usize {
    let (rows, cols) = (usize::from(space.board().rows()), usize::from(space.board().cols()));
    if place < interval.from {
        return rows * cols + usize::from(interval.from - 1 - place);
    }
    if place >= interval.to {
        return rows * cols + usize::from(place - interval.to);
    }
    let place = usize::from(place - interval.from);
    if interval.across > 0 {
        interval.line * cols + place
    } else {
        place * cols + interval.line - rows
    }
}
