//! A shard: the blocks that it owns, and its part of a round.

use super::layout::{BlockLayout, Expander, Message};
use super::table::{BlockEntry, BlockTable};
use super::{SHARDS, shard_of};
use crate::bfs::closed::DistanceMod3;
use crate::bfs::general::Pass;
use crate::outcome::memory;
use crate::state::Successors;
use crate::state::commute::{GOAL, NO_MOVE};

/// Slots are prefetched so many messages ahead: enough to hide the latency of memory.
const AHEAD: usize = 16;

/// What all shards do in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundTask {
    pub(super) pass: Pass,
    /// The distance of the states that are entered.
    pub(super) distance: DistanceMod3,
    /// The blocks that a shard expands.
    pub(super) count: usize,
}

#[derive(Debug)]
pub(super) struct Shard {
    index: usize,
    pub(super) table: BlockTable,
    /// The states that were found.
    pub(super) states: u64,
    /// The states that were entered into the next level.
    pub(super) entered: u64,
    /// The level that is expanded, and the next one.
    pub(super) level: Vec<Message>,
    at: usize,
    next: Vec<Message>,
    /// The blocks with a solved state.
    pub(super) goals: usize,
    lacks_memory: bool,
}

impl Shard {
    pub(super) fn new(index: usize) -> Shard {
        Shard {
            index,
            table: BlockTable::new(index),
            states: 0,
            entered: 0,
            level: Vec::new(),
            at: 0,
            next: Vec::new(),
            goals: 0,
            lacks_memory: false,
        }
    }

    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    /// The bytes of the two levels with so many more messages.
    pub(super) fn bytes(&self, more: usize) -> usize {
        self.level.capacity() * size_of::<Message>() + memory::growing(&self.next, more)
    }

    /// The number of blocks to expand.
    pub(super) fn unread(&self) -> usize {
        self.level.len() - self.at
    }

    /// The number of messages that were sent to this shard.
    pub(super) fn mail_len(&self, received: &[Mail]) -> usize {
        received.iter().map(|mail| mail.for_shard(self.index).len()).sum()
    }

    /// Enter the states that were sent to this shard.
    pub(super) fn enter(&mut self, task: &RoundTask, received: &[&Mail], layout: &BlockLayout) {
        for mail in received {
            let messages = mail.for_shard(self.index);
            for message in &messages[..AHEAD.min(messages.len())] {
                self.table.prefetch(message.number);
            }
            for (index, message) in messages.iter().enumerate() {
                if let Some(ahead) = messages.get(index + AHEAD) {
                    self.table.prefetch(ahead.number);
                }
                match task.pass {
                    Pass::Explore | Pass::ExploreAndMarkGoals => self.find(*message, layout),
                    Pass::Measure => self.measure(*message, task.distance),
                }
            }
        }
    }

    /// Enter states, and all that moves of the inner vehicles lead to.
    pub(super) fn find(&mut self, message: Message, layout: &BlockLayout) {
        let Message { number, states, step } = message;
        let new = || BlockEntry { number, low: 0, high: 0 };
        let Ok(entry) = self.table.enter(number, new) else {
            self.lacks_memory = true;
            return;
        };
        let unknown = states & !entry.low;
        if unknown == 0 {
            return;
        }
        let found = layout.inner.flood(unknown, layout.valid(number));
        entry.low |= found;
        self.states += u64::from(found.count_ones());
        let place = usize::try_from(entry.high).expect("an index");
        if let Some(pending) = self.next.get_mut(place).filter(|pending| pending.number == number) {
            pending.states |= found;
            pending.step = NO_MOVE;
        } else {
            entry.high = self.next.len() as u64;
            let step = if found == unknown { step } else { NO_MOVE };
            self.keep(Message { number, states: found, step });
        }
    }

    /// Give a distance to those of some states that have none.
    fn measure(&mut self, message: Message, distance: DistanceMod3) {
        let entry = self.table.at(message.number);
        let states = message.states & entry.low & entry.high;
        if states != 0 {
            entry.set(states, distance);
            self.entered += u64::from(states.count_ones());
            self.keep(Message { states, ..message });
        }
    }

    /// Add states to the next level.
    #[inline]
    fn keep(&mut self, message: Message) {
        self.lacks_memory |= memory::push(&mut self.next, message).is_err();
    }

