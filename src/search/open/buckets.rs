//! States in buckets of equal f, each bucket in order of arrival: ties by first or last in.

use std::collections::{BTreeMap, VecDeque};

use crate::memory;
use crate::outcome::Stop;
use crate::search::tree::SPARE;

/// A priority queue whose ties go to the state that came first, or last.
///
/// The older entries of a state stay behind and are skipped when they are met.
#[derive(Debug)]
pub(in crate::search) struct Buckets {
    takes_last: bool,
    keeps: bool,
    by_f: BTreeMap<u64, VecDeque<Entry>>,
    places: Vec<Place>,
    len: usize,
    /// The entries that the buckets have room for.
    interval: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    state: u32,
    version: u32,
}

/// What is known of a state: whether it is open, and how many entries it has had.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    version: u32,
    is_open: bool,
}

impl Buckets {
    pub(super) fn new(takes_last: bool, keeps: bool) -> Buckets {
        let (by_f, places) = (BTreeMap::new(), Vec::new());
        Buckets { takes_last, keeps, by_f, places, len: 0, interval: 0 }
    }

    pub(super) fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
        let index = state as usize;
        memory::reach(&mut self.places, index)?;
        let place = &mut self.places[index];
        self.len += usize::from(self.keeps || !place.is_open);
        *place = Place { version: place.version.wrapping_add(1), is_open: true };
        let bucket = self.by_f.entry(f).or_default();
        let interval = bucket.capacity();
        memory::push_back(bucket, Entry { state, version: place.version })?;
        self.interval += bucket.capacity() - interval;
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        while let Some(mut bucket) = self.by_f.first_entry() {
            let (f, entries) = (*bucket.key(), bucket.get_mut());
            let entry = if self.takes_last { entries.pop_back() } else { entries.pop_front() };
            let Some(Entry { state, version }) = entry else {
                self.interval -= bucket.remove().capacity();
                continue;
            };
            let place = &mut self.places[state as usize];
            let counts = place.is_open && (self.keeps || place.version == version);
            self.len -= usize::from(self.keeps || counts);
            if counts {
                place.is_open = false;
                return Some((f, state));
            }
        }
        None
    }

    pub(super) fn contains(&self, state: u32) -> bool {
        self.places.get(state as usize).is_some_and(|place| place.is_open)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The longest list may double, and is there twice while it is copied.
    pub(super) fn bytes(&self) -> usize {
        memory::growing(&self.places, SPARE) + 3 * self.interval * size_of::<Entry>()
    }
}
