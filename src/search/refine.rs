//! Counterexample-guided abstraction refinement (`cegar/`) as an algorithm: for boards that are too
//! large for blind search.

use super::{Algorithm, Optimal};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "refine",
    help: "proofs about a few of the vehicles, then more: for large boards",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| crate::cegar::solve(space, query.metric, watch),
};
