//! The schedule of a proof: decides from the sizes of past searches what to search next.
//!
//! ```text
//!     finest level . . . #    # #    The corridor of level 1 is the heuristic of the search at the
//!     level 3        #   :    :      finest level. If that finds more states than expected, it
//!     level 2         # #            waits while intermediate levels are tried. If their corridors
//!     level 1      # #               get too large, too, it is resumed; otherwise it starts again
//!                                    with the better heuristic.
//! ```
//!
//! The schedule searches nothing and knows no puzzle: [`Schedule::task`] says what to do, and
//! [`Schedule::record`] takes the result. Each bound passes through these tasks:
//!
//! 1. [`Task::ExtendDatabase`] and [`Task::ImproveUpperBound`], if the proof has grown enough
//!    (`upper_bounds.rs`);
//! 2. [`Task::SearchLevel`], [`Task::StartFinest`] and [`Task::ResumeFinest`], until the corridor
//!    of the finest level is known or empty (`ascent.rs`);
//! 3. [`Task::Refine`], [`Task::FollowCorridor`] and [`Task::AddLevel`], if it is not empty.

mod ascent;
mod sizes;
#[cfg(test)]
pub(super) mod tests;
mod tuning;

use ascent::{Ascent, UpperBounds};

use crate::cegar::corridor::Limit;

pub(super) use tuning::Tuning;

/// Decides what a proof searches next.
pub(super) struct Schedule {
    tuning: Tuning,
    /// The lower bound that is to be refuted.
    bound: u16,
    work: Work,
    upper_bounds: UpperBounds,
    ascent: Ascent,
    task: Task,
    #[cfg(test)]
    log: Vec<String>,
}

impl Schedule {
    /// Starts a proof with a lower bound and the caller's limit on states.
    pub(super) fn new(lower_bound: u16, max_states: u64, tuning: Tuning) -> Schedule {
        Schedule {
            tuning,
            bound: lower_bound,
            work: Work::default(),
            upper_bounds: UpperBounds::new(max_states, tuning),
            ascent: Ascent::new(lower_bound, tuning),
            task: Task::RaiseBound,
            #[cfg(test)]
            log: Vec::new(),
        }
    }

    pub(super) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// What to do next.
    pub(super) fn task(&self) -> Task {
        self.task
    }

    /// Starts to prove or refute that there is a solution within a bound.
    pub(super) fn begin(&mut self, bound: u16) {
        self.bound = bound;
        let finest = self.ascent.sizes.finest();
        let upper_bound = self.upper_bounds.begin(bound, finest, self.work.generated);
        self.task = upper_bound.unwrap_or_else(|| self.ascent.begin(bound));
        #[cfg(test)]
        self.log.push(format!("bound {bound} | {:?}", self.task));
    }

    /// Takes the report on the current task and the work of the proof so far, and decides what is
    /// next.
    pub(super) fn record(&mut self, report: Report, work: Work) {
        let before = std::mem::replace(&mut self.work, work);
        let (expanded, generated) =
            (work.expanded - before.expanded, work.generated - before.generated);
        self.task = self.after(self.task, report, expanded, generated);
        #[cfg(test)]
        self.log.push(tests::line(report, work, self.task));
    }

    /// The task after one that has expanded and generated so many states.
    fn after(&mut self, task: Task, report: Report, expanded: u64, generated: u64) -> Task {
        match (task, report) {
            (Task::ExtendDatabase { max_states, .. }, _) => {
                let at = (self.bound, self.ascent.sizes.finest());
                self.upper_bounds.database_searched(at, (max_states, generated), report)
            }
            (Task::ImproveUpperBound(_), Report::Plan(cost)) => {
                self.upper_bounds.searched(generated, cost);
                let is_optimal = self.upper_bounds.is_optimal(self.bound);
                if is_optimal { Task::Finish } else { self.ascent.begin(self.bound) }
            }
            (Task::SearchLevel { level, max_states }, _) => {
                self.ascent.level_searched((level, max_states), expanded, report)
            }
            (Task::StartFinest { max_states } | Task::ResumeFinest { max_states }, _) => {
                self.ascent.finest_searched(max_states, report)
            }
            (Task::Refine, Report::Empty { .. }) => {
                let follow = self.upper_bounds.follow(self.bound, self.work.generated);
                follow.unwrap_or(Task::AddLevel)
            }
            (Task::FollowCorridor(_), Report::Plan(cost)) => {
                self.upper_bounds.searched(generated, cost);
                Task::AddLevel
            }
            (Task::AddLevel, Report::Empty { states }) => {
                self.ascent.add_level(states);
                Task::RaiseBound
            }
            (task, report) => unreachable!("{report:?} does not answer {task:?}"),
        }
    }
}

// The protocol between schedule and prover: tasks, and reports of what they found.

/// What the prover does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cegar) enum Task {
    /// Extend the full pattern database by one level, to `levels` levels.
    ExtendDatabase { levels: usize, max_states: u64 },
    /// Search for a plan with the full pattern database.
    ImproveUpperBound(Limit),
    /// Search for the corridor of an intermediate level. The heuristic is the last corridor found
    /// at this bound, or else the one of the waiting search.
    SearchLevel { level: usize, max_states: u64 },
    /// Search for the corridor of the finest level by the last corridor found; drop a waiting
    /// search.
    StartFinest { max_states: u64 },
    /// Resume the waiting search of the finest level.
    ResumeFinest { max_states: u64 },
    /// Add variables to the finest level's pattern until its plans are solutions or none is left.
    Refine,
    /// Search for a plan along the last corridor before none was left.
    FollowCorridor(Limit),
    /// Find out which of the added variables are needed; they become the finest level.
    AddLevel,
    /// The bound is refuted: raise it.
    RaiseBound,
    /// The best plan costs as much as the bound.
    Finish,
}

/// What the prover found by a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cegar) enum Report {
    /// A corridor.
    Found(SearchSize),
    /// No plan is within the bound; the search found so many states.
    Empty { states: u64 },
    /// The search found more states than it was allowed.
    TooLarge,
    /// The search reached the caller's limit on states or memory.
    LimitReached,
    /// The cost of the plan that an upper-bound search found, if it found one.
    Plan(Option<u16>),
}

/// The size of a search for a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cegar) struct SearchSize {
    /// The states that the forward search found.
    pub(in crate::cegar) found: u64,
    /// The states of the corridor.
    pub(in crate::cegar) corridor: u64,
    /// The lower bound of the puzzle's cost that the corridor proves.
    pub(in crate::cegar) cost: u16,
}

/// What all searches of a proof have counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cegar) struct Work {
    pub(in crate::cegar) expanded: u64,
    pub(in crate::cegar) generated: u64,
}
