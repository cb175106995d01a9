//! The closed set of `bfs/general.rs`: keys with two bits each, about 12 bytes a state on boards of
//! any size.
//!
//! The two bits hold the distance modulo 3. Distances of neighbours differ by at most 1, so that is
//! enough to tell which of two neighbours is nearer.

use super::sharded_map::{Hash, ShardedMap, hash};
use crate::state::Key;

/// The distance of a known state modulo 3, or [`DistanceMod3::PRESENT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DistanceMod3(u64);

impl DistanceMod3 {
    /// The state is known, its distance is not.
    pub(crate) const PRESENT: DistanceMod3 = DistanceMod3(3);

    /// A distance modulo 3.
    pub(crate) fn of_distance(distance: u32) -> DistanceMod3 {
        DistanceMod3(u64::from(distance % 3))
    }

    /// The low bit and the high bit, each as a word.
    pub(crate) fn planes(self) -> (u64, u64) {
        ((self.0 & 1).wrapping_neg(), (self.0 >> 1).wrapping_neg())
    }

    pub(crate) fn of_bits(low: u64, high: u64) -> DistanceMod3 {
        DistanceMod3(low | high << 1)
    }

    /// The value of the next greater distance; `None` if the distance is not known.
    pub(crate) fn next(self) -> Option<DistanceMod3> {
        (self != DistanceMod3::PRESENT).then_some(DistanceMod3((self.0 + 1) % 3))
    }
}

/// A set of keys, each with a [`DistanceMod3`].
#[derive(Clone, Debug)]
pub(crate) struct ClosedSet<const W: usize>(ShardedMap<W, 2>);

impl<const W: usize> ClosedSet<W> {
    pub(crate) fn new() -> ClosedSet<W> {
        ClosedSet(ShardedMap::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes of the slots.
    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The bytes that the process takes for them.
    pub(crate) fn footprint(&self) -> usize {
        self.0.footprint()
    }

    /// Whether a key was lost because there was no memory for it.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.0.lacks_memory()
    }

    /// Prefetch the slot of a key.
    pub(crate) fn prefetch(&self, hash: Hash) {
        self.0.prefetch(hash);
    }

    /// Insert a key with a distance. False if the key was present, which changes nothing, or if
    /// there was no memory for it.
    pub(crate) fn enter(&mut self, key: &Key<W>, hash: Hash, distance: DistanceMod3) -> bool {
        self.0.enter(key, hash, distance.0)
    }

    /// Set the distance of a key whose distance is not known; false if it is, or if the key is
    /// absent.
    pub(crate) fn measure(&mut self, key: &Key<W>, hash: Hash, distance: DistanceMod3) -> bool {
        self.0.change(key, hash, |old| {
            (DistanceMod3(old) == DistanceMod3::PRESENT).then_some(distance.0)
        })
    }

    /// The distance of a key; `None` if the key is absent.
    pub(crate) fn distance(&self, key: &Key<W>) -> Option<DistanceMod3> {
        self.0.get(key, hash(key)).map(DistanceMod3)
    }

    /// The keys of one segment with this distance.
    pub(crate) fn keys_at(
        &self,
        segment: usize,
        distance: DistanceMod3,
    ) -> impl Iterator<Item = Key<W>> {
        let keys_at = move |(key, tag)| (DistanceMod3(tag) == distance).then_some(key);
        self.0.iter_segment(segment).filter_map(keys_at)
    }

    /// All keys, in an order that depends only on the keys and the order of their insertion.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<W>> {
        self.0.iter().map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_set_once() {
        let mut table = ClosedSet::<2>::new();
        let (key, other) = (Key([(1 << 62) - 2, 5]), Key([(1 << 62) - 2, 6]));
        table.enter(&key, hash(&key), DistanceMod3::PRESENT);
        assert!(table.measure(&key, hash(&key), DistanceMod3::of_distance(4)));
        assert!(!table.measure(&key, hash(&key), DistanceMod3::of_distance(5)));
        assert_eq!(table.distance(&key), Some(DistanceMod3::of_distance(1)));
        assert!(!table.measure(&other, hash(&other), DistanceMod3::of_distance(4)));
        assert_eq!(table.distance(&other), None);
    }
}
