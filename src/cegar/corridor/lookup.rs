//! What a guide says of the states of a puzzle with more vehicles in play.

use super::AbstractHeuristic;
use crate::abstraction::projection::{AbstractEdge as Edge, CoarseProjection, Projection};
use crate::bfs::closed::Hash;
use crate::state::Key;

/// A guide, and how it sees the puzzle.
pub(super) struct Lookup<'a> {
    guide: &'a dyn AbstractHeuristic,
    coarse: CoarseProjection,
}

/// A state as the guide sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<const W: usize> {
    key: Key<W>,
    hash: Hash,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(relaxed: &Projection<'_>, guide: &'a dyn AbstractHeuristic) -> Lookup<'a> {
        Lookup { guide, coarse: CoarseProjection::new(relaxed, guide.stops()) }
    }

    /// How many of the first vehicles in play the guide knows.
    pub(super) fn len(&self) -> usize {
        self.guide.len()
    }

    /// Whether no solution leads through states outside the guide's corridor, whatever it costs.
    pub(super) fn is_complete(&self) -> bool {
        self.guide.is_complete()
    }

    /// Look at a state; asks the memory for its place.
    pub(super) fn look<const W: usize>(&self, key: &Key<W>) -> Seen<W> {
        self.look_at(self.see(key))
    }

    /// A key as the guide sees it.
    pub(super) fn see<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        self.coarse.key(key)
    }

    /// Look at the state to which a move of a vehicle that it knows leads, by how it saw the state
    /// before.
    pub(super) fn look_after<const W: usize>(&self, before: &Key<W>, edge: &Edge<W>) -> Seen<W> {
        self.look_at(self.coarse.moved(before, &edge.key, edge.step.vehicle))
    }

    fn look_at<const W: usize>(&self, key: Key<W>) -> Seen<W> {
        Seen { key, hash: self.guide.look(&key.0) }
    }

    /// The least cost from there to a solved state; `None` outside the corridor.
    pub(super) fn distance<const W: usize>(&self, seen: &Seen<W>) -> Option<u16> {
        self.guide.distance(&seen.key.0, seen.hash)
    }
}
