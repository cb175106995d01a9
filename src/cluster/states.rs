//! The states of a cluster: how they are found and stored, with two bits of distance each.
//!
//! Small clusters come as lists (`bfs/small/`), others as a hash map (`bfs/general.rs`), and large ones
//! as compact sets (`bfs/sharded/`), if their keys are short enough.

use std::sync::OnceLock;

use super::in_set::InSet;
use super::rows::{Graph, Rows};
use super::{BOX, Unfinished};
use crate::bfs::choice::{with_successors, with_wide_successors};
use crate::bfs::closed::{ClosedSet, DistanceMod3, hash};
use crate::bfs::general::{BreadthFirst, Pass};
use crate::bfs::sharded::{self, Begun, Code};
use crate::board::{Metric, Move};
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, State, StateSpace, Successors};

/// Every state and its distance, with the loops for boards of any size: that of `bfs/general.rs` until
/// it has found more than so many states, then that of `bfs/sharded/`.
pub(super) fn measure_all(
    space: &StateSpace<'_>,
    metric: Metric,
    most: usize,
    watch: &mut Watch<'_>,
) -> Result<Found, Unfinished> {
    let compact = space.clone().compact();
    let code = Code::new(&compact);
    with_successors!(space, metric, W, [start, at_goals] => {
        let (mut search, at_goals) = (BreadthFirst::<_, W>::from_start(space, start), at_goals());
        let explored = explore_all(&mut search, code.map_or(usize::MAX, |_| most), watch);
        match code {
            Some(code) if explored.is_ok() && !search.frontier.is_empty() => {
                let BreadthFirst { closed, frontier, .. } = search;
                let begun = Begun { space, closed, frontier };
                explore_rest((&compact, code), metric, begun, watch)
            }
            _ => Ok(Measured::finish(search, explored, at_goals, watch)?.found()),
        }
    })
}

/// Every state and its distance, from where another loop ended.
fn explore_rest<const W: usize>(
    (compact, code): (&StateSpace<'_>, Code),
    metric: Metric,
    begun: Begun<'_, W>,
    watch: &mut Watch<'_>,
) -> Result<Found, Unfinished> {
    let explored = with_wide_successors!(1, compact, metric, V, [start, at_goals] => {
        sharded::explore((compact, code), begun, [start, at_goals()], watch)
    });
    let explored = explored.map_err(|(stop, states)| Unfinished { stop, states })?;
    let histogram = explored.histogram.clone();
    Ok(Found { histogram, states: Box::new(InSet(explored)) })
}

/// The states of a cluster, whichever loop found them.
pub(super) struct Found {
    pub(super) histogram: Vec<u64>,
    pub(super) states: Box<dyn States>,
}

impl Found {
    pub(super) fn nearest_first(keys: Vec<Key<1>>, histogram: Vec<u64>) -> Found {
        let states = Leveled { keys, histogram: histogram.clone(), table: OnceLock::new() };
        Found { histogram, states: Box::new(states) }
    }
}

/// The states of these keys, in the order of the keys.
pub(super) fn sorted_states<const W: usize>(
    space: &StateSpace<'_>,
    keys: &[Key<W>],
) -> Result<Vec<State>, Stop> {
    let mut keys = memory::collect(keys.iter().copied())?;
    keys.sort_unstable();
    states(space, keys.iter())
}

pub(super) fn states<'k, const W: usize>(
    space: &StateSpace<'_>,
    keys: impl ExactSizeIterator<Item = &'k Key<W>>,
) -> Result<Vec<State>, Stop> {
    memory::look(keys.len() * (size_of::<State>() + BOX + space.vehicles().len()))?;
    memory::collect(keys.map(|key| space.state(key)))
}

/// The result of two searches: one found every state, the other measured every distance.
pub(crate) struct Measured<const W: usize> {
    pub(crate) closed: ClosedSet<W>,
    pub(crate) histogram: Vec<u64>,
    /// The states of the last level, unless they are too many to store beside the closed set.
    pub(crate) last: Option<Vec<Key<W>>>,
}

