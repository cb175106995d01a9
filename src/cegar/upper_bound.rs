//! Solutions on the way: searches that take a small part of the work and go further as the proof
//! grows, for solutions that need not be shortest.
//!
//! Their guide is the whole of a relaxed puzzle, as many vehicles of the ladder as fit into so many
//! states: with a bound so high that nothing is cut off, its corridor is a pattern database. Or it is
//! the last corridor before a bound was refuted, and then they cannot leave it.

use std::rc::Rc;

use super::{Refine, Stage, flaw};
use crate::cegar::corridor::{AbstractHeuristic, Failure, MOST, UpperBoundSearch};
use crate::outcome::Watch;
use crate::state::with_words;

/// Of the states that are made one in so many is due here.
const SHARE: u64 = 8;
/// Fewer states are not worth a guide.
const LEAST: u64 = 40_000;
/// The fewest and the most states that are made along a corridor, whatever else is due.
const ALONG: (u64, u64) = (8_000, 80_000);
/// The most states of a guide, and the part of those that a search may keep.
const GUIDE: u64 = 200_000;
const PART: u64 = 4;
/// The states that are made for one that a guide keeps.
const MADE: u64 = 4;
/// What was too large for a guide is tried again with so many times the states.
const AGAIN: u64 = 4;
/// A solution is not looked for beyond so many times the bound.
const FAR: u16 = 8;

/// A relaxed puzzle as a whole: that of the first rungs of the ladder, so many of them.
pub(super) struct FullPatternDatabase {
    stage: Stage,
    levels: usize,
    /// So many states are too few for one rung more.
    too_few: u64,
}

impl FullPatternDatabase {
    /// No vehicle in play, and a lower bound.
    pub(super) fn nothing(cost: u16) -> FullPatternDatabase {
        FullPatternDatabase { stage: Stage::nothing(cost), levels: 0, too_few: 0 }
    }
}

impl Refine<'_> {
    /// Look for a better solution than the best, if the proof has cost much more than was spent on
    /// that.
    pub(super) fn aim(&mut self, watch: &mut Watch<'_>) -> Result<(), Failure> {
        let due = self.share().saturating_sub(self.aimed);
        if due < LEAST {
            return Ok(());
        }
        self.enlarge(due, watch)?;
        let Stage { vehicles, corridor, .. } = &self.whole.stage;
        self.dive(due, vehicles.clone(), &*Rc::clone(corridor), watch)
    }

    /// Look for a solution along the ways of a corridor when the bound has been refuted: often one
    /// of them needs a move or two of other vehicles, and no more.
    pub(super) fn aim_along(
        &mut self,
        stage: &Stage,
        watch: &mut Watch<'_>,
    ) -> Result<(), Failure> {
        let share = self.share().min(ALONG.1);
        if share < ALONG.0 || self.dearest() <= self.bound {
            return Ok(());
        }
        self.dive(share, stage.vehicles.clone(), &*stage.corridor, watch)
    }

    /// The states that the proof so far is worth.
    fn share(&self) -> u64 {
        self.counters.generated / SHARE
    }

    /// Take as many rungs into the guide as may be made.
    fn enlarge(&mut self, due: u64, watch: &mut Watch<'_>) -> Result<(), Failure> {
        let most_states = GUIDE.min(watch.most_states() / PART).min(due / MADE);
        let made = self.counters.generated;
        while self.whole.levels <= self.hierarchy.top() && self.whole.too_few * AGAIN < most_states
        {
            let vehicles = self.hierarchy.vehicles(self.whole.levels);
            let below = Rc::clone(&self.whole.stage.corridor);
            match self.corridor_within(MOST, vehicles, &*below, most_states, watch) {
                Ok(stage) => {
                    self.whole =
                        FullPatternDatabase { stage, levels: self.whole.levels + 1, too_few: 0 }
                }
                Err(Failure::TooLarge) => self.whole.too_few = most_states,
                Err(failure) => return Err(failure),
            }
        }
        self.aimed += self.counters.generated - made;
        Ok(())
    }

    /// Look for a solution while so many states are made, by a guide that knows these vehicles.
    fn dive(
        &mut self,
        most: u64,
        mut vehicles: Vec<usize>,
        guide: &dyn AbstractHeuristic,
        watch: &mut Watch<'_>,
    ) -> Result<(), Failure> {
        let others = (0..self.space.vehicles().len()).filter(|v| !vehicles.contains(v));
        vehicles.extend(others.collect::<Vec<_>>());
        let relaxed = self.relaxed(&vehicles);
        watch.hold(self.shelf.load());
        with_words!(relaxed.words(), W => {
            let mut dive = UpperBoundSearch::<W>::new(&relaxed, guide, self.dearest());
            let result = dive.way(most, &mut self.dice, watch);
            self.aimed += dive.counters.generated;
            self.counters.add(&dive.counters);
            if let Some(way) = result.map_err(Failure::Stopped)? {
                let way = flaw::named(way, &vehicles);
                watch.found(&way);
                self.best = Some(way);
            }
        });
        Ok(())
    }

    /// The most that a solution may cost to be of use.
    fn dearest(&self) -> u16 {
        let far = self.bound.saturating_mul(FAR).min(MOST);
        let best = self.best.as_ref().and_then(|best| u16::try_from(best.len()).ok());
        best.map_or(far, |best| best - 1)
    }
}
