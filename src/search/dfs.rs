//! Depth-first search: the successors of the last state first, in their order. The open list is a stack;
//! an open state that is generated again moves to the top.
//!
//! Source: Tarjan 1972; the counts of Barth and Stokke.

use super::best_first::{self, Rule};
use super::{Algorithm, Duplicates, Optimal, Setting, Settings, Ties};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "dfs",
    help: "depth first: the successors of the last state first",
    optimal: Optimal::Never,
    takes: &[Setting::Goal, Setting::Trace],
    run: |space, query, watch| {
        let settings =
            Settings { ties: Ties::Lifo, duplicates: Duplicates::Latest, ..Settings::default() };
        let rule = Rule { backwards: true, ..Rule::of(settings, (0, 0)) };
        best_first::run(space, query, rule, watch)
    },
};
