//! The textbook searches: one file each, one line each in [`ALGORITHMS`]. They share board, keys,
//! moves and heuristics, expand in a defined order and count everything ([`crate::Counters`]).

mod astar;
mod fast;
mod open;

use crate::board::Board;
use crate::heuristic;
use crate::limits::{Interrupt, Limits, Watch};
use crate::moves::{Goal, Metric};
use crate::outcome::Outcome;
use crate::space::Space;
use crate::state::State;

pub use open::Ties;

/// What to search for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// What costs one unit.
    pub metric: Metric,
    /// When the puzzle is solved.
    pub goal: Goal,
    /// The estimate that orders the open list.
    pub heuristic: &'a heuristic::Entry<'a>,
    /// Which of the equally promising states goes first.
    pub ties: Ties,
    /// When to give up.
    pub limits: Limits,
}

/// A registered algorithm.
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// The name by which users choose it.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Run it on a space; `watch` is asked now and then whether to go on.
    pub run: fn(&Space<'_>, &Query, &mut Watch<'_>) -> Outcome,
}

/// All algorithms; the first is what `auto` takes.
pub const ALGORITHMS: &[Algorithm] = &[fast::ALGORITHM, astar::ALGORITHM];

/// Search from a state of a board with one of the [`ALGORITHMS`].
pub fn search(
    algorithm: &Algorithm,
    board: &Board,
    start: &State,
    query: &Query,
    interrupted: &mut Interrupt<'_>,
) -> Outcome {
    let space = Space::new(board, start, query.goal);
    (algorithm.run)(&space, query, &mut Watch::new(query.limits, interrupted))
}
