//! The cells that the target still has to move.
//!
//! ```text
//!     A A . . . . >     4 cells, although they are one slide
//! ```
//!
//! In steps each cell costs 1; in slides it is not a lower bound. The goal decides how far: one cell more
//! for `past`, the whole target for `off`, none for `clear`.
//! Source: Ebner, Lamplmair and Mayer, "Distance", who say that it is not admissible. They play to
//! `past` and count to the edge, so their figure is one less in every state, -1 at the goal: the
//! order is the same.

use super::explain::{Explained, Sink};
use super::road::drive;
use super::{CONSISTENT, Entry, NONE};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "distance",
    help: "the cells that the target still has to drive (Ebner et al.)",
    slide: NONE,
    step: CONSISTENT,
    build: &|_, _| Box::new(Distance),
};

struct Distance;

impl Explained for Distance {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        Some(drive(position, sink))
    }
}
