//! The textbook searches: one file each, one line each in [`ALGORITHMS`]. They share board, keys,
//! moves and heuristics, expand in a defined order and count everything (`Counters`).

mod astar;
mod limits;
mod open;

use crate::board::Board;
use crate::heuristic;
use crate::moves::{Goal, Metric, Move};
use crate::space::Space;
use crate::state::State;

pub use limits::{Limits, Stop, Watch};
pub use open::Ties;

/// What to search for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// What costs one unit.
    pub metric: Metric,
    /// When the puzzle is solved.
    pub goal: Goal,
    /// The estimate that orders the open list.
    pub heuristic: &'static heuristic::Entry,
    /// Which of the equally promising states goes first.
    pub ties: Ties,
    /// When to give up.
    pub limits: Limits,
}

/// What a search counts; `semantics` of each in its line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States taken from the open list whose successors were generated; never the goal.
    pub expanded: u64,
    /// Successors of all expansions, duplicates included.
    pub generated: u64,
    /// Generated states that were already known.
    pub duplicates: u64,
    /// Closed states taken back because a cheaper way to them was found.
    pub reopened: u64,
    /// The largest size of the open list.
    pub max_open: u64,
    /// Evaluations of the heuristic.
    pub evaluated: u64,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The moves lead from the start to the goal.
    Solved(Vec<Move>),
    /// There is no solution: proved.
    Unsolvable,
    /// A limit came first.
    Unknown(Stop),
}

/// The result of a search: data, never an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// No solution costs less; the cost itself where an optimal search solved it.
    pub lower_bound: u32,
    /// What it took.
    pub counters: Counters,
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

/// All textbook algorithms.
pub const ALGORITHMS: &[Algorithm] = &[astar::ALGORITHM];

/// Search from a state of a board with one of the [`ALGORITHMS`].
pub fn search(
    algorithm: &Algorithm,
    board: &Board,
    start: &State,
    query: &Query,
    interrupted: &mut dyn FnMut() -> bool,
) -> Outcome {
    let space = Space::new(board, start, query.goal);
    (algorithm.run)(&space, query, &mut Watch::new(query.limits, interrupted))
}
