//! `auto`: which algorithm runs if none is named.
//!
//! With settings it is the first algorithm that takes them ([`automatic`]). Without, the fast search and
//! refinement alternate in stages:
//!
//! ```text
//!     1  fast, up to a million states        3  fast, up to sixteen million states
//!     2  refine, some seconds                4  refine, without a limit
//! ```
//!
//! No estimate made in advance separates small state spaces from large ones: static ranges are off by
//! powers of ten. The size does not tell either which boards are hard: a proof can take a second where
//! blind search fails, and the other way round.

#[cfg(test)]
mod tests;

use super::algorithms::{FAST, REFINE};
use super::{ALGORITHMS, AUTO, Algorithm, Optimal, Query, Setting};
use crate::cegar::{Effort, solve_with};
use crate::outcome::{Choice, Ending, Outcome, Stop, Watch};
use crate::state::StateSpace;

/// The limits of the stages before the last.
#[derive(Clone, Copy)]
struct Sizes {
    /// The states that blind search may store in its first and its second stage.
    few: u64,
    many: u64,
    /// The expansions of the first proof.
    brief: u64,
}

const SIZES: Sizes = Sizes { few: 1_000_000, many: 16_000_000, brief: 8_000_000 };

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "auto",
    help: "fast, alternating with refine beyond a million states",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| Stages { space, query, sizes: SIZES }.run(watch),
};

/// The algorithm that `auto` stands for: [`AUTO`] or, if settings are chosen, the first of
/// [`ALGORITHMS`] that takes all of them. For a goal of one's own without a heuristic it is the first
/// blind one.
///
/// ```
/// use rushhour::search::{Setting, automatic};
/// assert_eq!(automatic(&[]).name, "auto");
/// assert_eq!(automatic(&[Setting::Goal]).name, "uniform");
/// assert_eq!(automatic(&[Setting::Heuristic]).name, "astar");
/// assert_eq!(automatic(&[Setting::Heuristic, Setting::Weight]).name, "weighted");
/// ```
///
/// # Panics
/// Never: weighted A* takes every setting.
#[must_use]
pub fn automatic(chosen: &[Setting]) -> &'static Algorithm {
    if chosen.is_empty() {
        return AUTO;
    }
    let takes_all = |entry: &&Algorithm| chosen.iter().all(|setting| entry.takes.contains(setting));
    let able: Vec<&Algorithm> = ALGORITHMS.iter().filter(takes_all).collect();
    let is_blind = chosen.contains(&Setting::Goal) && !chosen.contains(&Setting::Heuristic);
    let blind = able.iter().find(|entry| is_blind && !entry.takes.contains(&Setting::Heuristic));
    blind.unwrap_or(&able[0])
}

struct Stages<'a> {
    space: &'a StateSpace<'a>,
    query: &'a Query<'a>,
    sizes: Sizes,
}

impl Stages<'_> {
    fn run(&self, watch: &mut Watch<'_>) -> Outcome {
        let sizes = self.sizes;
        let few = self.blind(sizes.few, watch);
        if is_end(&few, sizes.few, watch) {
            return chosen(&FAST, "it keeps no more than a million states", few);
        }
        let brief = self.proof(sizes.brief, few, watch);
        if is_end(&brief, 0, watch) {
            return chosen(&REFINE, "more than a million states are in reach", brief);
        }
        let many = after(brief, self.blind(sizes.many, watch), watch);
        if is_end(&many, sizes.many, watch) {
            return chosen(&FAST, "a proof takes longer than blind search", many);
        }
        let proof = self.proof(u64::MAX, many, watch);
        chosen(&REFINE, "more than sixteen million states are in reach", proof)
    }

    fn blind(&self, states: u64, watch: &mut Watch<'_>) -> Outcome {
        watch.within(states, |watch| (FAST.run)(self.space, self.query, watch))
    }

    fn proof(&self, expansions: u64, before: Outcome, watch: &mut Watch<'_>) -> Outcome {
        watch.prove(before.lower_bound);
        let effort = Effort { expansions, seed: 0 };
        let proof = solve_with(self.space, self.query.metric, effort, watch);
        after(before, proof, watch)
    }
}

/// Whether the search is over: it has an answer, or it reached a limit of the caller. A limit on states is
/// one of the caller if it allows no more than this stage did.
fn is_end(outcome: &Outcome, states: u64, watch: &Watch<'_>) -> bool {
    outcome.ending != Ending::Unknown(Stop::States) || watch.most_states() <= states
}

/// The outcome of a stage, with the bounds, the solution and the counters of those before it.
fn after(before: Outcome, mut stage: Outcome, watch: &mut Watch<'_>) -> Outcome {
    stage.counters.add(&before.counters);
    stage.lower_bound = stage.lower_bound.max(before.lower_bound);
    if matches!(stage.ending, Ending::Unknown(_)) {
        let found = [before.best, stage.best].into_iter().flatten();
        stage.best = found.min_by_key(Vec::len);
    }
    watch.prove(stage.lower_bound);
    stage
}

fn chosen(algorithm: &Algorithm, reason: &'static str, outcome: Outcome) -> Outcome {
    Outcome { choice: Some(Choice { algorithm: algorithm.name, reason }), ..outcome }
}
