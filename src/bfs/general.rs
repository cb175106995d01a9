//! The loop: level by level from one or many sources, each state once.
//!
//! Solving is the loop with a goal test; the distances of a cluster are the loop twice, first to
//! find every state and then from all goals. Only the last levels are held as states; everything
//! else is the closed set with two bits a state, from which shortest paths are read backwards.

use crate::bfs::closed::{ClosedSet, DistanceMod3, Hash, SEGMENTS, hash};
use crate::bfs::frontier::Frontier;
use crate::bfs::simd::{Origin, SimdSuccessors};
use crate::board::{Goal, Metric, Move};
use crate::outcome::{Counters, Ending, Outcome, Stop, Watch};
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{Edge, Key, Position, StateSpace, Successors, VehicleByVehicle, with_words};

/// States that are expanded before their successors are looked up together.
const BATCH: usize = 16;

/// Find a shortest solution, or prove that there is none.
pub fn solve(space: &StateSpace<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
    if let Some(outcome) = crate::bfs::small::solve(space, metric, watch) {
        return outcome;
    }
    if let Some(simd) = SimdSuccessors::new(space, metric, Origin::Start) {
        return Solve::new(space, metric, simd).run(watch);
    }
    with_words!(space.words(), W => {
        Solve::new(space, metric, VehicleByVehicle::<W>::new(space, metric)).run(watch)
    })
}

/// What the loop keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// New states.
    New,
    /// New states; those that are solved get distance 0.
    NewAndGoals,
    /// Known states that have no distance yet.
    Unmeasured,
}

/// One run of the loop, which gets the successors of a state from `E`.
pub(crate) struct BreadthFirst<E, const W: usize> {
    pub(crate) expand: E,
    pub(crate) table: ClosedSet<W>,
    pub(crate) frontier: Frontier<W>,
    fresh: Vec<(Hash, Edge<W>)>,
    goals: Vec<(Hash, Key<W>)>,
    pub(crate) counters: Counters,
}

