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

use std::cmp::Reverse;

use super::delete_relaxation::{Exploration, NEVER, StripsTask};
use super::explain::{Explained, PlacedMove, Sink, Term, TermReason};
use super::{Entry, NONE};
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

impl Explained for HAdd {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let cost = self.0.run(position, u32::saturating_add);
        if cost == NEVER {
            sink.note(|| Term::about(TermReason::Unreached, None));
            return None;
        }
        if cost > MOST {
            sink.note(|| Term::about(TermReason::Capped, MOST));
            return Some(MOST);
        }
        sink.note_all(|| self.counted());
        Some(cost)
    }
}

impl HAdd {
    /// The actions that the goal needs, each with its cost as often as it is counted.
    fn counted(&self) -> Vec<Term> {
        let Exploration { task, costs, reached_by, .. } = &self.0;
        let (mut times, mut amounts) = (vec![0; costs.len()], vec![0; task.actions.len()]);
        times[task.goal] = 1;
        // The action that finds the goal costs nothing; every other makes a fact cost more than its needs.
        let mut facts: Vec<_> = (0..costs.len()).filter(|&fact| costs[fact] != NEVER).collect();
        facts.sort_by_key(|&fact| Reverse((costs[fact], fact == task.goal)));
        for fact in facts {
            if let Some(number) = reached_by[fact].filter(|_| times[fact] > 0) {
                let action = &task.actions[number];
                amounts[number] += times[fact] * action.cost;
                action.needs.iter().for_each(|&need| times[need] += times[fact]);
            }
        }
        let steps = (0..amounts.len()).filter(|&number| amounts[number] > 0);
        let steps = steps.filter_map(|number| Some((task.step(number)?, amounts[number])));
        let term = |(step, amount): (PlacedMove, u32)| {
            Term::of(TermReason::Relaxed, step.vehicle, amount).with_moves([step])
        };
        steps.map(term).collect()
    }
}
