//! What arrays and graphs are made from: a closed set with distances modulo 3.

use super::states::in_memory;
use crate::bfs::blocks::BlockCluster;
use crate::bfs::closed::DistanceMod3;
use crate::state::{Key, StateSpace};

/// A closed set, and what a search found beside it.
pub(super) trait ClosedStates<const W: usize>: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn keys(&self) -> impl Iterator<Item = Key<W>>;

    /// The distance of a key; `None` if it is absent.
    fn distance(&self, key: &Key<W>) -> Option<DistanceMod3>;

    /// The number of states at the greatest distance.
    fn hardest(&self) -> usize;

    /// The states at the greatest distance, if they are stored.
    fn last(&self) -> Option<&[Key<W>]>;

    /// A space with the keys of the set.
    fn space(space: StateSpace<'_>) -> StateSpace<'_> {
        space
    }
}

impl ClosedStates<1> for BlockCluster {
    fn len(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn keys(&self) -> impl Iterator<Item = Key<1>> {
        self.keys()
    }

    fn distance(&self, key: &Key<1>) -> Option<DistanceMod3> {
        self.distance(*key)
    }

    fn hardest(&self) -> usize {
        in_memory(self.histogram.last())
    }

    fn last(&self) -> Option<&[Key<1>]> {
        self.last.as_deref()
    }

    fn space(space: StateSpace<'_>) -> StateSpace<'_> {
        space.compact()
    }
}
