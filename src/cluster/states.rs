//! How a cluster is found and kept: every state, and two bits of its distance.

use std::sync::OnceLock;

use super::Unfinished;
use super::rows::{Graph, Rows};
use crate::closed::{Mark, Table, hash};
use crate::expand::{Expand, Link, OneByOne};
use crate::flood::{Flood, Keep};
use crate::level::Level;
use crate::limits::{Stop, Watch};
use crate::moves::Metric;
use crate::order::GOAL;
use crate::space::Space;
use crate::state::{Key, State, with_words};
use crate::wide::{From, Wide};

/// Every state and its distance, by the general loop.
pub(super) fn measure_all(
    space: &Space<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Found, Unfinished> {
    let wide = |from| Wide::new(space, metric, from);
    if let (Some(wide), Some(leaving)) = (wide(From::Start), wide(From::Goals)) {
        return Ok(Measured::of(space, [wide, leaving], watch)?.found(space));
    }
    with_words!(space.words(), W => {
        let expand = [(); 2].map(|()| OneByOne::<W>::new(space, metric));
        Ok(Measured::of(space, expand, watch)?.found(space))
    })
}

/// What is found of a cluster, whichever way.
pub(super) struct Found {
    pub(super) histogram: Vec<u64>,
    pub(super) hardest: Vec<State>,
    pub(super) states: Box<dyn States>,
}

impl Found {
    pub(super) fn nearest_first(
        space: &Space<'_>,
        keys: Vec<Key<1>>,
        histogram: Vec<u64>,
    ) -> Found {
        let count = histogram.last().map_or(0, |&count| usize::try_from(count).expect("in memory"));
        let hardest = sorted_states(space, keys[keys.len() - count..].to_vec());
        let states = Leveled { keys, histogram: histogram.clone(), table: OnceLock::new() };
        Found { histogram, hardest, states: Box::new(states) }
    }
}

fn sorted_states<const W: usize>(space: &Space<'_>, mut keys: Vec<Key<W>>) -> Vec<State> {
    keys.sort_unstable();
    keys.iter().map(|key| space.state(key)).collect()
}

/// What two runs of the loop find: every state, then every distance.
pub(crate) struct Measured<const W: usize> {
    pub(crate) table: Table<W>,
    pub(crate) histogram: Vec<u64>,
    pub(crate) last: Vec<Key<W>>,
}

impl<const W: usize> Measured<W> {
    /// The goals are left, for two levels, with successors from another expander.
    pub(crate) fn of(
        space: &Space<'_>,
        [expand, leaving]: [impl Expand<W>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfinished> {
        let mut flood = Flood::new(expand);
        flood.begin(space.start(), Mark::PRESENT);
        let goals = all_goals(&mut flood, watch).map_err(|stop| unfinished(&flood, stop))?;
        flood.restart(goals);
        let (histogram, last) =
            measure(&mut flood, leaving, watch).map_err(|stop| unfinished(&flood, stop))?;
        Ok(Measured { table: flood.table, histogram, last })
    }

    fn found(self, space: &Space<'_>) -> Found {
        let hardest = sorted_states(space, self.last);
        Found { histogram: self.histogram, hardest, states: Box::new(self.table) }
    }
}

fn unfinished<E, const W: usize>(flood: &Flood<E, W>, stop: Stop) -> Unfinished {
    Unfinished { stop, states: flood.table.len() }
}

/// Run to the end of the cluster; the goal states on the way, as links that no move led to.
fn all_goals<E: Expand<W>, const W: usize>(
    flood: &mut Flood<E, W>,
    watch: &mut Watch<'_>,
) -> Result<Level<W>, Stop> {
    let mut goals = Level::default();
    while !flood.frontier.is_empty() {
        flood.level(Keep::New, Mark::PRESENT, watch, |state, key| {
            if state.is_goal() {
                goals.push(Link { key: *key, step: GOAL });
            }
            None::<()>
        })?;
        flood.beside = goals.bytes();
    }
    flood.beside = 0;
    Ok(goals)
}

/// Run from the goals; the number of states of each level and the states of the last.
fn measure<E: Expand<W>, const W: usize>(
    flood: &mut Flood<E, W>,
    mut leaving: E,
    watch: &mut Watch<'_>,
) -> Result<(Vec<u64>, Vec<Key<W>>), Stop> {
    let mut histogram = Vec::new();
    for distance in 1.. {
        if flood.frontier.is_empty() {
            break;
        }
        if distance == 1 || distance == 3 {
            std::mem::swap(&mut flood.expand, &mut leaving);
        }
        histogram.push(flood.frontier.len() as u64);
        let mark = Mark::of_distance(distance);
        flood.level(Keep::Unmeasured, mark, watch, |_, _| None::<()>)?;
    }
    Ok((histogram, flood.previous.keys().copied().collect()))
}

/// A closed set whose keys may have any number of words.
pub(super) trait States: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn mark(&self, space: &Space<'_>, state: &State) -> Option<Mark>;

    /// The offsets of every state, nearest first, then by key.
    fn offsets(
        &self,
        space: &Space<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop>;

    /// The moves between the states, in the order of `offsets`.
    fn graph(
        &self,
        space: &Space<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Graph, Stop>;
}

impl<const W: usize> States for Table<W> {
    fn len(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn mark(&self, space: &Space<'_>, state: &State) -> Option<Mark> {
        self.mark(&space.key(state)?)
    }

    fn offsets(
        &self,
        space: &Space<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<i8>, Stop> {
        Ok(Rows::of_table(self, space, metric, watch)?.offsets(space))
    }

    fn graph(
        &self,
        space: &Space<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Graph, Stop> {
        Rows::of_table(self, space, metric, watch)?.graph(space, metric, watch)
    }
}

/// The keys of a small cluster, nearest first; the table for single states is made when asked for.
struct Leveled {
    keys: Vec<Key<1>>,
    histogram: Vec<u64>,
    table: OnceLock<Table<1>>,
}

impl Leveled {
    /// How many keys are at distance 0, 1, 2, ...
    fn levels(&self) -> impl Iterator<Item = usize> {
        self.histogram.iter().map(|&count| usize::try_from(count).expect("in memory"))
    }

    fn rows(&self) -> Rows<1> {
        Rows::of_levels(self.keys.clone(), self.levels())
    }

    fn table(&self) -> &Table<1> {
        self.table.get_or_init(|| {
            let mut table = Table::new();
            let mut keys = self.keys.iter();
            for (distance, count) in (0..).zip(self.levels()) {
                let mark = Mark::of_distance(distance);
                for key in keys.by_ref().take(count) {
                    table.enter(key, hash(key), mark);
                }
            }
            for key in keys {
                table.enter(key, hash(key), Mark::PRESENT);
            }
            table
        })
    }
}

impl States for Leveled {
    fn len(&self) -> usize {
        self.keys.len()
    }

    fn bytes(&self) -> usize {
        let table = self.table.get().map_or(0, Table::bytes);
        self.keys.capacity() * size_of::<Key<1>>() + table
    }

    fn mark(&self, space: &Space<'_>, state: &State) -> Option<Mark> {
        self.table().mark(&space.key(state)?)
    }

    fn offsets(&self, space: &Space<'_>, _: Metric, _: &mut Watch<'_>) -> Result<Vec<i8>, Stop> {
        Ok(self.rows().offsets(space))
    }

    fn graph(
        &self,
        space: &Space<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Graph, Stop> {
        self.rows().graph(space, metric, watch)
    }
}
