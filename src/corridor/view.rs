//! What a guide says of the states of a puzzle with more vehicles in play.

use super::Guide;
use crate::closed::Hash;
use crate::relaxed::{Coarse, Relaxed};
use crate::state::Key;

/// A guide, and how it sees the puzzle.
pub(super) struct View<'a> {
    guide: &'a dyn Guide,
    coarse: Coarse,
}

/// A state as the guide sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<const W: usize> {
    key: Key<W>,
    hash: Hash,
}

impl<'a> View<'a> {
    pub(super) fn new(relaxed: &Relaxed<'_>, guide: &'a dyn Guide) -> View<'a> {
        View { guide, coarse: Coarse::new(relaxed, guide.stops()) }
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
        let key = self.coarse.key(key);
        Seen { key, hash: self.guide.look(&key.0) }
    }

    /// The least cost from there to a solved state; `None` outside the corridor.
    pub(super) fn distance<const W: usize>(&self, seen: &Seen<W>) -> Option<u16> {
        self.guide.distance(&seen.key.0, seen.hash)
    }
}
