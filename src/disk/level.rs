//! Files of sorted words: levels, solved states and runs.
//!
//! ```text
//!     blocks of 8 KiB            block.rs
//!     16 bytes for each block    its first word
//!     40 bytes                   words | words of this and all levels before | states found so far |
//!                                blocks | stamp | checksum of the index and of what stands before it | zeros
//! ```
//!
//! The stamp comes of the manifest and of the name of the file, so that a file of another exploration,
//! and one in the place of another, is found.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::{Add, BitOr, Shl, Shr, Sub};
use std::path::{Path, PathBuf};

use super::folder::{At, DiskError, Folder, Kind, Result, rename};
use crate::board::{Move, VehicleId};
use crate::state::{Edge, Key, StateSpace};

const FOOTER: usize = 40;
const ENTRY: usize = 16;
/// An exploration of fewer states is repeated sooner than its files reach the disk.
const DURABLE: u64 = 1 << 20;

/// What is known of a complete file.
#[derive(Clone, Debug)]
pub(super) struct LevelFile {
    pub(super) path: PathBuf,
    pub(super) words: u64,
    /// The words of this level and of all before.
    pub(super) total: u64,
    /// The states that the exploration had found when it wrote this level.
    pub(super) found: u64,
    pub(super) blocks: u64,
    /// The first word of each block.
    pub(super) index: Vec<u128>,
}

impl LevelFile {
    /// Read the end of a file and check it.
    pub(super) fn open(path: &Path, stamp: u32) -> Result<LevelFile> {
        let damaged = || DiskError::Damaged(path.to_owned());
        let mut file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(DiskError::Missing(path.to_owned()));
            }
            file => file.at(path)?,
        };
        let bytes = file.metadata().at(path)?.len();
        let mut footer = [0; FOOTER];
        let end = bytes.checked_sub(FOOTER as u64).ok_or_else(damaged)?;
        file.seek(SeekFrom::Start(end)).at(path)?;
        file.read_exact(&mut footer).at(path)?;
        let word = |at: usize| u64::from_le_bytes(footer[at..at + 8].try_into().expect("8 bytes"));
        let half = |at: usize| u32::from_le_bytes(footer[at..at + 4].try_into().expect("4 bytes"));
        let blocks = half(24).into();
        let expected = blocks * (BLOCK + ENTRY) as u64 + FOOTER as u64;
        if bytes != expected || half(28) != stamp || half(36) != 0 {
            return Err(damaged());
        }
        let mut entries = vec![0; usize::try_from(blocks).map_err(|_| damaged())? * ENTRY];
        file.seek(SeekFrom::Start(blocks * BLOCK as u64)).at(path)?;
        file.read_exact(&mut entries).at(path)?;
        if checksum(&entries, &footer) != half(32) {
            return Err(damaged());
        }
        let index = entries.as_chunks().0.iter().map(|entry| u128::from_le_bytes(*entry)).collect();
        let (words, total, found) = (word(0), word(8), word(16));
        Ok(LevelFile { path: path.to_owned(), words, total, found, blocks, index })
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks * (BLOCK + ENTRY) as u64 + FOOTER as u64
    }

    /// The words of a block.
    pub(super) fn block(&self, number: usize) -> Result<Vec<u128>> {
        let mut file = File::open(&self.path).at(&self.path)?;
        file.seek(SeekFrom::Start((number * BLOCK) as u64)).at(&self.path)?;
        let (mut bytes, mut words) = (vec![0; BLOCK], Vec::with_capacity(MAX_WORDS));
        file.read_exact(&mut bytes).at(&self.path)?;
        unpack(&bytes, number as u64, &mut words)
            .ok_or_else(|| DiskError::Damaged(self.path.clone()))?;
        Ok(words)
    }
}

fn checksum(entries: &[u8], footer: &[u8; FOOTER]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(entries);
    hasher.update(&footer[..32]);
    hasher.finalize()
}

// The levels of a folder.

