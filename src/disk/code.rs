//! States and moves as numbers: of 64 bits if they fit, otherwise of 128.
//!
//! ```text
//!     word    number of the state | number of the move that led to it, 0 for none
//! ```

use std::fmt::Debug;
use std::ops::{Add, BitOr, Shl, Shr, Sub};

use crate::board::{Move, VehicleId};
use crate::state::{Edge, Key, StateSpace};

/// An unsigned number that holds a state and a move.
pub(super) trait Word:
    Copy
    + Ord
    + Debug
    + Send
    + From<u64>
    + Into<u128>
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const ZERO: Self;

    /// The low 64 bits.
    fn low(self) -> u64;
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;
    const ZERO: u64 = 0;

    fn low(self) -> u64 {
        self
    }
}

impl Word for u128 {
    const BITS: u32 = u128::BITS;
    const ZERO: u128 = 0;

    #[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    fn low(self) -> u64 {
        self as u64
    }
}

/// Where a word of a key lies in a number.
#[derive(Clone, Copy, Debug)]
struct KeyPart {
    shift: u32,
    mask: u64,
}

/// How the states and moves of a space are numbered. The space must have compact keys.
#[derive(Clone, Debug)]
pub(super) struct WordCode {
    parts: Vec<KeyPart>,
    /// Every move by its number; the first is none.
    moves: Vec<Move>,
    /// For each vehicle the number that a move of no cells would have.
    first: Vec<u16>,
    bits: u32,
    move_bits: u32,
}

impl WordCode {
    /// `origin` is the move of the states from which a search begins.
    pub(super) fn new(space: &StateSpace<'_>, origin: Move) -> WordCode {
        let (mut moves, mut first) = (vec![origin], Vec::new());
        for (index, interval) in space.intervals().iter().enumerate() {
            let most = (interval.high - interval.low).cast_signed();
            let vehicle = VehicleId::new(index);
            first.push(number(moves.len()) + u16::from(most.unsigned_abs()));
            moves.extend((-most..=most).map(|cells| Move { vehicle, cells }));
        }
        let (parts, bits) = parts(space);
        let move_bits = u16::BITS - number(moves.len() - 1).leading_zeros();
        WordCode { parts, moves, first, bits, move_bits }
    }

    /// The bits of a word.
    pub(super) fn bits(&self) -> u32 {
        self.bits + self.move_bits
    }

    /// The number of a state without its move.
    #[inline]
    pub(super) fn number<T: Word>(&self, word: T) -> T {
        word >> self.move_bits
    }

    /// The word of the same state without a move.
    #[inline]
    pub(super) fn bare<T: Word>(&self, word: T) -> T {
        self.number(word) << self.move_bits
    }

    /// The word of a state from which a search begins.
    #[inline]
    pub(super) fn origin<T: Word, const W: usize>(&self, key: &Key<W>) -> T {
        self.pack::<T, W>(key) << self.move_bits
    }

    #[inline]
    pub(super) fn word<T: Word, const W: usize>(&self, edge: &Edge<W>) -> T {
        let first = self.first[edge.step.vehicle.index()];
        let step = first.wrapping_add_signed(edge.step.cells.into());
        self.origin::<T, W>(&edge.key) | T::from(u64::from(step))
    }

    #[inline]
    pub(super) fn edge<T: Word, const W: usize>(&self, word: T) -> Edge<W> {
        let step = word.low() & ((1 << self.move_bits) - 1);
        let step = usize::try_from(step).map_or(0, |step| step.min(self.moves.len() - 1));
        Edge { key: self.unpack(self.number(word)), step: self.moves[step] }
    }

    pub(super) fn pack<T: Word, const W: usize>(&self, key: &Key<W>) -> T {
        let words = key.0.iter().zip(&self.parts);
        words.fold(T::ZERO, |number, (&word, part)| number | T::from(word) << part.shift)
    }

    fn unpack<T: Word, const W: usize>(&self, number: T) -> Key<W> {
        let mut key = Key([0; W]);
        for (word, part) in key.0.iter_mut().zip(&self.parts) {
            *word = (number >> part.shift).low() & part.mask;
        }
        key
    }
}

/// The places of the words of a key, and how many bits they take together.
fn parts(space: &StateSpace<'_>) -> (Vec<KeyPart>, u32) {
    let mut most = vec![0; space.words()];
    for vehicle in 0..space.vehicles().len() {
        most[space.word(vehicle)] += space.unit(vehicle) * (space.radix(vehicle) - 1);
    }
    let mut shift = 0;
    let mut part = |most: u64| {
        let (bits, at) = (u64::BITS - most.leading_zeros(), shift);
        shift += bits;
        KeyPart { shift: at, mask: (1 << bits) - 1 }
    };
    (most.into_iter().map(&mut part).collect(), shift)
}

fn number(index: usize) -> u16 {
    u16::try_from(index).expect("128 vehicles, 63 places each")
}
