//! The states that a shard sends to others.

use super::{SHARDS, shard_of};
use crate::board::Move;
use crate::outcome::memory;

/// Some states of a block, and the move that led to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) number: u64,
    pub(super) states: u64,
    pub(super) step: Move,
}

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
