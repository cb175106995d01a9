//! The fast core as an algorithm: breadth first, each state once, commuting moves in one order.

use super::Algorithm;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "fast",
    help: "level by level without a heuristic: the fastest way to an optimum",
    run: |space, query, watch| crate::flood::solve(space, query.metric, watch),
};
