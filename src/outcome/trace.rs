//! The trace of a textbook search: one expansion after another.

use crate::board::Move;
use crate::state::Position;

/// A state that is about to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// The state.
    pub position: &'a Position<'a>,
    /// The move that led to the state; `None` for a root of the search.
    pub step: Option<Move>,
    /// Whether a bidirectional search reached the state from the goal.
    pub from_goal: bool,
    /// The cost of the path to the state.
    pub g: u32,
    /// The estimate of the state; `None` in a search without a heuristic.
    pub h: Option<u32>,
    /// The priority, in units of g or else of h; `None` in depth-first search.
    pub f: Option<f64>,
    /// The entries of the open list, without this state.
    pub open: u64,
    /// The closed states.
    pub closed: u64,
    /// The bytes of all tables, as in [`Counters::memory`](crate::Counters::memory).
    pub memory: u64,
}

/// A callback for each expansion.
pub type Trace<'a> = dyn FnMut(&Expansion<'_>) + 'a;
