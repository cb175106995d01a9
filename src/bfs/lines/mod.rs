//! Lines of up to 16 cells as small numbers: the geometry that all vectors share.
//!
//! Every vehicle that can move has a *slot*: its number in vectors of numbers. [`Cells`] are cells of
//! its line, as bits of a byte or of two. [`Interactions`] holds what a move changes in the lines of
//! other vehicles and which moves may follow it.
//!
//! For `bfs/small/` and `bfs/simd/` two bytes describe a vehicle: the occupied cells of its line, and
//! its place (`bfs/mod.rs`). A *lane* is a move of every vehicle at once: lane `j` takes each to its place `j` if
//! it stands beyond that place, and to place `j + 1` if it does not. So the lanes of a vehicle lead to
//! all of its other places.
//!
//! ```text
//!     row        . . A A . B     A stands on place 2 of 4; lane 0 takes it to place 0, over ##
//!     swept      # # . . . .     the cells before A, without those before place 0
//!     legal if no swept cell is occupied; kept by the pruning if some swept cell may be followed
//! ```
//!
//! [`LaneTables`] holds what this formula needs of a board.

mod backend;
mod cells;
mod interactions;
mod lanes;
#[cfg(test)]
mod tests;
mod vehicle;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86;

pub(super) use backend::Backend;
#[cfg(test)]
pub(super) use backend::CHOSEN;
pub(super) use cells::Cells;
pub(super) use interactions::Interactions;
pub(super) use lanes::LaneTables;
pub(super) use vehicle::{SimdVehicle, occupied, vehicles};

/// Cells of a line in `bfs/small/` and `bfs/simd/`.
pub(super) const CELLS: usize = 8;

/// The cells before a cell of a line.
const fn cells_before(cell: usize) -> u8 {
    if cell >= CELLS { u8::MAX } else { (1 << cell) - 1 }
}

/// The cells from one up to another.
const fn cells(from: usize, to: usize) -> u8 {
    cells_before(to) & !cells_before(from)
}

/// The cells before cell 0, 1, 2, ...
pub(super) const CELLS_BEFORE: [u8; 16] = {
    let mut cells = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        cells[cell] = cells_before(cell);
        cell += 1;
    }
    cells
};
