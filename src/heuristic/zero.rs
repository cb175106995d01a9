//! The estimate 0 in every state. A* with it is uniform cost search.

use super::explain::{Explained, Sink};
use super::{CONSISTENT, Entry};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "zero",
    help: "0 in every state",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|_, _| Box::new(Zero),
};

struct Zero;

impl Explained for Zero {
    fn value<S: Sink>(&mut self, _: &Position<'_>, _: &mut S) -> Option<u32> {
        Some(0)
    }
}
