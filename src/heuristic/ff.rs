//! The length of a plan that solves the puzzle if nothing is ever deleted.
//!
//! ```text
//!     . . B C .      B+1, C+1 and A+3: 3. A move that serves two others is counted once, unlike
//!     A A B C . >    in h-add.
//!     . . . . .
//! ```
//!
//! Every fact is reached by the first of the actions that are cheapest by h-add; the plan has the actions that
//! the goal needs, each once. It need not be a shortest one, so the estimate may be more than the distance.
//! Sources: Hoffmann and Nebel, "The FF planning system", JAIR 14, 2001; with h-add, Keyder and Geffner,
//! "Heuristics for planning with action costs revisited", ECAI 2008.

use super::delete_relaxation::{Exploration, NEVER, StripsTask};
use super::explain::{Explained, PlacedMove, Sink, Term, TermReason};
use super::{Entry, NONE};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "ff",
    help: "the moves of a plan that deletes nothing (Hoffmann, Nebel)",
    slide: NONE,
    step: NONE,
    build: &|space, metric| Box::new(FastForward::new(StripsTask::new(space, metric))),
};

struct FastForward {
    exploration: Exploration,
    /// The actions of the plan.
    is_chosen: Vec<bool>,
    pending: Vec<usize>,
}

impl FastForward {
    fn new(task: StripsTask) -> FastForward {
        let is_chosen = vec![false; task.actions.len()];
        FastForward { exploration: Exploration::new(task), is_chosen, pending: Vec::new() }
    }

    /// The cost of the plan, collected backwards from the goal.
    fn plan(&mut self) -> u32 {
        let (task, mut cost) = (&self.exploration.task, 0);
        self.is_chosen.fill(false);
        self.pending.push(task.goal);
        while let Some(fact) = self.pending.pop() {
            let Some(number) = self.exploration.reached_by[fact] else { continue };
            if std::mem::replace(&mut self.is_chosen[number], true) {
                continue;
            }
            cost += task.actions[number].cost;
            self.pending.extend(&task.actions[number].needs);
        }
        cost
    }

    /// The actions of the plan.
    fn terms(&self) -> Vec<Term> {
        let task = &self.exploration.task;
        let chosen = (0..task.actions.len()).filter(|&number| self.is_chosen[number]);
        let steps = chosen.filter_map(|number| Some((number, task.step(number)?)));
        let term = |(number, step): (usize, PlacedMove)| {
            let cost = task.actions[number].cost;
            Term::of(TermReason::Relaxed, step.vehicle, cost).with_moves([step])
        };
        steps.map(term).collect()
    }
}

impl Explained for FastForward {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let cost = self.exploration.run(position, u32::saturating_add);
        if cost == NEVER {
            sink.note(|| Term::about(TermReason::Unreached, None));
            return None;
        }
        let cost = self.plan();
        sink.note_all(|| self.terms());
        Some(cost)
    }
}
