//! The sum of `advanced-ebner` and of the cells between the target and the edge.
//!
//! ```text
//!     . . . . . .
//!     . . . . B C      B and C: 4, and 2 cells to the edge: 6, although
//!     . . A A B C >    4 steps are enough
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! As in the source the distance is to the edge, whatever the goal, and 0 where that is reached.
//! Source: Ebner, Lamplmair and Mayer, "Advanced Distance", who say that it is not admissible.

use super::explain::{Explained, Sink, Term, TermReason};
use super::road::cells_to_edge;
use super::{Entry, NONE, advanced_ebner};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "advanced-distance",
    help: "advanced-ebner and the cells to the edge (AdvancedDistance of Ebner et al.)",
    slide: NONE,
    step: NONE,
    build: &|_, _| Box::new(AdvancedDistance),
};

struct AdvancedDistance;

impl Explained for AdvancedDistance {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        let distance = if position.is_goal() { 0 } else { cells_to_edge(position) };
        if distance > 0 {
            sink.note(|| Term::of(TermReason::Edge, position.space().board().target(), distance));
        }
        Some(advanced_ebner::estimate(position, sink) + distance)
    }
}
