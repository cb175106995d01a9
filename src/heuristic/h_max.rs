//! The cost of the most expensive fact on the way to the goal, if nothing is ever deleted.
//!
//! ```text
//!     . . B . .      A at the exit needs every cell of its row clear. The one under B costs 1, so
//!     A A B . . >    A's drive costs 2, however many vehicles stand in the row.
//!     . . . . .
//! ```
//!
//! A plan that reaches all facts that an action needs also reaches the most expensive of them, so no fact
//! costs more than it does in a solution (`delete_relaxation/`). A move makes every fact that it adds
//! cheaper by at most its own cost. Source: Bonet and Geffner, "Planning as heuristic search", Artificial
//! Intelligence 129, 2001.

use super::delete_relaxation::{Exploration, NEVER, StripsTask};
use super::{CONSISTENT, Entry, Heuristic};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "h-max",
    help: "the most expensive fact that the goal needs, if nothing is deleted (Bonet, Geffner)",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, metric| Box::new(HMax(Exploration::new(StripsTask::new(space, metric)))),
};

struct HMax(Exploration);

impl Heuristic for HMax {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let cost = self.0.run(position, u32::max);
        (cost != NEVER).then_some(cost)
    }
}
