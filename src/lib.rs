//! Solve Rush Hour / Unblock Me sliding puzzles: exact keys, defined orders, provable optima.
//!
//! The words: a [`Vehicle`] has an axis, a length and a line; a [`Board`] is what never moves, a
//! [`State`] what does; a [`Move`] takes one vehicle some cells along its axis, and a [`Metric`]
//! says what it costs. A [`Setup`] is what a text said; [`Board::new`] is the only door from it,
//! with every reason of a refusal at once. A search gives an [`Outcome`]: solved, unsolvable or
//! unknown.

mod abstraction;
pub mod batch;
mod bfs;
mod board;
mod cegar;
mod cluster;
pub mod heuristic;
pub mod lab;
mod memory;
mod outcome;
pub mod search;
mod state;

#[cfg(feature = "python")]
mod python;

pub use abstraction::pattern_database as patterns;
pub use bfs::general as flood;
pub use board::{
    Axis, Board, Cell, Exit, Goal, InvalidBoard, MAX_SIDE, MAX_VEHICLES, Metric, Move, Reason,
    Setup, Shape, Side, Vehicle, VehicleId, canonical, read_board, write_board, write_moves,
};
pub use cluster::{Cluster, Graph, Lexicographic, Unfinished, explore};
pub use lab::{perft, tiny};
pub use outcome::{
    Choice, Counters, Ending, Expansion, Interrupt, Limits, Outcome, Progress, Stop, Trace, Watch,
};
pub use state::{Key, Position, State, StateSpace, apply};
