//! The closed set of the loop: keys with two bits for each, about 12 bytes a state, whatever the
//! size.
//!
//! A distance is kept modulo 3. Neighbours differ by at most 1, so that is enough to know which of
//! them is nearer.

use super::slots::{Hash, Slots, hash};
use crate::state::Key;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u64);

impl Mark {
    /// The state is there, its distance is not known.
    pub(crate) const PRESENT: Mark = Mark(3);

    /// The distance, modulo 3.
    pub(crate) fn of_distance(distance: u32) -> Mark {
        Mark(u64::from(distance % 3))
    }

    /// The mark of a distance greater by one; `None` where the distance is not known.
    pub(crate) fn next(self) -> Option<Mark> {
        (self != Mark::PRESENT).then_some(Mark((self.0 + 1) % 3))
    }
}

/// A set of keys, each with a [`Mark`].
#[derive(Clone, Debug)]
pub(crate) struct Table<const W: usize>(Slots<W, 2>);

impl<const W: usize> Table<W> {
    pub(crate) fn new() -> Table<W> {
        Table(Slots::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes that the keys take.
    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The bytes that the process takes for them.
    pub(crate) fn footprint(&self) -> usize {
        self.0.footprint()
    }

    /// Whether a key was lost since there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.0.lacks_memory()
    }

    /// Ask the memory for the place where a key would be.
    pub(crate) fn prefetch(&self, hash: Hash) {
        self.0.prefetch(hash);
    }

    /// Enter a key with a mark; false if it was there, and then nothing changes, or if there is no
    /// memory for it.
    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, mark: Mark) -> bool {
        self.0.enter(key, hash, mark.0)
    }

    /// Give a key that is merely present its mark; false if it had one, or is not there.
    pub(crate) fn measure(&mut self, key: &Key<W>, hash: Hash, mark: Mark) -> bool {
        self.0.change(key, hash, |old| (Mark(old) == Mark::PRESENT).then_some(mark.0))
    }

    /// The mark of a key, if it is there.
    pub(crate) fn mark(&self, key: &Key<W>) -> Option<Mark> {
        self.0.get(key, hash(key)).map(Mark)
    }

    /// The keys of one segment that have this mark.
    pub(crate) fn marked(&self, segment: usize, mark: Mark) -> impl Iterator<Item = Key<W>> {
        let marked = move |(key, note)| (Mark(note) == mark).then_some(key);
        self.0.iter_segment(segment).filter_map(marked)
    }

    /// All keys, in an order that depends on nothing but the keys and the order of their arrival.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<W>> {
        self.0.iter().map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_given_once() {
        let mut table = Table::<2>::new();
        let (key, other) = (Key([(1 << 62) - 2, 5]), Key([(1 << 62) - 2, 6]));
        table.enter(&key, hash(&key), Mark::PRESENT);
        assert!(table.measure(&key, hash(&key), Mark::of_distance(4)));
        assert!(!table.measure(&key, hash(&key), Mark::of_distance(5)));
        assert_eq!(table.mark(&key), Some(Mark::of_distance(1)));
        assert!(!table.measure(&other, hash(&other), Mark::of_distance(4)));
        assert_eq!(table.mark(&other), None);
    }
}
