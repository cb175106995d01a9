//! Breadth-first search on boards of any size: level by level from one or many sources.
//!
//! Solving is this loop with a goal test. Measuring a cluster takes two runs: one finds every
//! state, the other measures distances from all goals. Only two levels are held as states. All else
//! is the closed set with two bits a state, from which shortest paths are read backwards.

use crate::bfs::closed::{ClosedSet, DistanceMod3, Hash, SEGMENTS, hash};
use crate::bfs::frontier::Frontier;
use crate::board::{Goal, Metric, Move};
use crate::outcome::{Counters, Ending, Engine, Outcome, Stop, Watch};
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{Edge, Key, Position, StateSpace, Successors};

/// States that are expanded before their successors are looked up together: the prefetched slots
/// arrive meanwhile.
const BATCH: usize = 16;

/// A level is stored beside a closed set with so many times as many states.
const TIMES_A_LEVEL: usize = 32;

/// The number of states at each distance, and those at the last one if they are stored.
pub(crate) type Distances<const W: usize> = (Vec<u64>, Option<Vec<Key<W>>>);

/// Whether a level of so many states is stored beside a closed set.
pub(crate) fn is_stored(level: usize, closed: usize) -> bool {
    level <= closed / TIMES_A_LEVEL
}

/// Which successors a level keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Unknown states.
    Explore,
    /// Unknown states; an expanded state that is solved gets distance 0.
    ExploreAndMarkGoals,
    /// Known states without a distance.
    Measure,
}

/// A breadth-first search that gets the successors of a state from `S`.
pub(crate) struct BreadthFirst<S, const W: usize> {
    pub(crate) successors: S,
    pub(crate) closed: ClosedSet<W>,
    pub(crate) frontier: Frontier<W>,
    generated: Vec<(Hash, Edge<W>)>,
    goals: Vec<(Hash, Key<W>)>,
    pub(crate) counters: Counters,
}

impl<S: Successors<W>, const W: usize> BreadthFirst<S, W> {
    pub(crate) fn new(successors: S) -> Self {
        BreadthFirst {
            successors,
            closed: ClosedSet::new(),
            frontier: Frontier::new(),
            generated: Vec::new(),
            goals: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// With the start as the level that comes next, whose distance is not known.
    pub(crate) fn from_start(space: &StateSpace<'_>, successors: S) -> Self {
        let mut search = BreadthFirst::new(successors);
        search.begin(space.start(), DistanceMod3::PRESENT);
        search
    }

    /// Begin with one state as level 0.
    pub(crate) fn begin(&mut self, key: Key<W>, distance: DistanceMod3) {
        self.closed.enter(&key, hash(&key), distance);
        self.frontier.push(Edge { key, step: NO_MOVE }, ());
    }

    /// Expand the current level. `visit` is called with each state of it, and ends the search by
    /// returning a value.
    pub(crate) fn expand_level<T>(
        &mut self,
        pass: Pass,
        distance: DistanceMod3,
        watch: &mut Watch<'_>,
        mut visit: impl FnMut(&S, &Key<W>) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        self.frontier.advance();
        let found = self.expand_frontier(pass, distance, watch, &mut visit)?;
        let counters = &mut self.counters;
        counters.max_open = counters.max_open.max(self.frontier.len() as u64);
        Ok(found)
    }

    /// Expand all goals, the states of distance 0, and return their number. They are read from the
    /// closed set and never held as a level.
    pub(crate) fn expand_goals(&mut self, watch: &mut Watch<'_>) -> Result<u64, Stop> {
        let mut count = 0;
        for segment in 0..SEGMENTS {
            let goals = self.closed.keys_at(segment, DistanceMod3::of_distance(0));
            count += self.frontier.prepend(goals.map(|key| (Edge { key, step: GOAL }, ())))?;
            let distance = DistanceMod3::of_distance(1);
            self.expand_frontier(Pass::Measure, distance, watch, &mut |_, _| None::<()>)?;
        }
        Ok(count)
    }

    fn expand_frontier<T>(
        &mut self,
        pass: Pass,
        distance: DistanceMod3,
        watch: &mut Watch<'_>,
        visit: &mut impl FnMut(&S, &Key<W>) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        while let Some(page) = self.frontier.next() {
            for edges in page.batches(BATCH) {
                watch.check(self.closed.len(), self.bytes())?;
                for edge in edges {
                    self.successors.load(&edge);
                    if let Some(found) = visit(&self.successors, &edge.key) {
                        return Ok(Some(found));
                    }
                    self.make_successors(pass, &edge.key);
                }
                self.insert_successors(pass, distance);
                if self.closed.lacks_memory() || self.frontier.lacks_memory() {
                    return Err(Stop::Memory);
                }
            }
            self.frontier.recycle(page);
        }
        Ok(None)
    }

    /// Generate the successors of a state and prefetch their slots in the closed set.
    fn make_successors(&mut self, pass: Pass, key: &Key<W>) {
        self.counters.expanded += 1;
        if pass == Pass::ExploreAndMarkGoals && self.successors.is_goal() {
            let hash = hash(key);
            self.closed.prefetch(hash);
            self.goals.push((hash, *key));
        }
        self.successors.for_each(|edge| {
            let hash = hash(&edge.key);
            self.closed.prefetch(hash);
            self.generated.push((hash, edge));
        });
    }

    /// Look up all generated successors and keep the new ones.
    fn insert_successors(&mut self, pass: Pass, distance: DistanceMod3) {
        for (hash, edge) in &self.generated {
            let is_new = match pass {
                Pass::Explore | Pass::ExploreAndMarkGoals => {
                    self.closed.enter(&edge.key, *hash, distance)
                }
                Pass::Measure => self.closed.measure(&edge.key, *hash, distance),
            };
            if is_new {
                self.frontier.push(*edge, ());
            }
            self.counters.duplicates += u64::from(!is_new);
        }
        self.counters.generated += self.generated.len() as u64;
        self.generated.clear();
        for (hash, key) in self.goals.drain(..) {
            self.closed.measure(&key, hash, DistanceMod3::of_distance(0));
        }
    }

    fn bytes(&self) -> usize {
        let generated = self.generated.capacity() * size_of::<(Hash, Edge<W>)>();
        let lists = self.frontier.bytes() + generated;
        self.closed.footprint() + lists + self.successors.bytes()
    }
}

/// A shortest path from the states of distance 0 to a state of this distance.
pub(crate) fn path_to<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    closed: &ClosedSet<W>,
    (mut key, distance): (Key<W>, u32),
) -> Vec<Move> {
    let (mut position, mut path) = (Position::new(space), Vec::new());
    for before in (0..distance).rev() {
        position.load(&key);
        let wanted = Some(DistanceMod3::of_distance(before));
        let mut found = None;
        position.for_each_move(metric, |step| {
            let neighbour = position.key_after(&key, step);
            if found.is_none() && closed.distance(&neighbour) == wanted {
                found = Some((step, neighbour));
            }
        });
        let (last, from) = found.expect("a state has a parent");
        path.push(last.reversed());
        key = from;
    }
    path.reverse();
    path
}

/// Breadth-first search with a goal test.
pub(crate) struct Solve<'a, S, const W: usize> {
    search: BreadthFirst<S, W>,
    engine: Engine,
    space: &'a StateSpace<'a>,
    metric: Metric,
    depth: u32,
}

