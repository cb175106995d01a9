//! The costs of all facts that the goal needs, added up, if nothing is ever deleted.
//!
//! ```text
//!     . . B C .      The cells under B and C cost 1 each, so A's drive costs 1 + 1 + 1 = 3. If one move
//!     A A B C . >    cleared both cells, it would be counted twice.
//!     . . . . .
//! ```
//!
//! Facts that help one another are counted as if they did not, so the sum may be more than the distance.
//! Source: Bonet and Geffner, "Planning as heuristic search", Artificial Intelligence 129, 2001.

use super::delete_relaxation::{Exploration, NEVER, StripsTask};
use super::{Entry, Heuristic, NONE};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "h-add",
    help: "the sum of the facts that the goal needs, if nothing is deleted (Bonet, Geffner)",
    slide: NONE,
    step: NONE,
    build: &|space, metric| Box::new(HAdd(Exploration::new(StripsTask::new(space, metric)))),
};

/// The largest estimate: sums grow exponentially along a chain of vehicles, and open lists have a place
/// for each value.
const MOST: u32 = 65_535;

struct HAdd(Exploration);

impl Heuristic for HAdd {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let cost = self.0.run(position, u32::saturating_add);
        (cost != NEVER).then_some(cost.min(MOST))
    }
}
