//! Counterexample-guided abstraction refinement (`cegar/`) as an algorithm: for boards that are too
//! large for blind search.

use super::{Algorithm, Optimal};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "refine",
    help: "proofs with few vehicles in play, then more: for large boards",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| crate::cegar::solve(space, query.metric, watch),
};