impl<E: Successors<W>, const W: usize> BreadthFirst<E, W> {
    pub(crate) fn new(expand: E) -> Self {
        BreadthFirst {
            expand,
            table: ClosedSet::new(),
            frontier: Frontier::new(),
            fresh: Vec::new(),
            goals: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Begin with one state as level 0.
    pub(crate) fn begin(&mut self, key: Key<W>, distance: DistanceMod3) {
        self.table.enter(&key, hash(&key), distance);
        self.frontier.push(Edge { key, step: NO_MOVE }, ());
    }

    /// Go one level further. `visit` sees each state of this level and may end the loop by
    /// returning something.
    pub(crate) fn level<T>(
        &mut self,
        keep: Keep,
        distance: DistanceMod3,
        watch: &mut Watch<'_>,
        mut visit: impl FnMut(&E, &Key<W>) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        self.frontier.advance();
        let found = self.read(keep, distance, watch, &mut visit)?;
        let counters = &mut self.counters;
        counters.max_open = counters.max_open.max(self.frontier.len() as u64);
        Ok(found)
    }

    /// Go one level further from all goals, the states of distance 0: how many there are. They are
    /// read from the table and never held as a level.
    pub(crate) fn leave_goals(&mut self, watch: &mut Watch<'_>) -> Result<u64, Stop> {
        let mut count = 0;
        for segment in 0..SEGMENTS {
            let goals = self.table.keys_at(segment, DistanceMod3::of_distance(0));
            count += self.frontier.prepend(goals.map(|key| (Edge { key, step: GOAL }, ())))?;
            let distance = DistanceMod3::of_distance(1);
            self.read(Keep::Unmeasured, distance, watch, &mut |_, _| None::<()>)?;
        }
        Ok(count)
    }

    fn read<T>(
        &mut self,
        keep: Keep,
        distance: DistanceMod3,
        watch: &mut Watch<'_>,
        visit: &mut impl FnMut(&E, &Key<W>) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        while let Some(page) = self.frontier.next() {
            for edges in page.batches(BATCH) {
                watch.check(self.table.len(), self.bytes())?;
                for edge in edges {
                    self.expand.load(&edge);
                    if let Some(found) = visit(&self.expand, &edge.key) {
                        return Ok(Some(found));
                    }
                    self.make_successors(keep, &edge.key);
                }
                self.keep_new(keep, distance);
                if self.table.lacks_memory() || self.frontier.lacks_memory() {
                    return Err(Stop::Memory);
                }
            }
            self.frontier.recycle(page);
        }
        Ok(None)
    }

    /// Make the successors of a state and ask the memory for their places in the table.
    fn make_successors(&mut self, keep: Keep, key: &Key<W>) {
        self.counters.expanded += 1;
        if keep == Keep::NewAndGoals && self.expand.is_goal() {
            let hash = hash(key);
            self.table.prefetch(hash);
            self.goals.push((hash, *key));
        }
        self.expand.successors(|edge| {
            let hash = hash(&edge.key);
            self.table.prefetch(hash);
            self.fresh.push((hash, edge));
        });
    }

    /// Look up all successors that were made.
    fn keep_new(&mut self, keep: Keep, distance: DistanceMod3) {
        for (hash, edge) in &self.fresh {
            let is_new = match keep {
                Keep::New | Keep::NewAndGoals => self.table.enter(&edge.key, *hash, distance),
                Keep::Unmeasured => self.table.measure(&edge.key, *hash, distance),
            };
            if is_new {
                self.frontier.push(*edge, ());
            }
            self.counters.duplicates += u64::from(!is_new);
        }
        self.counters.generated += self.fresh.len() as u64;
        self.fresh.clear();
        for (hash, key) in self.goals.drain(..) {
            self.table.measure(&key, hash, DistanceMod3::of_distance(0));
        }
    }

    fn bytes(&self) -> usize {
        let fresh = self.fresh.capacity() * size_of::<(Hash, Edge<W>)>();
        self.table.footprint() + self.frontier.bytes() + fresh
    }
}

/// A shortest way from the states of distance 0 to a state of this distance.
pub(crate) fn path_to<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    table: &ClosedSet<W>,
    (mut key, distance): (Key<W>, u32),
) -> Vec<Move> {
    let (mut position, mut path) = (Position::new(space), Vec::new());
    for before in (0..distance).rev() {
        position.load(&key);
        let wanted = Some(DistanceMod3::of_distance(before));
        let mut found = None;
        position.for_each_move(metric, |step| {
            let neighbour = position.key_after(&key, step);
            if found.is_none() && table.distance(&neighbour) == wanted {
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

/// The loop with a goal test.
pub(crate) struct Solve<'a, E, const W: usize> {
    search: BreadthFirst<E, W>,
    space: &'a StateSpace<'a>,
    metric: Metric,
    depth: u32,
}

impl<'a, E: Successors<W>, const W: usize> Solve<'a, E, W> {
    pub(crate) fn new(space: &'a StateSpace<'a>, metric: Metric, expand: E) -> Self {
        Solve { search: BreadthFirst::new(expand), space, metric, depth: 0 }
    }

    pub(crate) fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        if Position::new(self.space).is_goal() {
            return self.outcome(Ending::Solved(Vec::new()), 0);
        }
        self.search.begin(self.space.start(), DistanceMod3::of_distance(0));
        while !self.search.frontier.is_empty() {
            watch.prove(self.proved());
            match self.level(watch) {
                Err(stop) => return self.unknown(stop),
                Ok(Some(edge)) => return self.solved(&edge),
                Ok(None) => self.depth += 1,
            }
        }
        let depth = self.depth;
        self.outcome(Ending::Unsolvable, depth)
    }

    /// The first solved state, and the move to it from this level.
    fn level(&mut self, watch: &mut Watch<'_>) -> Result<Option<Edge<W>>, Stop> {
        let distance = DistanceMod3::of_distance(self.depth + 1);
        let (space, is_clear) = (self.space, self.space.goal() == Goal::Clear);
        self.search.level(Keep::New, distance, watch, |state, key| {
            if is_clear {
                return state.is_goal().then_some(Edge { key: *key, step: NO_MOVE });
            }
            let step = state.solving()?;
            let key = space.shift(key, step.vehicle.index(), step.cells);
            Some(Edge { key, step })
        })
    }

    /// A state from which a move solves is expanded, one that is solved is not.
    fn solved(mut self, edge: &Edge<W>) -> Outcome {
        let moved = u32::from(edge.step != NO_MOVE);
        let distance = self.depth + moved;
        self.search.counters.expanded += u64::from(moved);
        let path = path_to(self.space, self.metric, &self.search.table, (edge.key, distance));
        self.outcome(Ending::Solved(path), distance)
    }

    fn unknown(self, stop: Stop) -> Outcome {
        let proved = self.proved();
        self.outcome(Ending::Unknown(stop), proved)
    }

    /// All states up to this depth are known, and only a clear road is tested later than that.
    fn proved(&self) -> u32 {
        self.depth + u32::from(self.space.goal() != Goal::Clear)
    }

    fn outcome(self, ending: Ending, lower_bound: u32) -> Outcome {
        Outcome::new(ending, lower_bound, self.search.counters)
    }
}
