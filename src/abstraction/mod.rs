//! Puzzles made easier: projections to some of the vehicles, and tables of their distances.

pub mod pattern_database;
pub(crate) mod projection;
