//! From a search without shards to one with them.

use super::SHARDS;
use super::search::ShardedSearch;
use crate::bfs::closed::{ClosedSet, DistanceMod3, SEGMENTS};
use crate::bfs::frontier::Frontier;
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, StateSpace, Successors};

/// A segment has at most twice its share of the states for a shard and some more, whatever the chance.
const MOST_ENTERED: usize = 32;

/// States whose places are prefetched together.
const BATCH: usize = 64;

/// What a search without shards has found: every state up to a level, and that level, which is not
/// expanded yet.
pub(crate) struct Begun<'s, const W: usize> {
    pub(crate) space: &'s StateSpace<'s>,
    pub(crate) closed: ClosedSet<W>,
    pub(crate) frontier: Frontier<W>,
}

impl<const W: usize> Begun<'_, W> {
    fn bytes(&self) -> usize {
        self.closed.footprint() + self.frontier.bytes()
    }
}

impl<S: Successors<1> + Clone + Send> ShardedSearch<S> {
    /// Move all states into the sets of the shards, whose keys are those of `compact`, segment by
    /// segment: each is freed when its states are moved.
    pub(super) fn take_over<const W: usize>(
        &mut self,
        compact: &StateSpace<'_>,
        mut begun: Begun<'_, W>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        memory::look(0)?;
        let (space, states) = (begun.space, begun.closed.len());
        let mut coordinates = Vec::new();
        let mut recode = |key: &Key<W>| {
            space.unpack(key, &mut coordinates);
            compact.pack(&coordinates)
        };
        for segment in 0..SEGMENTS {
            let bytes =
                begun.bytes() + self.bytes(|_| MOST_ENTERED + 2 * states / SEGMENTS / SHARDS);
            watch.check_before(states, states, bytes)?;
            let entries = begun.closed.take_segment(segment);
            self.enter_all(entries.map(|(key, distance)| (recode(&key), distance)))?;
        }
        begun.frontier.advance();
        while let Some(page) = begun.frontier.next() {
            let edges = page.batches(BATCH).flatten();
            edges.for_each(|edge| self.push(recode(&edge.key), edge.step));
        }
        self.complete()
    }

    /// Enter states with their distances.
    fn enter_all(
        &mut self,
        mut states: impl Iterator<Item = (Key<1>, DistanceMod3)>,
    ) -> Result<(), Stop> {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            batch.extend(states.by_ref().take(BATCH).map(|(key, distance)| {
                let (shard, number) = self.code.locate(key);
                self.shards[shard].set.prefetch(number);
                (shard, number, distance)
            }));
            if batch.is_empty() {
                return self.complete();
            }
            for (shard, number, distance) in batch.drain(..) {
                self.shards[shard].set.enter(number, distance);
            }
        }
    }

    /// Whether every state has found memory.
    fn complete(&self) -> Result<(), Stop> {
        if self.lacks_memory() { Err(Stop::Memory) } else { Ok(()) }
    }
}
