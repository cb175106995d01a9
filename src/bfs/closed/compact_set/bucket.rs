//! A bucket: a line of the processor's cache with 16 entries of 32 bits down to 8 of 64.

/// Words of a bucket.
const WORDS: usize = 16;
/// The bits of an entry that hold the distance, and those that hold the displacement as well.
pub(super) const DISTANCE_BITS: u32 = 2;
pub(super) const TAG_BITS: u32 = 5;
pub(super) const DISTANCE: u32 = (1 << DISTANCE_BITS) - 1;
pub(super) const DISPLACEMENT: u32 = (1 << TAG_BITS) - 1 - DISTANCE;

/// The first entries of all slots, then the other bits of each entry.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Bucket(pub(super) [u32; WORDS]);

/// How many slots a bucket has, and what they hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct BucketLayout {
    /// The bits of a remainder.
    pub(super) remainder: u32,
    pub(super) slots: usize,
    /// The bits of an entry beyond the first 32.
    extra: u32,
}

impl BucketLayout {
    pub(super) fn of(bits: u32, buckets: usize) -> BucketLayout {
        let most = (1_u64 << bits).div_ceil(buckets as u64);
        let remainder = u64::BITS - (most - 1).leading_zeros();
        let extra = |slots: usize| (WORDS - slots) * 32 / slots;
        let fits = |slots: &usize| extra(*slots) + 32 >= (remainder + TAG_BITS) as usize;
        let slots = (8..=WORDS).rev().find(fits).expect("eight slots have 64 bits");
        BucketLayout { remainder, slots, extra: u32::try_from(extra(slots)).expect("at most 32") }
    }

    pub(super) fn mask(self) -> u64 {
        (1 << self.remainder) - 1
    }

    /// The entry of a number in its home bucket, without a distance.
    pub(super) fn entry(self, number: u64) -> u64 {
        (number & self.mask()) << TAG_BITS | 1 << DISTANCE_BITS
    }

    /// Whether so many numbers take more than nine tenths of the slots.
    pub(super) fn is_full(self, numbers: usize, buckets: usize) -> bool {
        numbers * 10 > buckets * self.slots * 9
    }

    /// The word and the bit at which the other bits of a slot's entry begin.
    pub(super) fn extra_at(self, slot: usize) -> (usize, u32) {
        let bit = slot * self.extra as usize;
        (self.slots + bit / 32, low_word(bit as u64 % 32))
    }
}

impl Bucket {
    pub(super) const EMPTY: Bucket = Bucket([0; WORDS]);

    /// The slot of an entry, whatever its distance.
    #[inline]
    pub(super) fn find(&self, entry: u64, layout: BucketLayout) -> Option<usize> {
        let mut slots = self.equal(low_word(entry), !DISTANCE) & ((1 << layout.slots) - 1);
        while slots != 0 {
            let slot = slots.trailing_zeros() as usize;
            if self.extra(slot, layout) == entry >> u32::BITS {
                return Some(slot);
            }
            slots &= slots - 1;
        }
        None
    }

    /// The first empty slot, or else one whose entry is displaced less than an entry with this
    /// displacement.
    #[inline]
    pub(super) fn slot_for(&self, displaced: u32, layout: BucketLayout) -> Option<usize> {
        let is_full = self.0[layout.slots - 1] & DISPLACEMENT != 0;
        if is_full && displaced == 1 {
            return None;
        }
        let slots = |displaced: u32| self.equal(displaced << DISTANCE_BITS, DISPLACEMENT);
        let at = (u32::from(is_full)..displaced).map(|displaced| slots(displaced).trailing_zeros());
        at.map(|slot| slot as usize).find(|slot| *slot < layout.slots)
    }

    /// Write an entry into a slot; returns the entry that was there.
    pub(super) fn replace(&mut self, slot: usize, entry: u64, layout: BucketLayout) -> Option<u64> {
        let old = self.entry(slot, layout);
        self.0[slot] = low_word(entry);
        self.set_extra(slot, layout, entry >> u32::BITS);
        old
    }

    /// The words that are equal to one in the bits of a mask, as bits.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[inline]
    pub(super) fn equal(&self, wanted: u32, mask: u32) -> u32 {
        use std::arch::x86_64::{
            __m128i, _mm_and_si128, _mm_cmpeq_epi32, _mm_load_si128, _mm_movemask_epi8,
            _mm_packs_epi16, _mm_packs_epi32, _mm_set1_epi32,
        };
        let (wanted, mask) = (wanted.cast_signed(), mask.cast_signed());
        // SAFETY: every x86-64 processor has SSE2. The four loads read the 64 bytes of the bucket, which
        // is aligned to 64 bytes.
        unsafe {
            let wanted = _mm_set1_epi32(wanted & mask);
            let mask = _mm_set1_epi32(mask);
            let words: *const __m128i = self.0.as_ptr().cast();
            let equal = |quarter: usize| {
                let words = _mm_load_si128(words.add(quarter));
                _mm_cmpeq_epi32(_mm_and_si128(words, mask), wanted)
            };
            let low = _mm_packs_epi32(equal(0), equal(1));
            let high = _mm_packs_epi32(equal(2), equal(3));
            _mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned()
        }
    }

    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    pub(super) fn equal(&self, wanted: u32, mask: u32) -> u32 {
        let words = self.0.iter().rev();
        words.fold(0, |equal, word| equal << 1 | u32::from((word ^ wanted) & mask == 0))
    }

    /// The entry of a slot; `None` if it is empty.
    pub(super) fn entry(&self, slot: usize, layout: BucketLayout) -> Option<u64> {
        let low = self.0[slot];
        let entry = self.extra(slot, layout) << u32::BITS | u64::from(low);
        (low & DISPLACEMENT != 0).then_some(entry)
    }

    /// The bits of an entry beyond the first 32.
    pub(super) fn extra(&self, slot: usize, layout: BucketLayout) -> u64 {
        let (word, shift) = layout.extra_at(slot);
        self.pair(word) >> shift & ((1 << layout.extra) - 1)
    }

    pub(super) fn set_extra(&mut self, slot: usize, layout: BucketLayout, bits: u64) {
        let (word, shift) = layout.extra_at(slot);
        let pair = self.pair(word) & !(((1 << layout.extra) - 1) << shift) | bits << shift;
        for (word, half) in self.0.iter_mut().skip(word).zip([pair, pair >> u32::BITS]) {
            *word = low_word(half);
        }
    }

    /// A word and the next one; 0 beyond the last.
    pub(super) fn pair(&self, word: usize) -> u64 {
        let at = |word: usize| self.0.get(word).map_or(0, |&word| u64::from(word));
        at(word) | at(word + 1) << u32::BITS
    }
}

/// The displacement of an entry plus one.
pub(super) fn displacement(entry: u64) -> u32 {
    (low_word(entry) & DISPLACEMENT) >> DISTANCE_BITS
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is asked for")]
pub(super) fn low_word(number: u64) -> u32 {
    number as u32
}
