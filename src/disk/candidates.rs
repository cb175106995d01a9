//! The successors of a level: sorted in memory, and written as runs when they do not fit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::PathBuf;

use super::folder::{Folder, Result, remove_unfinished};
use super::level::{LevelFile, Reader, Word, WordCode, Writer};
use crate::outcome::memory;

/// Words that are written between two checks.
const PERIOD: u64 = 1 << 10;

/// What a thread calls while it works.
pub(super) trait Check {
    /// Check the limits, with so many bytes beside the buffers.
    fn check(&mut self, bytes: usize) -> Result<()>;

    /// Check the limits now and then.
    #[inline]
    fn check_sometimes(&mut self, words: u64, bytes: usize) -> Result<()> {
        if words.is_multiple_of(PERIOD) { self.check(bytes) } else { Ok(()) }
    }
}

/// The most runs: so many are merged to one.
pub(super) const MAX_RUNS: usize = 16;
/// The most words that are sorted at once, so that a signal is noticed soon.
const MAX_CHUNK: usize = 1 << 22;
/// A chunk takes at most one part in so many of the memory.
const MIN_CHUNKS: usize = 4;

/// Words in the order in which they are found.
#[derive(Debug)]
pub(super) struct Candidates<'a, T> {
    folder: &'a Folder,
    code: &'a WordCode,
    /// The bytes for all chunks, and the words of one.
    room: usize,
    chunk: usize,
    /// The words that are not yet sorted.
    open: Vec<T>,
    /// Sorted lists without duplicates, and their bytes.
    chunks: Vec<Vec<T>>,
    held: usize,
    runs: Vec<LevelFile>,
    /// The number of the thread and of runs that were written, which name the next.
    thread: usize,
    written: u64,
}

impl<'a, T: Word> Candidates<'a, T> {
    pub(super) fn new(
        folder: &'a Folder,
        code: &'a WordCode,
        room: usize,
        thread: usize,
    ) -> Candidates<'a, T> {
        let chunk = (room / size_of::<T>() / MIN_CHUNKS).clamp(1, MAX_CHUNK);
        let (open, chunks, runs) = (Vec::new(), Vec::new(), Vec::new());
        Candidates { folder, code, room, chunk, open, chunks, held: 0, runs, thread, written: 0 }
    }

    /// The bytes of all lists.
    pub(super) fn bytes(&self) -> usize {
        self.held + self.open.capacity() * size_of::<T>()
    }

    pub(super) fn extend(&mut self, words: &[T], check: &mut impl Check) -> Result<()> {
        for part in words.chunks(self.chunk) {
            if self.open.len() + part.len() > self.chunk {
                self.close(check)?;
            }
            if self.open.capacity() == 0 {
                self.open = memory::list(self.chunk)?;
            }
            self.open.extend_from_slice(part);
        }
        Ok(())
    }

    /// Add a file of sorted words.
    pub(super) fn add(&mut self, run: LevelFile, check: &mut impl Check) -> Result<()> {
        self.runs.push(run);
        if self.runs.len() == MAX_RUNS {
            let old = std::mem::take(&mut self.runs);
            let joined = self.write(readers(&old)?, check)?;
            self.runs.push(joined);
            old.iter().try_for_each(|run| remove_unfinished(&run.path))?;
        }
        Ok(())
    }

    /// Everything of all threads in order, each state once. Their words must be closed.
    pub(super) fn merged(
        code: &'a WordCode,
        parts: Vec<Candidates<'_, T>>,
    ) -> Result<Merge<'a, T>> {
        let mut sources = Vec::new();
        for part in parts {
            sources.extend(readers(&part.runs)?);
            sources.extend(lists(part.chunks));
        }
        Merge::new(code, sources)
    }

    /// Sort the open words; write a run if there is no room for another chunk.
    pub(super) fn close(&mut self, check: &mut impl Check) -> Result<()> {
        let mut words = std::mem::take(&mut self.open);
        words.sort_unstable();
        words.dedup_by_key(|word| self.code.number(*word));
        words.shrink_to_fit();
        self.held += words.capacity() * size_of::<T>();
        self.chunks.push(words);
        if self.held + self.chunk * size_of::<T>() > self.room {
            return self.spill(check);
        }
        check.check(self.bytes())
    }

    /// Write all chunks as a run.
    fn spill(&mut self, check: &mut impl Check) -> Result<()> {
        let chunks = lists(std::mem::take(&mut self.chunks)).collect();
        let run = self.write(chunks, check)?;
        self.held = 0;
        self.add(run, check)
    }

    fn write(&mut self, sources: Vec<Source<T>>, check: &mut impl Check) -> Result<LevelFile> {
        let path = self.folder.unfinished(&format!("run-{}-{:06}", self.thread, self.written));
        self.written += 1;
        let writer = Merge::new(self.code, sources)?.write(path, check, self.bytes())?;
        writer.end(self.folder)
    }
}

