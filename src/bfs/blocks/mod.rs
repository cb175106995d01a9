//! Breadth-first search of a large cluster in blocks of up to 64 states, on any number of threads.
//!
//! A few *inner* vehicles have at most 64 placements together. The states of a block differ in these
//! only, so a set of them is a word, and a move takes a whole set from one word to another:
//!
//! ```text
//!     inner vehicle moves      shift the word, and keep the states in which nothing overlaps
//!     outer vehicle moves      send the word to another block, without the states in its way
//! ```
//!
//! Some 10 to 30 states of a block are in a large cluster, most of them in one or two levels, so there are
//! several times fewer words to send than moves. The inner vehicles are those that move most freely
//! (`inner.rs`).
//!
//! The first pass finds all states: it moves outer vehicles one cell at a time, and adds at once all states
//! that the inner vehicles then reach. The second pass measures distances in the metric that is asked for. Of
//! two moves of outer vehicles that commute only one order is searched: the rule is that of
//! `state/commute.rs`, with inner vehicles ranked above all others; after a move of an inner vehicle nothing is
//! left out.
//!
//! Six bits of the hash of its number say which of 64 shards owns a block. The search goes in rounds, as
//! hash-distributed search does (HDA\*, Kishimoto, Fukunaga and Botea 2009): in each, a shard enters the
//! words that the round before sent to it, expands some of its blocks, and sends the words that they lead to
//! to their owners.
//!
//! ```text
//!     shard  0    enter, expand  -\ /-  enter, expand  -\ /-  enter
//!     ...                          x                     x            ...
//!     shard 63    enter, expand  -/ \-  enter, expand  -/ \-  enter
//! ```
//!
//! What a shard does in a round depends on the mail that it has received, and the length of a round on
//! the number of states. So the result does not depend on the number of threads, down to the order of
//! the blocks in every table.

mod layout;
mod search;
mod shard;
mod table;
#[cfg(test)]
mod tests;

use crate::bfs::Origin;
use crate::bfs::closed::{DistanceMod3, hash};
use crate::bfs::general::is_stored;
use crate::bfs::lines::Cells;
use crate::bfs::wide::WideSuccessors;
use crate::board::Metric;
use crate::outcome::{Stop, Watch, memory};
use crate::state::commute::{NO_MOVE, leaving};
use crate::state::{Key, StateSpace, Successors, VehicleByVehicle};
use layout::{BlockLayout, Expander, InnerVehicles, Message};
use search::BlockSearch;
use table::{BlockEntry, BlockTable};

/// The most states of a block.
const STATES: u64 = u64::BITS as u64;
/// The moves of the random walk that chooses the inner vehicles. With more than `MANY` states the search
/// begins again with the choice of a longer walk, which takes some hundredths of a second.
const SHORT_WALK: usize = 1 << 11;
const LONG_WALK: usize = 1 << 16;
const MANY: u64 = 1 << 20;
/// The bits of a hash that say which shard owns a block.
const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;

/// The shard that owns a block.
#[inline]
fn shard_of(number: u64) -> usize {
    hash(&Key([number])).leading_bits(SHARD_BITS)
}

/// All states of a cluster with their distances.
#[derive(Clone, Debug)]
pub(crate) struct BlockCluster {
    layout: BlockLayout,
    tables: Vec<BlockTable>,
    states: usize,
    pub(crate) histogram: Vec<u64>,
    /// The states of the last level, unless they are too many to store beside the tables.
    pub(crate) last: Option<Vec<Key<1>>>,
}

/// Find every state and its distance; as an error the limit and the number of states found. The keys of
/// the space must be compact and have one word.
pub(crate) fn explore(
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<BlockCluster, (Stop, usize)> {
    explore_restarting(space, metric, MANY, watch)
}

/// The same, beginning again when there are more than `many` states.
fn explore_restarting(
    space: &StateSpace<'_>,
    metric: Metric,
    many: u64,
    watch: &mut Watch<'_>,
) -> Result<BlockCluster, (Stop, usize)> {
    let mut explore = |walk, most| {
        memory::look(0).map_err(|stop| (stop, 0))?;
        let inner = InnerVehicles::choose(space, walk);
        let outer = &space.without(&inner.vehicles());
        let layout = BlockLayout::new(space, outer, inner);
        ClusterSearch { space, outer, layout, metric, most }.explore(watch)
    };
    match explore(SHORT_WALK, many)? {
        Some(explored) => Ok(explored),
        None => Ok(explore(LONG_WALK, u64::MAX)?.expect("it may have any number of states")),
    }
}

/// A cluster to explore.
struct ClusterSearch<'s> {
    space: &'s StateSpace<'s>,
    /// The space without the inner vehicles.
    outer: &'s StateSpace<'s>,
    layout: BlockLayout,
    metric: Metric,
    /// With more states than these, the search gives up.
    most: u64,
}

