//! What is studied and tested rather than solved.

mod perft;
#[cfg(test)]
pub(crate) mod random;
pub mod replay;
pub(crate) mod state_space;
mod tiny;
pub mod validation;

pub use perft::perft;
pub use tiny::tiny;