    /// Turn to the level that was written.
    pub(super) fn advance(&mut self) {
        std::mem::swap(&mut self.level, &mut self.next);
        self.next.clear();
        (self.at, self.entered) = (0, 0);
    }

    /// Count the blocks with a solved state.
    pub(super) fn count_goals(&mut self, expander: &mut Expander<'_, impl Successors<1>>) {
        self.level = Vec::new();
        let solved =
            self.table.iter().filter(|entry| expander.solved(entry.number, entry.low) != 0);
        self.goals = solved.count();
    }

    /// Find the solved states, which become the level to expand, when their blocks are counted.
    pub(super) fn find_goals(&mut self, expander: &mut Expander<'_, impl Successors<1>>) {
        let Ok(level) = memory::list(self.goals) else {
            self.lacks_memory = true;
            return;
        };
        (self.level, self.at, self.entered) = (level, 0, 0);
        for entry in self.table.iter() {
            let states = expander.solved(entry.number, entry.low);
            if states != 0 {
                self.level.push(Message { number: entry.number, states, step: GOAL });
                self.entered += u64::from(states.count_ones());
            }
        }
    }

    /// Forget all distances but those of the goals. Without any, all states get distance 0.
    pub(super) fn begin_at_goals(&mut self, are_there: bool) {
        self.entered = 0;
        for entry in self.table.iter_mut() {
            let absent = if are_there { u64::MAX } else { !entry.low };
            (entry.low, entry.high) = (absent, absent);
        }
        for Message { number, states, .. } in &self.level {
            self.table.at(*number).set(*states, DistanceMod3::of_distance(0));
        }
    }

    /// Expand blocks of the level, and send the states that moves lead to.
    pub(super) fn expand(
        &mut self,
        task: &RoundTask,
        expander: &mut Expander<'_, impl Successors<1>>,
        mail: &mut Mail,
    ) {
        mail.clear();
        let end = self.level.len().min(self.at + task.count);
        for message in &self.level[self.at..end] {
            match task.pass {
                Pass::Explore | Pass::ExploreAndMarkGoals => {
                    expander.for_each_outer_move(message, |found| mail.send(found));
                }
                Pass::Measure => expander.for_each_move(message, |found| mail.send(found)),
            }
        }
        self.at = end;
        mail.close();
    }
}

impl BlockEntry {
    /// Set the distance of states that have none.
    #[inline]
    fn set(&mut self, states: u64, distance: DistanceMod3) {
        let (low, high) = distance.planes();
        self.low &= !states | low;
        self.high &= !states | high;
    }
}

// The states that a shard sends to others.

/// Messages by the shard that owns their block.
#[derive(Debug)]
pub(super) struct Mail {
    /// Empty until the first `clear`.
    to: Vec<Vec<Message>>,
    /// The shards with messages, as bits.
    receivers: u64,
    len: usize,
    bytes: usize,
    lacks_memory: bool,
}

impl Mail {
    pub(super) fn new() -> Mail {
        Mail { to: Vec::new(), receivers: 0, len: 0, bytes: 0, lacks_memory: false }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Send a message. It is lost if there is no memory for it; [`Mail::lacks_memory`] is true from then
    /// on.
    #[inline]
    pub(super) fn send(&mut self, message: Message) {
        let shard = shard_of(message.number);
        self.lacks_memory |= memory::push(&mut self.to[shard], message).is_err();
        self.receivers |= 1 << shard;
    }

    /// The messages for a shard.
    #[inline]
    pub(super) fn for_shard(&self, shard: usize) -> &[Message] {
        if self.receivers >> shard & 1 == 0 { &[] } else { &self.to[shard] }
    }

    /// Remove all messages, and prepare to send others.
    pub(super) fn clear(&mut self) {
        if self.to.is_empty() {
            self.to.resize_with(SHARDS, Vec::new);
        }
        while self.receivers != 0 {
            self.to[self.receivers.trailing_zeros() as usize].clear();
            self.receivers &= self.receivers - 1;
        }
        self.len = 0;
    }

    /// Count the messages and bytes, when all are sent.
    pub(super) fn close(&mut self) {
        if self.receivers != 0 {
            self.len = self.to.iter().map(Vec::len).sum();
            self.bytes = self.to.iter().map(Vec::capacity).sum::<usize>() * size_of::<Message>();
        }
    }
}
