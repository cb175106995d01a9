//! Clusters: all states that can be reached from each other, with their distances to the goal.
//!
//! Distances are stored modulo 3 (`bfs/closed/closed_set.rs`). That is enough to tell which moves
//! lead nearer to the goal; the full distance is the number of such moves.

mod measure;
mod states;
mod walk;

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::bfs::closed::DistanceMod3;
use crate::board::{Goal, Metric, Move};
use crate::outcome::{Engine, Stop, Watch, memory};
use crate::state::{Position, Puzzle, State, StateSpace, for_each_neighbour};

#[cfg(any(test, feature = "internals"))]
use measure::measure_on;
use measure::{FoundStates, measure_all};
#[cfg(test)]
pub(crate) use measure::{Measured, one_by_one};
pub use states::Graph;
use states::States;
pub(crate) use walk::Follower;
pub use walk::Lexicographic;

/// The states of a cluster and their distances in one metric to one goal.
pub struct Cluster {
    puzzle: Puzzle,
    metric: Metric,
    goal: Goal,
    histogram: Vec<u64>,
    engine: Engine,
    hardest: OnceLock<Vec<State>>,
    states: Box<dyn States>,
}

/// A cluster that a limit left unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The limit that was reached.
    pub stop: Stop,
    /// The number of states found before it.
    pub states: usize,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfinished { stop, states } = self;
        if *stop == Stop::Disk {
            return write!(f, "the disk was full after {states} states");
        }
        write!(f, "the limit on {} was reached after {states} states", stop.name())
    }
}

impl Error for Unfinished {}

/// Find every state that can be reached from a puzzle, and its distance to the nearest goal.
///
/// States, distances and order do not depend on the threads of `watch`. Small boards (up to 8 million states
/// on 6x6) take 40 bytes a state during the search. Others take 30 to 45 bytes a block of some 10 to 30 states
/// and 48 for each block of the largest two levels: 6 to 7 bytes a state in all for the clusters of
/// `benches/boards.txt` with a million states and more. With keys of several words they take 12 bytes a state
/// and word, and 10 to 20 for each state of the largest two levels.
///
/// # Errors
/// [`Unfinished`] if a limit comes first.
pub fn explore(
    puzzle: &Puzzle,
    metric: Metric,
    goal: Goal,
    watch: &mut Watch<'_>,
) -> Result<Cluster, Unfinished> {
    let space = StateSpace::new(puzzle, goal);
    Ok(Cluster::of(puzzle, metric, goal, measure_all(&space, metric, watch)?))
}

/// The same with this engine; `None` if it does not fit the board.
#[cfg(any(test, feature = "internals"))]
pub fn explore_on(
    engine: Engine,
    puzzle: &Puzzle,
    metric: Metric,
    goal: Goal,
    watch: &mut Watch<'_>,
) -> Option<Result<Cluster, Unfinished>> {
    let found = measure_on(engine, &StateSpace::new(puzzle, goal), metric, watch)?;
    Some(found.map(|found| Cluster::of(puzzle, metric, goal, found)))
}

impl Cluster {
    fn of(puzzle: &Puzzle, metric: Metric, goal: Goal, found: FoundStates) -> Cluster {
        let FoundStates { engine, histogram, states } = found;
        let (puzzle, hardest) = (puzzle.clone(), OnceLock::new());
        Cluster { puzzle, metric, goal, histogram, engine, hardest, states }
    }

