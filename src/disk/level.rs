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

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::block::{BLOCK, MAX_WORDS, Packer, unpack};
use super::code::Word;
use super::error::{At, DiskError, Result};
use super::folder::{Folder, Kind};

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

/// Give a complete file its name, and wait until that is on the disk.
pub(super) fn rename(path: &Path, name: &Path) -> Result<()> {
    fs::rename(path, name).at(name)?;
    #[cfg(unix)]
    if let Some(folder) = name.parent() {
        File::open(folder).and_then(|folder| folder.sync_all()).at(folder)?;
    }
    Ok(())
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
