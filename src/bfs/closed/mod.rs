//! Closed sets: exact sets of the states that are known.

use crate::outcome::{Stop, memory};
use crate::state::Key;

// The closed set of `bfs/general.rs`: keys with two bits each, about 12 bytes a state on boards of
// any size.
//
// The two bits hold the distance modulo 3. Distances of neighbours differ by at most 1, so that is
// enough to tell which of two neighbours is nearer.

/// The distance of a known state modulo 3, or [`DistanceMod3::PRESENT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DistanceMod3(u64);

impl DistanceMod3 {
    /// The state is known, its distance is not.
    pub(crate) const PRESENT: DistanceMod3 = DistanceMod3(3);

    /// A distance modulo 3.
    pub(crate) fn of_distance(distance: u32) -> DistanceMod3 {
        DistanceMod3(u64::from(distance % 3))
    }

    /// The low bit and the high bit, each as a word.
    pub(crate) fn planes(self) -> (u64, u64) {
        ((self.0 & 1).wrapping_neg(), (self.0 >> 1).wrapping_neg())
    }

    pub(crate) fn of_bits(low: u64, high: u64) -> DistanceMod3 {
        DistanceMod3(low | high << 1)
    }

    /// The value of the next greater distance; `None` if the distance is not known.
    pub(crate) fn next(self) -> Option<DistanceMod3> {
        (self != DistanceMod3::PRESENT).then_some(DistanceMod3((self.0 + 1) % 3))
    }
}

/// A set of keys, each with a [`DistanceMod3`].
#[derive(Clone, Debug)]
pub(crate) struct ClosedSet<const W: usize>(ShardedMap<W, 2>);

impl<const W: usize> ClosedSet<W> {
    pub(crate) fn new() -> ClosedSet<W> {
        ClosedSet(ShardedMap::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes of the slots.
    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The bytes that the process takes for them.
    pub(crate) fn footprint(&self) -> usize {
        self.0.footprint()
    }

    /// Whether a key was lost because there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.0.lacks_memory()
    }

    /// Prefetch the slot of a key.
    pub(crate) fn prefetch(&self, hash: Hash) {
        self.0.prefetch(hash);
    }

    /// Insert a key with a distance. False if the key was present, which changes nothing, or if
    /// there was no memory for it.
    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, distance: DistanceMod3) -> bool {
        self.0.enter(key, hash, distance.0)
    }

    /// Set the distance of a key whose distance is not known; false if it is, or if the key is
    /// absent.
    pub(crate) fn measure(&mut self, key: &Key<W>, hash: Hash, distance: DistanceMod3) -> bool {
        self.0.change(key, hash, |old| {
            (DistanceMod3(old) == DistanceMod3::PRESENT).then_some(distance.0)
        })
    }

    /// The distance of a key; `None` if the key is absent.
    pub(crate) fn distance(&self, key: &Key<W>) -> Option<DistanceMod3> {
        self.0.get(key, hash(key)).map(DistanceMod3)
    }

    /// The keys of one segment with this distance.
    pub(crate) fn keys_at(
        &self,
        segment: usize,
        distance: DistanceMod3,
    ) -> impl Iterator<Item = Key<W>> {
        let keys_at = move |(key, tag)| (DistanceMod3(tag) == distance).then_some(key);
        self.0.iter_segment(segment).filter_map(keys_at)
    }

    /// All keys, in an order that depends only on the keys and the order of their insertion.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<W>> {
        self.0.iter().map(|(key, _)| key)
    }
}

// An open-addressing hash map from keys to small tags that share a word with the key.
//
// The keys are spread over 256 segments. A segment grows alone, by a half, when four fifths of its
// slots are taken. The initial sizes vary between 1 and 1.5 times the same size, so segments grow
// at different times and at any time some are nearly full and some have just grown. With keys of
// one word that is 12.25 to 12.5 bytes an entry, and one segment twice while it grows.

/// Segments of a map, chosen by the first byte of the hash.
pub(crate) const SEGMENTS: usize = 256;
/// Segments of a shard.
const HALF: usize = SEGMENTS / 2;
/// Slots of the first segment at the beginning; the last has half as many more.
const FIRST: usize = 16;
/// The first word of an empty slot; no key with a tag has it.
const EMPTY: u64 = u64::MAX;

/// A map from keys to tags of `BITS` bits, which the first word of every key leaves free. The
/// greatest tag never occurs with a key whose first word is all ones.
#[derive(Clone, Debug)]
pub(crate) struct ShardedMap<const W: usize, const BITS: u32> {
    pub(crate) shards: [MapShard<W, BITS>; 2],
}

/// An allocator keeps one byte in so many of segments that were freed as they grew (measured with
/// `benches/memory.py` on boards of 9x9 and 12x12).
const ALLOCATOR_SHARE: usize = 6;

/// One of the two shards of a map, by the top bit of the hash.
#[derive(Clone, Debug)]
pub(crate) struct MapShard<const W: usize, const BITS: u32> {
    segments: Vec<Segment<W, BITS>>,
    len: usize,
    room: usize,
    /// Whether a key was lost because there was no memory for it.
    lacks_memory: bool,
}

#[derive(Clone, Debug)]
struct Segment<const W: usize, const BITS: u32> {
    slots: Vec<[u64; W]>,
    len: usize,
}

