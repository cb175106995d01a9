//! The longest chain of vehicles that touch one another, each with an end against the next.
//!
//! ```text
//!     . . . D D .
//!     . . . B . .      B touches D with its upper end and C with its lower one; the ends
//!     A A . B . . >    of C touch no vehicle: B and C, or B and D: 2. Yet neither C nor D
//!     . C C C . .      must move if B can go far enough in the other direction.
//! ```
//!
//! The other reading of the "nested blocker depth": the blockers of a blocker are all vehicles at
//! its ends, needed or not, so it is a bound in no metric. The target and vehicles that are in the
//! chain already do not count. Source: Chouaibi and Bradai, "Critical Path Heuristic (CPH)", who call
//! it consistent.

use std::ops::Range;

use super::explain::{Explained, Sink, Term, TermReason};
use super::{Entry, NONE};
use crate::state::Position;
use crate::state::blockers::{Way, on_the_road, stands_on, swept};

pub(super) const ENTRY: Entry = Entry {
    name: "longest-chain",
    help: "the longest chain of vehicles that touch, from the road on (CPH, the other reading)",
    slide: NONE,
    step: NONE,
    build: &|_, _| Box::new(LongestChain { chain: Vec::new() }),
};

/// The length is capped here: each further vehicle may double the time.
const LONGEST: usize = 16;

struct LongestChain {
    chain: Vec<usize>,
}

impl Explained for LongestChain {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        self.chain.clear();
        self.chain.push(position.space().board().target());
        let longest = on_the_road(position).map(|vehicle| self.from(position, vehicle)).max();
        let longest = longest.unwrap_or(0);
        sink.note_all(|| self.links(position, longest));
        Some(longest)
    }
}

impl LongestChain {
    /// The longest chain that begins with a vehicle.
    fn from(&mut self, position: &Position<'_>, vehicle: usize) -> u32 {
        if self.chain.len() == LONGEST {
            return 1;
        }
        self.chain.push(vehicle);
        let ends = ends(position, vehicle);
        let mut longest = 0;
        for other in 0..position.coordinates().len() {
            let touches = ends.iter().any(|end| stands_on(position, other, vehicle, end));
            if touches && !self.chain.contains(&other) {
                longest = longest.max(self.from(position, other));
            }
        }
        self.chain.pop();
        longest + 1
    }

    /// The first chain of this length.
    fn links(&mut self, position: &Position<'_>, length: u32) -> Vec<Term> {
        let mut terms = Vec::new();
        for left in (1..=length).rev() {
            let before = self.chain.last().copied().filter(|_| left < length);
            let follows = |vehicle: usize| match before {
                None => on_the_road(position).any(|on_road| on_road == vehicle),
                Some(before) => {
                    let ends = ends(position, before);
                    ends.iter().any(|end| stands_on(position, vehicle, before, end))
                }
            };
            let next = (0..position.coordinates().len()).find(|&vehicle| {
                !self.chain.contains(&vehicle)
                    && follows(vehicle)
                    && self.from(position, vehicle) == left
            });
            let next = next.expect("the chain is that long");
            let reason = if before.is_none() { TermReason::Blocks } else { TermReason::Touches };
            terms.push(Term::of(reason, next, 1).with_others(before));
            self.chain.push(next);
        }
        terms
    }
}

/// The cells at both ends of a vehicle.
fn ends(position: &Position<'_>, vehicle: usize) -> [Range<u8>; 2] {
    [Way::Back, Way::Forth].map(|way| swept(position, vehicle, way, 1))
}
