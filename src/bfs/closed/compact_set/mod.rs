//! An exact set of numbers with two bits each, in 5 to 7 bytes a number.
//!
//! Quotienting (Cleary, "Compact hash tables using bidirectional linear probing", IEEE Transactions on
//! Computers, 1984): where a number stands says what its upper bits are, so only the others are stored.
//! A bucket is a line of the processor's cache. A number goes into its home bucket, or into one after it,
//! with the distance between the two:
//!
//! ```text
//!     number     upper bits | remainder            home = number * buckets / 2^bits, rounded down
//!     entry      remainder | displacement + 1 | distance mod 3
//! ```
//!
//! In a full bucket a number takes the slot of one that is displaced less, which goes on to the next
//! bucket (Robin Hood hashing, Celis 1986), so no number is displaced far. A displacement field of 0 marks
//! an empty slot. The more buckets there are, the shorter are the remainders, and the more entries fit
//! a bucket (`bucket.rs`).

mod bucket;

use super::DistanceMod3;
use crate::outcome::Stop;
use crate::outcome::memory;
use bucket::{Bucket, BucketLayout, DISTANCE, DISTANCE_BITS, TAG_BITS, displacement, low_word};

/// The largest displacement plus one. If a number would be displaced farther, the set grows; with nine
/// tenths of the slots taken, one bucket in many millions makes it do so.
const DISPLACEMENTS: u32 = 7;
/// Sets with so many buckets grow by less: 64 of them have some millions of numbers.
const LARGE: usize = 1 << 12;
/// The most bits of a number.
const MAX_BITS: u32 = u64::BITS - TAG_BITS;

/// A set of numbers of so many bits, each with a [`DistanceMod3`].
#[derive(Clone, Debug)]
pub(crate) struct CompactSet {
    buckets: Vec<Bucket>,
    bits: u32,
    layout: BucketLayout,
    len: usize,
    /// Sets grow at different sizes, by this number below 64.
    stagger: usize,
    lacks_memory: bool,
}

/// Where a number is, or where it belongs.
enum Place {
    Present {
        bucket: usize,
        slot: usize,
    },
    /// The entry goes into this bucket, but there may be no room for it or the one that it displaces.
    Absent {
        bucket: usize,
        entry: u64,
    },
}

