//! The states of a cluster ordered by distance, for arrays and graphs.

use super::closed_states::ClosedStates;
use super::graph::Graph;
use super::numbers::Numbers;
use crate::bfs::closed::DistanceMod3;
use crate::board::{Metric, Move};
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, Position, StateSpace};

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
