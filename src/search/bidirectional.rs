//! Bidirectional breadth-first search: level by level from the start and from all goal states, always
//! expanding the smaller frontier, until one side reaches a state of the other.
//!
//! ```text
//!     start  o o o o x o o o  goal states      two small frontiers instead of a large one
//! ```
//!
//! When `a` levels from the start and `b` levels from the goal are complete and have not met, no solution
//! costs a + b, so that the first meeting is optimal. The goal states (`goal_states.rs`) are all that
//! the rules allow, reachable or not. Sparse boards have millions; on crowded ones nearly every attempt
//! to place the vehicles fails. So after a fixed number of attempts the search also expands from the
//! start, one state for every few further attempts. Until all goal states are known it tests new states
//! for the goal itself. A small cluster is exhausted long before its goal states are enumerated.
//!
//! Source: Pohl 1971.

use std::ops::Range;

use super::tree::{Node, Reached, Tree};
use super::{Algorithm, Optimal, Query, Setting};
use crate::board::{Goal, Metric, Move};
use crate::outcome::memory::TableBytes;
use crate::outcome::{Child, Counters, Ending, Engine, Expansion, ListSizes, Outcome, Stop, Watch};
use crate::state::{Interval, Key, Position, Ranges, StateSpace, with_words};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "bidirectional",
    help: "breadth first from the start and from the goal",
    optimal: Optimal::Always,
    takes: &[Setting::Trace],
    run: |space, query, watch| with_words!(space.words(), W => Bidirectional::<W>::new(space, query).run(watch)),
};

/// Attempts to place a goal state before the first expansion: some 0.2 s. The 6 x 6 boards of
/// `puzzles/` need at most 1 062 228 (`hardest.txt`, its third board, goal `clear`).
const HEAD_START: u32 = 1 << 21;
/// Attempts for each expansion after that; they take about as long as the expansion.
const ATTEMPTS: u32 = 64;

/// One direction of the search: its states in order of their distance.
struct Direction<const W: usize> {
    tree: Tree<W>,
    /// The states of the last level.
    level: Range<u32>,
    from_goal: bool,
}

struct Bidirectional<'a, const W: usize> {
    metric: Metric,
    /// The direction to expand next, and the other.
    near: Direction<W>,
    far: Direction<W>,
    /// The goal states that are not placed yet; `None` once all are known.
    goal_states: Option<GoalStates<'a, W>>,
    position: Position<'a>,
    counters: Counters,
    lower_bound: u32,
    moves: Vec<Move>,
    most_moves: usize,
}

/// How a search ended before both directions were exhausted.
enum SearchEnd {
    /// The numbers of the common state in the near and the far direction.
    Met(u32, u32),
    Stopped(Stop),
}

impl From<Stop> for SearchEnd {
    fn from(stop: Stop) -> SearchEnd {
        SearchEnd::Stopped(stop)
    }
}

impl<const W: usize> Direction<W> {
    fn new(from_goal: bool) -> Direction<W> {
        Direction { tree: Tree::new(), level: 0..0, from_goal }
    }

    /// Make the states that were inserted since the last level the next level.
    fn advance(&mut self) {
        let end = u32::try_from(self.tree.len()).expect("numbered");
        self.level = self.level.end..end;
    }
}

impl<'a, const W: usize> Bidirectional<'a, W> {
    fn new(space: &'a StateSpace<'a>, query: &Query) -> Self {
        Bidirectional {
            metric: query.metric,
            near: Direction::new(false),
            far: Direction::new(true),
            goal_states: Some(GoalStates::new(space)),
            position: Position::new(space),
            counters: Counters::default(),
            lower_bound: 0,
            moves: Vec::new(),
            most_moves: space.most_moves(),
        }
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        let ending = if self.position.is_goal() {
            Ending::Solved(Vec::new())
        } else {
            match self.meet(watch) {
                Err(SearchEnd::Met(near, far)) => Ending::Solved(self.solution(near, far)),
                Err(SearchEnd::Stopped(stop)) => Ending::Unknown(stop),
                Ok(()) => Ending::Unsolvable,
            }
        };
        watch.note(self.bytes());
        Outcome::new(Engine::Bidirectional, ending, self.lower_bound, self.counters)
    }

    /// Expand levels until the directions meet or one is exhausted.
    fn meet(&mut self, watch: &mut Watch<'_>) -> Result<(), SearchEnd> {
        self.lower_bound = 1;
        self.near.tree.begin(self.position.space().start())?;
        self.near.advance();
        self.find_goal_states(HEAD_START, watch)?;
        while self.goal_states.is_some() && !self.near.level.is_empty() {
            self.grow(watch)?;
        }
        self.far.advance();
        while !self.near.level.is_empty() && !self.far.level.is_empty() {
            if self.far.level.len() < self.near.level.len() {
                std::mem::swap(&mut self.near, &mut self.far);
            }
            self.grow(watch)?;
        }
        Ok(())
    }

    /// Expand the last level of the near direction.
    fn grow(&mut self, watch: &mut Watch<'_>) -> Result<(), SearchEnd> {
        for state in self.near.level.clone() {
            self.check(watch)?;
            self.expand(state, watch)?;
            self.find_goal_states(ATTEMPTS, watch)?;
        }
        self.near.advance();
        self.lower_bound += 1;
        Ok(())
    }

