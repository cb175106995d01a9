//! Abstractions of a puzzle: projections to a pattern of vehicles, and tables of their distances.

pub mod pattern_database;
pub(crate) mod projection;
