//! How freely the vehicles between the target and its exit move, in both readings of the source.
//!
//! ```text
//!     . . . . . .
//!     . . . . . .     up 2, down 2 empty cells:  mobility       min(2, 2) + 1 = 3
//!     . . . A A B >   off the road by 1 down:    mobility-need  1 + 1         = 2
//!     . . . . . B
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! The formula sums min(up, down) + 1, where up and down are "moves needed to shift blocker
//! upward (cells between blocker top and nearest obstacle)". The second half of this is the literal
//! reading: a vehicle that is free to go far counts for more, so it is a bound in no metric. It is about
//! "vertical blockers": a vehicle in the target's own line does not count. The
//! first half is the fewest cells that free the row, and 1 for the target, which has a cell to drive
//! for each of them: a bound in steps, but one step may take a whole term away. Where the goal is
//! `clear` the target does not follow, and its 1 is left out.
//!
//! Source: Chouaibi and Bradai, "Blocking Mobility Heuristic (BMH)", who call it consistent.

use super::explain::{Explained, PlacedMove, Sink, Term, TermReason};
use super::road::sum_of_needs;
use super::{ADMISSIBLE, Entry, NONE};
use crate::board::Goal;
use crate::state::Position;
use crate::state::blockers::{Way, is_parallel, on_the_road};

pub(super) const LITERAL: Entry = Entry {
    name: "mobility",
    help: "for each on the road 1 + the empty cells at its nearer end (BMH of Chouaibi, Bradai)",
    slide: NONE,
    step: NONE,
    build: &|_, _| Box::new(Mobility(Reading::Literal)),
};

pub(super) const NEED: Entry = Entry {
    name: "mobility-need",
    help: "for each vehicle on the road 1 + the cells it must go to leave it (BMH, as it is meant)",
    slide: NONE,
    step: ADMISSIBLE,
    build: &|_, _| Box::new(Mobility(Reading::Meant)),
};

/// How the formula is read.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    Literal,
    Meant,
}

struct Mobility(Reading);

impl Explained for Mobility {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        self.0.value(position, sink)
    }
}

impl Reading {
    pub(super) fn value<S: Sink>(self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        match self {
            Reading::Literal => Some(literal(position, sink)),
            Reading::Meant => as_meant(position, sink),
        }
    }
}

fn literal<S: Sink>(position: &Position<'_>, sink: &mut S) -> u32 {
    let target = position.space().board().target();
    let crossing = on_the_road(position).filter(|&vehicle| !is_parallel(position, vehicle, target));
    let term = |vehicle| {
        let (back, forth) = position.free(vehicle);
        let amount = u32::from(back.min(forth)) + 1;
        sink.note(|| {
            let empty = [(Way::Back, back), (Way::Forth, forth)];
            let empty = empty.map(|(way, cells)| PlacedMove::of(position, vehicle, way, cells));
            Term::of(TermReason::Free, vehicle, amount).with_moves(empty)
        });
        amount
    };
    crossing.map(term).sum()
}

fn as_meant<S: Sink>(position: &Position<'_>, sink: &mut S) -> Option<u32> {
    let needs = sum_of_needs(position, sink)?;
    if position.space().goal() == Goal::Clear {
        return Some(needs);
    }
    let target = position.space().board().target();
    let follows = |vehicle| Term::of(TermReason::Follows, target, 1).with_others([vehicle]);
    sink.note_all(|| on_the_road(position).map(follows).collect());
    Some(needs + on_the_road(position).map(|_| 1).sum::<u32>())
}
