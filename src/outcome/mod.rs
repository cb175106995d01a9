//! The result of a search, its limits and its trace; the clock and the allocations that limits need.

pub(crate) mod clock;
mod engine;
mod limits;
pub(crate) mod memory;

use crate::board::Move;
use crate::state::Position;

pub use engine::Engine;
pub use limits::{Interrupt, Limits, Progress, Stop, Watch};

/// What a search counts.
///
/// ```
/// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
/// let bfs = rushhour::search::algorithm("bfs").expect("an algorithm");
/// let counters = rushhour::Options::new().algorithm(bfs).solve(&puzzle).counters;
/// assert!(counters.generated >= counters.expanded);
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// States whose successors were generated; never the goal.
    pub expanded: u64,
    /// Successors of all expansions, duplicates included.
    pub generated: u64,
    /// Generated states that were already known.
    pub duplicates: u64,
    /// Closed states that were reopened because a cheaper path to them was found.
    pub reopened: u64,
    /// The largest size of the open list.
    pub max_open: u64,
    /// Evaluations of the heuristic.
    pub evaluated: u64,
    /// The most bytes that its tables held at once: states, parents, open list, and the tables of its
    /// heuristic. It was read before each expansion or batch of them, and at the end.
    pub memory: u64,
}

impl Counters {
    /// Add the counters of a part of the search.
    pub(crate) fn add(&mut self, part: &Counters) {
        self.expanded += part.expanded;
        self.generated += part.generated;
        self.duplicates += part.duplicates;
        self.reopened += part.reopened;
        self.max_open = self.max_open.max(part.max_open);
        self.evaluated += part.evaluated;
        self.memory = self.memory.max(part.memory);
    }
}

/// How a search ended.
///
/// ```
/// use rushhour::{Ending, Puzzle};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// match rushhour::solve(&puzzle).ending {
///     Ending::Solved(moves) => assert_eq!(puzzle.format_moves(&moves), "B+2 A+2"),
///     Ending::Unsolvable => println!("there is no solution"),
///     Ending::Unknown(stop) => println!("the limit on {} was reached", stop.name()),
/// }
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The moves lead from the start to the goal.
    Solved(Vec<Move>),
    /// There is no solution: proved.
    Unsolvable,
    /// A limit was reached first.
    Unknown(Stop),
}

impl Ending {
    /// `solved`, `unsolvable` or `unknown`, for reports.
    ///
    /// ```
    /// assert_eq!(rushhour::Ending::Unsolvable.name(), "unsolvable");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Solved(_) => "solved",
            Ending::Unsolvable => "unsolvable",
            Ending::Unknown(_) => "unknown",
        }
    }
}

/// The algorithm that [`AUTO`](crate::search::AUTO) chose, and why.
///
/// ```
/// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
/// assert_eq!(rushhour::solve(&puzzle).choice.map(|choice| choice.algorithm), Some("fast"));
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Why it was chosen.
    pub reason: &'static str,
}

/// The result of a search.
///
/// ```
/// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
/// let outcome = rushhour::solve(&puzzle);
/// assert_eq!((outcome.cost(), outcome.lower_bound), (Some(2), 2));
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// No solution costs less: proved.
    pub lower_bound: u32,
    /// The cheapest solution that was found before a limit was reached; `None` if the ending is not
    /// [`Ending::Unknown`].
    pub best: Option<Vec<Move>>,
    /// What the algorithm chose, if it is `auto`.
    pub choice: Option<Choice>,
    /// The loop that ran; the last one, if several did.
    pub engine: Engine,
    /// What the search counted.
    pub counters: Counters,
}

