//! The number of each state in a list, by its key.

use crate::bfs::closed::{hash, prefetch};
use crate::outcome::Stop;
use crate::outcome::memory;
use crate::state::Key;

/// A slot without a number.
const EMPTY: u32 = u32::MAX;

/// An open-addressing hash table with the numbers of keys, which stand in a list: 6 bytes a key.
pub(super) struct Numbers<'a, const W: usize> {
    keys: &'a [Key<W>],
    slots: Vec<u32>,
}

impl<'a, const W: usize> Numbers<'a, W> {
    /// The numbers of these keys, which differ from one another.
    pub(super) fn of(keys: &'a [Key<W>]) -> Result<Numbers<'a, W>, Stop> {
        let room = keys.len() + keys.len() / 2 + 1;
        let mut slots = memory::list(room)?;
        slots.resize(room, EMPTY);
        let mut numbers = Numbers { keys, slots };
        for (number, key) in (0..).zip(keys) {
            let place = numbers.place(key);
            numbers.slots[place] = number;
        }
        Ok(numbers)
    }

    /// Call `visit` with the number of each key, in order. All keys must be in the list.
    pub(super) fn look_up(&self, wanted: &[Key<W>], mut visit: impl FnMut(u32)) {
        for key in wanted {
            prefetch(&self.slots[hash(key).slot(self.slots.len())]);
        }
        for key in wanted {
            visit(self.slots[self.place(key)]);
        }
    }

    /// The slot of a key, or the empty slot where it belongs.
    fn place(&self, key: &Key<W>) -> usize {
        let mut place = hash(key).slot(self.slots.len());
        while self.slots[place] != EMPTY && self.keys[self.slots[place] as usize] != *key {
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_numbers_of_their_places() {
        let keys: Vec<Key<2>> = (0..1_000).map(|key| Key([key * key, 7])).collect();
        let mut found = Vec::new();
        Numbers::of(&keys).expect("small").look_up(&keys[10..], |number| found.push(number));
        assert!(found.into_iter().eq(10..1_000));
    }
}
