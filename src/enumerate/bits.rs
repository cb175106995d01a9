//! Moving bits between the words of mixed-radix numbers.
//!
//! A digit with `radix` values and weight `stride` cuts a word into blocks of `stride` equal values
//! of the digit. The numbers whose digit lies in a set are a mask; those of one mask are carried to
//! those of another, in the same order, by extracting and depositing bits.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

/// `COMB[s]` has a bit at each multiple of `s`.
const COMB: [u64; 65] = combs();

const fn combs() -> [u64; 65] {
    let mut combs = [1; 65];
    let mut stride = 1;
    while stride < 64 {
        let mut at = stride;
        while at < 64 {
            combs[stride] |= 1 << at;
            at += stride;
        }
        stride += 1;
    }
    combs
}

/// The first `count` bits, at most 64.
#[inline]
pub(super) fn ones(count: u32) -> u64 {
    if count == 64 { !0 } else { (1 << count) - 1 }
}

/// The fastest method that this processor has.
#[derive(Clone, Copy, Debug)]
pub(super) enum BitMethod {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Bmi2(Bmi2),
}

impl BitMethod {
    pub(super) fn best() -> BitMethod {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("popcnt") {
            return BitMethod::Bmi2(Bmi2(()));
        }
        BitMethod::Portable(Portable)
    }
}

/// How bits are extracted and deposited.
pub(super) trait Deposit: Copy {
    /// The bits of `word` under `from`, moved to the places of `to`, in order.
    fn carry(self, word: u64, from: u64, to: u64) -> u64;

    /// The first `count` bits of a mask.
    #[inline(always)]
    fn first(self, count: u32, mask: u64) -> u64 {
        self.carry(ones(count), !0, mask)
    }

    /// The first bits of `word`, moved to the multiples of `stride`.
    fn comb(self, word: u64, stride: u8) -> u64;

    /// The numbers of a word in which a digit of this radix and stride has one of the `values`.
    #[inline(always)]
    fn spread(self, values: u64, radix: u8, stride: u8) -> u64 {
        let blocks = self.blocks(values, stride);
        blocks.wrapping_mul(COMB[usize::from(radix) * usize::from(stride)])
    }

    /// The numbers of a word in which the last digit, of this stride, has one of the `values`.
    #[inline(always)]
    fn blocks(self, values: u64, stride: u8) -> u64 {
        self.comb(values, stride).wrapping_mul(ones(stride.into()))
    }
}

/// By a loop over the bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Deposit for Portable {
    #[inline]
    fn carry(self, word: u64, from: u64, to: u64) -> u64 {
        if from == to {
            return word & from;
        }
        let (mut carried, mut from, mut to) = (0, from, to);
        while from != 0 && to != 0 {
            if word & from & from.wrapping_neg() != 0 {
                carried |= to & to.wrapping_neg();
            }
            from &= from - 1;
            to &= to - 1;
        }
        carried
    }

    #[inline]
    fn comb(self, word: u64, stride: u8) -> u64 {
        let (mut moved, mut left) = (0, word);
        while left != 0 {
            moved |= 1 << (left.trailing_zeros() * u32::from(stride));
            left &= left - 1;
        }
        moved
    }
}

/// By two instructions of BMI2. Only `BitMethod::best` constructs it, if the processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Deposit for Bmi2 {
    #[inline(always)]
    fn carry(self, word: u64, from: u64, to: u64) -> u64 {
        use std::arch::x86_64::{_pdep_u64, _pext_u64};
        // SAFETY: `BitMethod::best` has detected the instructions.
        unsafe { _pdep_u64(_pext_u64(word, from), to) }
    }

    #[inline(always)]
    fn comb(self, word: u64, stride: u8) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(word, COMB[usize::from(stride)]) }
    }
}
