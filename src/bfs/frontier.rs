//! The level that the loop reads and the one that it writes: edges in pages, which pass from the
//! one to the other, so that both together take little more room than the larger of them. Each edge
//! may have a tag of whoever writes it.

use std::collections::VecDeque;

use crate::board::{Move, VehicleId};
use crate::memory;
use crate::outcome::Stop;
use crate::state::{Edge, Key};

/// Links of a page.
const PAGE: usize = 1 << 12;
/// Links for which the first page has room in the beginning.
const FIRST: usize = 16;

/// Some edges of a level: keys and the moves that led to them, in 10 bytes where a edge takes 16,
/// and the tags.
#[derive(Debug)]
pub(crate) struct Page<const W: usize, N = (), V = VehicleId> {
    keys: Vec<Key<W>>,
    steps: Vec<Move<V>>,
    tags: Vec<N>,
}

impl<const W: usize, N: Copy, V: Copy> Page<W, N, V> {
    /// A page with room for so many edges.
    fn new(room: usize) -> Result<Page<W, N, V>, Stop> {
        let (keys, steps) = (memory::list(room)?, memory::list(room)?);
        Ok(Page { keys, steps, tags: memory::list(room)? })
    }

    fn is_full(&self) -> bool {
        self.keys.len() == self.keys.capacity()
    }

    /// Take twice the room.
    #[cold]
    fn widen(&mut self) -> Result<(), Stop> {
        let mut page = Page::new((2 * self.len()).min(PAGE))?;
        page.keys.append(&mut self.keys);
        page.steps.append(&mut self.steps);
        page.tags.append(&mut self.tags);
        *self = page;
        Ok(())
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    fn push(&mut self, edge: Edge<W, V>, tag: N) {
        self.keys.push(edge.key);
        self.steps.push(edge.step);
        self.tags.push(tag);
    }

    /// Its edges in order, so many at a time.
    pub(crate) fn batches(
        &self,
        size: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = Edge<W, V>>> {
        let batches = self.keys.chunks(size).zip(self.steps.chunks(size));
        batches.map(|(keys, steps)| {
            let edges = keys.iter().zip(steps);
            edges.map(|(&key, &step)| Edge { key, step })
        })
    }

    fn get(&self, place: usize) -> (Edge<W, V>, N) {
        (Edge { key: self.keys[place], step: self.steps[place] }, self.tags[place])
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.steps.clear();
        self.tags.clear();
    }
}

/// A level that is written at its end while the level before it is read and given up.
#[derive(Debug)]
pub(crate) struct Frontier<const W: usize, N = (), V = VehicleId> {
    old: VecDeque<Page<W, N, V>>,
    new: VecDeque<Page<W, N, V>>,
    spare: Vec<Page<W, N, V>>,
    len: usize,
    /// What was read of the first page, where edges are read one by one.
    place: usize,
    /// Whether a edge was lost since there was no memory for it.
    lacks_memory: bool,
}

impl<const W: usize, N: Copy, V: Copy> Frontier<W, N, V> {
    pub(crate) fn new() -> Self {
        Frontier {
            old: VecDeque::new(),
            new: VecDeque::new(),
            spare: Vec::new(),
            len: 0,
            place: 0,
            lacks_memory: false,
        }
    }

    /// The number of edges written.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Read from now on what was written, and write the next.
    pub(crate) fn advance(&mut self) {
        self.old.append(&mut self.new);
        self.len = 0;
    }

    /// Whether a edge was lost since there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    /// Write a edge; it is lost if there is no memory for it, which [`Frontier::lacks_memory`] tells
    /// from then on.
    pub(crate) fn push(&mut self, edge: Edge<W, V>, tag: N) {
        if self.new.back().is_none_or(Page::is_full) && self.widen().is_err() {
            self.lacks_memory = true;
            return;
        }
        self.new.back_mut().expect("widened with its first edge").push(edge, tag);
        self.len += 1;
    }

    /// Make room for one more edge to write.
    #[cold]
    fn widen(&mut self) -> Result<(), Stop> {
        if let Some(page) = self.new.back_mut()
            && page.len() < PAGE
        {
            return page.widen();
        }
        let room = if self.len == 0 { FIRST } else { PAGE };
        let page = self.spare.pop().map_or_else(|| Page::new(room), Ok)?;
        memory::push_back(&mut self.new, page)
    }

    /// Put edges before the reader that are no level of their own; how many.
    ///
    /// # Errors
    /// There is no memory for them.
    pub(crate) fn prepend(
        &mut self,
        edges: impl Iterator<Item = (Edge<W, V>, N)>,
    ) -> Result<u64, Stop> {
        let (mut count, mut page) = (0, None);
        for (edge, tag) in edges {
            let full = page.take_if(|page: &mut Page<W, N, V>| page.len() == PAGE);
            self.old.extend(full);
            let page = match &mut page {
                Some(page) => page,
                none => none.insert(self.spare.pop().map_or_else(|| Page::new(PAGE), Ok)?),
            };
            if page.is_full() {
                page.widen()?;
            }
            page.push(edge, tag);
            count += 1;
        }
        self.old.extend(page);
        Ok(count)
    }

    /// The next page to read.
    pub(crate) fn next(&mut self) -> Option<Page<W, N, V>> {
        self.old.pop_front()
    }

    /// The next edge to read, where edges are read one by one.
    pub(crate) fn next_edge(&mut self) -> Option<(Edge<W, V>, N)> {
        let page = self.old.front()?;
        let edge = page.get(self.place);
        self.place += 1;
        if self.place == page.len() {
            self.place = 0;
            let page = self.next().expect("the first");
            self.recycle(page);
        }
        Some(edge)
    }

    /// How many edges are still to be read.
    pub(crate) fn unread(&self) -> usize {
        self.old.iter().map(Page::len).sum::<usize>() - self.place
    }

    /// Give up a page that has been read.
    pub(crate) fn recycle(&mut self, mut page: Page<W, N, V>) {
        page.clear();
        self.spare.push(page);
    }

    /// The bytes of all pages, each as large as it may become.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.old.len() + self.new.len() + self.spare.len() + 1;
        pages * PAGE * (size_of::<Key<W>>() + size_of::<Move<V>>() + size_of::<N>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::commute::NO_MOVE;

    #[test]
    fn links_are_read_as_they_were_written() {
        let mut levels = Frontier::<1, usize>::new();
        for len in [1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, 0, 2] {
            for number in 0..len {
                levels.push(Edge { key: Key([number as u64]), step: NO_MOVE }, number);
            }
            assert_eq!((levels.len(), levels.unread()), (len, 0));
            levels.advance();
            for number in 0..len {
                assert_eq!(levels.unread(), len - number);
                let read = levels.next_edge().map(|(edge, tag)| (edge.key.0, tag));
                assert_eq!(read, Some(([number as u64], number)));
            }
            assert!(levels.next_edge().is_none() && levels.is_empty());
        }
    }
}
