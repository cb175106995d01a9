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

use super::goal_states::GoalStates;
use super::tree::{Node, Reached, Tree};
use super::{Algorithm, Optimal, Query, Setting};
use crate::board::{Metric, Move};
use crate::outcome::memory::TableBytes;
use crate::outcome::{Counters, Ending, Engine, Expansion, Outcome, Stop, Watch};
use crate::state::{Key, Position, StateSpace, with_words};

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
        if watch.is_traced() {
            watch.trace(&self.expansion(state));
        }
        let (mut moves, mut met) = (std::mem::take(&mut self.moves), None);
        self.position.for_each_move(self.metric, |step| moves.push(step));
        self.counters.expanded += 1;
        self.counters.generated += moves.len() as u64;
        self.near.tree.reserve(moves.len())?;
        for step in moves.drain(..) {
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

    fn expansion(&self, state: u32) -> Expansion<'_> {
        let Node { step, g, .. } = self.near.tree.node(state);
        Expansion {
            position: &self.position,
            step: (g > 0).then_some(step),
            from_goal: self.near.from_goal,
            g,
            h: None,
            f: Some(f64::from(g)),
            open: self.open() - 1,
            closed: self.counters.expanded,
            memory: self.bytes().held as u64,
        }
    }
}
