//! Upper bounds: solutions that need not be optimal, found by weighted A*. The pattern has all
//! vehicles, so every plan is a solution. The heuristic is one of these:
//!
//! * a full pattern database: the corridor of the first levels, as many as the limit on its states
//!   allows, with a bound so high that nothing is pruned;
//! * the last corridor before a bound was refuted: its plans fail, but often a move or two of other
//!   vehicles repairs one.

use std::rc::Rc;

use super::abstraction::{Abstraction, report};
use super::corridor::{AbstractHeuristic, Limit, MAX_BOUND, SearchFailure, UpperBoundSearch};
use super::flaw;
use super::prover::Prover;
use super::schedule::Report;
use crate::outcome::Watch;
use crate::state::with_words;

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
            let plan = flaw::with_vehicles(plan, &pattern);
            watch.found(&plan);
            self.best = Some(plan);
        }
        self.schedule.record(Report::Plan(cost), self.searcher.work());
        Ok(())
    }
}
