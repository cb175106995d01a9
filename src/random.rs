//! Pseudo-random numbers that are the same on every machine.

/// A generator that is the same everywhere (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
#[derive(Clone, Debug)]
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// The generator of a numbered part of some work, independent of the other parts.
    pub(crate) fn of_part(seed: u64, number: u64) -> SplitMix {
        let mut numbers = SplitMix(number);
        SplitMix(seed ^ numbers.word())
    }

    /// A number of 64 bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `count`, which is at least 1.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let product = u128::from(self.word()) * count as u128;
        usize::try_from(product >> 64).expect("below count")
    }

    /// A number from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a number of 53 bits")]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
