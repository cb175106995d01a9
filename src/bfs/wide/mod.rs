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

#![allow(clippy::inline_always, reason = "the formula is compiled with its caller's instructions")]

mod move_tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use move_tables::MoveTables;

use crate::bfs::lines::{Backend, Cells};
use crate::board::{Metric, Move};
use crate::outcome::memory;
use crate::state::{Edge, Key, StateSpace, Successors};

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
        (self.state, self.ends) = find(self.backend, &self.tables, edge);
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

// From a key to the moves of all vehicles.
//
// The formula is written once, on arrays, and compiled for each backend:
//
// ```text
//     row        . . A A . . B     cells of A                                  body
//     after      . . . . # # #     all cells after A
//     forth      . . . . # # .     those before the first one occupied         free
//     ends       . . . . . # .     those from the first one that may be        one cell for each move
//                                  swept next
// ```

/// The state of an edge, and the ends of the moves that the pruning keeps after the move of the edge.
#[inline]
fn find<C: Cells, const N: usize, const W: usize>(
    backend: Backend,
    tables: &MoveTables<C, N>,
    edge: &Edge<W>,
) -> (Packed<C, N>, [C; N]) {
    match backend {
        Backend::Portable => find_inline(tables, edge),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the token in `Avx2` proves that the processor has the instructions.
        Backend::Avx2(_) => unsafe { find_avx2(tables, edge) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the token in `Avx512` proves that the processor has the instructions.
        Backend::Avx512(_) => unsafe { find_avx512(tables, edge) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Backend::Simd128 => find_inline(tables, edge),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn find_avx512<C: Cells, const N: usize, const W: usize>(
    tables: &MoveTables<C, N>,
    edge: &Edge<W>,
) -> (Packed<C, N>, [C; N]) {
    find_inline(tables, edge)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn find_avx2<C: Cells, const N: usize, const W: usize>(
    tables: &MoveTables<C, N>,
    edge: &Edge<W>,
) -> (Packed<C, N>, [C; N]) {
    find_inline(tables, edge)
}

#[inline(always)]
fn find_inline<C: Cells, const N: usize, const W: usize>(
    tables: &MoveTables<C, N>,
    edge: &Edge<W>,
) -> (Packed<C, N>, [C; N]) {
    let mut state = tables.origin;
    tables.fields.for_each_row(&edge.key, |row| state.add(row));
    let mut ends = ends(tables, &state, tables.may_follow(edge.step, &state.body));
    if tables.metric == Metric::Step {
        for (ends, body) in ends.iter_mut().zip(&state.body) {
            *ends = *ends & body.beside();
        }
    }
    (state, ends)
}

/// The cells at the far end of each move that sweeps one of the cells of `follow`.
#[inline(always)]
fn ends<C: Cells, const N: usize>(
    tables: &MoveTables<C, N>,
    state: &Packed<C, N>,
    follow: &[C; N],
) -> [C; N] {
    let mut ends = [C::NONE; N];
    for slot in 0..N {
        let (body, follow) = (state.body[slot], follow[slot]);
        let others = (state.occupied[slot] ^ body) | tables.beyond[slot];
        let before = body.first().before_first();
        let after = !(body | before);
        let forth = after & (others & after).first().before_first();
        let back = before & !(others & before).to_last();
        ends[slot] = forth & (forth & follow).since_first() | back & (back & follow).to_last();
    }
    ends
}
