//! Weighted A*: the least g + w h first. It expands fewer states than A*, and with an admissible
//! heuristic its solution costs at most w times the optimum.
//!
//! Source: Pohl 1970.

use super::best_first::{self, Rule};
use super::{Algorithm, Optimal, Setting};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "weighted",
    help: "weighted A*: least g + w h first",
    optimal: Optimal::Within,
    takes: &Setting::ALL,
    run: |space, query, watch| {
        let weight = query.settings.weight.unwrap_or_default();
        let weights = (weight.denominator.get(), weight.numerator.get());
        best_first::run(space, query, Rule::of(query.settings, weights), watch)
    },
};
