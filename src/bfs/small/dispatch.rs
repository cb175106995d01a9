//! Expands a level with the instructions of its backend.

use super::expand::{Halt, Level, find_lanes};
use crate::bfs::lines::Backend;

/// Expand a level; with `GOAL`, end at the first state whose road one move clears.
pub(super) fn expand<const GOAL: bool>(level: &mut Level<'_, '_>) -> Option<Halt> {
    match level.work.backend {
        Backend::Portable => level.run::<GOAL>(find_lanes),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the token in `Avx2` proves that the processor has the instructions.
        Backend::Avx2(_) => unsafe { super::x86::expand_avx2::<GOAL>(level) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the token in `Avx512` proves that the processor has the instructions.
        Backend::Avx512(_) => unsafe { super::x86::expand_avx512::<GOAL>(level) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Backend::Simd128 => super::wasm32::expand::<GOAL>(level),
    }
}
