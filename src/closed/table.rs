//! An open-addressing table of keys with two bits for each: about 12 bytes a state, whatever the
//! size.
//!
//! The keys are spread over 256 segments that grow one at a time, by a half, at four fifths of
//! their room. They begin with 1 to 1.5 times the same room, so their turns to grow are spread as
//! well, and at any time some are nearly full and some have just grown: with keys of one word 12.25
//! to 12.5 bytes a state, and for a moment one segment twice.
//!
//! A distance is kept modulo 3. Neighbours differ by at most 1, so that is enough to know which of
//! them is nearer.

use crate::state::Key;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u64);

impl Mark {
    /// The state is there, its distance is not known.
    pub(crate) const PRESENT: Mark = Mark(3);

    /// The distance, modulo 3.
    pub(crate) fn of_distance(distance: u32) -> Mark {
        Mark(u64::from(distance % 3))
    }

    /// The mark of a distance greater by one; `None` where the distance is not known.
    pub(crate) fn next(self) -> Option<Mark> {
        (self != Mark::PRESENT).then_some(Mark((self.0 + 1) % 3))
    }
}

/// Parts of a table, by the first byte of the hash.
pub(crate) const SEGMENTS: usize = 256;
/// Slots of the first segment in the beginning; the last has half as many more.
const FIRST: usize = 16;
/// A first word that no key with a mark has.
const EMPTY: u64 = u64::MAX;

/// A set of keys, each with a [`Mark`].
#[derive(Clone, Debug)]
pub(crate) struct Table<const W: usize> {
    segments: Vec<Segment<W>>,
    len: usize,
    room: usize,
}

#[derive(Clone, Debug)]
struct Segment<const W: usize> {
    slots: Vec<[u64; W]>,
    len: usize,
}

/// A key's hash, computed once for prefetch and probe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

pub(crate) fn hash<const W: usize>(key: &Key<W>) -> Hash {
    let mixed = key.0.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, word| {
        let product = u128::from(hash ^ word) * 0xD6E8_FEB8_6659_FD93;
        low_half(product) ^ low_half(product >> 64)
    });
    Hash(mixed)
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is asked for")]
fn low_half(number: u128) -> u64 {
    number as u64
}

impl Hash {
    fn segment(self) -> usize {
        (self.0 >> 56) as usize
    }

    /// The home of this hash among so many slots.
    fn slot(self, slots: usize) -> usize {
        usize::try_from((u128::from(self.0 << 8) * slots as u128) >> 64).expect("below slots")
    }
}

impl<const W: usize> Table<W> {
    pub(crate) fn new() -> Table<W> {
        let first = (0..SEGMENTS).map(|segment| FIRST + segment * FIRST / (2 * SEGMENTS));
        let room = first.clone().sum();
        let segments = first.map(|room| Segment { slots: vec![[EMPTY; W]; room], len: 0 });
        Table { segments: segments.collect(), len: 0, room }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes that the slots take.
    pub(crate) fn bytes(&self) -> usize {
        self.room * size_of::<[u64; W]>()
    }

    /// Ask the memory for the place where a key would be.
    pub(crate) fn prefetch(&self, hash: Hash) {
        let segment = &self.segments[hash.segment()];
        prefetch(&segment.slots[hash.slot(segment.slots.len())]);
    }

    /// Enter a key with a mark; false if it was there, and then nothing changes.
    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, mark: Mark) -> bool {
        let segment = &mut self.segments[hash.segment()];
        let place = segment.place(key, hash);
        if segment.slots[place][0] != EMPTY {
            return false;
        }
        segment.slots[place] = slot(key, mark);
        segment.len += 1;
        self.len += 1;
        if segment.is_full() {
            self.room += segment.grow();
        }
        true
    }

