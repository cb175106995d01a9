//! How the states of a cluster and their distances are found.
//!
//! Small clusters come as lists (`bfs/small/`), others as a hash map (`bfs/general.rs`), and large ones
//! as tables of blocks (`bfs/blocks/`), if their keys have one word.

use super::Unfinished;
use super::closed_states::ClosedStates;
use super::in_set::InSet;
use super::leveled::Leveled;
use super::states::{States, in_memory};
use crate::bfs::blocks::{self, BlockCluster};
use crate::bfs::choice::with_successors;
use crate::bfs::closed::{ClosedSet, DistanceMod3};
use crate::bfs::general::{BreadthFirst, Distances, Pass, is_stored};
use crate::board::Metric;
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, StateSpace, Successors};

/// Every state and its distance: with the loop of `bfs/general.rs` if there are at most `few` states or
/// if no other fits the board, or else with that of `bfs/blocks/`.
pub(super) fn measure_all(
    space: &StateSpace<'_>,
    metric: Metric,
    few: usize,
    watch: &mut Watch<'_>,
) -> Result<FoundStates, Unfinished> {
    with_successors!(space, metric, W, [start, at_goals] => {
        let (mut search, at_goals) = (BreadthFirst::<_, W>::from_start(space, start), at_goals());
        let mut explored = explore_all(&mut search, few, watch);
        if explored.is_ok() && !search.frontier.is_empty() {
            let compact = space.clone().compact();
            if compact.words() == 1 {
                let known = search.closed.len();
                drop((search, at_goals));
                let found = blocks::explore(&compact, metric, watch).map(in_blocks);
                return found
                    .map_err(|(stop, states)| Unfinished { stop, states: states.max(known) });
            }
            explored = explore_all(&mut search, usize::MAX, watch);
        }
        Ok(Measured::finish(search, explored, at_goals, watch)?.found())
    })
}

fn in_blocks(cluster: BlockCluster) -> FoundStates {
    let histogram = cluster.histogram.clone();
    FoundStates { histogram, states: Box::new(InSet(cluster)) }
}

/// The states of a cluster, whichever loop found them.
pub(super) struct FoundStates {
    pub(super) histogram: Vec<u64>,
    pub(super) states: Box<dyn States>,
}

impl FoundStates {
    pub(super) fn nearest_first(keys: Vec<Key<1>>, histogram: Vec<u64>) -> FoundStates {
        let states = Leveled::new(keys, histogram.clone());
        FoundStates { histogram, states: Box::new(states) }
    }
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

    fn found(self) -> FoundStates {
        let histogram = self.histogram.clone();
        FoundStates { histogram, states: Box::new(InSet(self)) }
    }
}

impl<const W: usize> ClosedStates<W> for Measured<W> {
    fn len(&self) -> usize {
        self.closed.len()
    }

    fn bytes(&self) -> usize {
        self.closed.bytes() + self.last.as_ref().map_or(0, Vec::capacity) * size_of::<Key<W>>()
    }

    fn keys(&self) -> impl Iterator<Item = Key<W>> {
        self.closed.keys()
    }

    fn distance(&self, key: &Key<W>) -> Option<DistanceMod3> {
        self.closed.distance(key)
    }

    fn hardest(&self) -> usize {
        in_memory(self.histogram.last())
    }

    fn last(&self) -> Option<&[Key<W>]> {
        self.last.as_deref()
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

/// Measure distances from all goals.
fn measure<S: Successors<W>, const W: usize>(
    search: &mut BreadthFirst<S, W>,
    mut from_goals: S,
    watch: &mut Watch<'_>,
) -> Result<Distances<W>, Stop> {
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
        if is_stored(count, search.closed.len()) {
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
