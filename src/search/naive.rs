//! Naive breadth-first search: detects duplicates among closed states only, so that the open list holds
//! a state once for every path that reached it before its expansion.
//!
//! Source: algorithm 1 of Chouaibi and Bradai.

use super::best_first::{self, Rule};
use super::{Algorithm, Duplicates, Optimal, Setting, Settings};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "naive",
    help: "breadth first with duplicates in its queue",
    optimal: Optimal::Always,
    takes: &[Setting::Goal, Setting::Trace],
    run: |space, query, watch| {
        let settings = Settings { duplicates: Duplicates::Keep, ..Settings::default() };
        best_first::run(space, query, Rule::of(settings, (1, 0)), watch)
    },
};
