//! A shard: the states that it owns, and its part of a round.

use super::code::ShardCode;
use super::level::ShardLevel;
use super::mail::Mail;
use crate::bfs::closed::{CompactSet, DistanceMod3};
use crate::bfs::general::Pass;
use crate::outcome::memory;
use crate::state::commute::GOAL;
use crate::state::{Edge, Key, Successors};

/// Entries are prefetched so many words ahead: enough to hide the latency of memory.
const AHEAD: usize = 16;

/// A round reads so many buckets for each goal that it may expand: there may be few goals.
const BUCKETS_PER_GOAL: usize = 16;

/// What all shards do in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundTask {
    pub(super) code: ShardCode,
    pub(super) pass: Pass,
    /// The distance of the states that are entered.
    pub(super) distance: DistanceMod3,
    /// The states that a shard expands.
    pub(super) count: usize,
}

#[derive(Debug)]
pub(super) struct Shard {
    index: usize,
    pub(super) set: CompactSet,
    pub(super) level: ShardLevel,
    /// The next bucket whose goals are expanded; the number of buckets if none is left.
    goals_from: usize,
    pub(super) goals: u64,
    /// The expanded states of this level, if they are kept.
    pub(super) last: Option<Vec<Key<1>>>,
    words: Vec<u64>,
    lacks_memory: bool,
}

impl Shard {
    pub(super) fn new(index: usize, code: &ShardCode) -> Shard {
        Shard {
            index,
            set: CompactSet::new(code.bits(), index),
            level: ShardLevel::default(),
            goals_from: usize::MAX,
            goals: 0,
            last: None,
            words: Vec::new(),
            lacks_memory: false,
        }
    }

    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory || self.set.lacks_memory() || self.level.lacks_memory()
    }

    pub(super) fn bytes(&self) -> usize {
        let last = self.last.as_ref().map_or(0, Vec::capacity) * size_of::<Key<1>>();
        self.level.bytes() + last
    }

    /// Whether it has states to expand.
    pub(super) fn unread(&self) -> usize {
        let buckets = self.set.buckets().saturating_sub(self.goals_from);
        self.level.unread() + buckets
    }

    /// Let all goals be the level to expand.
    pub(super) fn begin_at_goals(&mut self) {
        self.goals_from = 0;
    }

    /// The number of words that were sent to this shard.
    pub(super) fn mail_len(&self, received: &[Mail]) -> usize {
        received.iter().map(|mail| mail.for_shard(self.index).len()).sum()
    }

    /// Enter the words that were sent to this shard.
    pub(super) fn enter(&mut self, task: &RoundTask, received: &[&Mail]) {
        for mail in received {
            let words = mail.for_shard(self.index);
            for word in &words[..AHEAD.min(words.len())] {
                self.set.prefetch(task.code.number(*word));
            }
            for (index, word) in words.iter().enumerate() {
                if let Some(ahead) = words.get(index + AHEAD) {
                    self.set.prefetch(task.code.number(*ahead));
                }
                self.enter_word(task, *word);
            }
        }
    }

    #[inline]
    pub(super) fn enter_word(&mut self, task: &RoundTask, word: u64) {
        let number = task.code.number(word);
        let is_new = match task.pass {
            Pass::Explore | Pass::ExploreAndMarkGoals => self.set.enter(number, task.distance),
            Pass::Measure => self.set.measure(number, task.distance),
        };
        if is_new {
            self.level.push(word);
        }
    }

    /// Expand states of the level, and send their successors.
    pub(super) fn expand(
        &mut self,
        task: &RoundTask,
        successors: &mut impl Successors<1>,
        mail: &mut Mail,
    ) {
        mail.clear();
        self.expand_goals(task, successors, mail);
        let mut words = std::mem::take(&mut self.words);
        let mut left = task.count;
        while left > 0 && self.level.unread() > 0 {
            self.level.take(left, &mut words);
            left -= words.len();
            for word in &words {
                let (number, edge) = (task.code.number(*word), task.code.edge(self.index, *word));
                self.expand_edge(task, number, &edge, successors, mail);
            }
        }
        self.words = words;
        mail.close();
    }

    /// Expand goals from some buckets.
    fn expand_goals(
        &mut self,
        task: &RoundTask,
        successors: &mut impl Successors<1>,
        mail: &mut Mail,
    ) {
        let most = self.goals_from.saturating_add(BUCKETS_PER_GOAL * task.count);
        let (end, enough) = (self.set.buckets().min(most), self.goals + task.count as u64);
        while self.goals_from < end && self.goals < enough {
            let mut words = std::mem::take(&mut self.words);
            words.clear();
            let zero = DistanceMod3::of_distance(0);
            let goals = self.set.bucket(self.goals_from).filter(|(_, distance)| *distance == zero);
            words.extend(goals.map(|(number, _)| number));
            for number in &words {
                let edge = Edge { key: task.code.key(self.index, *number), step: GOAL };
                self.expand_edge(task, *number, &edge, successors, mail);
            }
            self.goals += words.len() as u64;
            self.words = words;
            self.goals_from += 1;
        }
    }

    fn expand_edge(
        &mut self,
        task: &RoundTask,
        number: u64,
        edge: &Edge<1>,
        successors: &mut impl Successors<1>,
        mail: &mut Mail,
    ) {
        successors.load(edge);
        if task.pass == Pass::ExploreAndMarkGoals && successors.is_goal() {
            self.set.measure(number, DistanceMod3::of_distance(0));
        }
        if let Some(last) = &mut self.last {
            self.lacks_memory |= memory::push(last, edge.key).is_err();
        }
        successors.for_each(|edge| {
            let (shard, number) = task.code.locate(edge.key);
            mail.send(shard, task.code.word(number, edge.step));
        });
    }
}
