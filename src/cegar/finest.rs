//! The search of the finest level, by way of the intermediate levels that the schedule chooses.

use super::abstraction::{Abstraction, report};
use super::corridor::{Forward, SearchFailure};
use super::prover::Prover;
use super::schedule::Task;
use crate::abstraction::projection::Projection;
use crate::outcome::{Stop, Watch};
use crate::state::with_words;

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