impl CompactSet {
    /// An empty set of numbers below `2^bits`.
    pub(crate) fn new(bits: u32, stagger: usize) -> CompactSet {
        debug_assert!(bits <= MAX_BITS && stagger < 64);
        CompactSet {
            buckets: Vec::new(),
            bits,
            layout: BucketLayout::of(bits, 1),
            len: 0,
            stagger,
            lacks_memory: false,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether a number was lost because there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    /// The bytes of the buckets.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// The most bytes when so many more numbers are inserted. While it grows, the set holds its old
    /// buckets as well.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        let mut buckets = self.buckets.len();
        while self.layout.is_full(self.len + more, buckets) {
            buckets = self.grown(buckets);
        }
        buckets * size_of::<Bucket>()
    }

    /// Prefetch the home bucket of a number.
    pub(crate) fn prefetch(&self, number: u64) {
        if !self.buckets.is_empty() {
            super::prefetch(&self.buckets[self.home(number)]);
        }
    }

    /// Insert a number with a distance. False if it was present, which changes nothing, or if there was
    /// no memory for it.
    pub(crate) fn enter(&mut self, number: u64, distance: DistanceMod3) -> bool {
        if self.is_full() && self.grow().is_err() {
            self.lacks_memory = true;
            return false;
        }
        let Place::Absent { bucket, entry } = self.place(number) else { return false };
        self.len += 1;
        if let Err(homeless) = self.insert(bucket, entry | distance.bits()) {
            return self.insert_growing(homeless);
        }
        true
    }

    /// Grow until a number that was displaced too far has room.
    #[cold]
    fn insert_growing(&mut self, mut homeless: (u64, DistanceMod3)) -> bool {
        while self.grow().is_ok() {
            let (number, distance) = homeless;
            let Place::Absent { bucket, entry } = self.place(number) else { return true };
            match self.insert(bucket, entry | distance.bits()) {
                Ok(()) => return true,
                Err(next) => homeless = next,
            }
        }
        self.lacks_memory = true;
        false
    }

    /// Set the distance of a number whose distance is not known; false if it is, or if the number is
    /// absent.
    pub(crate) fn measure(&mut self, number: u64, distance: DistanceMod3) -> bool {
        if self.len == 0 {
            return false;
        }
        let Place::Present { bucket, slot } = self.place(number) else { return false };
        let word = &mut self.buckets[bucket].0[slot];
        let is_unknown = *word & DISTANCE == DISTANCE;
        let [new, ..] = *distance.bits().to_le_bytes().as_chunks().0 else { return false };
        *word ^= if is_unknown { DISTANCE ^ u32::from_le_bytes(new) } else { 0 };
        is_unknown
    }

    /// The distance of a number; `None` if it is absent.
    pub(crate) fn distance(&self, number: u64) -> Option<DistanceMod3> {
        if self.len == 0 {
            return None;
        }
        let Place::Present { bucket, slot } = self.place(number) else { return None };
        Some(DistanceMod3::of_bits(self.buckets[bucket].0[slot] & DISTANCE))
    }

    /// The number of buckets.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// The numbers in one bucket with their distances.
    pub(crate) fn bucket(&self, index: usize) -> impl Iterator<Item = (u64, DistanceMod3)> {
        let (bucket, layout, start) = (&self.buckets[index], self.layout, self.start(index));
        let entries = (0..layout.slots).map_while(move |slot| bucket.entry(slot, layout));
        entries.map(move |entry| match displacement(entry) {
            1 => self.number(start, entry),
            displaced => self.number(self.start_before(index, displaced - 1), entry),
        })
    }

    /// The number and the distance of an entry, with the least number of its home bucket.
    fn number(&self, start: u64, entry: u64) -> (u64, DistanceMod3) {
        let offset = (entry >> TAG_BITS).wrapping_sub(start) & self.layout.mask();
        (start + offset, DistanceMod3::of_bits(low_word(entry) & DISTANCE))
    }

    /// All numbers with their distances.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, DistanceMod3)> {
        (0..self.buckets.len()).flat_map(|index| self.bucket(index))
    }

    #[inline]
    fn home(&self, number: u64) -> usize {
        let product = u128::from(number) * self.buckets.len() as u128;
        usize::try_from(product >> self.bits).expect("below the number of buckets")
    }

    /// The least number whose home is this bucket.
    fn start(&self, bucket: usize) -> u64 {
        let (buckets, bucket) = (self.buckets.len() as u64, bucket as u64);
        let (quotient, rest) = ((1 << self.bits) / buckets, (1 << self.bits) % buckets);
        bucket * quotient + (bucket * rest).div_ceil(buckets)
    }

    /// The same for the bucket so many before this one.
    fn start_before(&self, bucket: usize, displacement: u32) -> u64 {
        let (buckets, displacement) = (self.buckets.len(), displacement as usize);
        let wraps = if bucket < displacement { buckets } else { 0 };
        self.start(bucket + wraps - displacement)
    }

    #[inline]
    fn place(&self, number: u64) -> Place {
        let (mut bucket, mut entry) = (self.home(number), self.layout.entry(number));
        loop {
            let here = &self.buckets[bucket];
            if let Some(slot) = here.find(entry, self.layout) {
                return Place::Present { bucket, slot };
            }
            let displaced = displacement(entry);
            if here.slot_for(displaced, self.layout).is_some() || displaced == DISPLACEMENTS {
                return Place::Absent { bucket, entry };
            }
            bucket = self.next(bucket);
            entry += 1 << DISTANCE_BITS;
        }
    }

