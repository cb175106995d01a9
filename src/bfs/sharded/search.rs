//! Rounds and levels, from the start to all states and from all goals to all distances.

use super::SHARDS;
use super::code::ShardCode;
use super::mail::Mail;
use super::shard::{RoundTask, Shard};
use super::threads::for_each;
use crate::bfs::closed::{CompactSet, DistanceMod3};
use crate::bfs::general::{Distances, Pass, is_stored};
use crate::board::Move;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, Successors};

/// A round expands at most this fraction (1 / `ROUND_FRACTION`) of the states found, so that the mail
/// stays small beside the sets.
const ROUND_FRACTION: usize = 16;
/// The most states that a round expands: enough to hide the start of threads. Twice as many take a byte a
/// state more in a cluster of 21 million states.
const MAX_ROUND: usize = 1 << 16;
/// Rounds with less to do run on one thread: starting another takes as long as some hundred expansions.
const MIN_PARALLEL_ROUND: usize = 1 << 12;
/// Sets that grow at the same time, as many as there are threads.
const GROWING: usize = 8;
/// An allocator keeps one byte in so many of sets that were freed as they grew, most with several
/// threads: a limit of 160 MB was exceeded by 19 with half of this share.
const ALLOCATOR_SHARE: usize = 4;

/// The number of states that a round expands when so many are found; few before the limit on states.
fn round_length(states: usize, watch: &Watch<'_>) -> usize {
    let left = watch.most_states().saturating_sub(states as u64) / 4;
    let most = usize::try_from(left).map_or(MAX_ROUND, |left| left.min(MAX_ROUND));
    (states / ROUND_FRACTION).min(most).max(SHARDS)
}

/// A search with its successors, one for each thread.
pub(super) struct ShardedSearch<S> {
    pub(super) code: ShardCode,
    successors: Vec<S>,
    pub(super) shards: Vec<Shard>,
    sent: Vec<Mail>,
    received: Vec<Mail>,
}

impl<S: Successors<1> + Clone + Send> ShardedSearch<S> {
    pub(super) fn new(code: ShardCode, successors: S, threads: usize) -> ShardedSearch<S> {
        let mail = || (0..SHARDS).map(|_| Mail::new()).collect();
        ShardedSearch {
            code,
            successors: vec![successors; threads.clamp(1, SHARDS)],
            shards: (0..SHARDS).map(|index| Shard::new(index, &code)).collect(),
            sent: mail(),
            received: mail(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.set.len()).sum()
    }

    pub(super) fn into_sets(self) -> Vec<CompactSet> {
        self.shards.into_iter().map(|shard| shard.set).collect()
    }

    /// Add a state to the level that comes next; it must be in its set.
    pub(super) fn push(&mut self, key: Key<1>, step: Move) {
        let (shard, number) = self.code.locate(key);
        self.shards[shard].level.push(self.code.word(number, step));
    }

    /// Find every state; solved states get distance 0.
    pub(super) fn explore(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        while self.next_level() > 0 {
            self.expand_level(Pass::ExploreAndMarkGoals, DistanceMod3::PRESENT, watch)?;
        }
        Ok(())
    }

    /// Measure distances from all goals, with one kind of successors for the goals and the level after
    /// them and another for all further levels.
    pub(super) fn measure(
        &mut self,
        from_goals: S,
        later: &S,
        watch: &mut Watch<'_>,
    ) -> Result<Distances<1>, Stop> {
        self.successors.fill(from_goals);
        self.shards.iter_mut().for_each(Shard::begin_at_goals);
        self.expand_level(Pass::Measure, DistanceMod3::of_distance(1), watch)?;
        let goals = self.shards.iter().map(|shard| shard.goals).sum();
        let mut histogram = Vec::from_iter((goals > 0).then_some(goals));
        for distance in 2.. {
            let count = self.next_level();
            if count == 0 {
                break;
            }
            if distance == 3 {
                self.successors.fill(later.clone());
            }
            histogram.push(count as u64);
            self.keep_level(is_stored(count, self.len()));
            self.expand_level(Pass::Measure, DistanceMod3::of_distance(distance), watch)?;
        }
        Ok((histogram, self.take_last()?))
    }

    /// Turn to the level that was written; the number of its states.
    fn next_level(&mut self) -> usize {
        self.shards.iter_mut().for_each(|shard| shard.level.advance());
        self.shards.iter().map(|shard| shard.level.unread()).sum()
    }

    /// Expand the level and enter all successors with this distance.
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
            watch.check_before(work, states, self.bytes(|shard| shard.mail_len(&self.received)))?;
            self.round(&RoundTask { code: self.code, pass, distance, count: round / SHARDS }, work);
            if self.lacks_memory() {
                return Err(Stop::Memory);
            }
        }
    }

    fn round(&mut self, task: &RoundTask, work: usize) {
        let threads = if work < MIN_PARALLEL_ROUND { 1 } else { self.successors.len() };
        let received: Vec<&Mail> = self.received.iter().filter(|mail| mail.len() > 0).collect();
        let shards = self.shards.iter_mut().zip(&mut self.sent);
        for_each(shards, &mut self.successors[..threads], |(shard, mail), successors| {
            shard.enter(task, &received);
            shard.expand(task, successors, mail);
        });
        std::mem::swap(&mut self.sent, &mut self.received);
    }

    pub(super) fn lacks_memory(&self) -> bool {
        let mut mail = self.received.iter();
        self.shards.iter().any(Shard::lacks_memory) || mail.any(Mail::lacks_memory)
    }

    /// The most bytes until so many more states are entered into each shard and the next round is
    /// sent: some sets grow, a few of them at the same time, and lists of mail double.
    pub(super) fn bytes(&self, more: impl Fn(&Shard) -> usize) -> usize {
        let sets = self.shards.iter().map(|shard| shard.set.bytes_with(more(shard)));
        let (sets, largest) = sets.fold((0, 0), |(sum, most), set| (sum + set, most.max(set)));
        let sets = sets + GROWING * largest;
        let levels: usize = self.shards.iter().map(Shard::bytes).sum();
        let mail = self.sent.iter().chain(&self.received).map(Mail::bytes).sum::<usize>();
        sets + sets / ALLOCATOR_SHARE + levels + 2 * mail + self.successors[0].bytes()
    }

    /// Keep the states of this level, or none, and drop those of the last one.
    fn keep_level(&mut self, keeps: bool) {
        self.shards.iter_mut().for_each(|shard| shard.last = keeps.then(Vec::new));
    }

    /// The kept states of the level that was expanded last; `None` if it was not kept.
    fn take_last(&mut self) -> Result<Option<Vec<Key<1>>>, Stop> {
        let lists: Option<Vec<_>> = self.shards.iter_mut().map(|shard| shard.last.take()).collect();
        let Some(lists) = lists else { return Ok(None) };
        let mut last = crate::outcome::memory::list(lists.iter().map(Vec::len).sum())?;
        for list in &lists {
            last.extend_from_slice(list);
        }
        Ok(Some(last))
    }
}
