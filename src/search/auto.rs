//! The choice between the searches that take no settings: the fast core, and beyond so many states
//! proofs by refinement.
//!
//! No estimate made beforehand tells small spaces from large ones: static ranges are off by powers of
//! ten. So the fast core begins, and a board that is too large for it has cost a fraction of a
//! second.

use super::{Algorithm, Optimal, fast, refine};
use crate::limits::{Stop, Watch};
use crate::outcome::{Choice, Ending, Outcome};

/// The states that blind search may keep.
const FEW: u64 = 1_000_000;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "auto",
    help: "fast, or refine beyond a million states",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| {
        let blind = watch.within(FEW, |watch| (fast::ALGORITHM.run)(space, query, watch));
        if blind.ending != Ending::Unknown(Stop::States) || !watch.allows_more_than(FEW) {
            return chosen(&fast::ALGORITHM, "it looks at no more than a million states", blind);
        }
        goes_on(&blind, watch);
        let proof = (refine::ALGORITHM.run)(space, query, watch);
        chosen(&refine::ALGORITHM, "more than a million states are in reach", after(&blind, proof))
    },
};

/// What blind search has proved stays proved.
fn goes_on(blind: &Outcome, watch: &mut Watch<'_>) {
    watch.lower_bound = blind.lower_bound;
}

fn after(blind: &Outcome, mut proof: Outcome) -> Outcome {
    proof.counters.add(&blind.counters);
    proof.lower_bound = proof.lower_bound.max(blind.lower_bound);
    proof
}

fn chosen(algorithm: &Algorithm, reason: &'static str, outcome: Outcome) -> Outcome {
    Outcome { choice: Some(Choice { algorithm: algorithm.name, reason }), ..outcome }
}
