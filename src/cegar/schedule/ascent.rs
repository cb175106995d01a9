//! The ascent: which levels of the hierarchy to search at one bound, up to the finest.

use super::sizes::{Base, SizeEstimates};
use super::task::{Report, Task};
use super::tuning::Tuning;

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
