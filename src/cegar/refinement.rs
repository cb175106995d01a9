//! Refinement: variables are added to the pattern until a plan is a solution or none is left.
//!
//! ```text
//!     abstract plans             B blocks most of them. With B in the pattern, fewer states are
//!     ----x B                    left than with C or D, so B is added. The plans that remain are
//!     --x C   ----x B            blocked by other vehicles, and so on.
//! ```

use std::cmp::Reverse;
use std::rc::Rc;

use super::abstraction::{Abstraction, report};
use super::corridor::{
    AbstractHeuristic, Forward, Limit, MAX_BOUND, SearchFailure, UpperBoundSearch,
};
use super::prover::Prover;
use super::schedule::{Report, Task};
use crate::abstraction::projection::{AbstractMove, Projection};
use crate::board::{Move, VehicleId};
use crate::outcome::{Stop, Watch};
use crate::state::blockers::{in_the_way, on_the_road};
use crate::state::{Position, StateSpace, with_words};

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
            let plan = with_vehicles(plan, &current.pattern);
            match blockers(space, &plan) {
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

// Flaws: where an abstract plan fails in the puzzle, and which vehicles are to blame.

/// The vehicles that block the first illegal move of a plan or, if all moves are legal, the
/// target's road after the last one; `None` if the plan is a solution.
pub(super) fn blockers(space: &StateSpace<'_>, plan: &[Move]) -> Option<Vec<usize>> {
    let mut position = Position::new(space);
    for &step in plan {
        let (back, forth) = position.free(step.vehicle.index());
        if !(-back.cast_signed()..=forth.cast_signed()).contains(&step.cells) {
            return Some(in_the_way(&position, step).collect());
        }
        position.apply(step);
    }
    (!position.is_goal()).then(|| on_the_road(&position).collect())
}

/// Translates a plan from places in the pattern to vehicles of the board.
pub(super) fn with_vehicles(plan: Vec<AbstractMove>, pattern: &[usize]) -> Vec<Move> {
    let vehicle = |step: AbstractMove| VehicleId::new(pattern[step.vehicle.index()]);
    plan.into_iter().map(|step| Move { vehicle: vehicle(step), cells: step.cells }).collect()
}

// The search of the finest level, by way of the intermediate levels that the schedule chooses.

/// How a search of the finest level ended.
enum End {
    /// The schedule starts it again with a better heuristic.
    Restart(Abstraction),
    Found(Abstraction),
}

impl Prover<'_> {
    /// The finest level with its corridor.
    ///
    /// # Errors
    /// The corridor of some level is empty, or a limit was reached.
    pub(super) fn search_finest(
        &mut self,
        watch: &mut Watch<'_>,
    ) -> Result<Abstraction, SearchFailure> {
        let pattern = self.pattern(self.levels.len());
        let projection = self.searcher.projection(&pattern);
        with_words!(projection.words(), W => {
            let empty = Abstraction::empty();
            let mut heuristic = self.search_levels(&empty, watch)?.unwrap_or(empty);
            loop {
                match self.search_with::<W>(&heuristic, &projection, &pattern, watch)? {
                    End::Restart(better) => heuristic = better,
                    End::Found(finest) => return Ok(finest),
                }
            }
        })
    }

    /// Searches the finest level with one heuristic. Whenever the search exceeds its allowance, it
    /// waits while intermediate levels are searched for a better heuristic.
    fn search_with<const W: usize>(
        &mut self,
        heuristic: &Abstraction,
        projection: &Projection<'_>,
        pattern: &[usize],
        watch: &mut Watch<'_>,
    ) -> Result<End, SearchFailure> {
        let mut search = Forward::<W>::new(projection, &*heuristic.corridor, self.bound);
        loop {
            match self.resume(&mut search, projection, pattern, watch) {
                Err(SearchFailure::TooLarge) if self.searcher.expansions_left() > 0 => {}
                result => return result.map(End::Found),
            }
            let _waiting = self.searcher.ledger.reserve(search.states(), search.bytes());
            if let Some(better) = self.search_levels(heuristic, watch)? {
                return Ok(End::Restart(better));
            }
        }
    }

    /// Runs a search of the finest level until it ends or exceeds its allowance.
    fn resume<const W: usize>(
        &mut self,
        search: &mut Forward<'_, W>,
        projection: &Projection<'_>,
        pattern: &[usize],
        watch: &mut Watch<'_>,
    ) -> Result<Abstraction, SearchFailure> {
        let (Task::StartFinest { max_states } | Task::ResumeFinest { max_states }) =
            self.schedule.task()
        else {
            unreachable!("the schedule turns from intermediate levels to the finest");
        };
        let affordable = self.searcher.expansions_left().saturating_add(search.states() as u64);
        let corridor = self.searcher.run(search, max_states.min(affordable), watch);
        let result = corridor.map(|corridor| {
            let found = search.states();
            self.searcher.abstraction(projection, pattern.to_vec(), corridor, found)
        });
        self.schedule.record(report(&result), self.searcher.work());
        result
    }

    /// Searches intermediate levels while the schedule says so; the last corridor found, if any. If
    /// a search reaches the caller's limit on states or memory, the finest level may still do with
    /// less.
    fn search_levels(
        &mut self,
        heuristic: &Abstraction,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Abstraction>, SearchFailure> {
        let mut better = None;
        while let Task::SearchLevel { level, max_states } = self.schedule.task() {
            let base = better.as_ref().unwrap_or(heuristic);
            let (pattern, corridor) = (self.pattern(level + 1), &*base.corridor);
            let result = self.searcher.search(pattern, corridor, self.bound, max_states, watch);
            self.schedule.record(report(&result), self.searcher.work());
            match result {
                Ok(abstraction) => better = Some(abstraction),
                Err(
                    SearchFailure::TooLarge | SearchFailure::Stopped(Stop::States | Stop::Memory),
                ) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(better)
    }
}

// Upper bounds: solutions that need not be optimal, found by weighted A*. The pattern has all
// vehicles, so every plan is a solution. The heuristic is one of these:
//
// * a full pattern database: the corridor of the first levels, as many as the limit on its states
//   allows, with a bound so high that nothing is pruned;
// * the last corridor before a bound was refuted: its plans fail, but often a move or two of other
//   vehicles repairs one.

impl Prover<'_> {
    /// Extends the full pattern database to so many levels, unless it gets too large.
    pub(super) fn extend_database(
        &mut self,
        levels: usize,
        max_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<(), SearchFailure> {
        let (pattern, smaller) = (self.pattern(levels), Rc::clone(&self.database.corridor));
        let result = self.searcher.search(pattern, &*smaller, MAX_BOUND, max_states, watch);
        self.schedule.record(report(&result), self.searcher.work());
        match result {
            Ok(database) => self.database = database,
            Err(SearchFailure::TooLarge) => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Searches for a better solution with the full pattern database.
    pub(super) fn search_by_database(
        &mut self,
        limit: Limit,
        watch: &mut Watch<'_>,
    ) -> Result<(), SearchFailure> {
        let Abstraction { pattern, corridor, .. } = &self.database;
        self.improve_upper_bound(limit, pattern.clone(), &*Rc::clone(corridor), watch)
    }

    /// Searches for a better solution with a heuristic for this pattern.
    pub(super) fn improve_upper_bound(
        &mut self,
        limit: Limit,
        mut pattern: Vec<usize>,
        heuristic: &dyn AbstractHeuristic,
        watch: &mut Watch<'_>,
    ) -> Result<(), SearchFailure> {
        let searcher = &mut self.searcher;
        let others = (0..searcher.space.vehicles().len()).filter(|v| !pattern.contains(v));
        pattern.extend(others.collect::<Vec<_>>());
        let projection = searcher.projection(&pattern);
        let weight = self.schedule.tuning().weight;
        watch.hold(searcher.ledger.total());
        let plan = with_words!(projection.words(), W => {
            let mut search = UpperBoundSearch::<W>::new(&projection, heuristic, weight, limit);
            let plan = search.plan(&mut self.rng, watch);
            searcher.counters.add(&search.counters);
            plan.map_err(SearchFailure::Stopped)?
        });
        let cost = plan.as_ref().and_then(|plan| u16::try_from(plan.len()).ok());
        if let Some(plan) = plan {
            let plan = with_vehicles(plan, &pattern);
            watch.found(&plan);
            self.best = Some(plan);
        }
        self.schedule.record(Report::Plan(cost), self.searcher.work());
        Ok(())
    }
}
