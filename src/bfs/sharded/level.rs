//! A shard's part of the level that is read and of the next one that is written, as words (`code.rs`).

use std::collections::VecDeque;

use crate::outcome::Stop;
use crate::outcome::memory;

/// Words of a page.
const PAGE: usize = 1 << 10;

/// Two levels in pages. A page that was read is used again for writing.
#[derive(Debug, Default)]
pub(super) struct ShardLevel {
    old: VecDeque<Vec<u64>>,
    new: VecDeque<Vec<u64>>,
    spare: Vec<Vec<u64>>,
    /// The words of the first page that were read.
    at: usize,
    unread: usize,
    /// The number of words written.
    len: usize,
    lacks_memory: bool,
}

impl ShardLevel {
    /// The number of words to read.
    pub(super) fn unread(&self) -> usize {
        self.unread
    }

    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    /// The bytes of all pages, each at its full size if there are several.
    pub(super) fn bytes(&self) -> usize {
        let full = (self.old.len() + self.new.len() + self.spare.len()).saturating_sub(2);
        let first = self.new.front().map_or(0, Vec::capacity) + PAGE;
        (full * PAGE + first.min(2 * PAGE)) * size_of::<u64>()
    }

    /// Write a word. It is lost if there is no memory for it; [`ShardLevel::lacks_memory`] is true from then
    /// on.
    #[inline]
    pub(super) fn push(&mut self, word: u64) {
        match self.new.back_mut() {
            Some(page) if page.len() < page.capacity() => page.push(word),
            _ => self.lacks_memory |= self.widen(word).is_err(),
        }
        self.len += 1;
    }

    #[cold]
    fn widen(&mut self, word: u64) -> Result<(), Stop> {
        if let Some(page) = self.new.back_mut().filter(|page| page.len() < PAGE) {
            return memory::push(page, word);
        }
        let mut page = self.spare.pop().unwrap_or_default();
        if self.len > 0 {
            memory::reserve(&mut page, PAGE)?;
        }
        memory::push(&mut page, word)?;
        memory::push_back(&mut self.new, page)
    }

    /// Make the written level the one that is read, and begin a new one.
    pub(super) fn advance(&mut self) {
        debug_assert!(self.old.is_empty(), "the level was read to its end");
        std::mem::swap(&mut self.old, &mut self.new);
        (self.unread, self.len) = (self.len, 0);
    }

    /// Take the next words to read, at most so many; none at the end of the level.
    pub(super) fn take(&mut self, most: usize, words: &mut Vec<u64>) {
        words.clear();
        let Some(page) = self.old.front_mut() else { return };
        let end = page.len().min(self.at + most);
        words.extend_from_slice(&page[self.at..end]);
        (self.at, self.unread) = (end, self.unread - words.len());
        if end == page.len() {
            let mut page = self.old.pop_front().expect("the first");
            page.clear();
            self.spare.push(page);
            self.at = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_were_written() {
        let mut level = ShardLevel::default();
        for len in [1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, 0, 2] {
            (0..len as u64).for_each(|word| level.push(word));
            assert_eq!((level.len, level.unread()), (len, 0));
            level.advance();
            let (mut read, mut words) = (Vec::new(), Vec::new());
            while level.unread() > 0 {
                level.take(7, &mut words);
                read.extend_from_slice(&words);
            }
            assert!(read.into_iter().eq(0..len as u64) && level.len == 0);
        }
    }
}
