//! An open-addressing map from keys to small tags, which share a word with the key.
//!
//! The keys are spread over 256 segments that grow one at a time, by a half, at four fifths of
//! their room. They begin with 1 to 1.5 times the same room, so their deltas to grow are spread as
//! well, and at any time some are nearly full and some have just grown: with keys of one word 12.25
//! to 12.5 bytes an entry, and for a moment one segment twice.

use crate::memory;
use crate::outcome::Stop;
use crate::state::Key;

/// Parts of a map, by the first byte of the hash.
pub(crate) const SEGMENTS: usize = 256;
/// Parts of a half.
const HALF: usize = SEGMENTS / 2;
/// Slots of the first segment in the beginning; the last has half as many more.
const FIRST: usize = 16;
/// A first word that no key with a tag has.
const EMPTY: u64 = u64::MAX;

/// A map from keys to tags of so many bits, which the first word of every key leaves free. The
/// greatest tag is never given to a key whose first word is all ones.
#[derive(Clone, Debug)]
pub(crate) struct ShardedMap<const W: usize, const BITS: u32> {
    pub(crate) shards: [Shard<W, BITS>; 2],
}

/// Of segments that were given up as they grew, an allocator keeps one byte in so many
/// (`benches/memory.py`, boards of 9 x 9 and 12 x 12).
const CONSISTENT: usize = 6;

/// The keys of a map whose hashes begin with the same bit.
#[derive(Clone, Debug)]
pub(crate) struct Shard<const W: usize, const BITS: u32> {
    segments: Vec<Segment<W, BITS>>,
    len: usize,
    room: usize,
    /// Whether a key was not entered since there was no memory for it.
    lacks_memory: bool,
}

#[derive(Clone, Debug)]
struct Segment<const W: usize, const BITS: u32> {
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
    /// The half of a map.
    pub(crate) fn shard(self) -> usize {
        (self.0 >> 63) as usize
    }

    /// The segment of that half.
    fn segment(self) -> usize {
        (self.0 >> 56) as usize % HALF
    }

    /// The home of this hash among so many slots.
    fn slot(self, slots: usize) -> usize {
        usize::try_from((u128::from(self.0 << 8) * slots as u128) >> 64).expect("below slots")
    }
}

impl<const W: usize, const BITS: u32> ShardedMap<W, BITS> {
    pub(crate) fn new() -> Self {
        ShardedMap { shards: [Shard::new(0), Shard::new(HALF)] }
    }

    pub(crate) fn len(&self) -> usize {
        self.shards[0].len() + self.shards[1].len()
    }

    /// The bytes that the slots take.
    pub(crate) fn bytes(&self) -> usize {
        self.shards[0].bytes() + self.shards[1].bytes()
    }

    /// The bytes that the process takes for them.
    pub(crate) fn footprint(&self) -> usize {
        self.shards[0].footprint() + self.shards[1].footprint()
    }

    /// Whether a key was lost since there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.shards[0].lacks_memory || self.shards[1].lacks_memory
    }

    /// Ask the memory for the place where a key would be.
    pub(crate) fn prefetch(&self, hash: Hash) {
        self.shards[hash.shard()].prefetch(hash);
    }

    /// Enter a key with a tag; false if it was there, and then nothing changes. A key for which
    /// there is no memory is not entered, which [`ShardedMap::lacks_memory`] tells from then on.
    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, tag: u64) -> bool {
        self.shards[hash.shard()].enter(key, hash, tag)
    }

    /// Give a key that is there another tag, if the old one asks for it; whether that was so.
    pub(crate) fn change(
        &mut self,
        key: &Key<W>,
        hash: Hash,
        tag: impl FnOnce(u64) -> Option<u64>,
    ) -> bool {
        self.shards[hash.shard()].change(key, hash, tag)
    }

    /// The tag of a key, if it is there.
    pub(crate) fn get(&self, key: &Key<W>, hash: Hash) -> Option<u64> {
        let segment = &self.shards[hash.shard()].segments[hash.segment()];
        let word = segment.slots[segment.place(key, hash)][0];
        (word != EMPTY).then(|| tag_of::<BITS>(word))
    }

    /// All keys with their tags, in an order that depends on nothing but the keys and the order of
    /// their arrival.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key<W>, u64)> {
        (0..SEGMENTS).flat_map(|segment| self.iter_segment(segment))
    }

    /// The keys of one segment with their tags.
    pub(crate) fn iter_segment(&self, segment: usize) -> impl Iterator<Item = (Key<W>, u64)> {
        let slots = self.shards[segment / HALF].segments[segment % HALF].slots.iter();
        slots.filter(|slot| slot[0] != EMPTY).map(|slot| {
            let mut words = *slot;
            words[0] >>= BITS;
            (Key(words), tag_of::<BITS>(slot[0]))
        })
    }
}

