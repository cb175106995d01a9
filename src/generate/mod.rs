//! Puzzles to order: random boards, changed until they meet the order.
//!
//! ```text
//!     order      the request, checked             judge     how far a board is from it
//!     sample     a random board                   minimal   what can be taken out
//!     mutate     a small change of a board        canonical one name for each cluster
//!     job        one search for one puzzle        proof     the expensive tests
//!     workers    jobs on threads                  known     puzzles not to generate again
//!     stream     their puzzles, in order          tally     what was refused, and why
//! ```

pub mod canonical;
mod job;
mod judge;
pub mod known;
mod layout;
pub mod minimal;
mod mutate;
pub mod order;
pub mod proof;
mod sample;
pub mod stream;
pub mod tally;
mod workers;