fn lists<T>(chunks: Vec<Vec<T>>) -> impl Iterator<Item = Source<T>> {
    chunks.into_iter().map(|chunk| Source::Chunk(chunk.into_iter()))
}

fn readers<T: Word>(runs: &[LevelFile]) -> Result<Vec<Source<T>>> {
    runs.iter().map(|run| Ok(Source::Run(Reader::new(run)?))).collect()
}

// Sorted lists of words merged to one, and words without those of a level.

/// A sorted list in memory or in a file.
#[derive(Debug)]
pub(super) enum Source<T> {
    Chunk(std::vec::IntoIter<T>),
    Run(Reader<T>),
}

impl<T: Word> Source<T> {
    fn next(&mut self) -> Result<Option<T>> {
        match self {
            Source::Chunk(words) => Ok(words.next()),
            Source::Run(reader) => reader.next(),
        }
    }
}

/// Merges sorted lists, and keeps the least word of each state.
#[derive(Debug)]
pub(super) struct Merge<'a, T> {
    code: &'a WordCode,
    sources: Vec<Source<T>>,
    heads: BinaryHeap<Reverse<(T, usize)>>,
    last: Option<T>,
}

impl<'a, T: Word> Merge<'a, T> {
    pub(super) fn new(code: &'a WordCode, mut sources: Vec<Source<T>>) -> Result<Merge<'a, T>> {
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (place, source) in sources.iter_mut().enumerate() {
            heads.extend(source.next()?.map(|word| Reverse((word, place))));
        }
        Ok(Merge { code, sources, heads, last: None })
    }

    /// The next word of another state.
    pub(super) fn next(&mut self) -> Result<Option<T>> {
        while let Some(word) = self.next_word()? {
            let number = self.code.number(word);
            if self.last.replace(number) != Some(number) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    /// Write all words to a file, with so many bytes in memory.
    pub(super) fn write(
        mut self,
        path: PathBuf,
        check: &mut impl Check,
        bytes: usize,
    ) -> Result<Writer<T>> {
        let mut writer = Writer::new(path)?;
        while let Some(word) = self.next()? {
            writer.push(word)?;
            check.check_sometimes(writer.words(), bytes)?;
        }
        Ok(writer)
    }

    fn next_word(&mut self) -> Result<Option<T>> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        let Reverse((word, place)) = *head;
        match self.sources[place].next()? {
            Some(next) => *head = Reverse((next, place)),
            None => drop(PeekMut::pop(head)),
        }
        Ok(Some(word))
    }
}

/// Answers whether states belong to a level, for states in order.
#[derive(Debug)]
pub(super) struct Sieve<'a, T> {
    code: &'a WordCode,
    reader: Reader<T>,
    number: Option<T>,
}

impl<'a, T: Word> Sieve<'a, T> {
    pub(super) fn new(code: &'a WordCode, level: &LevelFile) -> Result<Sieve<'a, T>> {
        let mut reader = Reader::new(level)?;
        let number = reader.next()?.map(|word| code.number(word));
        Ok(Sieve { code, reader, number })
    }

    /// Whether the level has the state of this number.
    #[inline]
    pub(super) fn has(&mut self, wanted: T) -> Result<bool> {
        while let Some(number) = self.number
            && number < wanted
        {
            self.number = self.reader.next()?.map(|word| self.code.number(word));
        }
        Ok(self.number == Some(wanted))
    }
}
