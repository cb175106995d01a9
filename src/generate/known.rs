//! Puzzles that must not be generated again.

use rustc_hash::FxHashMap;

use crate::cluster::Cluster;
use crate::generate::canonical::Skeleton;
use crate::outcome::{Stop, Watch};
use crate::state::{Puzzle, State};

/// States of puzzles that are known, by what no move changes of them.
#[derive(Clone, Debug, Default)]
pub struct Known(FxHashMap<Vec<u8>, Vec<Vec<u8>>>);

impl Known {
    /// Add a puzzle.
    ///
    /// # Panics
    /// Never: a puzzle has a description.
    pub fn add(&mut self, puzzle: &Puzzle) {
        let skeleton = Skeleton::of(puzzle);
        let offsets = skeleton.images(puzzle.state()).next().expect("an image is the least");
        self.0.entry(skeleton.fixed).or_default().push(offsets);
    }

    /// Whether a known puzzle or an image of it is in a cluster.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    pub(super) fn has(
        &self,
        skeleton: &Skeleton<'_>,
        cluster: &Cluster,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Stop> {
        let Some(known) = self.0.get(&skeleton.fixed) else { return Ok(false) };
        let (offsets, vehicles) = (cluster.offsets(watch)?, cluster.start().offsets().len());
        let mut states = offsets.chunks_exact(vehicles).map(|row| State::new(row.into()));
        Ok(states.any(|state| skeleton.images(&state).any(|offsets| known.contains(&offsets))))
    }
}
