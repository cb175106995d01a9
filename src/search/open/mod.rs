//! The open list: a priority queue by f with a choice of tie breaking.

use std::collections::{BTreeMap, VecDeque};

use super::settings::{Duplicates, Ties};
use crate::outcome::Stop;
use crate::outcome::memory::{self, TableBytes};

/// A priority queue of state numbers by f.
#[derive(Debug)]
pub(super) enum Open {
    Buckets(Buckets),
    Heap(Heap),
}

impl Open {
    pub(super) fn new(ties: Ties, duplicates: Duplicates) -> Open {
        let keeps_duplicates = duplicates == Duplicates::Keep;
        match ties {
            Ties::Fifo | Ties::Lifo => {
                Open::Buckets(Buckets::new(ties == Ties::Lifo, keeps_duplicates))
            }
            Ties::Heap => Open::Heap(Heap::new(keeps_duplicates)),
        }
    }

    /// Insert a state; an older entry is removed, unless duplicates are kept.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(super) fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
        match self {
            Open::Buckets(buckets) => buckets.push(f, state),
            Open::Heap(heap) => heap.push(f, state),
        }
    }

    /// Remove the next state; its f and its number.
    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        match self {
            Open::Buckets(buckets) => buckets.pop(),
            Open::Heap(heap) => heap.pop(),
        }
    }

    /// Whether a state is open.
    pub(super) fn contains(&self, state: u32) -> bool {
        match self {
            Open::Buckets(buckets) => buckets.contains(state),
            Open::Heap(heap) => heap.contains(state),
        }
    }

    /// The number of entries, duplicates included.
    pub(super) fn len(&self) -> usize {
        match self {
            Open::Buckets(buckets) => buckets.len(),
            Open::Heap(heap) => heap.len(),
        }
    }

    /// The bytes of its lists, with room for `more` entries.
    pub(super) fn bytes(&self, more: usize) -> TableBytes {
        match self {
            Open::Buckets(buckets) => buckets.bytes(more),
            Open::Heap(heap) => heap.bytes(more),
        }
    }
}

// A binary heap that compares f alone and breaks ties as `java.util.PriorityQueue` does: the order in
// which the program of Ebner, Lamplmair and Mayer expands states of equal f.
//
// ```text
//        3        an entry rises while it is less than its parent; one that sinks gives way to
//      5   3      the right child only if that is less than the left, and stops where the child
//     7 5 4       is not less; one from the middle is replaced by the last
// ```

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
    fn new(keeps_duplicates: bool) -> Heap {
        Heap { keeps_duplicates, entries: Vec::new(), statuses: Vec::new() }
    }

    fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
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

    fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            let HeapEntry { f, state } = *self.entries.first()?;
            self.remove(0);
            if std::mem::take(&mut self.statuses[state as usize].is_open) {
                return Some((f, state));
            }
        }
    }

    fn contains(&self, state: u32) -> bool {
        self.statuses.get(state as usize).is_some_and(|status| status.is_open)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn bytes(&self, more: usize) -> TableBytes {
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

// A bucket queue: states of equal f in order of insertion, ties by first or last in.

/// A priority queue that breaks ties by first in or last in, first out.
///
/// Replaced entries of a state stay in their bucket and are skipped when they are popped.
#[derive(Debug)]
pub(in crate::search) struct Buckets {
    takes_last: bool,
    keeps_duplicates: bool,
    by_f: BTreeMap<u64, VecDeque<BucketEntry>>,
    statuses: Vec<BucketStatus>,
    len: usize,
    /// The entries for which the buckets have memory.
    capacity: usize,
}

#[derive(Clone, Copy, Debug)]
struct BucketEntry {
    state: u32,
    version: u32,
}

/// Whether a state is open, and how many entries it has had.
#[derive(Clone, Copy, Debug, Default)]
struct BucketStatus {
    version: u32,
    is_open: bool,
}

impl Buckets {
    fn new(takes_last: bool, keeps_duplicates: bool) -> Buckets {
        let (by_f, statuses) = (BTreeMap::new(), Vec::new());
        Buckets { takes_last, keeps_duplicates, by_f, statuses, len: 0, capacity: 0 }
    }

    fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
        let index = state as usize;
        memory::reach(&mut self.statuses, index)?;
        let status = &mut self.statuses[index];
        self.len += usize::from(self.keeps_duplicates || !status.is_open);
        *status = BucketStatus { version: status.version.wrapping_add(1), is_open: true };
        let bucket = self.by_f.entry(f).or_default();
        let before = bucket.capacity();
        memory::push_back(bucket, BucketEntry { state, version: status.version })?;
        self.capacity += bucket.capacity() - before;
        Ok(())
    }

    fn pop(&mut self) -> Option<(u64, u32)> {
        while let Some(mut bucket) = self.by_f.first_entry() {
            let (f, entries) = (*bucket.key(), bucket.get_mut());
            let entry = if self.takes_last { entries.pop_back() } else { entries.pop_front() };
            let Some(BucketEntry { state, version }) = entry else {
                self.capacity -= bucket.remove().capacity();
                continue;
            };
            let status = &mut self.statuses[state as usize];
            let is_current = status.is_open && (self.keeps_duplicates || status.version == version);
            self.len -= usize::from(self.keeps_duplicates || is_current);
            if is_current {
                status.is_open = false;
                return Some((f, state));
            }
        }
        None
    }

    fn contains(&self, state: u32) -> bool {
        self.statuses.get(state as usize).is_some_and(|status| status.is_open)
    }

    fn len(&self) -> usize {
        self.len
    }

    /// The longest bucket may double, and exists twice while it is copied.
    fn bytes(&self, more: usize) -> TableBytes {
        let held = self.capacity * size_of::<BucketEntry>();
        TableBytes::of_list(&self.statuses, more) + TableBytes { held, peak: 3 * held }
    }
}