impl<'a, S: Successors<W>, const W: usize> Solve<'a, S, W> {
    pub(crate) fn new(
        engine: Engine,
        space: &'a StateSpace<'a>,
        metric: Metric,
        successors: S,
    ) -> Self {
        Solve { search: BreadthFirst::new(successors), engine, space, metric, depth: 0 }
    }

    pub(crate) fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        if Position::new(self.space).is_goal() {
            return self.outcome(Ending::Solved(Vec::new()), 0);
        }
        self.search.begin(self.space.start(), DistanceMod3::of_distance(0));
        while !self.search.frontier.is_empty() {
            watch.prove(self.proved());
            match self.first_solved(watch) {
                Err(stop) => return self.unknown(stop),
                Ok(Some(edge)) => return self.solved(&edge),
                Ok(None) => self.depth += 1,
            }
        }
        let depth = self.depth;
        self.outcome(Ending::Unsolvable, depth)
    }

    /// Expand a level up to the first solved state; its edge, or `NO_MOVE` if the state lies in
    /// this level.
    fn first_solved(&mut self, watch: &mut Watch<'_>) -> Result<Option<Edge<W>>, Stop> {
        let distance = DistanceMod3::of_distance(self.depth + 1);
        let (space, is_clear) = (self.space, self.space.goal() == Goal::Clear);
        self.search.expand_level(Pass::Explore, distance, watch, |state, key| {
            if is_clear {
                return state.is_goal().then_some(Edge { key: *key, step: NO_MOVE });
            }
            let step = state.solving_move()?;
            let key = space.shift(key, step.vehicle.index(), step.cells);
            Some(Edge { key, step })
        })
    }

    /// The outcome with the path to a solved state. A state from which one move solves was
    /// expanded; a solved one was not.
    fn solved(mut self, edge: &Edge<W>) -> Outcome {
        let moved = u32::from(edge.step != NO_MOVE);
        let distance = self.depth + moved;
        self.search.counters.expanded += u64::from(moved);
        let path = path_to(self.space, self.metric, &self.search.closed, (edge.key, distance));
        self.outcome(Ending::Solved(path), distance)
    }

    fn unknown(self, stop: Stop) -> Outcome {
        let proved = self.proved();
        self.outcome(Ending::Unknown(stop), proved)
    }

    /// The proved lower bound: all states up to this depth are known, and all of them are tested
    /// except for a clear road.
    fn proved(&self) -> u32 {
        self.depth + u32::from(self.space.goal() != Goal::Clear)
    }

    fn outcome(self, ending: Ending, lower_bound: u32) -> Outcome {
        Outcome::new(self.engine, ending, lower_bound, self.search.counters)
    }
}
