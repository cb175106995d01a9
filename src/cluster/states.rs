//! The states of a cluster, with two bits of distance each, whichever loop found them.

use std::sync::OnceLock;

use super::BOX;
use crate::bfs::blocks::BlockCluster;
use crate::bfs::closed::{ClosedSet, DistanceMod3, hash, prefetch};
use crate::board::{Metric, Move};
use crate::outcome::{Stop, Watch, memory};
use crate::state::{Key, Position, State, StateSpace};

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

/// A number of states as an index; 0 without a level.
pub(super) fn in_memory(count: Option<&u64>) -> usize {
    usize::try_from(*count.unwrap_or(&0)).expect("in memory")
}

// What arrays and graphs are made from: a closed set with distances modulo 3.

/// A closed set, and what a search found beside it.
pub(super) trait ClosedStates<const W: usize>: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn keys(&self) -> impl Iterator<Item = Key<W>>;

    /// The distance of a key; `None` if it is absent.
    fn distance(&self, key: &Key<W>) -> Option<DistanceMod3>;

    /// The number of states at the greatest distance.
    fn hardest(&self) -> usize;

    /// The states at the greatest distance, if they are stored.
    fn last(&self) -> Option<&[Key<W>]>;

    /// A space with the keys of the set.
    fn space(space: StateSpace<'_>) -> StateSpace<'_> {
        space
    }
}

impl ClosedStates<1> for BlockCluster {
    fn len(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn keys(&self) -> impl Iterator<Item = Key<1>> {
        self.keys()
    }

    fn distance(&self, key: &Key<1>) -> Option<DistanceMod3> {
        self.distance(*key)
    }

    fn hardest(&self) -> usize {
        in_memory(self.histogram.last())
    }

    fn last(&self) -> Option<&[Key<1>]> {
        self.last.as_deref()
    }

    fn space(space: StateSpace<'_>) -> StateSpace<'_> {
        space.compact()
    }
}

// The states of a cluster in a closed set.

/// The states of a closed set with keys of `W` words.
pub(super) struct InSet<T, const W: usize>(pub(super) T);

impl<T: ClosedStates<W>, const W: usize> States for InSet<T, W> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn space<'a>(&self, space: StateSpace<'a>) -> StateSpace<'a> {
        T::space(space)
    }

    fn distance(&self, space: &StateSpace<'_>, state: &State) -> Option<DistanceMod3> {
        self.0.distance(&space.key(state)?)
    }

    fn distance_at(&self, words: &[u64]) -> Option<DistanceMod3> {
        self.0.distance(&Key::of_words(words))
    }

    fn offsets(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        Rows::of_set(&self.0, space, metric, watch)?.offsets(space, watch)
    }

    fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop> {
        Rows::of_set(&self.0, space, metric, watch)?.graph(space, metric, watch, visit)
    }

    fn hardest(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<State>, Stop> {
        if let Some(last) = self.0.last() {
            return sorted_states(space, last);
        }
        let rows = Rows::of_set(&self.0, space, metric, watch)?;
        states(space, rows.last(self.0.hardest()))
    }
}

// The states of a small cluster, as a list.

/// The keys of a small cluster ordered by distance. The table for single states is made on demand.
pub(super) struct Leveled {
    keys: Vec<Key<1>>,
    histogram: Vec<u64>,
    table: OnceLock<ClosedSet<1>>,
}

impl Leveled {
    /// From keys ordered by distance and the number of keys at each distance.
    pub(super) fn new(keys: Vec<Key<1>>, histogram: Vec<u64>) -> Leveled {
        Leveled { keys, histogram, table: OnceLock::new() }
    }

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

// The states of a cluster ordered by distance, for arrays and graphs.

/// States whose neighbours are looked up together.
const BATCH: usize = 16;

/// The keys of a cluster, ordered by distance, then by key.
pub(super) struct Rows<const W: usize>(Vec<Key<W>>);

impl<const W: usize> Rows<W> {
    /// From the keys of all levels in order, each level in any order.
    pub(super) fn of_levels(mut keys: Vec<Key<W>>, levels: impl Iterator<Item = usize>) -> Self {
        let mut rest = keys.as_mut_slice();
        for count in levels {
            let (level, farther) = rest.split_at_mut(count);
            level.sort_unstable();
            rest = farther;
        }
        rest.sort_unstable();
        Rows(keys)
    }

