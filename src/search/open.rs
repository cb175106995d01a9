//! The open list: states in buckets of equal f, each bucket in order of arrival.

use std::collections::VecDeque;

/// Which of the states with the least f is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that came first.
    Fifo,
    /// The one that came last.
    Lifo,
}

impl Ties {
    /// Both orders with their names.
    pub const NAMES: [(&'static str, Ties); 2] = [("fifo", Ties::Fifo), ("lifo", Ties::Lifo)];
}

/// A priority queue of state numbers by f.
///
/// An entry whose state has since found a better f stays behind and is for the caller to skip.
#[derive(Debug)]
pub(super) struct Open {
    ties: Ties,
    buckets: Vec<VecDeque<u32>>,
    least: usize,
}

impl Open {
    pub(super) fn new(ties: Ties) -> Open {
        Open { ties, buckets: Vec::new(), least: 0 }
    }

    pub(super) fn push(&mut self, f: u32, state: u32) {
        let f = f as usize;
        if f >= self.buckets.len() {
            self.buckets.resize_with(f + 1, VecDeque::new);
        }
        self.buckets[f].push_back(state);
        self.least = self.least.min(f);
    }

    /// The next state and the f under which it was pushed.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.least) {
            let next = match self.ties {
                Ties::Fifo => bucket.pop_front(),
                Ties::Lifo => bucket.pop_back(),
            };
            if let Some(state) = next {
                let f = u32::try_from(self.least).expect("pushed as u32");
                return Some((f, state));
            }
            self.least += 1;
        }
        None
    }

    /// The bytes that the buckets hold.
    pub(super) fn bytes(&self) -> usize {
        let entries: usize = self.buckets.iter().map(VecDeque::capacity).sum();
        entries * size_of::<u32>() + self.buckets.capacity() * size_of::<VecDeque<u32>>()
    }
}
