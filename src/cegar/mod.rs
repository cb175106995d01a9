//! Proofs by abstraction refinement: is there a solution whose cost is within the bound?
//!
//! 1. Project the puzzle to a few vehicles, the pattern (`abstraction/projection/`). A cheapest
//!    abstract plan, together with the landmark costs of the other vehicles, costs no more than a
//!    solution. The first bound is the sum of all landmark costs.
//! 2. Find all abstract plans within the bound (`corridor/`). If there is none, the bound is
//!    refuted and raised by 1. If nothing was pruned that could lie on a costlier plan either,
//!    there is no solution.
//! 3. Otherwise replay some plans in the puzzle. One may be a solution, and then it is optimal. If
//!    not, they have a flaw (`refinement.rs`): a vehicle outside the pattern is in the way. Add it to the
//!    pattern, and repeat (`refinement.rs`).
//!
//! The variables that the refutation of a bound needs stay in the pattern. Those of one bound form
//! a level of the abstraction hierarchy: the corridor of a level is the heuristic of the search of
//! a finer one. Between bounds, weighted A* may find a solution that is not optimal
//! (`upper_bound.rs`). Once the lower bound reaches its cost, the proof ends without a search at
//! that bound.
//!
//! The schedule (`schedule/`) decides which levels to search, and when to search for upper bounds;
//! it searches nothing itself. The prover (`prover.rs`) performs its tasks (`finest.rs`,
//! `refinement.rs`, `upper_bound.rs`).
//!
//! Sources: counterexample-guided abstraction refinement, Clarke et al. 2000; pattern databases,
//! Culberson and Schaeffer 1998. The combination with corridors and upper bounds is our own.

mod abstraction;
pub(crate) mod corridor;
mod prover;
mod refinement;
mod schedule;
#[cfg(test)]
mod tests;

use crate::abstraction::projection::StaticAnalysis;
use crate::board::Metric;
use crate::outcome::{Counters, Ending, Engine, Outcome, Watch};
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
    let trivial = |ending, bound| Outcome::new(Engine::Refine, ending, bound, Counters::default());
    if Position::new(space).is_goal() {
        return trivial(Ending::Solved(Vec::new()), 0);
    }
    let Some(analysis) = StaticAnalysis::new(space, metric) else {
        return trivial(Ending::Unsolvable, 1);
    };
    let outcome = Prover::new(space, metric, analysis, effort, watch).run(watch);
    watch.hold((0, 0));
    outcome
}
