//! The crate against `data/*.perft`, the boards and counts of an independent reference.

mod cluster;
mod counts;
mod data;
mod promises;
mod searches;
