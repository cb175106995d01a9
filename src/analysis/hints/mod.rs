//! Why a shortest solution begins as it does.
//!
//! ```text
//! a shortest solution --chain--> blockers --words--> reason
//! ```

mod chain;
mod words;

pub use chain::{Link, chain};
pub use words::reason;

use crate::board::Move;

/// The moves as slides: consecutive moves of one vehicle in one direction are merged.
#[must_use]
pub fn runs(moves: &[Move]) -> Vec<Move> {
    let mut runs: Vec<Move> = Vec::new();
    for step in moves {
        match runs.last_mut() {
            Some(run) if run.vehicle == step.vehicle && (run.cells > 0) == (step.cells > 0) => {
                run.cells += step.cells;
            }
            _ => runs.push(*step),
        }
    }
    runs
}
