//! The result of a search: data, never an error.

mod limits;
mod trace;

pub use limits::{Interrupt, Limits, Progress, Stop, Watch};
pub use trace::{Expansion, Trace};

use crate::board::Move;

/// What a search counts.
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

impl Counters {
    /// Count what a part of the search has counted.
    pub(crate) fn add(&mut self, part: &Counters) {
        self.expanded += part.expanded;
        self.generated += part.generated;
        self.duplicates += part.duplicates;
        self.reopened += part.reopened;
        self.max_open = self.max_open.max(part.max_open);
        self.evaluated += part.evaluated;
    }
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

impl Ending {
    /// `solved`, `unsolvable` or `unknown`, for reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Solved(_) => "solved",
            Ending::Unsolvable => "unsolvable",
            Ending::Unknown(_) => "unknown",
        }
    }
}

/// An algorithm that was chosen, by name, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the parts by name")]
pub struct Choice {
    pub algorithm: &'static str,
    pub reason: &'static str,
}

/// The result of a search: data, never an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// No solution costs less; the cost itself where an optimal search solved it.
    pub lower_bound: u32,
    /// The cheapest solution that was found before a limit came; only where it is unknown whether it
    /// is shortest.
    pub best: Option<Vec<Move>>,
    /// What the algorithm has chosen, if it is one that chooses.
    pub choice: Option<Choice>,
    /// What it took.
    pub counters: Counters,
}

impl Outcome {
    pub(crate) fn new(ending: Ending, lower_bound: u32, counters: Counters) -> Outcome {
        Outcome { ending, lower_bound, best: None, choice: None, counters }
    }
}
