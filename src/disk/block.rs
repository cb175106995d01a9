//! Blocks of sorted words: the differences as numbers of variable length, under a checksum.
//!
//! ```text
//!     checksum, 4 bytes | words, 2 | bytes in use, 2 | first word, differences: LEB128 | zeros
//! ```
//!
//! The checksum is that of the number of the block in its file and of all that follows, so that a block
//! in the place of another is found.

use super::code::Word;

/// The bytes of a block.
pub(super) const BLOCK: usize = 8 << 10;
/// The most words of a block, so that a list for them has a fixed size.
pub(super) const MAX_WORDS: usize = 2 << 10;
const HEADER: usize = 8;
/// The bytes of the longest number.
const LONGEST: usize = 19;

/// The block that is being written.
#[derive(Debug)]
pub(super) struct Packer<T> {
    bytes: Vec<u8>,
    words: usize,
    last: T,
}

impl<T: Word> Packer<T> {
    pub(super) fn new() -> Packer<T> {
        let mut bytes = Vec::with_capacity(BLOCK);
        bytes.resize(HEADER, 0);
        Packer { bytes, words: 0, last: T::ZERO }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() + LONGEST > BLOCK || self.words == MAX_WORDS
    }

    /// Append a word that is not less than the last. The block must not be full.
    #[inline]
    pub(super) fn push(&mut self, word: T) {
        write_number(&mut self.bytes, word - self.last);
        self.last = word;
        self.words += 1;
    }

    /// Hand the block with this number to `write` and begin the next.
    pub(super) fn seal<R>(&mut self, number: u64, write: impl FnOnce(&[u8]) -> R) -> R {
        let (words, used) = (self.words.to_le_bytes(), self.bytes.len().to_le_bytes());
        self.bytes[4..6].copy_from_slice(&words[..2]);
        self.bytes[6..8].copy_from_slice(&used[..2]);
        self.bytes.resize(BLOCK, 0);
        let checksum = checksum(number, &self.bytes[4..]);
        self.bytes[..4].copy_from_slice(&checksum.to_le_bytes());
        let result = write(&self.bytes);
        self.bytes.clear();
        self.bytes.resize(HEADER, 0);
        (self.words, self.last) = (0, T::ZERO);
        result
    }
}

fn checksum(number: u64, rest: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(rest);
    hasher.finalize()
}

/// The words of the block with this number; `None` if it is damaged or another.
pub(super) fn unpack<T: Word>(block: &[u8], number: u64, words: &mut Vec<T>) -> Option<()> {
    words.clear();
    let (found, rest) = block.split_first_chunk()?;
    if checksum(number, rest) != u32::from_le_bytes(*found) {
        return None;
    }
    let count = usize::from(u16::from_le_bytes([block[4], block[5]])).min(MAX_WORDS);
    let used = usize::from(u16::from_le_bytes([block[6], block[7]]));
    let mut bytes = block.get(HEADER..used)?.iter();
    let mut last = T::ZERO;
    for _ in 0..count {
        last = last + read_number(&mut bytes)?;
        words.push(last);
    }
    Some(())
}

#[inline]
fn write_number<T: Word>(bytes: &mut Vec<u8>, mut number: T) {
    while number.low() > 0x7F || number >> 7 > T::ZERO {
        bytes.push(number.low().to_le_bytes()[0] | 0x80);
        number = number >> 7;
    }
    bytes.push(number.low().to_le_bytes()[0]);
}

#[inline]
fn read_number<'a, T: Word>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<T> {
    let (mut number, mut shift) = (T::ZERO, 0);
    loop {
        let byte = *bytes.next()?;
        number = number | T::from(u64::from(byte & 0x7F)) << shift;
        shift += 7;
        if byte < 0x80 {
            return Some(number);
        }
        if shift >= T::BITS {
            return None;
        }
    }
}
