//! Closed sets: which states are known, exactly.

mod slots;
mod table;

pub(crate) use slots::{Hash, SEGMENTS, hash};
pub(crate) use table::{Mark, Table};
