//! Players that choose at random, and the moves they need: exact, or by simulation.

mod bicgstab;
mod conjugate_gradients;
pub(super) mod human;
mod linear;
pub(super) mod noisy;
mod preference;
pub(super) mod random;
mod simulation;
mod state_walk;
