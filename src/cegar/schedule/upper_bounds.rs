//! Upper bounds: when to search for a solution that need not be optimal, and how long.

use super::task::{Report, Task};
use super::tuning::Tuning;
use crate::cegar::corridor::{Limit, MAX_BOUND};

/// The searches for upper bounds.
pub(super) struct UpperBounds {
    tuning: Tuning,
    /// The caller's limit on states.
    max_states: u64,
    /// The cost of the best solution.
    best: Option<u16>,
    /// The states that all searches have generated.
    spent: u64,
    /// The states that the next search may generate.
    due: u64,
    /// The levels that the full pattern database knows.
    database_levels: usize,
    /// A number of states that is too small for a database of one level more.
    too_few: u64,
}

impl UpperBounds {
    /// No search yet, and the caller's limit on states.
    pub(super) fn new(max_states: u64, tuning: Tuning) -> UpperBounds {
        UpperBounds {
            tuning,
            max_states,
            best: None,
            spent: 0,
            due: 0,
            database_levels: 0,
            too_few: 0,
        }
    }

    /// The first task at a bound, if the proof has generated enough states to be worth one.
    pub(super) fn begin(&mut self, bound: u16, finest: usize, generated: u64) -> Option<Task> {
        if self.is_optimal(bound) {
            return Some(Task::Finish);
        }
        self.due = self.share(generated).saturating_sub(self.spent);
        (self.due >= self.tuning.upper_bound_min).then(|| self.extend_or_search(bound, finest))
    }

    /// Whether the best solution costs no more than the bound.
    pub(super) fn is_optimal(&self, bound: u16) -> bool {
        self.best == Some(bound)
    }

    /// Takes the result of a search for a full pattern database of one level more.
    pub(super) fn database_searched(
        &mut self,
        (bound, finest): (u16, usize),
        (max_states, generated): (u64, u64),
        report: Report,
    ) -> Task {
        self.spent += generated;
        match report {
            Report::Found(_) => {
                (self.database_levels, self.too_few) = (self.database_levels + 1, 0);
            }
            Report::Empty { .. } => return Task::RaiseBound,
            _ => self.too_few = max_states,
        }
        self.extend_or_search(bound, finest)
    }

    /// Takes the cost of the solution that a search found, if it found one.
    pub(super) fn searched(&mut self, generated: u64, cost: Option<u16>) {
        self.spent += generated;
        self.best = cost.or(self.best);
    }

    /// After a refutation: a search along the last corridor, if the proof has generated enough
    /// states and the best solution can be improved.
    pub(super) fn follow(&self, bound: u16, generated: u64) -> Option<Task> {
        let generated = self.share(generated).min(self.tuning.along_corridor_max);
        let cost = self.max_cost(bound);
        let is_worth_it = generated >= self.tuning.along_corridor_min && cost > bound;
        is_worth_it.then_some(Task::FollowCorridor(Limit { generated, cost }))
    }

    /// Extends the full pattern database as far as possible, then uses it.
    fn extend_or_search(&self, bound: u16, finest: usize) -> Task {
        let limit = self.max_states / self.tuning.database_part;
        let affordable = self.due / self.tuning.database_generated;
        let max_states = self.tuning.database_max.min(limit).min(affordable);
        let is_worth_it = self.too_few * self.tuning.database_retry < max_states;
        if self.database_levels <= finest && is_worth_it {
            return Task::ExtendDatabase { levels: self.database_levels + 1, max_states };
        }
        Task::ImproveUpperBound(Limit { generated: self.due, cost: self.max_cost(bound) })
    }

    /// The states that all searches may generate, of those that the proof has generated.
    fn share(&self, generated: u64) -> u64 {
        generated / self.tuning.upper_bound_part
    }

    /// The greatest cost of a solution that is of use.
    fn max_cost(&self, bound: u16) -> u16 {
        let far = bound.saturating_mul(self.tuning.max_cost_factor).min(MAX_BOUND);
        self.best.map_or(far, |best| best - 1)
    }
}
