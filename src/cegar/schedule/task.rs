//! The protocol between schedule and prover: tasks, and reports of what they found.

use crate::cegar::corridor::Limit;

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
