//! The choice between the searches that take no settings: the fast core, and proofs by refinement.
//!
//! No estimate made beforehand tells small spaces from large ones: static ranges are off by powers of
//! ten. Nor does the size tell which boards are hard: a proof may be a matter of a second where blind
//! search drowns, and the other way round. So each has its turn.
//!
//! ```text
//!     fast, up to a million states      refine, some seconds       fast, sixteen millions
//!     refine, without end
//! ```

#[cfg(test)]
mod tests;

use super::{ALGORITHMS, AUTO, Algorithm, Optimal, Query, Setting, fast, refine};
use crate::cegar::{Effort, solve_with};
use crate::outcome::{Choice, Ending, Outcome, Stop, Watch};
use crate::state::StateSpace;

/// What each turn but the last may take.
#[derive(Clone, Copy)]
struct Sizes {
    /// The states that blind search may keep, in its first turn and its second.
    few: u64,
    many: u64,
    /// The expansions of the first proof.
    brief: u64,
}

const SIZES: Sizes = Sizes { few: 1_000_000, many: 16_000_000, brief: 8_000_000 };

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "auto",
    help: "fast, and beyond a million states refine by turns with it",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| Turns { space, query, sizes: SIZES }.run(watch),
};

/// The algorithm that `auto` stands for: [`AUTO`] or, if settings are chosen, the first of
/// [`ALGORITHMS`] that takes all of them.
///
/// ```
/// use rushhour::search::{Setting, automatic};
/// assert_eq!(automatic(&[]).name, "auto");
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
    ALGORITHMS.iter().find(takes_all).expect("weighted A* takes every setting")
}

struct Turns<'a> {
    space: &'a StateSpace<'a>,
    query: &'a Query<'a>,
    sizes: Sizes,
}

impl Turns<'_> {
    fn run(&self, watch: &mut Watch<'_>) -> Outcome {
        let sizes = self.sizes;
        let few = self.blind(sizes.few, watch);
        if is_end(&few, sizes.few, watch) {
            return chosen(&fast::ALGORITHM, "it keeps no more than a million states", few);
        }
        let brief = self.proof(sizes.brief, few, watch);
        if is_end(&brief, 0, watch) {
            return chosen(&refine::ALGORITHM, "more than a million states are in reach", brief);
        }
        let many = after(brief, self.blind(sizes.many, watch), watch);
        if is_end(&many, sizes.many, watch) {
            return chosen(&fast::ALGORITHM, "a proof takes longer than blind search", many);
        }
        let proof = self.proof(u64::MAX, many, watch);
        chosen(&refine::ALGORITHM, "more than sixteen million states are in reach", proof)
    }

    fn blind(&self, states: u64, watch: &mut Watch<'_>) -> Outcome {
        watch.within(states, |watch| (fast::ALGORITHM.run)(self.space, self.query, watch))
    }

    fn proof(&self, expansions: u64, before: Outcome, watch: &mut Watch<'_>) -> Outcome {
        watch.prove(before.lower_bound);
        let effort = Effort { expansions, seed: 0 };
        let proof = solve_with(self.space, self.query.metric, effort, watch);
        after(before, proof, watch)
    }
}

/// Whether there is an answer, or a limit of the caller's was reached: one on states, if that does not
/// allow more than this turn did.
fn is_end(outcome: &Outcome, states: u64, watch: &Watch<'_>) -> bool {
    outcome.ending != Ending::Unknown(Stop::States) || watch.most_states() <= states
}

/// A turn after others: what they have proved and found stays so.
fn after(before: Outcome, mut turn: Outcome, watch: &mut Watch<'_>) -> Outcome {
    turn.counters.add(&before.counters);
    turn.lower_bound = turn.lower_bound.max(before.lower_bound);
    if matches!(turn.ending, Ending::Unknown(_)) {
        let found = [before.best, turn.best].into_iter().flatten();
        turn.best = found.min_by_key(Vec::len);
    }
    watch.prove(turn.lower_bound);
    turn
}

fn chosen(algorithm: &Algorithm, reason: &'static str, outcome: Outcome) -> Outcome {
    Outcome { choice: Some(Choice { algorithm: algorithm.name, reason }), ..outcome }
}
