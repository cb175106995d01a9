//! Rounds and levels, from the start to all states and from all goals to all distances.

use super::expander::Expander;
use super::mail::{Mail, Message};
use super::shard::{RoundTask, Shard};
use super::table::BlockTable;
use super::threads::for_each;
use super::{SHARDS, shard_of};
use crate::bfs::closed::DistanceMod3;
use crate::bfs::general::Pass;
use crate::outcome::{Stop, Watch};
use crate::state::Successors;

/// A round expands at most this fraction (1 / `ROUND_FRACTION`) of the states found, so that the mail
/// stays small beside the tables.
const ROUND_FRACTION: u64 = 256;
/// The most blocks that a round expands: enough to hide the start of threads.
const MAX_ROUND: u64 = 1 << 13;
/// Rounds with fewer blocks and messages run on one thread: with half as many, two threads took as long as one
/// and a quarter more processor time (`benches/clusters.py`).
const MIN_PARALLEL_ROUND: usize = 1 << 14;
/// Tables that grow at the same time, as many as there are threads.
const GROWING: usize = 8;
/// An allocator keeps one byte in so many of tables that were freed as they grew.
const ALLOCATOR_SHARE: usize = 4;

/// The number of blocks that a round expands when so many states are found; few before the limit on
/// states.
fn round_length(states: u64, watch: &Watch<'_>) -> usize {
    let left = watch.most_states().saturating_sub(states) / ROUND_FRACTION;
    let count = (states / ROUND_FRACTION).min(left).clamp(SHARDS as u64, MAX_ROUND);
    usize::try_from(count).expect("at most `MAX_ROUND`")
}

pub(super) struct BlockSearch<'l, S> {
    shards: Vec<Shard>,
    /// One for each thread.
    expanders: Vec<Expander<'l, S>>,
    sent: Vec<Mail>,
    received: Vec<Mail>,
}

impl<'l, S: Successors<1> + Clone + Send> BlockSearch<'l, S> {
    pub(super) fn new(expander: Expander<'l, S>, threads: usize) -> BlockSearch<'l, S> {
        let mail = || (0..SHARDS).map(|_| Mail::new()).collect();
        BlockSearch {
            shards: (0..SHARDS).map(Shard::new).collect(),
            expanders: vec![expander; threads.clamp(1, SHARDS)],
            sent: mail(),
            received: mail(),
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.states).sum()
    }

    pub(super) fn into_tables(self) -> Vec<BlockTable> {
        self.shards.into_iter().map(|shard| shard.table).collect()
    }

    /// Find every state that can be reached from one of a block.
    pub(super) fn explore(&mut self, start: Message, watch: &mut Watch<'_>) -> Result<(), Stop> {
        self.shards[shard_of(start.number)].find(start, self.expanders[0].layout);
        while self.advance()? > 0 {
            self.expand_level(Pass::Explore, DistanceMod3::PRESENT, watch)?;
        }
        Ok(())
    }

    /// Measure all distances from the goals; the number of states at each, and the states of the last
    /// level. None if there is no goal. One expander is for the goals and the level after them.
    pub(super) fn measure(
        &mut self,
        [at_goals, later]: [Expander<'l, S>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u64>, Vec<Message>), Stop> {
        self.expanders.fill(at_goals);
        self.each_shard(Shard::find_goals);
        let mut count = self.entered();
        self.each_shard(|shard, _| shard.begin_at_goals(count > 0));
        let (mut histogram, mut last) = (Vec::new(), Vec::new());
        for distance in 1.. {
            if count == 0 {
                break;
            }
            if distance == 3 {
                self.expanders.fill(later.clone());
            }
            histogram.push(count);
            self.expand_level(Pass::Measure, DistanceMod3::of_distance(distance), watch)?;
            count = self.entered();
            if count == 0 {
                last =
                    self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.level)).collect();
            }
            self.advance()?;
        }
        Ok((histogram, last.concat()))
    }

    fn entered(&self) -> u64 {
        self.shards.iter().map(|shard| shard.entered).sum()
    }

    /// Run something for all shards, on all threads.
    fn each_shard(&mut self, run: impl Fn(&mut Shard, &mut Expander<'l, S>) + Sync) {
        for_each(self.shards.iter_mut(), &mut self.expanders, run);
    }

    /// Turn to the level that was written; the number of its blocks.
    fn advance(&mut self) -> Result<usize, Stop> {
        self.shards.iter_mut().for_each(Shard::advance);
        if self.lacks_memory() {
            return Err(Stop::Memory);
        }
        Ok(self.shards.iter().map(Shard::unread).sum())
    }

    /// Expand the level and enter all states that moves lead to with this distance.
    fn expand_level(
        &mut self,
        pass: Pass,
        distance: DistanceMod3,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        loop {
            let states = self.len();
            let mail: usize = self.received.iter().map(Mail::len).sum();
            let unread: usize = self.shards.iter().map(Shard::unread).sum();
            if mail + unread == 0 {
                return Ok(());
            }
            let round = round_length(states, watch);
            let work = round.min(unread) + mail;
            watch.check_before(work, usize::try_from(states).expect("in memory"), self.bytes())?;
            self.round(&RoundTask { pass, distance, count: round / SHARDS }, work);
            if self.lacks_memory() {
                return Err(Stop::Memory);
            }
        }
    }

    fn round(&mut self, task: &RoundTask, work: usize) {
        let threads = if work < MIN_PARALLEL_ROUND { 1 } else { self.expanders.len() };
        let received: Vec<&Mail> = self.received.iter().filter(|mail| mail.len() > 0).collect();
        let shards = self.shards.iter_mut().zip(&mut self.sent);
        for_each(shards, &mut self.expanders[..threads], |(shard, mail), expander| {
            shard.enter(task, &received, expander.layout);
            shard.expand(task, expander, mail);
        });
        std::mem::swap(&mut self.sent, &mut self.received);
    }

    fn lacks_memory(&self) -> bool {
        let mut mail = self.received.iter();
        self.shards.iter().any(Shard::lacks_memory) || mail.any(Mail::lacks_memory)
    }

    /// The most bytes until the mail is entered and the next round is sent: some tables grow, a few of
    /// them at the same time, and lists double.
    fn bytes(&self) -> usize {
        let tables =
            self.shards.iter().map(|shard| shard.table.bytes_with(shard.mail_len(&self.received)));
        let (tables, largest) = tables.fold((0, 0), |(sum, most), one| (sum + one, most.max(one)));
        let tables = tables + GROWING * largest;
        let levels: usize = self.shards.iter().map(Shard::bytes).sum();
        let mail = self.sent.iter().chain(&self.received).map(Mail::bytes).sum::<usize>();
        tables + tables / ALLOCATOR_SHARE + levels + 2 * mail
    }
}
