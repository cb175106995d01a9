//! The search algorithms: one file each, one line each in [`ALGORITHMS`]. They share board, keys, moves
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

mod astar;
mod auto;
mod best_first;
mod bfs;
mod bidirectional;
mod dfs;
mod fast;
mod goal_states;
mod greedy;
mod ida;
mod naive;
mod open;
mod refine;
mod settings;
mod tree;
mod uniform;
mod weighted;

use std::fmt;

use crate::board::{Goal, Metric};
use crate::heuristic;
use crate::outcome::{Interrupt, Limits, Outcome, Watch};
use crate::state::{Position, Puzzle, StateSpace};

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

/// When the solutions of an algorithm are shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimal {
    /// Always.
    Always,
    /// If the heuristic is admissible; without reopening, if it is consistent.
    Admissible,
    /// On the same condition a solution costs at most the weight times the optimum.
    Within,
    /// No guarantee.
    Never,
}

impl Optimal {
    /// The name of the guarantee for reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Optimal::Always => "always",
            Optimal::Admissible => "admissible",
            Optimal::Within => "within weight",
            Optimal::Never => "never",
        }
    }
}

/// An entry of the registry: everything that help, documentation and tests know of an algorithm.
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// The name by which users choose it.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// When its solutions are shortest.
    pub optimal: Optimal,
    /// The settings that it takes.
    pub takes: &'static [Setting],
    /// [`Algorithm::search`] calls it; it checks `watch` before each expansion.
    pub run: fn(&StateSpace<'_>, &Query, &mut Watch<'_>) -> Outcome,
}

impl Algorithm {
    /// Search for a solution from the start of a space; the outcome has the memory that it took.
    pub fn search(&self, space: &StateSpace<'_>, query: &Query, watch: &mut Watch<'_>) -> Outcome {
        let mut outcome = (self.run)(space, query, watch);
        outcome.counters.memory = watch.most_bytes() as u64;
        outcome
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The algorithm of a name, [`AUTO`] included; `None` if there is none.
///
/// ```
/// use rushhour::search::{Optimal, algorithm};
///
/// assert_eq!(algorithm("bfs").expect("an algorithm").optimal, Optimal::Always);
/// assert_eq!(algorithm("greedy").expect("an algorithm").optimal, Optimal::Never);
/// assert!(algorithm("guess").is_none());
/// ```
#[must_use]
pub fn algorithm(name: &str) -> Option<&'static Algorithm> {
    [AUTO].into_iter().chain(ALGORITHMS).find(|entry| entry.name == name)
}

/// Chooses between the algorithms without settings while it runs.
pub const AUTO: &Algorithm = &auto::ALGORITHM;

/// All algorithms but [`AUTO`], in the order in which [`automatic`] prefers them.
///
/// ```
/// use rushhour::{Options, Puzzle, search::{ALGORITHMS, Optimal}};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// for algorithm in ALGORITHMS.iter().filter(|entry| entry.optimal == Optimal::Always) {
///     assert_eq!(Options::new().algorithm(algorithm).solve(&puzzle).cost(), Some(2));
/// }
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
pub const ALGORITHMS: &[Algorithm] = &[
    fast::ALGORITHM,
    refine::ALGORITHM,
    astar::ALGORITHM,
    weighted::ALGORITHM,
    greedy::ALGORITHM,
    uniform::ALGORITHM,
    ida::ALGORITHM,
    bfs::ALGORITHM,
    naive::ALGORITHM,
    dfs::ALGORITHM,
    bidirectional::ALGORITHM,
];

/// A setting that an algorithm does not take, and the algorithms that take all that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untaken {
    algorithm: &'static str,
    setting: Setting,
    able: Vec<&'static str>,
}

impl fmt::Display for Untaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Untaken { algorithm, setting, able } = self;
        let setting = if *setting == Setting::Goal { "goal of your own" } else { setting.name() };
        let able = match able.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => "none of them".to_owned(),
        };
        write!(f, "the algorithm {algorithm} takes no {setting}; expected {able}")
    }
}

impl std::error::Error for Untaken {}

/// The algorithm itself, or the one that [`AUTO`] stands for, if it takes all these settings.
///
/// # Errors
/// [`Untaken`] with the first setting that it does not take.
///
/// ```
/// use rushhour::search::{Setting, algorithm, taking};
///
/// let auto = algorithm("auto").expect("an algorithm");
/// assert_eq!(taking(auto, &[Setting::Weight]).map(|found| found.name), Ok("weighted"));
/// let bfs = algorithm("bfs").expect("an algorithm");
/// let refused = taking(bfs, &[Setting::Weight]).unwrap_err();
/// assert_eq!(refused.to_string(), "the algorithm bfs takes no weight; expected weighted");
/// ```
pub fn taking(
    algorithm: &'static Algorithm,
    chosen: &[Setting],
) -> Result<&'static Algorithm, Untaken> {
    if algorithm.name == AUTO.name {
        return Ok(automatic(chosen));
    }
    let takes = |entry: &Algorithm, setting: &Setting| entry.takes.contains(setting);
    let Some(&setting) = chosen.iter().find(|setting| !takes(algorithm, setting)) else {
        return Ok(algorithm);
    };
    let able = ALGORITHMS.iter().filter(|entry| chosen.iter().all(|one| takes(entry, one)));
    Err(Untaken {
        algorithm: algorithm.name,
        setting,
        able: able.map(|entry| entry.name).collect(),
    })
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
