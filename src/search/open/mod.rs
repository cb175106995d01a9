//! The open list: which of the states with the least f is taken first.

mod buckets;
mod heap;

use self::buckets::Buckets;
use self::heap::Heap;
use super::settings::{Duplicates, Ties};
use crate::outcome::Stop;

/// A priority queue of state numbers by f.
#[derive(Debug)]
pub(super) enum Open {
    Buckets(Buckets),
    Heap(Heap),
}

impl Open {
    pub(super) fn new(ties: Ties, duplicates: Duplicates) -> Open {
        let keeps = duplicates == Duplicates::Keep;
        match ties {
            Ties::Fifo | Ties::Lifo => Open::Buckets(Buckets::new(ties == Ties::Lifo, keeps)),
            Ties::Heap => Open::Heap(Heap::new(keeps)),
        }
    }

    /// Enter a state; the entry that it may have is taken out, unless duplicates are kept.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(super) fn push(&mut self, f: u64, state: u32) -> Result<(), Stop> {
        match self {
            Open::Buckets(buckets) => buckets.push(f, state),
            Open::Heap(heap) => heap.push(f, state),
        }
    }

    /// The next state and the f under which it was entered; it is no longer open.
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

    /// The entries: open states, each as often as it was kept.
    pub(super) fn len(&self) -> usize {
        match self {
            Open::Buckets(buckets) => buckets.len(),
            Open::Heap(heap) => heap.len(),
        }
    }

    /// The bytes that are held, or will be while the longest of the lists grows.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Open::Buckets(buckets) => buckets.bytes(),
            Open::Heap(heap) => heap.bytes(),
        }
    }
}
