//! Rounds and levels, from the start to all states and from all goals to all distances.

use std::sync::Mutex;
use std::thread::{self, Builder};

use super::layout::{Expander, Message};
use super::shard::{Mail, RoundTask, Shard};
use super::table::BlockTable;
use super::{SHARDS, shard_of};
use crate::bfs::closed::DistanceMod3;
use crate::bfs::general::Pass;
use crate::outcome::{Stop, Watch, memory};
use crate::state::Successors;

/// A round expands at most this fraction (1 / `ROUND_FRACTION`) of the states found, so that the mail
/// stays small beside the tables.
const ROUND_FRACTION: u64 = 256;
/// The most blocks that a round expands: enough to hide the start of threads.
const MAX_ROUND: u64 = 1 << 13;
/// Rounds with fewer blocks and messages run on one thread: with half as many, two threads took as long as one
/// and a quarter more processor time (`benches/clusters.py`).
const MIN_PARALLEL_ROUND: usize = 1 << 14;
/// So many tables may grow at once. It does not depend on the threads, so that the limit on memory ends the
/// search at the same state.
const GROWING: usize = 8;
/// An allocator may keep smaller tables that were freed: a quarter of the tables.
const ALLOCATOR_SHARE: usize = 4;

/// The number of blocks that a round expands when so many states are found and so many more may be found.
fn round_length(states: u64, left: u64) -> usize {
    let count = (states / ROUND_FRACTION).min(left / ROUND_FRACTION);
    usize::try_from(count.clamp(SHARDS as u64, MAX_ROUND)).expect("at most `MAX_ROUND`")
}

pub(super) struct BlockSearch<'l, S> {
    shards: Vec<Shard>,
    /// One for each thread.
    expanders: Vec<Expander<'l, S>>,
    /// The bytes of the tables of all successors.
    successor_bytes: usize,
    sent: Vec<Mail>,
    received: Vec<Mail>,
}

impl<'l, S: Successors<1> + Clone + Send> BlockSearch<'l, S> {
    pub(super) fn new(
        expander: Expander<'l, S>,
        successor_bytes: usize,
        threads: usize,
    ) -> BlockSearch<'l, S> {
        let mail = || (0..SHARDS).map(|_| Mail::new()).collect();
        BlockSearch {
            shards: (0..SHARDS).map(Shard::new).collect(),
            expanders: vec![expander; threads.clamp(1, SHARDS)],
            successor_bytes,
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

    /// Find every state that can be reached from one of a block; false if they are more than so many.
    pub(super) fn explore(
        &mut self,
        start: Message,
        most: u64,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Stop> {
        self.shards[shard_of(start.number)].find(start, self.expanders[0].layout);
        while self.advance()? > 0 {
            if self.len() > most {
                return Ok(false);
            }
            self.expand_level(Pass::Explore, DistanceMod3::PRESENT, watch)?;
        }
        Ok(true)
    }

    /// Measure all distances from the goals; the number of states at each, and the states of the last
    /// level. None if there is no goal. One expander is for the goals and the level after them.
    pub(super) fn measure(
        &mut self,
        [at_goals, later]: [Expander<'l, S>; 2],
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u64>, Vec<Vec<Message>>), Stop> {
        self.expanders.fill(at_goals);
        let mut count = self.begin_at_goals(watch)?;
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
                let levels = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.level));
                last = levels.collect();
            }
            self.advance()?;
        }
        Ok((histogram, last))
    }

    /// Make the solved states the level to expand; their number.
    fn begin_at_goals(&mut self, watch: &mut Watch<'_>) -> Result<u64, Stop> {
        self.each_shard(Shard::count_goals);
        let blocks: usize = self.shards.iter().map(|shard| shard.goals).sum();
        let bytes = self.bytes() + blocks * size_of::<Message>();
        watch.check_before(blocks, usize::try_from(self.len()).expect("in memory"), bytes)?;
        self.each_shard(Shard::find_goals);
        if self.lacks_memory() {
            return Err(Stop::Memory);
        }
        let count = self.entered();
        self.each_shard(|shard, _| shard.begin_at_goals(count > 0));
        Ok(count)
    }

    fn entered(&self) -> u64 {
        self.shards.iter().map(|shard| shard.entered).sum()
    }

    /// Run something for all shards, on all threads.
    fn each_shard(&mut self, run: impl Fn(&mut Shard, &mut Expander<'l, S>) + Sync) {
        for_each(self.shards.iter_mut(), &mut self.expanders, run);
    }

    /// Turn to the level that was written; the number of its messages.
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
            let left = match pass {
                Pass::Measure => u64::MAX,
                _ => watch.most_states().saturating_sub(states),
            };
            let round = round_length(states, left);
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
        let (mut tables, mut largest, mut levels) = (0, 0, 0);
        for shard in &self.shards {
            let more = shard.mail_len(&self.received);
            let table = shard.table.bytes_with(more);
            (tables, largest) = (tables + table, largest.max(table));
            levels += shard.bytes(more);
        }
        let tables = tables + GROWING * largest;
        let mail = self.sent.iter().chain(&self.received).map(Mail::bytes).sum::<usize>();
        tables + tables / ALLOCATOR_SHARE + levels + 2 * mail + self.successor_bytes
    }
}

// Work on many tasks with several threads.

/// Run each task once, on a thread for each worker; this thread is the first of them. If a thread
/// cannot be started, the others run its tasks. None is started without memory to spare: a thread
/// that has a stack but no memory for its local data ends the process.
pub(super) fn for_each<T: Send, S: Send>(
    tasks: impl Iterator<Item = T> + Send,
    workers: &mut [S],
    run: impl Fn(T, &mut S) + Sync,
) {
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().expect("taking a task cannot panic").next();
    let work = |worker: &mut S| {
        while let Some(task) = next() {
            run(task, worker);
        }
    };
    let Some((first, others)) = workers.split_first_mut() else { return };
    if others.is_empty() {
        return work(first);
    }
    thread::scope(|scope| {
        for worker in others {
            if memory::look(0).is_err() {
                break;
            }
            let _helper = Builder::new().spawn_scoped(scope, || work(worker));
        }
        work(first);
    });
}
