//! A puzzle as a STRIPS task whose actions delete nothing: h-max, h-add, FF and LM-cut use it.
//!
//! ```text
//!     . . B .      B+1: needs `B is in row 0` and `(2, 2) is clear`;
//!     A A B .           adds `B is in row 1` and `(0, 2) is clear`;
//!     . . . .           in the relaxation `B is in row 0` stays true, too.
//! ```
//!
//! A solution remains one if nothing is deleted, so its cost is at least that of the relaxed task. The task
//! is that of `python/rushhour/planning/`: the lanes of vehicles end at walls and edges alone. One more
//! action, which costs nothing, finds that the goal is reached; the goal is the fact that it adds.
//!
//! Facts are numbered: the places of vehicles in the order of the board, then the clear cells from the
//! top left, then those beyond the exit, then the goal. Actions are numbered by vehicle, place and move:
//! 1, 2, ... cells back, then 1, 2, ... forth. Ties go to the least number.

mod explore;
mod task;

pub(super) use explore::{Exploration, NEVER};
pub(super) use task::StripsTask;
