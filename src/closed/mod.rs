//! Closed sets: which states are known, exactly.

mod table;

pub(crate) use table::{Hash, Mark, SEGMENTS, Table, hash};
