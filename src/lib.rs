//! Solve Rush Hour / Unblock Me sliding puzzles: exact keys, defined orders, provable optima.
//!
//! The words: a [`Vehicle`] has an axis, a length and a line; a [`Board`] is what never moves, a
//! [`State`] what does; a [`Move`] takes one vehicle some cells along its axis, and a [`Metric`]
//! says what it costs. A [`Setup`] is what a text said; [`Board::new`] is the only door from it,
//! with every reason of a refusal at once. A search gives an [`Outcome`]: solved, unsolvable or
//! unknown.

pub mod answer;
mod atlas;
pub mod batch;
mod blockers;
mod board;
mod closed;
mod cluster;
mod corridor;
mod expand;
pub mod flood;
pub mod heuristic;
mod lanes;
mod level;
mod limits;
pub mod lines;
mod memory;
mod moves;
mod notation;
mod order;
mod outcome;
pub mod patterns;
mod perft;
#[cfg(test)]
mod random;
mod ranges;
mod reason;
mod refine;
mod relaxed;
pub mod replay;
mod rules;
pub mod search;
mod setup;
pub mod share;
mod space;
mod state;
pub mod survey;
mod symmetry;
mod tiny;
mod trace;
mod vehicle;
mod wide;

#[cfg(feature = "python")]
mod python;

pub use board::{Board, MAX_SIDE, MAX_VEHICLES};
pub use cluster::{Cluster, Graph, Refined, Unfinished, explore};
pub use limits::{Interrupt, Limits, Progress, Stop, Watch};
pub use moves::{Goal, Metric, Move, Traffic, apply};
pub use notation::{read_board, write_board, write_moves};
pub use outcome::{Choice, Counters, Ending, Outcome};
pub use perft::perft;
pub use reason::{InvalidBoard, Reason};
pub use setup::{Exit, Setup, Shape, Side};
pub use space::Space;
pub use state::{Key, State};
pub use symmetry::canonical;
pub use tiny::tiny;
pub use trace::{Expansion, Trace};
pub use vehicle::{Axis, Cell, Vehicle};
