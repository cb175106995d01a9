//! Greedy best-first search: the least h first, whatever the cost of the path.
//!
//! Source: Doran and Michie 1966.

use super::best_first::{self, Rule};
use super::{Algorithm, Optimal};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "greedy",
    help: "greedy best-first: least h first",
    optimal: Optimal::Never,
    takes: best_first::GUIDED,
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(query.settings, (0, 1)), watch)
    },
};
