//! Puzzles and their states: exact keys, the intervals in which vehicles move, and their moves.

pub(crate) mod blockers;
pub(crate) mod commute;
mod geometry;
mod key;
mod position;
mod puzzle;
mod space;
mod static_ranges;
mod successors;

pub(crate) use geometry::{cells_ahead, free_cells};
pub(crate) use key::{Codec, with_words};
pub use key::{Key, State};
pub use position::Position;
pub(crate) use position::for_each_neighbour;
pub use puzzle::{ParsePuzzleError, Puzzle};
pub use space::StateSpace;
pub(crate) use space::{Interval, line_index};
pub(crate) use static_ranges::Ranges;
pub(crate) use successors::{Edge, Successors, VehicleByVehicle};
