//! The cells that the target still has to drive.
//!
//! ```text
//!     A A . . . . >     4 cells, although they are one slide
//! ```
//!
//! In steps each cell costs one; in slides it is no bound. As far as the goal asks: one cell more
//! for `past`, the whole target for `off`, none for `clear`.
//! Source: Ebner, Lamplmair and Mayer, "Distance", who say that it is not admissible. They play to
//! `past` and count to the edge, so their figure is one less in every state, -1 at the goal: the
//! order is the same.

use super::road::drive;
use super::{Entry, Heuristic, KEPT, NONE};
use crate::state::Traffic;

pub(super) const ENTRY: Entry = Entry {
    name: "distance",
    help: "the cells that the target still has to drive (Ebner et al.)",
    slide: NONE,
    step: KEPT,
    build: &|_, _| Box::new(Distance),
};

struct Distance;

impl Heuristic for Distance {
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32> {
        Some(drive(traffic))
    }
}