    /// Make so many attempts to place goal states, unless all are known.
    fn find_goal_states(&mut self, attempts: u32, watch: &mut Watch<'_>) -> Result<(), SearchEnd> {
        for _ in 0..attempts {
            let Some(goal_states) = &mut self.goal_states else { return Ok(()) };
            match goal_states.next() {
                Some(Some(key)) => drop(self.far.tree.begin(key)?),
                Some(None) => {}
                None => self.goal_states = None,
            }
            self.check(watch)?;
        }
        Ok(())
    }

    fn check(&self, watch: &mut Watch<'_>) -> Result<(), SearchEnd> {
        watch.prove(self.lower_bound);
        let states = self.near.tree.len() + self.far.tree.len();
        watch.check_tables(states, self.bytes()).map_err(SearchEnd::Stopped)
    }

    fn bytes(&self) -> TableBytes {
        self.near.tree.bytes(self.most_moves) + self.far.tree.bytes(self.most_moves)
    }

    /// Generate all successors, then look for one of them in the far direction.
    fn expand(&mut self, state: u32, watch: &mut Watch<'_>) -> Result<(), SearchEnd> {
        let (key, g) = (self.near.tree.key(state), self.near.tree.node(state).g + 1);
        self.position.load(&key);
        let before = watch.is_traced().then(|| (self.near.tree.len(), self.sizes()));
        let (mut moves, mut met) = (std::mem::take(&mut self.moves), None);
        moves.clear();
        self.position.for_each_move(self.metric, |step| moves.push(step));
        self.counters.expanded += 1;
        self.counters.generated += moves.len() as u64;
        self.near.tree.reserve(moves.len())?;
        for &step in &moves {
            let key = self.position.key_after(&key, step);
            match self.near.tree.enter(key, Node { parent: state, step, g })? {
                Reached::Known(_) => self.counters.duplicates += 1,
                Reached::New(new) => {
                    let far = self.find_far(&key, step)?;
                    met = met.or_else(|| far.map(|far| (new, far)));
                }
            }
        }
        self.moves = moves;
        self.counters.max_open = self.counters.max_open.max(self.open());
        if let Some((known, sizes)) = before {
            watch.trace(&self.expansion(state, sizes, &self.children(state, known)));
        }
        met.map_or(Ok(()), |(near, far)| Err(SearchEnd::Met(near, far)))
    }

    /// The number of the state after a move in the far direction. While not all goal states are known,
    /// a solved state is inserted there.
    fn find_far(&mut self, key: &Key<W>, step: Move) -> Result<Option<u32>, Stop> {
        if self.goal_states.is_none() {
            return Ok(self.far.tree.find(key));
        }
        self.position.apply(step);
        let is_goal = self.position.is_goal();
        self.position.apply(step.reversed());
        if !is_goal {
            return Ok(None);
        }
        self.far.tree.begin(*key).map(Some)
    }

    /// The states of both directions that are not expanded yet.
    fn open(&self) -> u64 {
        (self.near.tree.len() + self.far.tree.len()) as u64 - self.counters.expanded
    }

    /// The path from the start through the common state to the goal.
    fn solution(&self, near: u32, far: u32) -> Vec<Move> {
        let (ours, theirs) = (self.near.tree.path(near), self.far.tree.path(far));
        let (mut solution, back) =
            if self.near.from_goal { (theirs, ours) } else { (ours, theirs) };
        solution.extend(back.into_iter().rev().map(Move::reversed));
        solution
    }

    /// What the last expansion generated, after so many known states.
    fn children(&self, state: u32, known: usize) -> Vec<Child> {
        let (key, g) = (self.near.tree.key(state), self.near.tree.node(state).g + 1);
        let child = |&step: &Move| {
            let child = self.near.tree.find(&self.position.key_after(&key, step))?;
            let (f, is_known) = (Some(f64::from(g)), (child as usize) < known);
            Some(Child { step, h: None, f, is_known })
        };
        self.moves.iter().filter_map(child).collect()
    }

    fn sizes(&self) -> ListSizes {
        ListSizes {
            open: self.open() - 1,
            closed: self.counters.expanded,
            memory: self.bytes().held as u64,
        }
    }

    fn expansion<'b>(
        &'b self,
        state: u32,
        sizes: ListSizes,
        children: &'b [Child],
    ) -> Expansion<'b> {
        let Node { step, g, .. } = self.near.tree.node(state);
        Expansion {
            position: &self.position,
            step: (g > 0).then_some(step),
            from_goal: self.near.from_goal,
            g,
            h: None,
            f: Some(f64::from(g)),
            sizes,
            children,
        }
    }
}

// Every goal state that the rules allow: the roots of a search from the goal.
//
// Vehicles are placed on an empty board one by one, the target first and then those with the smallest
// static ranges, each within its range and in the order of its line. Cells that must stay free count
// as the target's: the cell that it leaves in its last move or, with the goal `clear`, its road.
//
// ```text
//     . . . . . .      the target on its last cells, and one more behind it
//     . . . a A A >    that no other vehicle may occupy
//     . . . . . .
// ```

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
