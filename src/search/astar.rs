//! A*: the least g + h first. A cheaper path to a closed state reopens it, so that admissible
//! heuristics that are not consistent still give optimal solutions.
//!
//! Source: Hart, Nilsson and Raphael 1968.

use super::best_first::{self, Rule};
use super::{Algorithm, Optimal};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "astar",
    help: "A*: least g + h first",
    optimal: Optimal::Admissible,
    takes: best_first::GUIDED,
    run: |space, query, watch| {
        best_first::run(space, query, Rule::of(query.settings, (1, 1)), watch)
    },
};
