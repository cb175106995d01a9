//! Refinement: variables are added to the pattern until a plan is a solution or none is left.
//!
//! ```text
//!     abstract plans             B blocks most of them. With B in the pattern, fewer states are
//!     ----x B                    left than with C or D, so B is added. The plans that remain are
//!     --x C   ----x B            blocked by other vehicles, and so on.
//! ```

use std::cmp::Reverse;

use super::abstraction::{Abstraction, report};
use super::corridor::SearchFailure;
use super::flaw;
use super::prover::Prover;
use super::schedule::{Report, Task};
use crate::board::Move;
use crate::outcome::Watch;

/// What replaying plans in the puzzle has shown.
enum Replay {
    Solution(Vec<Move>),
    /// The vehicles that block most plans, worst first.
    Flaws(Vec<usize>),
}

impl Prover<'_> {
    /// A solution within the bound, found by refining the finest level.
    ///
    /// # Errors
    /// There is none, and the variables that prove this are a new level; or a limit was reached.
    pub(super) fn refine(
        &mut self,
        finest: &Abstraction,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Move>, SearchFailure> {
        let (mut added, mut refined) = (Vec::new(), None);
        loop {
            let current = refined.as_ref().unwrap_or(finest);
            let candidates = match self.replay_plans(current) {
                Replay::Solution(plan) => return Ok(plan),
                Replay::Flaws(candidates) => candidates,
            };
            match self.add_best_variable(current, &candidates, &mut added, watch) {
                Ok(smaller) => refined = Some(smaller),
                Err(failure @ SearchFailure::Empty { .. }) => {
                    self.follow_corridor(failure, current, watch)?;
                    drop(refined);
                    self.add_level(finest, added, watch)?;
                    return Err(failure);
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// After a refutation: searches for a solution along the last corridor, if the schedule says
    /// so.
    fn follow_corridor(
        &mut self,
        refutation: SearchFailure,
        last: &Abstraction,
        watch: &mut Watch<'_>,
    ) -> Result<(), SearchFailure> {
        self.schedule.record(report(&Err(refutation)), self.searcher.work());
        let Task::FollowCorridor(limit) = self.schedule.task() else { return Ok(()) };
        self.improve_upper_bound(limit, last.pattern.clone(), &*last.corridor, watch)
    }

    /// Replays random plans in the puzzle until one is a solution.
    fn replay_plans(&mut self, current: &Abstraction) -> Replay {
        let space = self.searcher.space;
        let projection = self.searcher.projection(&current.pattern);
        let mut votes = vec![0_u32; space.vehicles().len()];
        for _ in 0..self.schedule.tuning().plans {
            let plan = current.corridor.random_plan(&projection, &mut self.rng);
            let plan = flaw::with_vehicles(plan, &current.pattern);
            match flaw::blockers(space, &plan) {
                None => return Replay::Solution(plan),
                Some(blockers) => blockers.into_iter().for_each(|vehicle| votes[vehicle] += 1),
            }
        }
        let mut candidates: Vec<usize> = (0..votes.len()).filter(|&v| votes[v] > 0).collect();
        candidates.sort_by_key(|&vehicle| (Reverse(votes[vehicle]), vehicle));
        candidates.truncate(self.schedule.tuning().candidates);
        Replay::Flaws(candidates)
    }

    /// Adds the candidate whose search finds the fewest states, or the first one with which no plan
    /// is left.
    fn add_best_variable(
        &mut self,
        current: &Abstraction,
        candidates: &[usize],
        added: &mut Vec<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<Abstraction, SearchFailure> {
        let (mut best, mut max_states) = (None, u64::MAX);
        for &vehicle in candidates {
            match self.search_extended(current, &[vehicle], max_states, watch) {
                Ok(refined) => {
                    max_states = refined.size.found - 1;
                    best = Some((vehicle, refined));
                }
                Err(SearchFailure::TooLarge) => {}
                Err(failure) => {
                    added.push(vehicle);
                    return Err(failure);
                }
            }
        }
        let (vehicle, refined) = best.ok_or(SearchFailure::TooLarge)?;
        added.push(vehicle);
        Ok(refined)
    }

    /// Makes the added variables a level of the hierarchy, without those that the refutation does
    /// not need.
    fn add_level(
        &mut self,
        finest: &Abstraction,
        mut added: Vec<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<(), SearchFailure> {
        let states = self.refutation_size(finest, &added, u64::MAX, watch)?;
        let mut states = states.ok_or(SearchFailure::TooLarge)?;
        for index in (0..added.len() - 1).rev() {
            let mut fewer = added.clone();
            fewer.remove(index);
            let max_states = self.schedule.tuning().allowance(states);
            if let Some(size) = self.refutation_size(finest, &fewer, max_states, watch)? {
                (added, states) = (fewer, size);
            }
        }
        self.levels.push(added);
        self.schedule.record(Report::Empty { states }, self.searcher.work());
        Ok(())
    }

    /// The states that refute the bound with these variables added, if they refute it.
    fn refutation_size(
        &mut self,
        finest: &Abstraction,
        added: &[usize],
        max_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u64>, SearchFailure> {
        match self.search_extended(finest, added, max_states, watch) {
            Ok(_) | Err(SearchFailure::TooLarge) => Ok(None),
            Err(SearchFailure::Empty { states, .. }) => Ok(Some(states as u64)),
            Err(failure) => Err(failure),
        }
    }

    /// Searches an abstraction with some variables added, by its own corridor.
    fn search_extended(
        &mut self,
        current: &Abstraction,
        added: &[usize],
        max_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Abstraction, SearchFailure> {
        let pattern = [&current.pattern, added].concat();
        self.searcher.search(pattern, &*current.corridor, self.bound, max_states, watch)
    }
}
