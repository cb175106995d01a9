//! The states that a shard sends to others.

use super::SHARDS;
use crate::outcome::memory;

/// Words (`code.rs`) by the shard that owns their states.
#[derive(Debug)]
pub(super) struct Mail {
    /// Empty until the first word.
    to: Vec<Vec<u64>>,
    /// The shards with words, as bits.
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

    /// Send a word. It is lost if there is no memory for it; [`Mail::lacks_memory`] is true from then
    /// on.
    #[inline]
    pub(super) fn send(&mut self, shard: usize, word: u64) {
        self.lacks_memory |= memory::push(&mut self.to[shard], word).is_err();
        self.receivers |= 1 << shard;
    }

    /// The words for a shard.
    #[inline]
    pub(super) fn for_shard(&self, shard: usize) -> &[u64] {
        if self.receivers >> shard & 1 == 0 { &[] } else { &self.to[shard] }
    }

    /// Remove all words, and prepare to send others.
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

    /// Count the words and bytes, when all are sent.
    pub(super) fn close(&mut self) {
        if self.receivers != 0 {
            self.len = self.to.iter().map(Vec::len).sum();
            self.bytes = self.to.iter().map(Vec::capacity).sum::<usize>() * size_of::<u64>();
        }
    }
}
