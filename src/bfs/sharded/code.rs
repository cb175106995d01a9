//! How states and moves are written as numbers.
//!
//! ```text
//!     key     the number of a state in mixed radix
//!     mixed   a permutation of these numbers:  shard | number within the shard
//!     word    number within the shard | the move that led to the state       fits 64 bits
//! ```

use super::{SHARD_BITS, SHARDS};
use crate::board::{Move, VehicleId};
use crate::state::commute::NO_MOVE;
use crate::state::{Edge, Key, StateSpace};

/// The fewest bits of a mixed number: those of the shard and a few more.
const MIN_BITS: u32 = SHARD_BITS + 8;
/// Odd factors with about as many ones as zeros, from the fractional digits of the golden ratio and of
/// the square root of 3.
const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];
const INVERSES: [u64; 2] = [inverse(FACTORS[0]), inverse(FACTORS[1])];

/// The numbers of the states and moves of a space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShardCode {
    /// The bits of a mixed number, as a mask, and half of them.
    mask: u64,
    half: u32,
    /// The bits of a number within its shard.
    bits: u32,
    /// The bits of a move, and those of its number of cells.
    move_bits: u32,
    cells_bits: u32,
}

impl ShardCode {
    /// `None` if a state and a move do not fit a word. The space must have compact keys.
    pub(crate) fn new(space: &StateSpace<'_>) -> Option<ShardCode> {
        let bits = (u64::BITS - (space.keys()? - 1).leading_zeros()).max(MIN_BITS);
        let intervals = space.intervals().iter();
        let most = intervals.map(|interval| interval.high - interval.low).max()?;
        let cells_bits = u8::BITS - most.leading_zeros() + 1;
        let move_bits = cells_bits + usize::BITS - space.vehicles().len().leading_zeros();
        let code = ShardCode {
            mask: (1 << bits) - 1,
            half: bits - bits / 2,
            bits: bits - SHARD_BITS,
            move_bits,
            cells_bits,
        };
        (code.bits + move_bits <= u64::BITS && code.bits < 59).then_some(code)
    }

    /// The bits of a number within its shard.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The shard of a key, and its number there.
    #[inline]
    pub(super) fn locate(&self, key: Key<1>) -> (usize, u64) {
        let mixed = self.mix(key.0[0]);
        let shard = usize::try_from(mixed >> self.bits).expect("six bits");
        (shard % SHARDS, mixed & (self.mask >> SHARD_BITS))
    }

    /// The key of a number of a shard.
    #[inline]
    pub(super) fn key(&self, shard: usize, number: u64) -> Key<1> {
        Key([self.unmix((shard as u64) << self.bits | number)])
    }

    /// The word of a state, by its number within its shard, and of the move that led to it.
    #[inline]
    pub(super) fn word(&self, number: u64, step: Move) -> u64 {
        number << self.move_bits | self.move_code(step)
    }

    /// The number within its shard of the state of a word.
    #[inline]
    pub(super) fn number(&self, word: u64) -> u64 {
        word >> self.move_bits
    }

    /// The state and the move of a word.
    #[inline]
    pub(super) fn edge(&self, shard: usize, word: u64) -> Edge<1> {
        let code = word & ((1 << self.move_bits) - 1);
        let vehicle = (code >> self.cells_bits).to_le_bytes()[0];
        let cells = code & ((1 << self.cells_bits) - 1);
        let cells = cells.wrapping_sub(1 << (self.cells_bits - 1)).to_le_bytes()[0].cast_signed();
        let step = Move { vehicle: VehicleId::from(vehicle.wrapping_sub(1)), cells };
        Edge {
            key: self.key(shard, self.number(word)),
            step: if code == 0 { NO_MOVE } else { step },
        }
    }

    /// 0 for no move.
    fn move_code(&self, step: Move) -> u64 {
        if step == NO_MOVE {
            return 0;
        }
        let cells = (1_u64 << (self.cells_bits - 1)).wrapping_add_signed(step.cells.into());
        (step.vehicle.index() as u64 + 1) << self.cells_bits | cells
    }

    /// Multiplications move information up, shifts move it down; each step can be undone.
    fn mix(&self, key: u64) -> u64 {
        FACTORS.iter().fold(key, |number, factor| {
            let product = number.wrapping_mul(*factor) & self.mask;
            product ^ product >> self.half
        })
    }

    fn unmix(&self, mixed: u64) -> u64 {
        INVERSES.iter().rev().fold(mixed, |number, inverse| {
            (number ^ number >> self.half).wrapping_mul(*inverse) & self.mask
        })
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: each step doubles the bits.
const fn inverse(number: u64) -> u64 {
    let (mut inverse, mut step) = (number, 0);
    while step < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(number.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}
