//! 1 plus the least `mobility` after any move.
//!
//! ```text
//!     . . . . . .
//!     . . . . . .     B: min(2, 2) + 1 = 3, C the same. Whichever goes first, the 3
//!     A A B C . . >   of the other remain: 1 + 3 = 4. Yet B, C and A are 3 slides.
//!     . . B C . .
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! The minimum over all moves of a lower bound is a lower bound, as with `mobility-need` in steps;
//! `mobility` is not a lower bound. `None` if there is no move to a state that has an estimate.
//! Source: Chouaibi and Bradai, "Two-Step Lookahead (TSLH)", who say that it is neither
//! optimal nor consistent.

use super::mobility::{Reading, as_meant, literal};
use super::{ADMISSIBLE, Entry, Heuristic, NONE};
use crate::board::Metric;
use crate::state::Position;

pub(super) const LITERAL: Entry = Entry {
    name: "lookahead",
    help: "1 + the least mobility after any move (TSLH of Chouaibi, Bradai)",
    slide: NONE,
    step: NONE,
    build: &|_, metric| Box::new(Lookahead { metric, reading: literal }),
};

pub(super) const NEED: Entry = Entry {
    name: "lookahead-need",
    help: "1 + the least mobility-need after any move",
    slide: NONE,
    step: ADMISSIBLE,
    build: &|_, metric| Box::new(Lookahead { metric, reading: as_meant }),
};

struct Lookahead {
    metric: Metric,
    reading: Reading,
}

impl Heuristic for Lookahead {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let (mut after, mut least) = (position.clone(), None);
        position.for_each_move(self.metric, |step| {
            after.apply(step);
            let estimate = (self.reading)(&after);
            after.apply(step.reversed());
            least = [least, estimate].into_iter().flatten().min();
        });
        least.map(|estimate| estimate + 1)
    }
}