    /// Give a key that is merely present its mark; false if it had one, or is not there.
    pub(crate) fn measure(&mut self, key: &Key<W>, hash: Hash, mark: Mark) -> bool {
        let segment = &mut self.segments[hash.segment()];
        let place = segment.place(key, hash);
        let word = &mut segment.slots[place][0];
        if *word == EMPTY || mark_of(*word) != Mark::PRESENT {
            return false;
        }
        *word = *word & !3 | mark.0;
        true
    }

    /// The mark of a key, if it is there.
    pub(crate) fn mark(&self, key: &Key<W>) -> Option<Mark> {
        let hash = hash(key);
        let segment = &self.segments[hash.segment()];
        let word = segment.slots[segment.place(key, hash)][0];
        (word != EMPTY).then(|| mark_of(word))
    }

    /// The keys of one segment that have this mark.
    pub(crate) fn marked(&self, segment: usize, mark: Mark) -> impl Iterator<Item = Key<W>> {
        let marked = move |slot: &&[u64; W]| slot[0] != EMPTY && mark_of(slot[0]) == mark;
        self.segments[segment].slots.iter().filter(marked).filter_map(key_of)
    }

    /// All keys, in an order that depends on nothing but the keys and the order of their arrival.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<W>> {
        self.segments.iter().flat_map(|segment| segment.slots.iter().filter_map(key_of))
    }
}

impl<const W: usize> Segment<W> {
    /// Where a key is, or the empty slot where it would be.
    fn place(&self, key: &Key<W>, hash: Hash) -> usize {
        let mut place = hash.slot(self.slots.len());
        loop {
            let slot = &self.slots[place];
            if slot[0] == EMPTY || slot[0] >> 2 == key.0[0] && slot[1..] == key.0[1..] {
                return place;
            }
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
    }

    fn is_full(&self) -> bool {
        self.len * 5 > self.slots.len() * 4
    }

    /// Move into half as much more room; how many slots that added.
    fn grow(&mut self) -> usize {
        let added = self.slots.len() / 2;
        let room = self.slots.len() + added;
        let old = std::mem::replace(&mut self.slots, vec![[EMPTY; W]; room]);
        for slot in old {
            if let Some(key) = key_of(&slot) {
                let place = self.place(&key, hash(&key));
                self.slots[place] = slot;
            }
        }
        added
    }
}

fn slot<const W: usize>(key: &Key<W>, mark: Mark) -> [u64; W] {
    let mut slot = key.0;
    slot[0] = slot[0] << 2 | mark.0;
    slot
}

fn mark_of(word: u64) -> Mark {
    Mark(word & 3)
}

fn key_of<const W: usize>(slot: &[u64; W]) -> Option<Key<W>> {
    let mut words = *slot;
    words[0] >>= 2;
    (slot[0] != EMPTY).then_some(Key(words))
}

#[cfg(target_arch = "x86_64")]
fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a hint about a valid reference; it reads nothing.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
fn prefetch<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_was_entered_and_stays_small() {
        let mut table = Table::<1>::new();
        let keys = 0..200_000_u64;
        for key in keys.clone().map(|key| Key([key * 7])) {
            assert!(table.enter(&key, hash(&key), Mark::PRESENT));
            assert!(!table.enter(&key, hash(&key), Mark::of_distance(1)));
        }
        assert_eq!(table.len(), 200_000);
        assert!(table.bytes() < 200_000 * 13);
        let mut found: Vec<u64> = table.keys().map(|key| key.0[0] / 7).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(keys));
    }

    #[test]
    fn a_mark_is_given_once() {
        let mut table = Table::<2>::new();
        let (key, other) = (Key([(1 << 62) - 2, 5]), Key([(1 << 62) - 2, 6]));
        table.enter(&key, hash(&key), Mark::PRESENT);
        assert!(table.measure(&key, hash(&key), Mark::of_distance(4)));
        assert!(!table.measure(&key, hash(&key), Mark::of_distance(5)));
        assert_eq!(table.mark(&key), Some(Mark::of_distance(1)));
        assert!(!table.measure(&other, hash(&other), Mark::of_distance(4)));
        assert_eq!(table.mark(&other), None);
    }
}
