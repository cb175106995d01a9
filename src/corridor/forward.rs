//! From the start, level by level: every state that a solution within the bound may reach, as far
//! as the guide knows.
//!
//! The estimate of a state is what the guide says and what the vehicles that the guide does not
//! know owe. It is consistent, so f = g + h never falls along a way, and of moves that commute one
//! order is enough (`order.rs`): the states of the other order have no greater f.

use super::backward::Backward;
use super::sieve::{From, Sieve};
use super::{Corridor, Costs, Failure, Guide};
use crate::closed::hash;
use crate::expand::Link;
use crate::level::Levels;
use crate::limits::Watch;
use crate::order::SOURCE;
use crate::outcome::Counters;
use crate::relaxed::{Relaxed, Scene};
use crate::state::Key;

/// States that are expanded before their successors are looked up together.
const BATCH: usize = 16;

/// A search of a relaxed puzzle for all ways that cost at most so much.
pub(crate) struct Forward<'a, const W: usize> {
    relaxed: &'a Relaxed<'a>,
    budget: u16,
    most_states: u64,
    scene: Scene<'a, W>,
    levels: Levels<W>,
    /// The costs of all states found.
    found: Costs<W>,
    goals: Vec<Key<W>>,
    sieve: Sieve<'a, W>,
    pub(crate) counters: Counters,
}

impl<'a, const W: usize> Forward<'a, W> {
    /// `bound` includes what the vehicles out of play owe, and is no less.
    pub(crate) fn new(
        relaxed: &'a Relaxed<'a>,
        guide: &'a dyn Guide,
        bound: u16,
        most_states: u64,
    ) -> Self {
        Forward {
            relaxed,
            budget: bound - relaxed.owed_outside(),
            most_states,
            scene: Scene::new(relaxed),
            levels: Levels::new(),
            found: Costs::new(),
            goals: Vec::new(),
            sieve: Sieve::new(relaxed, guide),
            counters: Counters::default(),
        }
    }

    pub(crate) fn states(&self) -> usize {
        self.found.len()
    }

    /// The corridor.
    ///
    /// # Errors
    /// It is empty, or larger than it may be, or a limit came first.
    pub(crate) fn corridor(&mut self, watch: &mut Watch<'_>) -> Result<Corridor<W>, Failure> {
        self.begin();
        let mut cost = 0;
        while !self.levels.is_empty() {
            self.levels.turn();
            self.level(cost, watch)?;
            cost += 1;
        }
        if self.goals.is_empty() {
            return Err(Failure::Empty { states: self.states(), complete: !self.sieve.is_cut });
        }
        self.levels = Levels::new();
        let backward = Backward::new(self.relaxed, &mut self.found, self.budget);
        let (distances, is_cut) =
            backward.distances(&self.goals, watch).map_err(Failure::Stopped)?;
        Ok(Corridor::new(self.relaxed, distances, !self.sieve.is_cut && !is_cut))
    }

    fn begin(&mut self) {
        let key = self.relaxed.start();
        match self.sieve.estimate(&self.scene) {
            Some((far, owed)) if far + owed <= self.budget => {
                self.found.enter(&key, hash(&key), 0);
                self.levels.push(Link { key, step: SOURCE });
            }
            known => self.sieve.is_cut = known.is_some() || !self.sieve.guide.is_complete(),
        }
    }

    fn level(&mut self, cost: u16, watch: &mut Watch<'_>) -> Result<(), Failure> {
        while let Some(page) = self.levels.next() {
            for first in (0..page.len()).step_by(BATCH) {
                self.check(watch)?;
                for place in first..page.len().min(first + BATCH) {
                    self.expand(&page.get(place), cost);
                }
                self.sieve.ask();
                self.keep(cost + 1);
            }
            self.levels.give_up(page);
        }
        self.counters.max_open = self.counters.max_open.max(self.levels.len() as u64);
        Ok(())
    }

    fn check(&self, watch: &mut Watch<'_>) -> Result<(), Failure> {
        if self.found.len() as u64 > self.most_states {
            return Err(Failure::TooLarge);
        }
        watch.check(self.found.len(), self.bytes()).map_err(Failure::Stopped)
    }

    /// Make the successors of a state that is not the end of a solution. A clear road of the
    /// vehicles in play is not: with more of them it may not be clear.
    fn expand(&mut self, link: &Link<W>, cost: u16) {
        self.scene.load(&link.key);
        if self.scene.is_goal() {
            self.goals.push(link.key);
            if self.scene.is_end() {
                return;
            }
        }
        self.counters.expanded += 1;
        let (far, owed) = self.sieve.estimate(&self.scene).expect("the guide allowed it");
        let from = From { key: link.key, far, slack: self.budget - cost - far - owed };
        let may_move = self.sieve.movers(&from);
        self.scene.successors_of(may_move, link.step, |step, key| {
            self.counters.generated += 1;
            self.sieve.put(&from, Link { key, step });
        });
    }

    /// Enter the new ones among the successors of the batch.
    fn keep(&mut self, cost: u16) {
        for (hash, _) in self.sieve.allowed() {
            self.found.prefetch(*hash);
        }
        for (hash, link) in self.sieve.allowed().drain(..) {
            let is_new = self.found.enter(&link.key, hash, cost.into());
            self.counters.duplicates += u64::from(!is_new);
            if is_new {
                self.levels.push(link);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.found.bytes() + self.levels.bytes()
    }
}
