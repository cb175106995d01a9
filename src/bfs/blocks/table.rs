//! The blocks that a shard knows: an open-addressing hash table by their numbers.

use crate::bfs::closed::{hash, prefetch};
use crate::outcome::{Stop, memory};
use crate::state::Key;

/// The number of an empty slot; no block has it.
const EMPTY: u64 = u64::MAX;
/// Slots of the smallest table; others begin with up to twice as many, so that they grow at different
/// times.
const FIRST: usize = 16;

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockEntry {
    pub(super) number: u64,
    /// The low bit of the distance of each state modulo 3; while states are found, those that are known.
    pub(super) low: u64,
    /// The high bit; while states are found, where the block may be in the next level. A state without a
    /// distance has both bits.
    pub(super) high: u64,
}

#[derive(Clone, Debug)]
pub(super) struct BlockTable {
    slots: Vec<BlockEntry>,
    len: usize,
    stagger: usize,
}

impl BlockTable {
    /// An empty table. `stagger`, below 64, differs between the shards, so that their tables grow at different
    /// times.
    pub(super) fn new(stagger: usize) -> BlockTable {
        BlockTable { slots: Vec::new(), len: 0, stagger }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<BlockEntry>()
    }

    /// The most bytes when so many more blocks are entered. While it grows, the table holds its old slots
    /// as well.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let mut room = self.slots.len();
        while is_full(self.len + more, room) {
            room = self.grown(room);
        }
        room * size_of::<BlockEntry>()
    }

    /// Fetch the slot of a block into the cache.
    #[inline]
    pub(super) fn prefetch(&self, number: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots[hash(&Key([number])).slot(self.slots.len())]);
        }
    }

    /// The slot of a block, which `new` makes if the block was not known.
    #[inline]
    pub(super) fn enter(
        &mut self,
        number: u64,
        new: impl FnOnce() -> BlockEntry,
    ) -> Result<&mut BlockEntry, Stop> {
        if is_full(self.len + 1, self.slots.len()) {
            self.grow()?;
        }
        let place = self.place(number);
        if self.slots[place].number == EMPTY {
            self.slots[place] = new();
            self.len += 1;
        }
        Ok(&mut self.slots[place])
    }

    /// The slot of a known block.
    #[inline]
    pub(super) fn at(&mut self, number: u64) -> &mut BlockEntry {
        let place = self.place(number);
        &mut self.slots[place]
    }

    /// A block; `None` if it is not known.
    pub(super) fn get(&self, number: u64) -> Option<&BlockEntry> {
        let found = self.slots.get(self.place(number))?;
        (found.number != EMPTY).then_some(found)
    }

    /// All blocks, in an order that depends only on what was entered, and when.
    pub(super) fn iter(&self) -> impl Iterator<Item = &BlockEntry> {
        self.slots.iter().filter(|entry| entry.number != EMPTY)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut BlockEntry> {
        self.slots.iter_mut().filter(|entry| entry.number != EMPTY)
    }

    /// The slot of a block, or the empty one where it belongs.
    #[inline]
    fn place(&self, number: u64) -> usize {
        if self.slots.is_empty() {
            return 0;
        }
        let mut place = hash(&Key([number])).slot(self.slots.len());
        while self.slots[place].number != number && self.slots[place].number != EMPTY {
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
        place
    }

    fn grown(&self, room: usize) -> usize {
        if room == 0 { FIRST + self.stagger * FIRST / 64 } else { room + room / 2 }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let room = self.grown(self.slots.len());
        let mut slots = memory::list(room)?;
        slots.resize(room, BlockEntry { number: EMPTY, low: 0, high: 0 });
        let old = std::mem::replace(&mut self.slots, slots);
        for entry in old.into_iter().filter(|entry| entry.number != EMPTY) {
            let place = self.place(entry.number);
            self.slots[place] = entry;
        }
        Ok(())
    }
}

/// Whether so many blocks take more than four fifths of the slots.
fn is_full(blocks: usize, room: usize) -> bool {
    blocks * 5 > room * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_was_entered() {
        let mut table = BlockTable::new(5);
        for number in 0..10_000 {
            let new = || BlockEntry { number: number * 7, low: number, high: 0 };
            assert_eq!(table.enter(number * 7, new).expect("memory").low, number);
        }
        table.at(70).high = 3;
        assert_eq!(table.enter(70, || unreachable!("known")).expect("memory").high, 3);
        assert_eq!(table.get(71), None);
        let mut found: Vec<u64> = table.iter().map(|entry| entry.number).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq((0..10_000).map(|number| number * 7)));
        assert!(table.bytes() == table.bytes_with(0) && table.bytes_with(10_000) > table.bytes());
    }
}
