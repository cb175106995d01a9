//! Proofs by abstraction refinement: is there a solution whose cost is within the bound?
//!
//! 1. Project the puzzle to a few vehicles, the pattern (`abstraction/projection/`). An abstract
//!    plan costs no more than a solution.
//! 2. Find all abstract plans within the bound (`corridor/`). If there is none, the bound is
//!    refuted and raised by 1.
//! 3. Otherwise replay some plans in the puzzle. One may be a solution, and then it is optimal. If
//!    not, they have a flaw (`flaw.rs`): a vehicle outside the pattern is in the way. Add it to the
//!    pattern, and repeat (`refinement.rs`).
//!
//! Variables that refuted a bound stay in the pattern for the next one. Those of one bound form a
//! level of the abstraction hierarchy: the corridor of a level is the heuristic of the next. Which
//! levels to search, and when to look for upper bounds instead, is decided by the schedule
//! (`schedule/`), which searches nothing. The prover (`prover.rs`) performs its tasks (`finest.rs`,
//! `refinement.rs`, `upper_bound.rs`).
//!
//! Sources: counterexample-guided abstraction refinement, Clarke et al. 2000; pattern databases,
//! Culberson and Schaeffer 1998. The combination with corridors and upper bounds is our own.

mod abstraction;
pub(crate) mod corridor;
mod finest;
mod flaw;
mod ledger;
mod prover;
mod refinement;
mod schedule;
#[cfg(test)]
mod tests;
mod upper_bound;

use crate::abstraction::projection::StaticAnalysis;
use crate::board::Metric;
use crate::outcome::{Counters, Ending, Outcome, Watch};
use crate::state::{Position, StateSpace};
use prover::Prover;

/// Finds an optimal solution, or proves that there is none.
pub fn solve(space: &StateSpace<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
    let effort = Effort { expansions: u64::MAX, seed: 0 };
    solve_with(space, metric, effort, watch)
}

/// How far a proof goes, and how it breaks ties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// After so many expansions the proof ends as if the limit on states were reached.
    pub(crate) expansions: u64,
    /// The seed for the choice among optimal abstract plans, and so of the variables that are
    /// added.
    pub(crate) seed: u64,
}

/// Like [`solve`], with limited effort.
pub(crate) fn solve_with(
    space: &StateSpace<'_>,
    metric: Metric,
    effort: Effort,
    watch: &mut Watch<'_>,
) -> Outcome {
    if Position::new(space).is_goal() {
        return Outcome::new(Ending::Solved(Vec::new()), 0, Counters::default());
    }
    let Some(analysis) = StaticAnalysis::new(space, metric) else {
        return Outcome::new(Ending::Unsolvable, 1, Counters::default());
    };
    let outcome = Prover::new(space, metric, analysis, effort, watch).run(watch);
    watch.hold((0, 0));
    outcome
}
