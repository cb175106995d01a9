//! The level that a search reads and the next one that it writes.
//!
//! Edges lie in pages. A page that was read is used again for writing, so both levels together take
//! little more room than the larger of them. Each edge may carry a tag.

use std::collections::VecDeque;

use crate::board::{Move, VehicleId};
use crate::outcome::{Stop, memory};
use crate::state::{Edge, Key};

/// Edges of a page.
const PAGE: usize = 1 << 12;
/// Edges for which the first page has room at the beginning.
const FIRST: usize = 16;

/// Part of a level: keys, the moves that led to them, and tags. Separate lists take 10 bytes for an
/// edge that would be padded to 16.
#[derive(Debug)]
pub(crate) struct Page<const W: usize, N = (), V = VehicleId> {
    keys: Vec<Key<W>>,
    steps: Vec<Move<V>>,
    tags: Vec<N>,
}

impl<const W: usize, N: Copy, V: Copy> Page<W, N, V> {
    /// A page with room for `room` edges.
    fn new(room: usize) -> Result<Page<W, N, V>, Stop> {
        let (keys, steps) = (memory::list(room)?, memory::list(room)?);
        Ok(Page { keys, steps, tags: memory::list(room)? })
    }

    fn is_full(&self) -> bool {
        self.keys.len() == self.keys.capacity()
    }

    /// Double the room.
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

    /// The edges in order, in batches.
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

/// A queue of edges: one level is read from its front while the next is written at its end.
#[derive(Debug)]
pub(crate) struct Frontier<const W: usize, N = (), V = VehicleId> {
    old: VecDeque<Page<W, N, V>>,
    new: VecDeque<Page<W, N, V>>,
    spare: Vec<Page<W, N, V>>,
    len: usize,
    /// The index of the next edge in the first page, for reading edge by edge.
    place: usize,
    /// Whether an edge was lost because there was no memory for it.
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

    /// The number of edges written since the last [`Frontier::advance`].
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Make the written level the one that is read, and begin a new one.
    pub(crate) fn advance(&mut self) {
        self.old.append(&mut self.new);
        self.len = 0;
    }

    /// Whether an edge was lost because there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    /// Write an edge. It is lost if there is no memory for it; [`Frontier::lacks_memory`] is true
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

    /// Put edges before those that are read next, and return their number.
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

    /// Take the next page to read.
    pub(crate) fn next(&mut self) -> Option<Page<W, N, V>> {
        self.old.pop_front()
    }

    /// The next edge, for reading edge by edge.
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

    /// The number of edges that are still to be read.
    pub(crate) fn unread(&self) -> usize {
        self.old.iter().map(Page::len).sum::<usize>() - self.place
    }

    /// Keep a page that was read for writing.
    pub(crate) fn recycle(&mut self, mut page: Page<W, N, V>) {
        page.clear();
        self.spare.push(page);
    }

    /// The bytes of all pages, each at its full size.
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
    fn edges_are_read_as_they_were_written() {
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
