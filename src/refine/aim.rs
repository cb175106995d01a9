//! Solutions on the way: beams that take a small part of the work, wider as the proof grows.

use super::{Refine, Stage, flaw};
use crate::corridor::{Beam, Failure, way_back};
use crate::limits::Watch;
use crate::moves::Move;
use crate::state::with_words;

/// One state in so many is expanded by a beam.
const SHARE: u64 = 16;
/// A beam narrower than this is not worth its while.
const NARROW: u64 = 4;

impl Refine<'_> {
    /// Look for a solution within the bound, if the proof is about to cost much more than was spent
    /// on that.
    pub(super) fn aim(
        &mut self,
        below: &Stage,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Failure> {
        let expected = self.ladder.expected(self.ladder.top(), self.bound, below.cost);
        let due = expected.saturating_add(self.counters.expanded) / SHARE;
        let width = due.saturating_sub(self.aimed) / u64::from(self.bound);
        if width < NARROW {
            return Ok(None);
        }
        self.shoot(below, usize::try_from(width).unwrap_or(usize::MAX), watch)
    }

    fn shoot(
        &mut self,
        below: &Stage,
        width: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Failure> {
        let others = (0..self.space.vehicles().len()).filter(|v| !below.vehicles.contains(v));
        let vehicles: Vec<usize> = below.vehicles.iter().copied().chain(others).collect();
        let relaxed = self.relaxed(&vehicles);
        watch.hold(self.held.get());
        with_words!(relaxed.words(), W => {
            let mut beam = Beam::<W>::new(&relaxed, &*below.corridor, self.bound, width);
            let result = beam.goal(watch);
            self.aimed += beam.counters.expanded;
            self.counters.add(&beam.counters);
            let goal = result.map_err(Failure::Stopped)?;
            let way = goal.map(|goal| way_back(&relaxed, beam.found(), goal, &mut self.dice));
            Ok(way.map(|way| flaw::named(way, &vehicles)))
        })
    }
}
