//! What a textbook search shows of itself.

use crate::board::Move;
use crate::state::Position;

/// A state that is about to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// The state as the vehicles see it.
    pub position: &'a Position<'a>,
    /// The move that led to it; `None` for a state from which the search began.
    pub step: Option<Move>,
    /// Whether a search from both ends came to it from the goal.
    pub from_goal: bool,
    /// The cost of the way to it.
    pub g: u32,
    /// Its estimate; `None` in a search without a heuristic.
    pub h: Option<u32>,
    /// What it was chosen by, in units of g or else of h; `None` where depth alone decides.
    pub f: Option<f64>,
    /// The entries of the open list, this state taken out.
    pub open: u64,
    /// The states expanded before and not reopened since.
    pub closed: u64,
}

/// Looks at one expansion after another.
pub type Trace<'a> = dyn FnMut(&Expansion<'_>) + 'a;
