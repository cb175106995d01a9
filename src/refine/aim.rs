//! Solutions on the way: searches that take a small part of the work and go further as the proof
//! grows, for solutions that need not be shortest.
//!
//! Their guide is the whole of a relaxed puzzle, as many vehicles of the ladder as fit into so many
//! states: with a bound so high that nothing is cut off, its corridor is a pattern database.

use super::{Refine, Stage, flaw};
use crate::corridor::{Dive, Failure, MOST};
use crate::limits::Watch;
use crate::moves::Move;
use crate::state::with_words;

/// One state in so many is expanded here.
const SHARE: u64 = 16;
/// Fewer expansions are not worth a guide.
const LEAST: u64 = 10_000;
/// The most states of a guide.
const GUIDE: u64 = 200_000;
/// A solution is not looked for beyond so many times the bound.
const FAR: u16 = 8;

impl Refine<'_> {
    /// Look for a better solution than the best, if the proof has cost much more than was spent on
    /// that.
    pub(super) fn aim(&mut self, watch: &mut Watch<'_>) -> Result<(), Failure> {
        let due = (self.counters.expanded / SHARE).saturating_sub(self.aimed);
        if due < LEAST {
            return Ok(());
        }
        let guide = self.whole(watch)?;
        if let Some(way) = self.dive(&guide, due, watch)? {
            watch.found(&way);
            self.best = Some(way);
        }
        Ok(())
    }

    /// The largest relaxed puzzle of the ladder that is small enough, as a whole.
    fn whole(&mut self, watch: &mut Watch<'_>) -> Result<Stage, Failure> {
        let mut whole = Stage::nothing(self.bound);
        for index in 0..=self.ladder.top() {
            let vehicles = self.ladder.vehicles(index);
            match self.corridor_within(MOST, vehicles, &*whole.corridor, GUIDE, watch) {
                Ok(stage) => whole = stage,
                Err(Failure::TooLarge) => break,
                Err(failure) => return Err(failure),
            }
        }
        Ok(whole)
    }

    /// A solution, if so many expansions find one.
    fn dive(
        &mut self,
        guide: &Stage,
        expansions: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Failure> {
        let others = (0..self.space.vehicles().len()).filter(|v| !guide.vehicles.contains(v));
        let vehicles: Vec<usize> = guide.vehicles.iter().copied().chain(others).collect();
        let relaxed = self.relaxed(&vehicles);
        watch.hold(self.held.get());
        with_words!(relaxed.words(), W => {
            let mut dive = Dive::<W>::new(&relaxed, &*guide.corridor, self.dearest());
            let result = dive.way(expansions, &mut self.dice, watch);
            self.aimed += dive.counters.expanded;
            self.counters.add(&dive.counters);
            let way = result.map_err(Failure::Stopped)?;
            Ok(way.map(|way| flaw::named(way, &vehicles)))
        })
    }

    /// The most that a solution may cost to be of use.
    fn dearest(&self) -> u16 {
        let far = self.bound.saturating_mul(FAR).min(MOST);
        let best = self.best.as_ref().and_then(|best| u16::try_from(best.len()).ok());
        best.map_or(far, |best| best - 1)
    }
}
