//! Sets of actions of which every solution has one, found as cuts of a graph.
//!
//! ```text
//!     . . B C .      {all moves of B off A's row}, {those of C}, {A+3}: 3 sets without a common
//!     A A B C . >    action, so 3 moves.
//!     . . . . .
//! ```
//!
//! Each action has an edge from the most expensive fact that it needs, by h-max, to each fact that it adds.
//! Some facts lead to the goal at no cost. The edges that enter these facts from those that the start leads
//! to are a landmark: a set of actions of which every plan has one, and so every solution. Its least cost is
//! counted and taken from all its actions, until the goal costs nothing. No cost is counted twice, so the
//! sum is at most that of a solution. A move may break several landmarks at once, so it is not consistent.
//!
//! Source: Helmert and Domshlak, "Landmarks, critical paths and abstractions: what's the difference anyway?",
//! ICAPS 2009. The costs by h-max are brought up to date after each cut, as Fast Downward does.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::delete_relaxation::{Exploration, NEVER, StripsTask};
use super::explain::{Explained, Sink, Term, TermReason};
use super::{ADMISSIBLE, Entry};
use crate::state::Position;

pub(super) const ENTRY: Entry = Entry {
    name: "lm-cut",
    help: "disjoint sets of moves of which every solution has one (Helmert, Domshlak)",
    slide: ADMISSIBLE,
    step: ADMISSIBLE,
    build: &|space, metric| Box::new(LandmarkCut::new(StripsTask::new(space, metric))),
};

struct LandmarkCut {
    exploration: Exploration,
    /// By action: the cost that is left, and the most expensive fact that it needs with its cost.
    costs_left: Vec<u32>,
    costliest: Vec<(usize, u32)>,
    /// By fact: whether it leads to the goal at no cost, and whether the start leads to it.
    is_near: Vec<bool>,
    is_before: Vec<bool>,
    pending: Vec<usize>,
    cut: Vec<usize>,
    heap: BinaryHeap<Reverse<(u32, usize)>>,
}

impl LandmarkCut {
    fn new(task: StripsTask) -> LandmarkCut {
        let (facts, actions) = (task.goal + 1, task.actions.len());
        LandmarkCut {
            exploration: Exploration::new(task),
            costs_left: vec![0; actions],
            costliest: vec![(0, NEVER); actions],
            is_near: vec![false; facts],
            is_before: vec![false; facts],
            pending: Vec::new(),
            cut: Vec::new(),
            heap: BinaryHeap::new(),
        }
    }

    /// The sum of the landmarks, after the exploration by h-max; `found` is told the cost and the actions of
    /// each. It is no type parameter, since the functions below are inlined only into one function.
    fn landmarks(&mut self, found: &mut dyn FnMut(&StripsTask, u32, &[usize])) -> u32 {
        let goal = self.exploration.task.goal;
        for (number, action) in self.exploration.task.actions.iter().enumerate() {
            self.costs_left[number] = action.cost;
            if self.exploration.missing[number] == 0 {
                self.costliest[number] = costliest(&action.needs, &self.exploration.costs);
            }
        }
        let mut sum = 0;
        while self.exploration.costs[goal] > 0 {
            self.mark_near(goal);
            self.find_cut();
            let least = self.cut.iter().map(|&number| self.costs_left[number]).min();
            let least = least.expect("the start leads to the goal");
            sum += least;
            found(&self.exploration.task, least, &self.cut);
            self.cut.iter().for_each(|&number| self.costs_left[number] -= least);
            self.update();
        }
        sum
    }

    /// Whether an action can be reached at all.
    fn is_possible(&self, number: usize) -> bool {
        self.exploration.missing[number] == 0
    }

    /// Mark the facts that lead to the goal at no cost.
    fn mark_near(&mut self, goal: usize) {
        self.is_near.fill(false);
        self.is_near[goal] = true;
        self.pending.push(goal);
        while let Some(fact) = self.pending.pop() {
            for &number in &self.exploration.task.achievers[fact] {
                let needed = self.costliest[number].0;
                if self.costs_left[number] == 0 && self.is_possible(number) && !self.is_near[needed]
                {
                    self.is_near[needed] = true;
                    self.pending.push(needed);
                }
            }
        }
    }

    /// Find the actions that enter the facts near the goal from those before.
    fn find_cut(&mut self) {
        self.cut.clear();
        self.is_before.fill(false);
        self.pending.extend(&self.exploration.start);
        self.exploration.start.iter().for_each(|&fact| self.is_before[fact] = true);
        while let Some(fact) = self.pending.pop() {
            for &number in &self.exploration.task.users[fact] {
                if self.costliest[number].0 != fact || !self.is_possible(number) {
                    continue;
                }
                let adds = &self.exploration.task.actions[number].adds;
                if adds.iter().any(|&added| self.is_near[added]) {
                    self.cut.push(number);
                    continue;
                }
                for &added in adds {
                    if !std::mem::replace(&mut self.is_before[added], true) {
                        self.pending.push(added);
                    }
                }
            }
        }
    }

    /// Update the costs by h-max, which the cut has lowered.
    fn update(&mut self) {
        for index in 0..self.cut.len() {
            self.reach(self.cut[index]);
        }
        while let Some(Reverse((cost, fact))) = self.heap.pop() {
            if cost > self.exploration.costs[fact] {
                continue;
            }
            for index in 0..self.exploration.task.users[fact].len() {
                let number = self.exploration.task.users[fact][index];
                if self.costliest[number].0 != fact || !self.is_possible(number) {
                    continue;
                }
                let before = self.costliest[number].1;
                let needs = &self.exploration.task.actions[number].needs;
                self.costliest[number] = costliest(needs, &self.exploration.costs);
                if self.costliest[number].1 < before {
                    self.reach(number);
                }
            }
        }
    }

    /// Lower the costs of the facts that an action adds.
    fn reach(&mut self, number: usize) {
        let total = self.costliest[number].1 + self.costs_left[number];
        for &added in &self.exploration.task.actions[number].adds {
            if total < self.exploration.costs[added] {
                self.exploration.costs[added] = total;
                self.heap.push(Reverse((total, added)));
            }
        }
    }
}

/// The most expensive of some facts, the first of several, and its cost.
fn costliest(facts: &[usize], costs: &[u32]) -> (usize, u32) {
    let by_cost = |&fact: &usize| (costs[fact], Reverse(fact));
    let fact = facts.iter().copied().max_by_key(by_cost).expect("every action needs a place");
    (fact, costs[fact])
}

impl Explained for LandmarkCut {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let cost = self.exploration.run(position, u32::max);
        if cost == NEVER {
            sink.note(|| Term::about(TermReason::Unreached, None));
            return None;
        }
        let mut note = |task: &StripsTask, least, cut: &[usize]| {
            sink.note(|| {
                let mut cut = cut.to_vec();
                cut.sort_unstable();
                let steps = cut.into_iter().filter_map(|number| task.step(number));
                Term::about(TermReason::Landmark, least).with_moves(steps)
            });
        };
        Some(self.landmarks(&mut note))
    }
}