impl ClusterSearch<'_> {
    /// With the fastest successors that fit; `None` if there are too many states.
    fn explore(self, watch: &mut Watch<'_>) -> Result<Option<BlockCluster>, (Stop, usize)> {
        if let Some(wide) = self.wide::<u8, 32>() {
            return self.run(wide, watch);
        }
        if let Some(wide) = self.wide::<u16, 32>() {
            return self.run(wide, watch);
        }
        if let Some(wide) = self.wide::<u16, 64>() {
            return self.run(wide, watch);
        }
        let outer = self.outer;
        let one_by_one = [Metric::Step, self.metric, self.metric];
        self.run(one_by_one.map(|metric| VehicleByVehicle::new(outer, metric)), watch)
    }

    /// What moves the outer vehicles: to find states, to leave the goals, and to measure further
    /// distances. `None` if the space is too large for it.
    fn wide<C: Cells, const N: usize>(&self) -> Option<[WideSuccessors<C, N, 1>; 3]> {
        let later = WideSuccessors::new(self.outer, self.metric)?;
        memory::look(2 * later.bytes()).ok()?;
        Some([WideSuccessors::new(self.outer, Metric::Step)?, later.at_goals(self.outer), later])
    }

    fn run<S: Successors<1> + Clone + Send>(
        self,
        successors: [S; 3],
        watch: &mut Watch<'_>,
    ) -> Result<Option<BlockCluster>, (Stop, usize)> {
        let ClusterSearch { space, layout, metric, most, .. } = self;
        let is_clear = leaving(space).is_none();
        let [explorer, at_goals, later] = successors;
        // The last two share most of their tables, which `later` counts.
        let successor_bytes = explorer.bytes() + later.bytes();
        let of =
            |successors, origin| Expander { layout: &layout, successors, metric, origin, is_clear };
        let (explorer, later) = (of(explorer, Origin::Start), of(later, Origin::Start));
        let at_goals = of(at_goals, Origin::Goals);
        let mut search = BlockSearch::new(explorer, successor_bytes, watch.threads());
        let (number, bit) = layout.locate(space.start());
        let start = Message { number, states: 1 << bit, step: NO_MOVE };
        let measured = search.explore(start, most, watch).and_then(|is_whole| {
            if is_whole { search.measure([at_goals, later], watch).map(Some) } else { Ok(None) }
        });
        let states = usize::try_from(search.len()).expect("in memory");
        let tables = search.into_tables();
        let found = measured.and_then(|measured| {
            let Some((histogram, last)) = measured else { return Ok(None) };
            let last = last_keys(&layout, &last, &histogram, states)?;
            Ok(Some(BlockCluster { layout, tables, states, histogram, last }))
        });
        found.map_err(|stop| (stop, states))
    }
}

/// The keys of the last level, if they are few enough.
fn last_keys(
    layout: &BlockLayout,
    last: &[Vec<Message>],
    histogram: &[u64],
    states: usize,
) -> Result<Option<Vec<Key<1>>>, Stop> {
    let count = histogram.last().map_or(0, |count| usize::try_from(*count).expect("in memory"));
    if count == 0 || !is_stored(count, states) {
        return Ok(None);
    }
    let mut keys = memory::list(count)?;
    keys.extend(last.iter().flatten().flat_map(|block| layout.keys(block.number, block.states)));
    Ok(Some(keys))
}

impl BlockCluster {
    pub(crate) fn len(&self) -> usize {
        self.states
    }

    /// The bytes of the states.
    pub(crate) fn bytes(&self) -> usize {
        let last = self.last.as_ref().map_or(0, Vec::capacity) * size_of::<Key<1>>();
        self.tables.iter().map(BlockTable::bytes).sum::<usize>() + last
    }

    /// The distance of a key; `None` if the key is absent.
    pub(crate) fn distance(&self, key: Key<1>) -> Option<DistanceMod3> {
        let (number, bit) = self.layout.locate(key);
        let entry = self.tables[shard_of(number)].get(number)?;
        let distance = DistanceMod3::of_bits(entry.low >> bit & 1, entry.high >> bit & 1);
        match (distance, self.histogram.is_empty()) {
            (DistanceMod3::PRESENT, _) => None,
            (_, true) => Some(DistanceMod3::PRESENT),
            (distance, false) => Some(distance),
        }
    }

    /// All keys, in an order that depends only on the puzzle and on the limit on states.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<1>> {
        let entries = self.tables.iter().flat_map(BlockTable::iter);
        entries.flat_map(|entry| self.layout.keys(entry.number, entry.states()))
    }
}

impl BlockEntry {
    /// The states with a distance.
    fn states(&self) -> u64 {
        !(self.low & self.high)
    }
}