/// The hash of a key, computed once for prefetch and lookup.
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
    /// The first bits, at most 8, which `slot` does not use.
    pub(crate) fn leading_bits(self, bits: u32) -> usize {
        usize::try_from(self.0 >> (u64::BITS - bits)).expect("at most 8 bits")
    }

    /// The index of the shard.
    pub(crate) fn shard(self) -> usize {
        (self.0 >> 63) as usize
    }

    /// The index of the segment within its shard.
    fn segment(self) -> usize {
        (self.0 >> 56) as usize % HALF
    }

    /// The first slot to probe among `slots`.
    pub(crate) fn slot(self, slots: usize) -> usize {
        usize::try_from((u128::from(self.0 << 8) * slots as u128) >> 64).expect("below slots")
    }
}

impl<const W: usize, const BITS: u32> ShardedMap<W, BITS> {
    pub(crate) fn new() -> Self {
        ShardedMap { shards: [MapShard::new(0), MapShard::new(HALF)] }
    }

    pub(crate) fn len(&self) -> usize {
        self.shards[0].len() + self.shards[1].len()
    }

    /// The bytes of the slots.
    pub(crate) fn bytes(&self) -> usize {
        self.shards[0].bytes() + self.shards[1].bytes()
    }

    /// The bytes that the process takes for them.
    pub(crate) fn footprint(&self) -> usize {
        self.shards[0].footprint() + self.shards[1].footprint()
    }

    /// Whether a key was lost because there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.shards[0].lacks_memory || self.shards[1].lacks_memory
    }

    /// Prefetch the slot of a key.
    pub(crate) fn prefetch(&self, hash: Hash) {
        self.shards[hash.shard()].prefetch(hash);
    }

    /// Insert a key with a tag; false if it was present, which changes nothing. A key for which
    /// there is no memory is not inserted; [`ShardedMap::lacks_memory`] is true from then on.
    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, tag: u64) -> bool {
        self.shards[hash.shard()].enter(key, hash, tag)
    }

    /// Replace the tag of a present key by what `tag` returns for the old one; false if the key is
    /// absent or `tag` returns `None`.
    pub(crate) fn change(
        &mut self,
        key: &Key<W>,
        hash: Hash,
        tag: impl FnOnce(u64) -> Option<u64>,
    ) -> bool {
        self.shards[hash.shard()].change(key, hash, tag)
    }

    /// The tag of a key; `None` if the key is absent.
    pub(crate) fn get(&self, key: &Key<W>, hash: Hash) -> Option<u64> {
        let segment = &self.shards[hash.shard()].segments[hash.segment()];
        let word = segment.slots[segment.place(key, hash)][0];
        (word != EMPTY).then(|| tag_of::<BITS>(word))
    }

    /// All keys with their tags, in an order that depends only on the keys and the order of their
    /// insertion.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key<W>, u64)> {
        (0..SEGMENTS).flat_map(|segment| self.iter_segment(segment))
    }

    /// The keys of one segment with their tags.
    pub(crate) fn iter_segment(&self, segment: usize) -> impl Iterator<Item = (Key<W>, u64)> {
        let slots = self.shards[segment / HALF].segments[segment % HALF].slots.iter();
        slots.copied().filter_map(entry::<W, BITS>)
    }
}

/// The key and the tag of a slot; `None` if it is empty.
fn entry<const W: usize, const BITS: u32>(mut slot: [u64; W]) -> Option<(Key<W>, u64)> {
    let word = slot[0];
    slot[0] >>= BITS;
    (word != EMPTY).then(|| (Key(slot), tag_of::<BITS>(word)))
}

/// The methods of [`ShardedMap`] for the keys of one shard.
impl<const W: usize, const BITS: u32> MapShard<W, BITS> {
    fn new(first: usize) -> Self {
        let first = (first..first + HALF).map(|segment| FIRST + segment * FIRST / (2 * SEGMENTS));
        let room = first.clone().sum();
        let segments = first.map(|room| Segment { slots: vec![[EMPTY; W]; room], len: 0 });
        MapShard { segments: segments.collect(), len: 0, room, lacks_memory: false }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.room * size_of::<[u64; W]>()
    }

    pub(crate) fn footprint(&self) -> usize {
        self.bytes() + self.bytes() / ALLOCATOR_SHARE
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

    /// The slot of a key, or the empty slot where it belongs.
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

    /// Remove the key that was inserted last: no other key was displaced by it.
    fn take_back(&mut self, place: usize) {
        self.slots[place] = [EMPTY; W];
        self.len -= 1;
    }

    /// Grow by a half; the number of slots added.
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

/// Fetch a place into the cache for a later access.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch is a hint that reads nothing, and the address is that of a valid
    // reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(crate) fn prefetch<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_set_once() {
        let mut table = ClosedSet::<2>::new();
        let (key, other) = (Key([(1 << 62) - 2, 5]), Key([(1 << 62) - 2, 6]));
        table.enter(&key, hash(&key), DistanceMod3::PRESENT);
        assert!(table.measure(&key, hash(&key), DistanceMod3::of_distance(4)));
        assert!(!table.measure(&key, hash(&key), DistanceMod3::of_distance(5)));
        assert_eq!(table.distance(&key), Some(DistanceMod3::of_distance(1)));
        assert!(!table.measure(&other, hash(&other), DistanceMod3::of_distance(4)));
        assert_eq!(table.distance(&other), None);
    }
}

#[cfg(test)]
mod sharded_map_tests {
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
    fn a_tag_changes_where_the_key_is() {
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
