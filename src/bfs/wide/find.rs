//! From a key to the moves of all vehicles.
//!
//! The formula is written once, on arrays, and compiled for each backend:
//!
//! ```text
//!     row        . . A A . . B     cells of A                                  body
//!     after      . . . . # # #     all cells after A
//!     forth      . . . . # # .     those before the first one occupied         free
//!     ends       . . . . . # .     those from the first one that may be        one cell for each move
//!                                  swept next
//! ```
#![allow(clippy::inline_always, reason = "the formula is compiled with its caller's instructions")]

use super::Packed;
use super::move_tables::MoveTables;
use crate::bfs::lines::{Backend, Cells};
use crate::board::Metric;
use crate::state::Edge;

/// The state of an edge, and the ends of the moves that the pruning keeps after the move of the edge.
#[inline]
pub(super) fn find<C: Cells, const N: usize, const W: usize>(
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
