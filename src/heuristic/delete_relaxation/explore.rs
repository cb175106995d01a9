//! What the facts of a task cost from a state, if nothing is ever deleted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::StripsTask;
use crate::state::Position;

/// The cost of what is never reached.
pub(in crate::heuristic) const NEVER: u32 = u32::MAX;

/// The cost of every fact, where an action costs what it needs, combined, and its own cost.
#[derive(Debug)]
pub(in crate::heuristic) struct Exploration {
    pub(in crate::heuristic) task: StripsTask,
    pub(in crate::heuristic) start: Vec<usize>,
    /// By fact: its cost, and the action that reaches it, the first of the cheapest; `None` at the start.
    pub(in crate::heuristic) costs: Vec<u32>,
    pub(in crate::heuristic) reached_by: Vec<Option<usize>>,
    /// By action: what its needs cost, and how many of them are not reached.
    needs: Vec<u32>,
    pub(in crate::heuristic) missing: Vec<usize>,
    heap: BinaryHeap<Reverse<(u32, usize)>>,
}

impl Exploration {
    pub(in crate::heuristic) fn new(task: StripsTask) -> Exploration {
        let (facts, actions) = (task.goal + 1, task.actions.len());
        Exploration {
            start: Vec::new(),
            costs: vec![NEVER; facts],
            reached_by: vec![None; facts],
            needs: vec![0; actions],
            missing: vec![0; actions],
            heap: BinaryHeap::new(),
            task,
        }
    }

    /// Find the cost of every fact, with the costs of what an action needs combined by `combine`; returns
    /// that of the goal, [`NEVER`] if it is not reached.
    pub(in crate::heuristic) fn run(
        &mut self,
        position: &Position<'_>,
        combine: impl Fn(u32, u32) -> u32,
    ) -> u32 {
        self.begin(position);
        while let Some(Reverse((cost, fact))) = self.heap.pop() {
            if cost > self.costs[fact] {
                continue;
            }
            for &number in &self.task.users[fact] {
                self.needs[number] = combine(self.needs[number], cost);
                self.missing[number] -= 1;
                if self.missing[number] > 0 {
                    continue;
                }
                let action = &self.task.actions[number];
                let total = self.needs[number].saturating_add(action.cost).min(NEVER - 1);
                for &added in &action.adds {
                    let known = self.costs[added];
                    if total == known && self.reached_by[added].is_some_and(|by| number < by) {
                        self.reached_by[added] = Some(number);
                    }
                    if total < known {
                        (self.costs[added], self.reached_by[added]) = (total, Some(number));
                        self.heap.push(Reverse((total, added)));
                    }
                }
            }
        }
        self.costs[self.task.goal]
    }

    fn begin(&mut self, position: &Position<'_>) {
        self.task.facts(position, &mut self.start);
        self.costs.fill(NEVER);
        self.reached_by.fill(None);
        self.needs.fill(0);
        for (missing, action) in self.missing.iter_mut().zip(&self.task.actions) {
            *missing = action.needs.len();
        }
        for &fact in &self.start {
            self.costs[fact] = 0;
            self.heap.push(Reverse((0, fact)));
        }
    }
}