/// The same as of a map, for keys of this half.
impl<const W: usize, const BITS: u32> Shard<W, BITS> {
    fn new(first: usize) -> Self {
        let first = (first..first + HALF).map(|segment| FIRST + segment * FIRST / (2 * SEGMENTS));
        let room = first.clone().sum();
        let segments = first.map(|room| Segment { slots: vec![[EMPTY; W]; room], len: 0 });
        Shard { segments: segments.collect(), len: 0, room, lacks_memory: false }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.room * size_of::<[u64; W]>()
    }

    pub(crate) fn footprint(&self) -> usize {
        self.bytes() + self.bytes() / CONSISTENT
    }

    pub(crate) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    pub(crate) fn prefetch(&self, hash: Hash) {
        let segment = &self.segments[hash.segment()];
        prefetch(&segment.slots[hash.slot(segment.slots.len())]);
    }

    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, tag: u64) -> bool {
        let segment = &mut self.segments[hash.segment()];
        let place = segment.place(key, hash);
        if segment.slots[place][0] != EMPTY {
            return false;
        }
        segment.slots[place] = Segment::<W, BITS>::slot(key, tag);
        segment.len += 1;
        if segment.is_full() {
            let Ok(added) = segment.grow() else {
                segment.take_back(place);
                self.lacks_memory = true;
                return false;
            };
            self.room += added;
        }
        self.len += 1;
        true
    }

    pub(crate) fn change(
        &mut self,
        key: &Key<W>,
        hash: Hash,
        tag: impl FnOnce(u64) -> Option<u64>,
    ) -> bool {
        let segment = &mut self.segments[hash.segment()];
        let place = segment.place(key, hash);
        let word = &mut segment.slots[place][0];
        let (is_there, old) = (*word != EMPTY, tag_of::<BITS>(*word));
        let new = if is_there { tag(old) } else { None };
        *word ^= new.map_or(0, |new| old ^ new);
        new.is_some()
    }
}

fn tag_of<const BITS: u32>(word: u64) -> u64 {
    word & ((1 << BITS) - 1)
}

impl<const W: usize, const BITS: u32> Segment<W, BITS> {
    fn slot(key: &Key<W>, tag: u64) -> [u64; W] {
        let mut slot = key.0;
        slot[0] = slot[0] << BITS | tag;
        slot
    }

    /// Where a key is, or the empty slot where it would be.
    fn place(&self, key: &Key<W>, hash: Hash) -> usize {
        let mut place = hash.slot(self.slots.len());
        loop {
            let slot = &self.slots[place];
            if slot[0] == EMPTY || slot[0] >> BITS == key.0[0] && slot[1..] == key.0[1..] {
                return place;
            }
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
    }

    fn is_full(&self) -> bool {
        self.len * 5 > self.slots.len() * 4
    }

    /// Take out the key that was entered last: no other lies behind it because of it.
    fn take_back(&mut self, place: usize) {
        self.slots[place] = [EMPTY; W];
        self.len -= 1;
    }

    /// Move into half as much more room; how many slots that added.
    #[cold]
    fn grow(&mut self) -> Result<usize, Stop> {
        let added = self.slots.len() / 2;
        let room = self.slots.len() + added;
        let mut slots = memory::list(room)?;
        slots.resize(room, [EMPTY; W]);
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|slot| slot[0] != EMPTY) {
            let mut key = Key(slot);
            key.0[0] >>= BITS;
            let place = self.place(&key, hash(&key));
            self.slots[place] = slot;
        }
        Ok(added)
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a hint about a valid reference; it reads nothing.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn prefetch<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_holds_what_was_entered_and_stays_small() {
        let mut map = ShardedMap::<1, 2>::new();
        let keys = 0..200_000_u64;
        for key in keys.clone().map(|key| Key([key * 7])) {
            assert!(map.enter(&key, hash(&key), 3));
            assert!(!map.enter(&key, hash(&key), 1));
        }
        assert_eq!(map.len(), 200_000);
        assert!(map.bytes() < 200_000 * 13);
        assert!(map.iter().all(|(_, tag)| tag == 3));
        let mut found: Vec<u64> = map.iter().map(|(key, _)| key.0[0] / 7).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(keys));
    }

    #[test]
    fn a_note_changes_where_the_key_is() {
        let mut map = ShardedMap::<2, 16>::new();
        let (key, other) = (Key([(1 << 48) - 1, u64::MAX]), Key([(1 << 48) - 1, 6]));
        map.enter(&key, hash(&key), 0xFFFE);
        assert!(map.change(&key, hash(&key), |tag| (tag == 0xFFFE).then_some(7)));
        assert!(!map.change(&key, hash(&key), |tag| (tag == 0xFFFE).then_some(8)));
        assert!(!map.change(&other, hash(&other), Some));
        assert_eq!(map.get(&key, hash(&key)), Some(7));
        assert_eq!(map.get(&other, hash(&other)), None);
    }
}
