//! Sorted lists of words merged to one, and words without those of a level.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::PathBuf;

use super::code::{Word, WordCode};
use super::error::Result;
use super::level::{LevelFile, Reader, Writer};
use super::pulse::Check;

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
