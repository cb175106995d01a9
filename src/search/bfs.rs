//! Breadth-first search: first in, first out. Known states are dropped when they are generated.
//!
//! Source: Moore 1959; the counts of Barth and Stokke.

use super::best_first::{self, Rule};
use super::{Algorithm, Optimal, Setting, Settings};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "bfs",
    help: "breadth first: the shallowest state first",
    optimal: Optimal::Always,
    takes: &[Setting::Goal, Setting::Trace],
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(Settings::default(), (1, 0)), watch)
    },
};
