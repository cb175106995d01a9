//! Naive breadth-first search: looks for a state among the closed ones only, so that the open list
//! holds it once for every way that led to it before it was taken.
//!
//! Source: algorithm 1 of Chouaibi and Bradai.

use super::best_first::{self, Rule};
use super::{Algorithm, Duplicates, Optimal, Setting, Settings};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "naive",
    help: "breadth first with duplicates in its queue",
    optimal: Optimal::Always,
    takes: &[Setting::Trace],
    run: |space, query, watch| {
        let settings = Settings { duplicates: Duplicates::Keep, ..Settings::default() };
        best_first::run(space, query, Rule::of(settings, (1, 0)), watch)
    },
};
