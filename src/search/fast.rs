//! The fast breadth-first search (`bfs/`) as an algorithm: each state once, commuting moves in one
//! order.

use super::{Algorithm, Optimal};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "fast",
    help: "level by level without a heuristic: the fastest way to an optimum",
    optimal: Optimal::Always,
    takes: &[],
    run: |space, query, watch| crate::bfs::solve(space, query.metric, watch),
};