impl Folder {
    /// A file of a level.
    pub(super) fn level(&self, kind: Kind, level: u32) -> Result<LevelFile> {
        let path = self.name(kind, level);
        LevelFile::open(&path, self.stamp(&path))
    }

    /// Refuse a folder that lacks a file of which the exploration is made. The last level of a pass may
    /// be missing together with all that was made of it: it is found again.
    pub(super) fn require_levels(&self) -> Result<()> {
        if let Some((last, _)) = self.last(Kind::Distance)? {
            return self.require(Kind::Distance, 0..last);
        }
        let Some((last, _)) = self.last(Kind::Reached)? else { return Ok(()) };
        self.require(Kind::Solved, 0..last)?;
        let Some(before) = last.checked_sub(1) else { return Ok(()) };
        // The level before one is removed when the level after it is there.
        let is_expanded = self.name(Kind::Solved, last).exists();
        let other = if is_expanded { last + 1 } else { before };
        let is_there = self.name(Kind::Reached, before).exists();
        if is_there { Ok(()) } else { Err(DiskError::Missing(self.name(Kind::Reached, other))) }
    }

    /// The last file of a kind, and its number; `None` if there is none.
    pub(super) fn last(&self, kind: Kind) -> Result<Option<(u32, LevelFile)>> {
        let last = self.numbers(kind)?.pop();
        last.map(|number| Ok((number, self.level(kind, number)?))).transpose()
    }

    /// The states that were found so far.
    pub(super) fn states(&self) -> Result<u64> {
        let last = self.last(Kind::Distance)?;
        let last = if last.is_none() { self.last(Kind::Reached)? } else { last };
        Ok(last.map_or(0, |(_, level)| level.found))
    }
}

/// Writes words in order to a file that gets its name at the end.
#[derive(Debug)]
pub(super) struct Writer<T> {
    file: File,
    path: PathBuf,
    packer: Packer<T>,
    index: Vec<u8>,
    words: u64,
}

impl<T: Word> Writer<T> {
    pub(super) fn new(path: PathBuf) -> Result<Writer<T>> {
        let file = File::create(&path).at(&path)?;
        Ok(Writer { file, path, packer: Packer::new(), index: Vec::new(), words: 0 })
    }

    pub(super) fn words(&self) -> u64 {
        self.words
    }

    #[inline]
    pub(super) fn push(&mut self, word: T) -> Result<()> {
        if self.packer.is_full() {
            self.seal()?;
        }
        if self.packer.is_empty() {
            let first: u128 = word.into();
            self.index.extend_from_slice(&first.to_le_bytes());
        }
        self.packer.push(word);
        self.words += 1;
        Ok(())
    }

    #[cold]
    fn seal(&mut self) -> Result<()> {
        let number = (self.index.len() / ENTRY - 1) as u64;
        self.packer.seal(number, |block| self.file.write_all(block)).at(&self.path)
    }

    /// Complete a file that gets no name.
    pub(super) fn end(self, folder: &Folder) -> Result<LevelFile> {
        let stamp = folder.stamp(&self.path);
        LevelFile::open(&self.complete(0, 0, stamp)?, stamp)
    }

    /// Complete the file after so many words of levels before; the path under which it lies.
    fn complete(mut self, before: u64, found: u64, stamp: u32) -> Result<PathBuf> {
        if !self.packer.is_empty() {
            self.seal()?;
        }
        let blocks = u32::try_from(self.index.len() / ENTRY).expect("at most 32 TiB");
        let mut footer = [0; FOOTER];
        footer[..8].copy_from_slice(&self.words.to_le_bytes());
        footer[8..16].copy_from_slice(&(before + self.words).to_le_bytes());
        footer[16..24].copy_from_slice(&found.to_le_bytes());
        footer[24..28].copy_from_slice(&blocks.to_le_bytes());
        footer[28..32].copy_from_slice(&stamp.to_le_bytes());
        let checksum = checksum(&self.index, &footer);
        footer[32..36].copy_from_slice(&checksum.to_le_bytes());
        self.file.write_all(&self.index).at(&self.path)?;
        self.file.write_all(&footer).at(&self.path)?;
        Ok(self.path)
    }

