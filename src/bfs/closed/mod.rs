//! Closed sets: which states are known, exactly.

mod slots;
mod table;

pub(crate) use slots::{Half, Hash, SEGMENTS, Slots, hash};
pub(crate) use table::{Mark, Table};