impl<const W: usize> Measured<W> {
    /// Search with the first successor generator; expand the goals and the level after them with
    /// the second.
    #[cfg(test)]
    pub(crate) fn of(
        space: &StateSpace<'_>,
        [from_start, from_goals]: [impl Successors<W>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfinished> {
        let mut search = BreadthFirst::from_start(space, from_start);
        let explored = explore_all(&mut search, usize::MAX, watch);
        Measured::finish(search, explored, from_goals, watch)
    }

    /// Measure all distances, if every state was found.
    fn finish<S: Successors<W>>(
        mut search: BreadthFirst<S, W>,
        explored: Result<(), Stop>,
        from_goals: S,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfinished> {
        let measured = explored.and_then(|()| measure(&mut search, from_goals, watch));
        let (histogram, last) =
            measured.map_err(|stop| Unfinished { stop, states: search.closed.len() })?;
        Ok(Measured { closed: search.closed, histogram, last })
    }

    fn found(self) -> Found {
        let histogram = self.histogram.clone();
        Found { histogram, states: Box::new(InSet(self)) }
    }
}

/// Find every state, or all up to a level when they are more than so many; solved states get distance 0.
fn explore_all<S: Successors<W>, const W: usize>(
    search: &mut BreadthFirst<S, W>,
    most: usize,
    watch: &mut Watch<'_>,
) -> Result<(), Stop> {
    while !search.frontier.is_empty() && search.closed.len() <= most {
        search.expand_level(Pass::ExploreAndMarkGoals, DistanceMod3::PRESENT, watch, |_, _| {
            None::<()>
        })?;
    }
    Ok(())
}

/// A level is stored if the closed set has so many times as many states.
const SMALL: usize = 32;

/// The number of states of each level, and the last level if it is stored.
type Measures<const W: usize> = (Vec<u64>, Option<Vec<Key<W>>>);

/// Measure distances from all goals.
fn measure<S: Successors<W>, const W: usize>(
    search: &mut BreadthFirst<S, W>,
    mut from_goals: S,
    watch: &mut Watch<'_>,
) -> Result<Measures<W>, Stop> {
    std::mem::swap(&mut search.successors, &mut from_goals);
    let (goals, mut last) = (search.expand_goals(watch)?, None);
    let mut histogram = Vec::from_iter((goals > 0).then_some(goals));
    for distance in 2.. {
        let count = search.frontier.len();
        if count == 0 {
            break;
        }
        if distance == 3 {
            std::mem::swap(&mut search.successors, &mut from_goals);
        }
        histogram.push(count as u64);
        drop(last.take());
        if count <= search.closed.len() / SMALL {
            last = Some(memory::list(count)?);
        }
        watch.hold((0, last.as_ref().map_or(0, |_| count * size_of::<Key<W>>())));
        search.expand_level(
            Pass::Measure,
            DistanceMod3::of_distance(distance),
            watch,
            |_, key| {
                if let Some(last) = &mut last {
                    last.push(*key);
                }
                None::<()>
            },
        )?;
    }
    watch.hold((0, 0));
    Ok((histogram, last))
}

/// The states of a cluster, with keys of any number of words.
pub(super) trait States: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;

    /// The space of the cluster with the keys that are used here.
    fn space<'a>(&self, space: StateSpace<'a>) -> StateSpace<'a> {
        space
    }

    /// Make the table that `distance` looks into.
    fn prepare(&self) -> Result<(), Stop> {
        Ok(())
    }

    /// The distance modulo 3 of a state; `None` if it is not in the cluster. Panics where `prepare`
    /// would have failed.
    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3>;

    /// The same for the words of a key.
    #[cfg(feature = "python")]
    fn distance_at(&self, words: &[u64]) -> Option<DistanceMod3>;

    /// The offsets of every state, ordered by distance, then by key.
    fn offsets(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop>;

    /// The moves between the states, in the order of `offsets`; `visit` is called with each.
    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop>;

    /// The states at the greatest distance, in the order of their keys; none if no state is solved.
    fn hardest(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop>;
}

/// A number of states as an index; 0 without a level.
pub(super) fn in_memory(count: Option<&u64>) -> usize {
    usize::try_from(*count.unwrap_or(&0)).expect("in memory")
}

/// The keys of a small cluster ordered by distance. The table for single states is made on demand.
struct Leveled {
    keys: Vec<Key<1>>,
    histogram: Vec<u64>,
    table: OnceLock<ClosedSet<1>>,
}

impl Leveled {
    /// The number of keys at distance 0, 1, 2, ...
    fn levels(&self) -> impl Iterator<Item = usize> {
        self.histogram.iter().map(|count| in_memory(Some(count)))
    }

    fn rows(&self) -> Result<Rows<1>, Stop> {
        let keys = memory::collect(self.keys.iter().copied())?;
        Ok(Rows::of_levels(keys, self.levels()))
    }

    fn table(&self) -> Result<&ClosedSet<1>, Stop> {
        if self.table.get().is_none() {
            let table = self.make_table()?;
            return Ok(self.table.get_or_init(|| table));
        }
        Ok(self.table.get().expect("seen before"))
    }

    fn make_table(&self) -> Result<ClosedSet<1>, Stop> {
        let mut table = ClosedSet::new();
        let mut keys = self.keys.iter();
        for (distance, count) in (0..).zip(self.levels()) {
            let distance = DistanceMod3::of_distance(distance);
            for key in keys.by_ref().take(count) {
                table.enter(key, hash(key), distance);
            }
        }
        for key in keys {
            table.enter(key, hash(key), DistanceMod3::PRESENT);
        }
        if table.lacks_memory() { Err(Stop::Memory) } else { Ok(table) }
    }
}

impl States for Leveled {
    fn len(&self) -> usize {
        self.keys.len()
    }

    fn bytes(&self) -> usize {
        let table = self.table.get().map_or(0, ClosedSet::bytes);
        self.keys.capacity() * size_of::<Key<1>>() + table
    }

    fn prepare(&self) -> Result<(), Stop> {
        self.table().map(drop)
    }

    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3> {
        self.table().expect("memory, or `prepare` would have failed").distance(&space.key(state)?)
    }

    #[cfg(feature = "python")]
    fn distance_at(&self, words: &[u64]) -> Option<DistanceMod3> {
        self.table()
            .expect("memory, or `prepare` would have failed")
            .distance(&Key::of_words(words))
    }

    fn offsets(
        &self,
        space: &StateSpace<'_>,
        _: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        self.rows()?.offsets(space, watch)
    }

    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop> {
        self.rows()?.graph(space, metric, watch, visit)
    }

    fn hardest(
        &self,
        space: &StateSpace<'_>,
        _: Metric,
        _: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop> {
        let solvable: usize = self.levels().sum();
        let last = self.levels().last().unwrap_or(0);
        sorted_states(space, &self.keys[solvable - last..solvable])
    }
}
