//! More vehicles in play, until no way is left within the bound or one of them is a solution.
//!
//! ```text
//!     ways of those in play      B is in the way of most: with B, fewer states are left than with
//!     ----x B                    C or D, so B comes into play; the ways of these, then, run into
//!     --x C   ----x B            others, and so on
//! ```

use std::cmp::Reverse;

use super::{Refine, Stage, allowance, flaw};
use crate::board::Move;
use crate::cegar::corridor::Failure;
use crate::outcome::Watch;

/// Ways of the vehicles in play that are replayed to see who is in the way.
const WAYS: usize = 32;
/// Vehicles that are tried, those first that are in the way of most.
const CANDIDATES: usize = 5;

impl Refine<'_> {
    /// A solution within the bound.
    ///
    /// # Errors
    /// There is none, and the ladder has one more rung; or a limit came first.
    pub(super) fn widen(
        &mut self,
        base: &Stage,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Move>, Failure> {
        let (mut fresh, mut current) = (Vec::new(), None);
        loop {
            let stage = current.as_ref().unwrap_or(base);
            let candidates = match self.flaws(stage) {
                Ok(way) => return Ok(way),
                Err(candidates) => candidates,
            };
            match self.smallest(stage, &candidates, &mut fresh, watch) {
                Ok(stage) => current = Some(stage),
                Err(Failure::Empty { complete, states }) => {
                    self.aim_along(stage, watch)?;
                    drop(current);
                    self.keep(base, fresh, watch)?;
                    return Err(Failure::Empty { complete, states });
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// A way that is a solution, or else the vehicles that are in the way of most.
    fn flaws(&mut self, stage: &Stage) -> Result<Vec<Move>, Vec<usize>> {
        let relaxed = self.relaxed(&stage.vehicles);
        let mut votes = vec![0_u32; self.space.vehicles().len()];
        for _ in 0..WAYS {
            let way = flaw::named(stage.corridor.way(&relaxed, &mut self.dice), &stage.vehicles);
            match flaw::blockers(self.space, &way) {
                None => return Ok(way),
                Some(blockers) => blockers.into_iter().for_each(|vehicle| votes[vehicle] += 1),
            }
        }
        let mut candidates: Vec<usize> = (0..votes.len()).filter(|&v| votes[v] > 0).collect();
        candidates.sort_by_key(|&vehicle| (Reverse(votes[vehicle]), vehicle));
        candidates.truncate(CANDIDATES);
        Err(candidates)
    }

    /// The corridor with the candidate with which the fewest states are found; it becomes the last
    /// of the fresh ones, as does one with which none is left.
    fn smallest(
        &mut self,
        stage: &Stage,
        candidates: &[usize],
        fresh: &mut Vec<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let (mut best, mut most_states) = (None, u64::MAX);
        for &vehicle in candidates {
            let vehicles = stage.vehicles.iter().copied().chain([vehicle]).collect();
            match self.corridor(vehicles, &*stage.corridor, most_states, watch) {
                Ok(next) => {
                    most_states = next.found as u64 - 1;
                    best = Some((vehicle, next));
                }
                Err(Failure::TooLarge) => {}
                Err(failure) => {
                    fresh.push(vehicle);
                    return Err(failure);
                }
            }
        }
        let (vehicle, next) = best.ok_or(Failure::TooLarge)?;
        fresh.push(vehicle);
        Ok(next)
    }

    /// Keep the vehicles that are needed to refute the bound as a rung of the ladder.
    fn keep(
        &mut self,
        base: &Stage,
        mut fresh: Vec<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Failure> {
        let states = self.refuted(base, &fresh, u64::MAX, watch)?;
        let mut states = states.ok_or(Failure::TooLarge)?;
        for index in (0..fresh.len() - 1).rev() {
            let mut fewer = fresh.clone();
            fewer.remove(index);
            let most_states = allowance(states as u64);
            if let Some(found) = self.refuted(base, &fewer, most_states, watch)? {
                (fresh, states) = (fewer, found);
            }
        }
        self.hierarchy.push(fresh, self.bound, base.cost, states);
        Ok(())
    }

    /// In how many states these vehicles in play as well refute the bound, if they do.
    fn refuted(
        &mut self,
        base: &Stage,
        fresh: &[usize],
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<usize>, Failure> {
        let vehicles = base.vehicles.iter().chain(fresh).copied().collect();
        match self.corridor(vehicles, &*base.corridor, most_states, watch) {
            Ok(_) | Err(Failure::TooLarge) => Ok(None),
            Err(Failure::Empty { states, .. }) => Ok(Some(states)),
            Err(failure) => Err(failure),
        }
    }
}
