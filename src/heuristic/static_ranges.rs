//! 0, or a proof that there is no solution.
//!
//! ```text
//!     . . . B .      B needs three of the four cells of its column and can never leave the
//!     A A . B . >    row of A: the range of A ends before it. No search is needed.
//!     . . . B .
//!     . . . . .
//! ```
//!
//! The ranges (`state/static_ranges.rs`) hold in every reachable state, so they are computed once, at the
//! start.

use super::explain::{Term, TermReason};
use super::{CONSISTENT, Entry, Heuristic};
use crate::board::Move;
use crate::state::{Position, Ranges};

pub(super) const ENTRY: Entry = Entry {
    name: "static-ranges",
    help: "0, or the proof that there is no solution, from how far each vehicle can ever go",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, _| {
        let possible = Ranges::default().goal_is_possible(&Position::new(space));
        Box::new(StaticRanges(possible.then_some(0)))
    },
};

struct StaticRanges(Option<u32>);

impl Heuristic for StaticRanges {
    fn estimate(&mut self, _: &Position<'_>) -> Option<u32> {
        self.0
    }

    fn explain(&mut self, position: &Position<'_>, terms: &mut Vec<Term>) -> Option<u32> {
        if self.0.is_none() {
            terms.push(Term::of(TermReason::Ranges, position.space().board().target(), None));
        }
        self.0
    }

    fn estimate_after(&mut self, _: &mut Position<'_>, _: u32, _: Move) -> Option<u32> {
        self.0
    }
}
