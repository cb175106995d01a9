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
use super::explain::{Explained, Sink, Term, TermReason};
use super::{CONSISTENT, Entry};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "h-max",
    help: "the most expensive fact that the goal needs, if nothing is deleted (Bonet, Geffner)",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, metric| Box::new(HMax(Exploration::new(StripsTask::new(space, metric)))),
};

struct HMax(Exploration);

impl Explained for HMax {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let cost = self.0.run(position, u32::max);
        if cost == NEVER {
            sink.note(|| Term::about(TermReason::Unreached, None));
            return None;
        }
        sink.note_all(|| self.costliest_way());
        Some(cost)
    }
}

impl HMax {
    /// The actions on the way to the goal over the most expensive facts, the first one first.
    fn costliest_way(&self) -> Vec<Term> {
        let Exploration { task, costs, reached_by, .. } = &self.0;
        let (mut terms, mut fact) = (Vec::new(), task.goal);
        while let Some(number) = reached_by[fact] {
            let action = &task.actions[number];
            terms.extend(task.step(number).map(|step| {
                Term::of(TermReason::Relaxed, step.vehicle, action.cost).with_moves([step])
            }));
            let costliest = action.needs.iter().max_by_key(|&&need| costs[need]);
            fact = *costliest.expect("every action needs a place");
        }
        terms.reverse();
        terms
    }
}
