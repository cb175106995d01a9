//! Uniform cost search: the least g first, without a heuristic. Every move costs one in either
//! metric, so it differs from breadth-first search in the order of ties alone.
//!
//! Source: Dijkstra 1959.

use super::best_first::{self, Rule};
use super::{Algorithm, Optimal, Setting};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "uniform",
    help: "uniform cost: least g first",
    optimal: Optimal::Always,
    takes: &[Setting::Goal, Setting::Ties, Setting::Duplicates, Setting::Trace],
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(query.settings, (1, 0)), watch)
    },
};
