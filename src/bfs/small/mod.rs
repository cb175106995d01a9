//! Breadth-first search on small boards: a state fits two vector registers, and a few vector
//! instructions find all its moves (`lines/`).
//!
//! Four lanes for each of sixteen vehicles are 64 bytes. A move changes a state by one exclusive or.
//! States are numbered in mixed radix, the closed set is a bitmap over these numbers, and new states
//! are appended without a branch. Boards with more vehicles, longer lines or longer intervals go to
//! `bfs/general.rs`.

mod dispatch;
mod expand;
mod move_tables;
mod search;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
mod workspace;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use search::{Attempt, Buffers, Listed, explore, set_buffers, solve, take_buffers};

/// Slots of a state.
const VEHICLES: usize = 16;
/// Lanes of a vehicle: one less than the places that it can have.
const LANES: usize = 4;
/// Lanes of a state, numbered `lane * VEHICLES + slot`.
const ALL_LANES: usize = VEHICLES * LANES;

/// A byte for each vehicle.
type Bytes = [u8; VEHICLES];

/// A state, or what a move changes in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
struct Packed {
    /// The occupied cells of each vehicle's line.
    occupied: Bytes,
    /// The place of each vehicle.
    place: Bytes,
}
