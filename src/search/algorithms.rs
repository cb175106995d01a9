//! The table of the algorithms. An entry is everything that help, documentation and tests know of one;
//! those that are settings of one loop, or loops of other folders, stand here whole.

use std::fmt;

use super::best_first::{self, Rule};
use super::{Duplicates, Query, Setting, Settings, Ties, auto, automatic, bidirectional, ida};
use crate::outcome::{Outcome, Watch};
use crate::state::StateSpace;

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
pub const ALGORITHMS: &[Algorithm] = &described!(help; [
    FAST,
    REFINE,
    ASTAR,
    WEIGHTED,
    GREEDY,
    UNIFORM,
    ida::ALGORITHM,
    BFS,
    NAIVE,
    DFS,
    bidirectional::ALGORITHM,
]);

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

/// The fast breadth-first search (`bfs/`) as an algorithm: each state once, commuting moves in one
/// order.
pub(super) const FAST: Algorithm = Algorithm {
    name: "fast",
    help: "level by level without a heuristic: the fastest way to an optimum",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| crate::bfs::solve(space, query.metric, watch),
};

/// Counterexample-guided abstraction refinement (`cegar/`) as an algorithm: for boards that are too
/// large for blind search.
pub(super) const REFINE: Algorithm = Algorithm {
    name: "refine",
    help: "proofs about a few of the vehicles, then more: for large boards",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| crate::cegar::solve(space, query.metric, watch),
};

/// A*: the least g + h first. A cheaper path to a closed state reopens it, so that admissible
/// heuristics that are not consistent still give optimal solutions.
///
/// Source: Hart, Nilsson and Raphael 1968.
const ASTAR: Algorithm = Algorithm {
    name: "astar",
    help: "A*: least g + h first",
    optimal: Optimal::Admissible,
    takes: best_first::GUIDED,
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(query.settings, (1, 1)), watch)
    },
};

/// Weighted A*: the least g + w h first. It expands fewer states than A*, and with an admissible
/// heuristic its solution costs at most w times the optimum.
///
/// Source: Pohl 1970.
const WEIGHTED: Algorithm = Algorithm {
    name: "weighted",
    help: "weighted A*: least g + w h first",
    optimal: Optimal::Within,
    takes: &Setting::ALL,
    run: |space, query, watch| {
        let weight = query.settings.weight.unwrap_or_default();
        let weights = (weight.denominator.get(), weight.numerator.get());
        best_first::run(space, query, Rule::of(query.settings, weights), watch)
    },
};

/// Greedy best-first search: the least h first, whatever the cost of the path.
///
/// Source: Doran and Michie 1966.
const GREEDY: Algorithm = Algorithm {
    name: "greedy",
    help: "greedy best-first: least h first",
    optimal: Optimal::Never,
    takes: best_first::GUIDED,
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(query.settings, (0, 1)), watch)
    },
};

/// Uniform cost search: the least g first, without a heuristic. Every move costs one in either
/// metric, so it differs from breadth-first search in the order of ties alone.
///
/// Source: Dijkstra 1959.
const UNIFORM: Algorithm = Algorithm {
    name: "uniform",
    help: "uniform cost: least g first",
    optimal: Optimal::Always,
    takes: &[Setting::Goal, Setting::Ties, Setting::Duplicates, Setting::Undo, Setting::Trace],
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(query.settings, (1, 0)), watch)
    },
};

/// Breadth-first search: first in, first out. Known states are dropped when they are generated.
///
/// Source: Moore 1959; the counts of Barth and Stokke.
const BFS: Algorithm = Algorithm {
    name: "bfs",
    help: "breadth first: the shallowest state first",
    optimal: Optimal::Always,
    takes: &[Setting::Goal, Setting::Undo, Setting::Trace],
    run: |space, query, watch| {
        best_first::run(
            space,
            query,
            Rule::of(Settings { undo: query.settings.undo, ..Settings::default() }, (1, 0)),
            watch,
        )
    },
};

/// Naive breadth-first search: detects duplicates among closed states only, so that the open list holds
/// a state once for every path that reached it before its expansion.
///
/// Source: algorithm 1 of Chouaibi and Bradai.
const NAIVE: Algorithm = Algorithm {
    name: "naive",
    help: "breadth first with duplicates in its queue",
    optimal: Optimal::Always,
    takes: &[Setting::Goal, Setting::Undo, Setting::Trace],
    run: |space, query, watch| {
        let settings = Settings {
            duplicates: Duplicates::Keep,
            undo: query.settings.undo,
            ..Settings::default()
        };
        best_first::run(space, query, Rule::of(settings, (1, 0)), watch)
    },
};

/// Depth-first search: the successors of the last state first, in their order. The open list is a stack;
/// an open state that is generated again moves to the top.
///
/// Source: Tarjan 1972; the counts of Barth and Stokke.
const DFS: Algorithm = Algorithm {
    name: "dfs",
    help: "depth first: the successors of the last state first",
    optimal: Optimal::Never,
    takes: &[Setting::Goal, Setting::Undo, Setting::Trace],
    run: |space, query, watch| {
        let settings = Settings {
            ties: Ties::Lifo,
            duplicates: Duplicates::Latest,
            undo: query.settings.undo,
            ..Settings::default()
        };
        let rule = Rule { backwards: true, ..Rule::of(settings, (0, 0)) };
        best_first::run(space, query, rule, watch)
    },
};
