//! How a cluster is found and kept: every state, and two bits of its distance.

use std::sync::OnceLock;

use super::rows::{Graph, Rows};
use super::{BOX, Unfinished};
use crate::bfs::closed::{ClosedSet, DistanceMod3, hash};
use crate::bfs::general::{BreadthFirst, Keep};
use crate::bfs::simd::{Origin, SimdSuccessors};
use crate::board::Metric;
use crate::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, State, StateSpace, Successors, VehicleByVehicle, with_words};

/// Every state and its distance, by the general loop.
pub(super) fn measure_all(
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Found, Unfinished> {
    let simd = |from| SimdSuccessors::new(space, metric, from);
    if let (Some(simd), Some(leaving)) = (simd(Origin::Start), simd(Origin::Goals)) {
        return Ok(Measured::of(space, [simd, leaving], watch)?.found());
    }
    with_words!(space.words(), W => {
        let expand = [(); 2].map(|()| VehicleByVehicle::<W>::new(space, metric));
        Ok(Measured::of(space, expand, watch)?.found())
    })
}

/// What is found of a cluster, whichever way.
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
fn sorted_states<const W: usize>(
    space: &StateSpace<'_>,
    keys: &[Key<W>],
) -> Result<Vec<State>, Stop> {
    let mut keys = memory::collect(keys.iter().copied())?;
    keys.sort_unstable();
    states(space, keys.iter())
}

fn states<'k, const W: usize>(
    space: &StateSpace<'_>,
    keys: impl ExactSizeIterator<Item = &'k Key<W>>,
) -> Result<Vec<State>, Stop> {
    memory::look(keys.len() * (size_of::<State>() + BOX + space.vehicles().len()))?;
    memory::collect(keys.map(|key| space.state(key)))
}

/// What two runs of the loop find: every state, then every distance.
pub(crate) struct Measured<const W: usize> {
    pub(crate) table: ClosedSet<W>,
    pub(crate) histogram: Vec<u64>,
    /// The states of the last level, unless they are too many to hold beside the table.
    pub(crate) last: Option<Vec<Key<W>>>,
}

impl<const W: usize> Measured<W> {
    /// The goals are left, for two levels, with successors from another expander.
    pub(crate) fn of(
        space: &StateSpace<'_>,
        [expand, leaving]: [impl Successors<W>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfinished> {
        let mut search = BreadthFirst::new(expand);
        search.begin(space.start(), DistanceMod3::PRESENT);
        let measured =
            explore_all(&mut search, watch).and_then(|()| measure(&mut search, leaving, watch));
        let (histogram, last) =
            measured.map_err(|stop| Unfinished { stop, states: search.table.len() })?;
        Ok(Measured { table: search.table, histogram, last })
    }

    fn found(self) -> Found {
        let histogram = self.histogram.clone();
        Found { histogram, states: Box::new(self) }
    }
}

/// Run to the end of the cluster; on the way the goals get their distance.
fn explore_all<E: Successors<W>, const W: usize>(
    search: &mut BreadthFirst<E, W>,
    watch: &mut Watch<'_>,
) -> Result<(), Stop> {
    while !search.frontier.is_empty() {
        search.level(Keep::NewAndGoals, DistanceMod3::PRESENT, watch, |_, _| None::<()>)?;
    }
    Ok(())
}

/// A level is small beside so many times as many states.
const SMALL: usize = 32;

/// The number of states of each level, and the last level if it is small.
type Measures<const W: usize> = (Vec<u64>, Option<Vec<Key<W>>>);

/// Run from the goals.
fn measure<E: Successors<W>, const W: usize>(
    search: &mut BreadthFirst<E, W>,
    mut leaving: E,
    watch: &mut Watch<'_>,
) -> Result<Measures<W>, Stop> {
    std::mem::swap(&mut search.expand, &mut leaving);
    let (goals, mut last) = (search.leave_goals(watch)?, None);
    let mut histogram = Vec::from_iter((goals > 0).then_some(goals));
    for distance in 2.. {
        let count = search.frontier.len();
        if count == 0 {
            break;
        }
        if distance == 3 {
            std::mem::swap(&mut search.expand, &mut leaving);
        }
        histogram.push(count as u64);
        drop(last.take());
        if count <= search.table.len() / SMALL {
            last = Some(memory::list(count)?);
        }
        watch.hold((0, last.as_ref().map_or(0, |_| count * size_of::<Key<W>>())));
        search.level(Keep::Unmeasured, DistanceMod3::of_distance(distance), watch, |_, key| {
            if let Some(last) = &mut last {
                last.push(*key);
            }
            None::<()>
        })?;
    }
    watch.hold((0, 0));
    Ok((histogram, last))
}

/// A closed set whose keys may have any number of words.
pub(super) trait States: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;

    /// Make whatever `distance` looks into.
    fn prepare(&self) -> Result<(), Stop>;

    /// What is known of a state, if it is there. Panics where `prepare` would have failed.
    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3>;

    /// The offsets of every state, nearest first, then by key.
    fn offsets(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop>;

    /// The moves between the states, in the order of `offsets`.
    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Graph, Stop>;

    /// The states at the largest distance, in the order of their keys; none where none is solved.
    fn hardest(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop>;
}

impl<const W: usize> States for Measured<W> {
    fn len(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        let last = self.last.as_ref().map_or(0, Vec::capacity);
        self.table.bytes() + last * size_of::<Key<W>>()
    }

    fn prepare(&self) -> Result<(), Stop> {
        Ok(())
    }

    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3> {
        self.table.distance(&space.key(state)?)
    }

    fn offsets(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        Rows::of_table(&self.table, space, metric, watch)?.offsets(space, watch)
    }

    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Graph, Stop> {
        Rows::of_table(&self.table, space, metric, watch)?.graph(space, metric, watch)
    }

    fn hardest(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop> {
        if let Some(last) = &self.last {
            return sorted_states(space, last);
        }
        let rows = Rows::of_table(&self.table, space, metric, watch)?;
        states(space, rows.last(in_memory(self.histogram.last())))
    }
}

/// A number of states, none where there is no level.
fn in_memory(count: Option<&u64>) -> usize {
    usize::try_from(*count.unwrap_or(&0)).expect("in memory")
}

/// The keys of a small cluster, nearest first; the table for single states is made when asked for.
struct Leveled {
    keys: Vec<Key<1>>,
    histogram: Vec<u64>,
    table: OnceLock<ClosedSet<1>>,
}

impl Leveled {
    /// How many keys are at distance 0, 1, 2, ...
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
    ) -> Result<Graph, Stop> {
        self.rows()?.graph(space, metric, watch)
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
