//! A binary heap that compares f alone and breaks ties as `java.util.PriorityQueue` does: the order in
//! which the program of Ebner, Lamplmair and Mayer expands states of equal f.
//!
//! ```text
//!        3        an entry rises while it is less than its parent; one that sinks gives way to
//!      5   3      the right child only if that is less than the left, and stops where the child
//!     7 5 4       is not less; one from the middle is replaced by the last
//! ```

use crate::outcome::Stop;
use crate::outcome::memory::{self, TableBytes};

/// A priority queue whose ties are broken by the order of a binary heap.
#[derive(Debug)]
pub(in crate::search) struct Heap {
    keeps_duplicates: bool,
    entries: Vec<HeapEntry>,
    /// For each state whether it is open and the index of its entry; with duplicates, of the entry that
    /// was moved last.
    statuses: Vec<HeapStatus>,
}

#[derive(Clone, Copy, Debug)]
struct HeapEntry {
    f: u64,
    state: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct HeapStatus {
    entry: u32,
    is_open: bool,
}

impl Heap {
    pub(super) fn new(keeps_duplicates: bool) -> Heap {
        Heap { keeps_duplicates, entries: Vec::new(), statuses: Vec::new() }
    }

    pub(super) fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
        let index = state as usize;
        memory::reach(&mut self.statuses, index)?;
        if self.statuses[index].is_open && !self.keeps_duplicates {
            self.remove(self.statuses[index].entry as usize);
        }
        self.statuses[index].is_open = true;
        let entry = HeapEntry { f, state };
        memory::push(&mut self.entries, entry)?;
        self.rise(self.entries.len() - 1, entry);
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            let HeapEntry { f, state } = *self.entries.first()?;
            self.remove(0);
            if std::mem::take(&mut self.statuses[state as usize].is_open) {
                return Some((f, state));
            }
        }
    }

    pub(super) fn contains(&self, state: u32) -> bool {
        self.statuses.get(state as usize).is_some_and(|status| status.is_open)
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self, more: usize) -> TableBytes {
        TableBytes::of_list(&self.statuses, more) + TableBytes::of_list(&self.entries, more)
    }

    /// Replace an entry by the last one.
    fn remove(&mut self, at: usize) {
        let last = self.entries.pop().expect("an entry to remove");
        if at < self.entries.len() {
            let end = self.sink(at, last);
            if end == at {
                self.rise(at, last);
            }
        }
    }

    /// Sift an entry up from this index.
    fn rise(&mut self, mut at: usize, entry: HeapEntry) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if entry.f >= self.entries[parent].f {
                break;
            }
            self.put(at, self.entries[parent]);
            at = parent;
        }
        self.put(at, entry);
    }

    /// Sift an entry down from this index; its final index.
    fn sink(&mut self, mut at: usize, entry: HeapEntry) -> usize {
        while let Some(child) = self.lesser_child(at) {
            if entry.f <= self.entries[child].f {
                break;
            }
            self.put(at, self.entries[child]);
            at = child;
        }
        self.put(at, entry);
        at
    }

    fn lesser_child(&self, at: usize) -> Option<usize> {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let first = self.entries.get(left)?;
        let takes_right = self.entries.get(right).is_some_and(|second| first.f > second.f);
        Some(if takes_right { right } else { left })
    }

    fn put(&mut self, at: usize, entry: HeapEntry) {
        self.entries[at] = entry;
        let status = &mut self.statuses[entry.state as usize];
        status.entry = u32::try_from(at).unwrap_or(u32::MAX);
    }
}