    fn next(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// Write an entry into a bucket or one after it, where it may take the place of another that moves
    /// on. As an error the number and the distance that would be displaced too far.
    fn insert(&mut self, mut bucket: usize, mut entry: u64) -> Result<(), (u64, DistanceMod3)> {
        loop {
            let (layout, here) = (self.layout, &mut self.buckets[bucket]);
            if let Some(slot) = here.slot_for(displacement(entry), layout) {
                let Some(moved) = here.replace(slot, entry, layout) else { return Ok(()) };
                entry = moved;
            }
            let displaced = displacement(entry);
            if displaced == DISPLACEMENTS {
                return Err(self.number(self.start_before(bucket, displaced - 1), entry));
            }
            bucket = self.next(bucket);
            entry += 1 << DISTANCE_BITS;
        }
    }

    /// Whether another number does not fit.
    fn is_full(&self) -> bool {
        self.layout.is_full(self.len + 1, self.buckets.len())
    }

    /// The number of buckets after growing: twice as many, from some number on half as many again, and a
    /// third more where memory matters.
    fn grown(&self, buckets: usize) -> usize {
        match buckets {
            0 => 1,
            1..32 => 2 * buckets,
            32..64 => 64 + self.stagger / 2,
            64..LARGE => buckets + buckets / 2,
            _ => buckets + buckets / 3,
        }
    }

    /// Move all numbers into more buckets.
    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let mut buckets = self.buckets.len();
        loop {
            buckets = self.grown(buckets);
            if let Some(grown) = self.rebuilt(buckets)? {
                *self = grown;
                return Ok(());
            }
        }
    }

    /// The same numbers in so many buckets; `None` if one is displaced too far.
    fn rebuilt(&self, buckets: usize) -> Result<Option<CompactSet>, Stop> {
        let mut list = memory::list(buckets)?;
        list.resize(buckets, Bucket::EMPTY);
        let layout = BucketLayout::of(self.bits, buckets);
        let mut new =
            CompactSet { buckets: list, layout, ..CompactSet::new(self.bits, self.stagger) };
        for (number, distance) in self.iter() {
            let entry = layout.entry(number) | distance.bits();
            if new.insert(new.home(number), entry).is_err() {
                return Ok(None);
            }
        }
        new.len = self.len;
        Ok(Some(new))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::random::SplitMix;

    /// Enter and measure random numbers of so many bits; compare with a map.
    fn agrees_with_a_map(bits: u32, count: usize, stagger: usize) {
        let (mut random, mut expected) = (SplitMix(u64::from(bits)), BTreeMap::new());
        let mut set = CompactSet::new(bits, stagger);
        for round in 0..count {
            let number = random.word() >> (64 - bits);
            let is_new = expected.insert(number, DistanceMod3::PRESENT).is_none();
            assert_eq!(set.enter(number, DistanceMod3::PRESENT), is_new, "{bits} {round}");
        }
        for (number, known) in &mut expected {
            if random.word().is_multiple_of(2) {
                *known = DistanceMod3::of_distance(low_word(random.word() % 7));
                assert!(set.measure(*number, *known));
                assert!(!set.measure(*number, DistanceMod3::of_distance(1)));
            }
        }
        for _ in 0..count {
            let number = random.word() >> (64 - bits);
            assert_eq!(set.distance(number), expected.get(&number).copied());
            assert!(expected.contains_key(&number) || !set.measure(number, DistanceMod3::PRESENT));
        }
        assert_eq!(set.len(), expected.len());
        assert_eq!(set.iter().collect::<BTreeMap<_, _>>(), expected);
    }

    #[test]
    fn numbers_of_any_size_are_kept_exactly() {
        for bits in [8, 9, 13, 20, 27, 31, 32, 33, 38, 43, 47, 50, 55, 58, 59] {
            agrees_with_a_map(bits, 3_000, bits as usize);
        }
        agrees_with_a_map(40, 60_000, 63);
        agrees_with_a_map(16, 100_000, 5);
    }

    #[test]
    fn a_large_set_takes_few_bytes_a_number() {
        let mut set = CompactSet::new(43, 0);
        let mut random = SplitMix(1);
        while set.len() < 200_000 {
            set.enter(random.word() >> 21, DistanceMod3::PRESENT);
        }
        assert!(set.bytes() < 7 * 200_000, "{}", set.bytes());
        assert!(set.bytes_with(0) == set.bytes() && set.bytes_with(1 << 20) > 4 * set.bytes());
    }
}
