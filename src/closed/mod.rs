//! Closed sets: which states are known, exactly.

mod table;

pub(crate) use table::{Mark, Table, hash};