impl Outcome {
    /// The moves of the solution; `None` unless the puzzle is solved.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// let outcome = rushhour::solve(&puzzle);
    /// assert_eq!(outcome.solution().map(<[_]>::len), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<&[Move]> {
        match &self.ending {
            Ending::Solved(moves) => Some(moves),
            Ending::Unsolvable | Ending::Unknown(_) => None,
        }
    }

    /// The solution or, after a limit, the cheapest one found, if any.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// let outcome = rushhour::solve(&puzzle);
    /// assert_eq!(outcome.best_moves(), outcome.solution());
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn best_moves(&self) -> Option<&[Move]> {
        self.solution().or(self.best.as_deref())
    }

    /// The name of the limit that came first; `None` if the search decided the puzzle.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// assert_eq!(rushhour::solve(&puzzle).stopped_by(), None);
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn stopped_by(&self) -> Option<&'static str> {
        match self.ending {
            Ending::Unknown(stop) => Some(stop.name()),
            Ending::Solved(_) | Ending::Unsolvable => None,
        }
    }

    /// The cost of the solution; `None` unless the puzzle is solved.
    ///
    /// # Panics
    /// Never: every move of a solution leads to another state, and states have numbers of 32 bits.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// assert_eq!(rushhour::solve(&puzzle).cost(), Some(2));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn cost(&self) -> Option<u32> {
        self.solution().map(|moves| u32::try_from(moves.len()).expect("fewer moves than states"))
    }

    /// Whether the solution is proved to be shortest: it costs the lower bound; `None` without one.
    ///
    /// ```
    /// use rushhour::{Options, Puzzle, search};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let dfs = search::algorithm("dfs").expect("an algorithm");
    /// assert_eq!(rushhour::solve(&puzzle).is_proved_optimal(), Some(true));
    /// assert_eq!(Options::new().algorithm(dfs).solve(&puzzle).is_proved_optimal(), Some(false));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn is_proved_optimal(&self) -> Option<bool> {
        self.cost().map(|cost| cost == self.lower_bound)
    }

    /// The b > 1 of a uniform tree with the solution's depth and 1 + generated nodes; `None` where
    /// there is none.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// let bfs = rushhour::search::algorithm("bfs").expect("an algorithm");
    /// let outcome = rushhour::Options::new().algorithm(bfs).solve(&puzzle);
    /// assert!(outcome.branching_factor().is_some_and(|factor| factor > 1.0));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn branching_factor(&self) -> Option<f64> {
        branching_factor(1 + self.counters.generated, self.cost()?)
    }

    pub(crate) fn new(
        engine: Engine,
        ending: Ending,
        lower_bound: u32,
        counters: Counters,
    ) -> Outcome {
        Outcome { ending, lower_bound, best: None, choice: None, engine, counters }
    }
}

/// The b > 1 with nodes = 1 + b + ... + b^depth: the lower end of its interval of 1e-5; `None` where
/// there is no such b.
#[must_use]
pub(crate) fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if depth == 0 || nodes <= u64::from(depth) + 1 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "no search generates 2^53 states")]
    let nodes = nodes as f64;
    let (mut low, mut high) = (1.0, nodes);
    while high - low > 1e-5 {
        let middle = f64::midpoint(low, high);
        if is_tree_larger(nodes, middle, depth) { high = middle } else { low = middle }
    }
    Some(low)
}

fn is_tree_larger(nodes: f64, b: f64, depth: u32) -> bool {
    let (mut total, mut level) = (1.0, 1.0);
    (0..depth).any(|_| {
        level *= b;
        total += level;
        total > nodes
    })
}

// The trace of a textbook search: one expansion after another.

/// A state that was expanded.
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
    /// The sizes before its expansion.
    pub sizes: ListSizes,
    /// What was generated from it, in order.
    pub children: &'a [Child],
}

/// The sizes of a search before an expansion.
#[derive(Clone, Copy, Debug)]
pub struct ListSizes {
    /// The entries of the open list, without the state that is expanded.
    pub open: u64,
    /// The closed states.
    pub closed: u64,
    /// The bytes of all tables, as in [`Counters::memory`](crate::Counters::memory).
    pub memory: u64,
}

/// A state that an expansion generated.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move that leads to it.
    pub step: Move,
    /// Its estimate; `None` where the search has none, or if it proves that there is no solution.
    pub h: Option<u32>,
    /// Its priority on this path, as that of an expansion; `None` where h is missing, too.
    pub f: Option<f64>,
    /// Whether the search knew it already; IDA* knows the states of its path alone.
    pub is_known: bool,
}

/// A callback for each expansion.
pub type Trace<'a> = dyn FnMut(&Expansion<'_>) + 'a;
