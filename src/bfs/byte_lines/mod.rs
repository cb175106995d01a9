//! Lines of up to 8 cells as bytes: the geometry that both vector loops share.
//!
//! Every vehicle that can move has a *slot*: its byte in vectors of bytes. Two bytes describe it in a
//! state: the occupied cells of its line, and its place (`bfs/mod.rs`). A *lane* is a move of every
//! vehicle at once: lane `j` takes each to its place `j` if it stands beyond that place, and to place
//! `j + 1` if it does not. So the lanes of a vehicle lead to all of its other places.
//!
//! ```text
//!     row        . . A A . B     A stands on place 2 of 4; lane 0 takes it to place 0, over ##
//!     swept      # # . . . .     the cells before A, without those before place 0
//!     legal if no swept cell is occupied; kept by the pruning if some swept cell may be followed
//! ```
//!
//! [`LaneTables`] holds what this formula needs of a board, [`Interactions`] what a move changes in
//! the bytes of other vehicles and which moves may follow it.

mod backend;
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
pub(super) use interactions::Interactions;
pub(super) use lanes::LaneTables;
pub(super) use vehicle::{SimdVehicle, occupied, vehicles};

/// Cells of a line.
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
