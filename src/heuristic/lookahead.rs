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

use super::explain::{Explained, PlacedMove, Sink, Term, TermReason};
use super::mobility::Reading;
use super::{ADMISSIBLE, Entry, NONE};
use crate::board::Metric;
use crate::state::Position;

pub(super) const LITERAL: Entry = Entry {
    name: "lookahead",
    help: "1 + the least mobility after any move (TSLH of Chouaibi, Bradai)",
    slide: NONE,
    step: NONE,
    build: &|_, metric| Box::new(Lookahead { metric, reading: Reading::Literal }),
};

pub(super) const NEED: Entry = Entry {
    name: "lookahead-need",
    help: "1 + the least mobility-need after any move",
    slide: NONE,
    step: ADMISSIBLE,
    build: &|_, metric| Box::new(Lookahead { metric, reading: Reading::Meant }),
};

struct Lookahead {
    metric: Metric,
    reading: Reading,
}

impl Explained for Lookahead {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let (mut after, mut least) = (position.clone(), None);
        position.for_each_move(self.metric, |step| {
            after.apply(step);
            let estimate = self.reading.value(&after, &mut ());
            after.apply(step.reversed());
            if let Some(estimate) = estimate
                && least.is_none_or(|(known, _)| estimate < known)
            {
                least = Some((estimate, step));
            }
        });
        let Some((estimate, step)) = least else {
            sink.note(|| Term::about(TermReason::Stuck, None));
            return None;
        };
        sink.note_all(|| {
            let vehicle = step.vehicle.index();
            let from = position.coordinates()[vehicle];
            let step_from = PlacedMove { vehicle, from, cells: step.cells };
            let mut terms = vec![Term::of(TermReason::After, vehicle, 1).with_moves([step_from])];
            after.apply(step);
            self.reading.value(&after, &mut terms);
            terms
        });
        Some(estimate + 1)
    }
}
