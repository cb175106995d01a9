//! Puzzles to order: random boards, changed until they meet the order.
//!
//! ```text
//!     order      the request, checked             judge     how far a board is from it
//!     sample     a random board                   minimal   what can be taken out
//!     mutate     a small change of a board        canonical one name for each cluster
//!     job        one search for one puzzle        proof     the expensive tests
//!     workers    jobs on threads                  refusal   why a board is refused
//!     stream     their puzzles, in order          known     puzzles not to generate again
//!                                                 tally     how often each test refused one
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
mod refusal;
mod sample;
pub mod stream;
pub mod tally;
mod workers;