    /// Complete the file, after so many words of levels before, and make it that of a level; if the
    /// exploration has found many states, wait until it is on the disk.
    pub(super) fn publish(
        self,
        folder: &Folder,
        kind: Kind,
        level: u32,
        before: u64,
        found: u64,
    ) -> Result<()> {
        let name = folder.name(kind, level);
        let file = self.file.try_clone().at(&self.path)?;
        let path = self.complete(before, found, folder.stamp(&name))?;
        if found < DURABLE {
            return fs::rename(&path, &name).at(&name);
        }
        file.sync_all().at(&path)?;
        rename(&path, &name)
    }
}

/// Reads the words of a file in order.
#[derive(Debug)]
pub(super) struct Reader<T> {
    file: File,
    path: PathBuf,
    /// The number of the next block, and how many there are.
    next: u64,
    blocks: u64,
    bytes: Vec<u8>,
    words: Vec<T>,
    place: usize,
}

impl<T: Word> Reader<T> {
    /// The memory that a reader takes.
    pub(super) const BYTES: usize = BLOCK + MAX_WORDS * size_of::<T>();

    pub(super) fn new(level: &LevelFile) -> Result<Reader<T>> {
        let file = File::open(&level.path).at(&level.path)?;
        let (path, blocks, bytes) = (level.path.clone(), level.blocks, vec![0; BLOCK]);
        Ok(Reader { file, path, next: 0, blocks, bytes, words: Vec::new(), place: 0 })
    }

    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<T>> {
        if self.place == self.words.len() && !self.fill()? {
            return Ok(None);
        }
        let word = self.words[self.place];
        self.place += 1;
        Ok(Some(word))
    }

    #[cold]
    fn fill(&mut self) -> Result<bool> {
        self.place = 0;
        let mut words = std::mem::take(&mut self.words);
        let is_filled = self.block(&mut words);
        self.words = words;
        is_filled
    }

    /// Read the words of the next block; false if there is none.
    pub(super) fn block(&mut self, words: &mut Vec<T>) -> Result<bool> {
        words.clear();
        if self.next == self.blocks {
            return Ok(false);
        }
        self.file.read_exact(&mut self.bytes).at(&self.path)?;
        let unpacked = unpack(&self.bytes, self.next, words).filter(|()| !words.is_empty());
        self.next += 1;
        unpacked.ok_or_else(|| DiskError::Damaged(self.path.clone()))?;
        Ok(true)
    }
}

// Blocks of sorted words: the differences as numbers of variable length, under a checksum.
//
// ```text
//     checksum, 4 bytes | words, 2 | bytes in use, 2 | first word, differences: LEB128 | zeros
// ```
//
// The checksum is that of the number of the block in its file and of all that follows, so that a block
// in the place of another is found.

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
        let checksum = block_checksum(number, &self.bytes[4..]);
        self.bytes[..4].copy_from_slice(&checksum.to_le_bytes());
        let result = write(&self.bytes);
        self.bytes.clear();
        self.bytes.resize(HEADER, 0);
        (self.words, self.last) = (0, T::ZERO);
        result
    }
}

fn block_checksum(number: u64, rest: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(rest);
    hasher.finalize()
}

/// The words of the block with this number; `None` if it is damaged or another.
pub(super) fn unpack<T: Word>(block: &[u8], number: u64, words: &mut Vec<T>) -> Option<()> {
    words.clear();
    let (found, rest) = block.split_first_chunk()?;
    if block_checksum(number, rest) != u32::from_le_bytes(*found) {
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

// States and moves as numbers: of 64 bits if they fit, otherwise of 128.
//
// ```text
// word    number of the state | number of the move that led to it, 0 for none
// ```

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
