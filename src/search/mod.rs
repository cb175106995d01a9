//! The search algorithms, all in the table [`ALGORITHMS`] (`algorithms.rs`). They share board, keys, moves
//! and heuristics, expand in a defined order and count the same ([`crate::Counters`]).
//!
//! Seven of them are one loop (`best_first.rs`) with different settings:
//!
//! | | expands the least | ties | reaching an open state again |
//! |---|---|---|---|
//! | `bfs` | g | first in, first out | keeps its place |
//! | `naive` | g | first in, first out | adds another entry |
//! | `dfs` | | last in, first out | moves it to the front |
//! | `uniform` | g | as set | moves it if the new path is cheaper |
//! | `astar` | g + h | as set | the same, and closed states are reopened |
//! | `weighted` | g + w h | as set | the same |
//! | `greedy` | h | as set | moves it if the new path is cheaper |

mod algorithms;
mod auto;
mod best_first;
mod bidirectional;
mod ida;
mod open;
mod settings;
mod tree;

use std::fmt;

use crate::board::{Goal, Metric};
use crate::heuristic;
use crate::outcome::{Interrupt, Limits, Outcome, Watch};
use crate::state::{Position, Puzzle, StateSpace};

pub use algorithms::{ALGORITHMS, AUTO, Algorithm, Optimal, Untaken, algorithm, taking};
pub use auto::automatic;
pub use settings::{Duplicates, Setting, Settings, Ties, Weight};

/// A goal of one's own: whether a state is solved.
#[derive(Clone, Copy)]
pub struct GoalTest<'a>(pub &'a (dyn Fn(&Position<'_>) -> bool + Sync));

impl fmt::Debug for GoalTest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GoalTest")
    }
}

/// Whether a state is solved: by a test of one's own or, without one, by the goal of its space.
fn is_solved(position: &Position<'_>, own_goal: Option<GoalTest<'_>>) -> bool {
    own_goal.map_or_else(|| position.is_goal(), |GoalTest(test)| test(position))
}

/// What to search for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// What costs 1.
    pub metric: Metric,
    /// When the puzzle is solved.
    pub goal: Goal,
    /// Replaces the test for `goal`, which still bounds the state space. Only algorithms that take
    /// [`Setting::Goal`] call it; of the registered heuristics only `zero` is admissible for it.
    pub own_goal: Option<GoalTest<'a>>,
    /// The heuristic of the algorithms that take one.
    pub heuristic: &'a heuristic::Entry<'a>,
    /// The settings; an algorithm ignores those that it does not take.
    pub settings: Settings,
    /// When to stop without an answer.
    pub limits: Limits,
}

/// Search from a puzzle with one of the [`ALGORITHMS`].
pub fn search(
    algorithm: &Algorithm,
    puzzle: &Puzzle,
    query: &Query,
    interrupted: &mut Interrupt<'_>,
) -> Outcome {
    let space = StateSpace::new(puzzle, query.goal);
    algorithm.search(&space, query, &mut Watch::new(query.limits, interrupted))
}
