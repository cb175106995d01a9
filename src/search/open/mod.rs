//! The open list: a priority queue by f with a choice of tie breaking.

mod buckets;
mod heap;

use self::buckets::Buckets;
use self::heap::Heap;
use super::settings::{Duplicates, Ties};
use crate::outcome::Stop;
use crate::outcome::memory::TableBytes;

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
