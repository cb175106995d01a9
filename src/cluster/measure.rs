//! How the states of a cluster and their distances are found.
//!
//! Small clusters come as lists (`bfs/small/`), others as a hash map (`bfs/general.rs`), and large ones
//! as tables of blocks (`bfs/blocks/`), if their keys have one word.

use super::Unfinished;
use super::states::{ClosedStates, InSet, Leveled, States, in_memory};
use crate::bfs::blocks;
use crate::bfs::closed::{ClosedSet, DistanceMod3};
use crate::bfs::general::{BreadthFirst, Distances, Pass, is_stored};
use crate::bfs::small::{self, Attempt, Listed};
use crate::bfs::{Search, with_successors};
use crate::board::Metric;
#[cfg(test)]
use crate::outcome::Limits;
use crate::outcome::{Engine, Stop, Watch, memory};
#[cfg(test)]
use crate::state::VehicleByVehicle;
use crate::state::{Key, StateSpace, Successors};

/// Every state and its distance, with the fastest engine that fits the space, or with the one that the
/// watch demands.
///
/// # Panics
/// The engine that the watch demands does not fit the space.
pub(super) fn measure_all(
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<FoundStates, Unfinished> {
    if let Some(engine) = watch.engine() {
        let found = measure_on(engine, space, metric, watch);
        return found.unwrap_or_else(|| panic!("the engine {engine} cannot explore this board"));
    }
    let few = match small::explore(space, metric, watch) {
        Attempt::Done(listed) => return in_list(listed),
        Attempt::NotApplicable => FEW,
        Attempt::TooManyStates => 0,
    };
    measure_large(space, metric, few, watch)
}

/// The same with this engine; `None` if it does not fit the space.
pub(super) fn measure_on(
    engine: Engine,
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Option<Result<FoundStates, Unfinished>> {
    match engine {
        Engine::Small => match small::explore(space, metric, watch) {
            Attempt::Done(listed) => Some(in_list(listed)),
            Attempt::NotApplicable | Attempt::TooManyStates => None,
        },
        Engine::Blocks => {
            let compact = space.clone().compact();
            (compact.words() == 1).then(|| in_blocks(&compact, metric, watch))
        }
        _ => {
            let search = WholeCluster { space, metric, few: usize::MAX, watch };
            with_successors(Some(engine), space, metric, search)
        }
    }
}

/// Clusters with so many states are searched in blocks.
const FEW: usize = 1 << 12;

/// With the loop of `bfs/general.rs` if there are at most `few` states or if no other fits the board, or
/// else with that of `bfs/blocks/`.
fn measure_large(
    space: &StateSpace<'_>,
    metric: Metric,
    few: usize,
    watch: &mut Watch<'_>,
) -> Result<FoundStates, Unfinished> {
    let search = WholeCluster { space, metric, few, watch };
    with_successors(None, space, metric, search).expect("one engine fits every board")
}

struct WholeCluster<'a, 'w> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    few: usize,
    watch: &'a mut Watch<'w>,
}

impl Search for WholeCluster<'_, '_> {
    type Answer = Result<FoundStates, Unfinished>;

    fn run<S: Successors<W> + Clone + Send, const W: usize>(
        self,
        engine: Engine,
        start: S,
        at_goals: impl FnOnce() -> S,
    ) -> Self::Answer {
        let WholeCluster { space, metric, few, watch } = self;
        let (mut search, at_goals) = (BreadthFirst::<_, W>::from_start(space, start), at_goals());
        let mut explored = explore_all(&mut search, few, watch);
        if explored.is_ok() && !search.frontier.is_empty() {
            let compact = space.clone().compact();
            if compact.words() == 1 {
                let known = search.closed.len();
                drop((search, at_goals));
                return in_blocks(&compact, metric, watch).map_err(
                    |Unfinished { stop, states }| Unfinished { stop, states: states.max(known) },
                );
            }
            explored = explore_all(&mut search, usize::MAX, watch);
        }
        let measured = Measured::finish(search, explored, at_goals, watch)?;
        Ok(FoundStates::new(engine, measured.histogram.clone(), Box::new(InSet(measured))))
    }
}

fn in_list(listed: Result<Listed, (Stop, usize)>) -> Result<FoundStates, Unfinished> {
    let Listed { keys, histogram } = listed.map_err(unfinished)?;
    let states = Leveled::new(keys, histogram.clone());
    Ok(FoundStates::new(Engine::Small, histogram, Box::new(states)))
}

fn in_blocks(
    compact: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<FoundStates, Unfinished> {
    let cluster = blocks::explore(compact, metric, watch).map_err(unfinished)?;
    Ok(FoundStates::new(Engine::Blocks, cluster.histogram.clone(), Box::new(InSet(cluster))))
}

fn unfinished((stop, states): (Stop, usize)) -> Unfinished {
    Unfinished { stop, states }
}

/// The states of a cluster, and which engine found them.
pub(super) struct FoundStates {
    pub(super) engine: Engine,
    pub(super) histogram: Vec<u64>,
    pub(super) states: Box<dyn States>,
}

impl FoundStates {
    fn new(engine: Engine, histogram: Vec<u64>, states: Box<dyn States>) -> FoundStates {
        FoundStates { engine, histogram, states }
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

    /// Compare clusters down to the distance of every state.
    #[cfg(test)]
    pub(crate) fn assert_same(&self, expected: &Measured<W>) {
        assert_eq!(self.histogram, expected.histogram);
        assert_eq!(self.last.as_ref().map(Vec::len), expected.last.as_ref().map(Vec::len));
        assert_eq!(self.closed.len(), expected.closed.len());
        let mut keys = expected.closed.keys();
        assert!(keys.all(|key| self.closed.distance(&key) == expected.closed.distance(&key)));
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

/// The cluster that is found vehicle by vehicle; `None` if it has more than so many states.
#[cfg(test)]
pub(crate) fn one_by_one<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    states: u64,
) -> Option<Measured<W>> {
    let successors = [(); 2].map(|()| VehicleByVehicle::new(space, metric));
    let (mut never, limits) = (|_| false, Limits { states: Some(states), ..Limits::default() });
    Measured::of(space, successors, &mut Watch::new(limits, &mut never)).ok()
}
