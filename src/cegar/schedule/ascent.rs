//! The ascent: which levels of the hierarchy to search at one bound, up to the finest.

use super::sizes::{Base, SizeEstimates};
use super::tuning::Tuning;
use super::{Report, Task};
use crate::cegar::corridor::{Limit, MAX_BOUND};

/// The searches of levels at one bound, and the sizes of those at earlier bounds.
pub(super) struct Ascent {
    tuning: Tuning,
    pub(super) sizes: SizeEstimates,
    bound: u16,
    /// The heuristic of the search of the finest level.
    pub(super) base: Base,
    /// Whether that search waits.
    is_waiting: bool,
    /// The last corridor of an intermediate level that was found since.
    better: Option<Base>,
    /// The lowest level that may be searched next.
    next_level: usize,
    /// The states that intermediate levels have expanded.
    spent: u64,
    /// The states that the finest level is expected to take without them.
    pub(super) direct: Option<u64>,
}

impl Ascent {
    /// A hierarchy of one level and a lower bound of the puzzle's cost.
    pub(super) fn new(cost: u16, tuning: Tuning) -> Ascent {
        Ascent {
            tuning,
            sizes: SizeEstimates::new(cost, tuning),
            bound: cost,
            base: Base { levels: 0, cost },
            is_waiting: false,
            better: None,
            next_level: 0,
            spent: 0,
            direct: None,
        }
    }

    /// Begins the ascent at a bound, without any corridor.
    pub(super) fn begin(&mut self, bound: u16) -> Task {
        self.bound = bound;
        self.base = Base { levels: 0, cost: self.sizes.coarsest_cost() };
        (self.is_waiting, self.better, self.next_level) = (false, None, 0);
        (self.spent, self.direct) = (0, None);
        self.search_next()
    }

    /// Takes the result of a search of an intermediate level, which has expanded so many states.
    pub(super) fn level_searched(
        &mut self,
        (level, max_states): (usize, u64),
        expanded: u64,
        report: Report,
    ) -> Task {
        self.spent += expanded;
        self.sizes.record(level, (self.bound, self.heuristic()), max_states, report);
        match report {
            Report::Found(size) => {
                self.better = Some(Base { levels: level + 1, cost: size.cost });
            }
            Report::Empty { .. } => return Task::RaiseBound,
            _ => {}
        }
        self.next_level = level + 1;
        self.search_next()
    }

    /// Takes the result of a search of the finest level. If it exceeded its allowance, it waits.
    pub(super) fn finest_searched(&mut self, max_states: u64, report: Report) -> Task {
        let finest = self.sizes.finest();
        self.sizes.record(finest, (self.bound, self.base), max_states, report);
        match report {
            Report::Found(size) => {
                self.base = Base { levels: finest + 1, cost: size.cost };
                Task::Refine
            }
            Report::Empty { .. } => Task::RaiseBound,
            _ => {
                self.is_waiting = true;
                self.next_level = self.base.levels;
                self.search_next()
            }
        }
    }

    /// Adds a level whose search, by the corridor of the finest level so far, took so many states.
    pub(super) fn add_level(&mut self, states: u64) {
        self.sizes.push(self.bound, self.base.cost, states);
    }

    /// The best heuristic at hand.
    pub(super) fn heuristic(&self) -> Base {
        self.better.unwrap_or(self.base)
    }

    /// The next intermediate level that is worth its states, or else the finest.
    fn search_next(&mut self) -> Task {
        let heuristic = self.heuristic();
        self.direct = self.sizes.direct(self.bound, heuristic).or(self.direct);
        let budget = self.budget();
        let level = self.sizes.next(self.bound, self.next_level, heuristic, budget);
        if level == self.sizes.finest() {
            return self.search_finest();
        }
        let expected = self.sizes.expected(level, self.bound, heuristic);
        Task::SearchLevel { level, max_states: self.tuning.allowance(expected).min(budget) }
    }

    /// The states that intermediate levels may still take.
    fn budget(&self) -> u64 {
        let part = |direct: u64| (direct / self.tuning.detour_part).saturating_sub(self.spent);
        self.direct.map_or(u64::MAX, |direct| part(direct).max(self.tuning.detour_min))
    }

    /// Resumes the waiting search, unless there is a better heuristic. No intermediate level can
    /// save a search whose heuristic is the level below, so it has no allowance.
    fn search_finest(&mut self) -> Task {
        let is_resumed = self.is_waiting && self.better.is_none();
        self.base = self.heuristic();
        (self.is_waiting, self.better) = (false, None);
        let (finest, base) = (self.sizes.finest(), self.base);
        let max_states = if base.levels == finest {
            u64::MAX
        } else {
            self.tuning.allowance(self.sizes.expected(finest, self.bound, base))
        };
        if is_resumed {
            Task::ResumeFinest { max_states }
        } else {
            Task::StartFinest { max_states }
        }
    }
}

// Upper bounds: when to search for a solution that need not be optimal, and how long.

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
