//! The laboratory: validation of heuristics against explicit state spaces, small-scope boards, perft and
//! an independent replay of solutions.

mod perft;
#[cfg(test)]
pub(crate) mod random;
pub mod replay;
pub(crate) mod state_space;
mod tiny;
pub mod validation;

pub use perft::perft;
pub use tiny::tiny;
