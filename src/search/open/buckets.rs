//! A bucket queue: states of equal f in order of insertion, ties by first or last in.

use std::collections::{BTreeMap, VecDeque};

use crate::outcome::Stop;
use crate::outcome::memory::{self, TableBytes};

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
    pub(super) fn new(takes_last: bool, keeps_duplicates: bool) -> Buckets {
        let (by_f, statuses) = (BTreeMap::new(), Vec::new());
        Buckets { takes_last, keeps_duplicates, by_f, statuses, len: 0, capacity: 0 }
    }

    pub(super) fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
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

    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
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

    pub(super) fn contains(&self, state: u32) -> bool {
        self.statuses.get(state as usize).is_some_and(|status| status.is_open)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The longest bucket may double, and exists twice while it is copied.
    pub(super) fn bytes(&self, more: usize) -> TableBytes {
        let held = self.capacity * size_of::<BucketEntry>();
        TableBytes::of_list(&self.statuses, more) + TableBytes { held, peak: 3 * held }
    }
}
