//! The loop for small boards: a state fits two vector registers, and one formula gives all its
//! moves.
//!
//! Every vehicle that can move has a byte with the cells taken in its line and a byte with its
//! place in its room. A *lane* is a vehicle and one of its other places: lane `j` goes to place `j`
//! if that is behind the vehicle, to place `j + 1` if not. Four lanes for each of sixteen vehicles
//! are 64 bytes, and for all of them at once
//!
//! ```text
//!     row        . . A A . B     A stands on place 2 of 4, lane 0 goes to place 0 over ##
//!     swept      # # . . . .     the cells before A, without those before place 0
//!     legal if no swept cell is taken; worth making if a swept cell may be followed (`state/commute.rs`)
//! ```
//!
//! A move changes a state by one exclusive or. States are numbered in mixed radix, the closed set
//! is a bitmap over these numbers, and new states are kept without a branch. Boards with more
//! vehicles, longer lines or more room than that go to `bfs/general.rs`.

mod expand;
mod move_tables;
mod search;
pub(crate) mod vehicles;
mod workspace;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use search::{Buffers, explore, set_buffers, solve, take_buffers};

/// Vehicles that a state has bytes for.
const VEHICLES: usize = 16;
/// Lanes of a vehicle: one less than the places it can have.
const LANES: usize = 4;
/// Lanes of a state, numbered `lane * VEHICLES + vehicle`.
const ALL_LANES: usize = VEHICLES * LANES;
/// Cells of a line.
pub(crate) const CELLS: usize = 8;

/// A byte for each vehicle.
type Bytes = [u8; VEHICLES];

/// A state, or what a move changes in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
struct Packed {
    /// The cells taken in each vehicle's line.
    taken: Bytes,
    /// The place of each vehicle in its room.
    place: Bytes,
}