    /// From a closed set with distances modulo 3: level by level from the goals.
    ///
    /// Neighbours differ by at most one level, so the distance modulo 3 tells the next level from
    /// the others.
    pub(super) fn of_set(
        set: &impl ClosedStates<W>,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stop> {
        let mut level = goals(set, space, watch)?;
        if level.is_empty() {
            let mut keys = memory::list(set.len())?;
            keys.extend(set.keys());
            return Ok(Rows::of_levels(keys, std::iter::empty()));
        }
        let mut rows = memory::list(set.len())?;
        for distance in 1.. {
            level.sort_unstable();
            level.dedup();
            rows.extend_from_slice(&level);
            if level.is_empty() {
                break;
            }
            level =
                farther(set, space, metric, &level, DistanceMod3::of_distance(distance), watch)?;
        }
        Ok(Rows(rows))
    }

    /// The last `count` keys.
    pub(super) fn last(&self, count: usize) -> impl ExactSizeIterator<Item = &Key<W>> {
        self.0[self.0.len() - count..].iter()
    }

    /// The offset of every vehicle in every state.
    pub(super) fn offsets(
        &self,
        space: &StateSpace<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        let mut offsets = memory::list(self.0.len() * space.vehicles().len())?;
        let mut coordinates = Vec::new();
        for key in &self.0 {
            space.unpack(key, &mut coordinates);
            offsets.extend(space.offsets(&coordinates));
            watch.check(self.0.len(), 0)?;
        }
        Ok(offsets)
    }

    /// The graph; `visit` is called with each move, in the order of the neighbours.
    pub(super) fn graph(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
        visit: &mut dyn FnMut(Move),
    ) -> Result<Graph, Stop> {
        i32::try_from(self.0.len()).expect("at most 2^31 states");
        let (numbers, mut position) = (Numbers::of(&self.0)?, Position::new(space));
        let starts = memory::list(self.0.len() + 1)?;
        let (mut graph, mut after) = (Graph { starts, ..Graph::default() }, Vec::new());
        graph.starts.push(0);
        for keys in self.0.chunks(BATCH) {
            watch.check(self.0.len(), 0)?;
            for key in keys {
                position.load(key);
                position.for_each_move(metric, |step| {
                    visit(step);
                    after.push(position.key_after(key, step));
                });
                let end = graph.neighbours.len() + after.len();
                graph.starts.push(i64::try_from(end).expect("fits the memory"));
            }
            memory::reserve(&mut graph.neighbours, after.len())?;
            numbers.look_up(&after, |number| graph.neighbours.push(number.cast_signed()));
            after.clear();
        }
        Ok(graph)
    }
}

/// The solved states.
fn goals<const W: usize>(
    set: &impl ClosedStates<W>,
    space: &StateSpace<'_>,
    watch: &mut Watch<'_>,
) -> Result<Vec<Key<W>>, Stop> {
    let (mut position, mut goals) = (Position::new(space), Vec::new());
    for key in set.keys() {
        watch.check(set.len(), 0)?;
        if set.distance(&key) == Some(DistanceMod3::of_distance(0)) {
            position.load(&key);
            if position.is_goal() {
                memory::push(&mut goals, key)?;
            }
        }
    }
    Ok(goals)
}

/// The neighbours of a level at this distance, some of them several times.
fn farther<const W: usize>(
    set: &impl ClosedStates<W>,
    space: &StateSpace<'_>,
    metric: Metric,
    level: &[Key<W>],
    distance: DistanceMod3,
    watch: &mut Watch<'_>,
) -> Result<Vec<Key<W>>, Stop> {
    let (mut next, mut position) = (Vec::new(), Position::new(space));
    for key in level {
        watch.check(set.len(), 0)?;
        position.load(key);
        let mut pushed = Ok(());
        position.for_each_move(metric, |step| {
            let neighbour = position.key_after(key, step);
            if set.distance(&neighbour) == Some(distance) {
                pushed = pushed.and_then(|()| memory::push(&mut next, neighbour));
            }
        });
        pushed?;
    }
    Ok(next)
}

// The moves between the states of a cluster.

/// The neighbours of every state in compressed sparse rows: those of state `i` are
/// `neighbours[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The start of each row, and the end of the last one.
    pub starts: Vec<i64>,
    /// The neighbours of each state, in the order of the moves to them.
    pub neighbours: Vec<i32>,
}

// The number of each state in a list, by its key.

/// A slot without a number.
const EMPTY: u32 = u32::MAX;

/// An open-addressing hash table with the numbers of keys, which stand in a list: 6 bytes a key.
pub(super) struct Numbers<'a, const W: usize> {
    keys: &'a [Key<W>],
    slots: Vec<u32>,
}

impl<'a, const W: usize> Numbers<'a, W> {
    /// The numbers of these keys, which differ from one another.
    pub(super) fn of(keys: &'a [Key<W>]) -> Result<Numbers<'a, W>, Stop> {
        let room = keys.len() + keys.len() / 2 + 1;
        let mut slots = memory::list(room)?;
        slots.resize(room, EMPTY);
        let mut numbers = Numbers { keys, slots };
        for (number, key) in (0..).zip(keys) {
            let place = numbers.place(key);
            numbers.slots[place] = number;
        }
        Ok(numbers)
    }

    /// Call `visit` with the number of each key, in order. All keys must be in the list.
    pub(super) fn look_up(&self, wanted: &[Key<W>], mut visit: impl FnMut(u32)) {
        for key in wanted {
            prefetch(&self.slots[hash(key).slot(self.slots.len())]);
        }
        for key in wanted {
            visit(self.slots[self.place(key)]);
        }
    }

    /// The slot of a key, or the empty slot where it belongs.
    fn place(&self, key: &Key<W>) -> usize {
        let mut place = hash(key).slot(self.slots.len());
        while self.slots[place] != EMPTY && self.keys[self.slots[place] as usize] != *key {
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_numbers_of_their_places() {
        let keys: Vec<Key<2>> = (0..1_000).map(|key| Key([key * key, 7])).collect();
        let mut found = Vec::new();
        Numbers::of(&keys).expect("small").look_up(&keys[10..], |number| found.push(number));
        assert!(found.into_iter().eq(10..1_000));
    }
}
