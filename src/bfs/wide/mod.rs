//! Successors of all vehicles at once, for boards too large for `bfs/small/`: up to 64 vehicles on
//! lines of at most 16 cells.
//!
//! The loops store only the key of a state, so the cells of each vehicle are computed anew:
//!
//! ```text
//!     key      ..0110 | 100101 | 001010      fields of a few neighbouring digits
//!     state    the exclusive or of one row of cells for the value of each field
//! ```
//!
//! Then a few operations on the cells of its line find all moves of a vehicle, in each slot of a
//! vector at once (`find.rs`).

mod fields;
mod find;
mod move_tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::bfs::lines::{Backend, Cells};
use crate::board::{Metric, Move};
use crate::outcome::memory;
use crate::state::{Edge, Key, StateSpace, Successors};
use move_tables::MoveTables;

/// A state, or what one field of a key contributes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Packed<C, const N: usize> {
    /// The occupied cells of each vehicle's line.
    occupied: [C; N],
    /// The cells of each vehicle.
    body: [C; N],
}

impl<C: Cells, const N: usize> Packed<C, N> {
    const NOTHING: Self = Packed { occupied: [C::NONE; N], body: [C::NONE; N] };

    #[allow(clippy::inline_always, reason = "compiled with its caller's instructions")]
    #[inline(always)]
    fn add(&mut self, row: &Self) {
        for slot in 0..N {
            self.occupied[slot] = self.occupied[slot] ^ row.occupied[slot];
            self.body[slot] = self.body[slot] ^ row.body[slot];
        }
    }
}

/// Generates the successors of a state for all vehicles at once: up to `N` of them, on lines of the
/// length of `C`, with keys of `W` words.
#[derive(Clone, Debug)]
pub(crate) struct WideSuccessors<C, const N: usize, const W: usize> {
    tables: Arc<MoveTables<C, N>>,
    backend: Backend,
    key: Key<W>,
    state: Packed<C, N>,
    /// For each vehicle the cells at the far end of its moves that the pruning keeps.
    ends: [C; N],
}

impl<C: Cells, const N: usize, const W: usize> WideSuccessors<C, N, W> {
    /// Those of a search from the start; `None` if the space has more vehicles or longer lines, or if
    /// there is no memory for the tables.
    pub(crate) fn new(space: &StateSpace<'_>, metric: Metric) -> Option<Self> {
        memory::look(0).ok()?;
        Some(WideSuccessors {
            tables: Arc::new(MoveTables::new(space, metric)?),
            backend: Backend::detect(),
            key: space.start(),
            state: Packed::NOTHING,
            ends: [C::NONE; N],
        })
    }

    /// Those for all goals and the level after them (`Origin::Goals`).
    pub(crate) fn at_goals(&self, space: &StateSpace<'_>) -> Self {
        WideSuccessors { tables: Arc::new(self.tables.at_goals(space)), ..self.clone() }
    }

    /// The move of a vehicle that ends at a cell.
    #[inline]
    fn move_to(&self, slot: usize, cell: u32) -> i8 {
        self.tables.cells(slot, self.state.body[slot % N], cell)
    }

    /// Whether the target has reached the goal after going so many cells.
    fn is_finished_after(&self, cells: i8) -> bool {
        let first = self.state.body[self.tables.target].bits().trailing_zeros();
        self.tables.finished >> first.wrapping_add_signed(cells.into()) & 1 != 0
    }
}

impl<C: Cells, const N: usize, const W: usize> Successors<W> for WideSuccessors<C, N, W> {
    #[inline]
    fn load(&mut self, edge: &Edge<W>) {
        self.key = edge.key;
        (self.state, self.ends) = find::find(self.backend, &self.tables, edge);
    }

    fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    #[inline]
    fn is_goal(&self) -> bool {
        self.tables.is_goal(&self.state)
    }

    fn solving_move(&self) -> Option<Move> {
        let target = self.tables.target;
        let mut ends = self.ends[target].bits();
        while ends != 0 {
            let cells = self.move_to(target, ends.trailing_zeros());
            if self.is_finished_after(cells) {
                return Some(self.tables.board_move(target, cells));
            }
            ends &= ends - 1;
        }
        None
    }

    #[inline]
    fn for_each(&self, mut visit: impl FnMut(Edge<W>)) {
        for index in 0..self.tables.words {
            let mut ends = C::word(&self.ends, index);
            while ends != 0 {
                let bit = ends.trailing_zeros();
                ends &= ends - 1;
                let slot = index * (64 / C::LEN) + (bit / C::BITS) as usize;
                let cells = self.move_to(slot, bit % C::BITS);
                let mut key = self.key;
                self.tables.add(&mut key, slot, cells);
                visit(Edge { key, step: self.tables.board_move(slot, cells) });
            }
        }
    }
}