    /// The engine that found the states.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// assert_eq!(cluster.engine(), rushhour::Engine::Small);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The metric of the distances.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// False: the start is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.len() == 0
    }

    /// The bytes of the states.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.bytes()
    }

    /// The number of states at distance 0, 1, 2, ...; empty if no state is solved.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// assert_eq!(cluster.histogram(), [3, 6, 2]); // three states are solved
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The states at the greatest distance, in the order of their keys; none if no state is solved.
    /// The list is cached.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// use rushhour::Watch;
    ///
    /// let hardest = cluster.hardest(&mut Watch::unlimited())?;
    /// assert_eq!(hardest.len(), 2);
    /// assert!(hardest.iter().all(|state| cluster.distance(state) == Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hardest(&self, watch: &mut Watch<'_>) -> Result<&[State], Stop> {
        if let Some(hardest) = self.hardest.get() {
            return Ok(hardest);
        }
        let hardest = self.states.hardest(&self.space(), self.metric, watch)?;
        Ok(self.hardest.get_or_init(|| hardest))
    }

    /// Make the table in which single states are looked up. Otherwise the first lookup makes it,
    /// and panics if there is no memory for it.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn prepare(&self) -> Result<(), Stop> {
        self.states.prepare()
    }

    /// Whether a state belongs to the cluster.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// use rushhour::{Goal, Metric};
    ///
    /// let first = puzzle.moves(Metric::Slide, Goal::Edge)[0];
    /// let after = puzzle.apply(first).expect("a legal move");
    /// assert!(cluster.contains(after.state()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contains(&self, state: &State) -> bool {
        self.states.distance(&self.space(), state).is_some()
    }

    /// The distance of a state; `None` for a state outside the cluster or without a solution.
    ///
    /// # Panics
    /// Never: a path has fewer moves than the cluster has states.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// assert_eq!(cluster.distance(puzzle.state()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self, state: &State) -> Option<u32> {
        self.path(state).map(|path| u32::try_from(path.len()).expect("fewer than its states"))
    }

    /// A shortest solution that always takes the first best move in the defined order; `None` if
    /// there is none.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// let path = cluster.path(puzzle.state()).expect("it can be solved");
    /// assert_eq!(puzzle.format_moves(&path), "B+2 A+4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self, state: &State) -> Option<Vec<Move>> {
        let space = self.space();
        if self.histogram.is_empty() || self.states.distance(&space, state).is_none() {
            return None;
        }
        let (mut state, mut path) = (state.clone(), Vec::new());
        while let Some((step, next)) = self.nearer(&space, &state).into_iter().next() {
            path.push(step);
            state = next;
        }
        Some(path)
    }

    /// The moves that lead nearer to the goal, in the defined order; none at the goal.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// let best = cluster.best_moves(puzzle.state());
    /// assert_eq!(puzzle.format_moves(&best), "B+2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best_moves(&self, state: &State) -> Vec<Move> {
        self.nearer(&self.space(), state).into_iter().map(|(step, _)| step).collect()
    }

    /// The number of shortest solutions of a state; 0 if there is none.
    ///
    /// # Errors
    /// The limit of `watch` that came first. The states are those of two levels.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// use rushhour::Watch;
    ///
    /// let count = cluster.count_optimal(puzzle.state(), &mut Watch::unlimited())?;
    /// assert_eq!(count, 1_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_optimal(
        &self,
        state: &State,
        watch: &mut Watch<'_>,
    ) -> Result<BigUint, Unfinished> {
        let unfinished = |states| move |stop| Unfinished { stop, states };
        self.prepare().map_err(unfinished(0))?;
        if self.path(state).is_none() {
            return Ok(BigUint::ZERO);
        }
        let mut level = HashMap::from([(state.clone(), BigUint::from(1_u8))]);
        loop {
            let mut next = HashMap::new();
            let counted = self.count_next(&level, &mut next, watch);
            counted.map_err(unfinished(level.len() + next.len()))?;
            if next.is_empty() {
                return Ok(level.values().sum());
            }
            level = next;
        }
    }

    /// The states after one more best move, each with its number of paths.
    fn count_next(
        &self,
        level: &PathsByState,
        next: &mut PathsByState,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let space = self.space();
        for (state, ways) in level {
            let states = level.len() + next.len();
            let bytes = memory::growing_map(level, 0) + memory::growing_map(next, SPARE);
            watch_levels(watch, states, bytes + states * 2 * self.boxed())?;
            for (_, neighbour) in self.nearer(&space, state) {
                memory::reserve_key(next)?;
                *next.entry(neighbour).or_default() += ways;
            }
        }
        Ok(())
    }

    /// The bytes of a state in its own allocation.
    fn boxed(&self) -> usize {
        BOX + self.puzzle.board().vehicles().len()
    }

    /// The offsets of all vehicles in every state, ordered by distance, then by key.
    /// [`Cluster::histogram`] has the number of states at each distance.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// use rushhour::Watch;
    ///
    /// let offsets = cluster.offsets(&mut Watch::unlimited())?;
    /// assert_eq!(offsets.len(), 2 * cluster.len()); // two vehicles
    /// assert_eq!(offsets[..2], [4, 0]); // the first solved state
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn offsets(&self, watch: &mut Watch<'_>) -> Result<Vec<i8>, Stop> {
        self.states.offsets(&self.space(), self.metric, watch)
    }

    /// The moves between the states, which are numbered in the order of [`Cluster::offsets`].
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    ///
    /// # Panics
    /// With more than 2^31 states.
    ///
    /// ```
    /// # let puzzle: rushhour::Puzzle = "..B.../AAB.../....../......".parse()?;
    /// # let cluster = rushhour::explore(&puzzle)?;
    /// use rushhour::Watch;
    ///
    /// let graph = cluster.graph(&mut Watch::unlimited())?;
    /// assert_eq!(graph.starts.len(), cluster.len() + 1);
    /// assert_eq!(graph.neighbours.len(), 42); // each slide in both directions
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn graph(&self, watch: &mut Watch<'_>) -> Result<Graph, Stop> {
        self.states.graph(&self.space(), self.metric, watch, &mut |_| ())
    }

    /// The same with the move to each neighbour.
    pub(crate) fn graph_with_moves(
        &self,
        watch: &mut Watch<'_>,
    ) -> Result<(Graph, Vec<Move>), Stop> {
        let (mut moves, mut pushed) = (Vec::new(), Ok(()));
        let visit = &mut |step| pushed = pushed.and_then(|()| memory::push(&mut moves, step));
        let graph = self.states.graph(&self.space(), self.metric, watch, visit)?;
        pushed?;
        Ok((graph, moves))
    }

    /// The neighbours that are nearer to the goal, with the moves to them.
    fn nearer(&self, space: &StateSpace<'_>, state: &State) -> Vec<(Move, State)> {
        let mut nearer = Vec::new();
        let Some(distance) = self.states.distance(space, state) else { return nearer };
        if Position::of(space, state).is_goal() {
            return nearer;
        }
        for_each_neighbour(space, state, self.metric, |step, neighbour| {
            if self.states.distance(space, &neighbour).and_then(DistanceMod3::next)
                == Some(distance)
            {
                nearer.push((step, neighbour));
            }
        });
        nearer
    }

    fn space(&self) -> StateSpace<'_> {
        self.states.space(StateSpace::new(&self.puzzle, self.goal))
    }
}

/// States with their numbers of paths.
type PathsByState = HashMap<State, BigUint>;

/// The bytes that an allocator may add to an allocation.
const BOX: usize = 24;
/// More than the moves of any state: 128 vehicles with 63 places each.
const SPARE: usize = 8192;
/// Allocations that together take less than [`memory::look`] tries ahead.
const AHEAD: usize = 1 << 10;

/// Check the limits, and now and then whether there is memory for more small allocations.
fn watch_levels(watch: &mut Watch<'_>, states: usize, bytes: usize) -> Result<(), Stop> {
    if states.is_multiple_of(AHEAD) {
        memory::look(0)?;
    }
    watch.check(states, bytes)
}
