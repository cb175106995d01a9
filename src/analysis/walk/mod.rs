//! Players that choose at random, and the moves they need: exact, or by simulation.

pub(super) mod human;
mod linear;
pub(super) mod state_walk;
