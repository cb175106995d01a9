//! From the start, level by level: every state that a solution within the bound may reach, as far
//! as the guide knows.
//!
//! The estimate of a state is what the guide says and what the vehicles that the guide does not
//! know owe. It is consistent, so f = g + h never falls along a way, and of moves that commute one
//! order is enough (`order.rs`): the states of the other order have no greater f.

use super::{Corridor, Costs, Failure, Guide};
use crate::closed::{Hash, hash};
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
    pub(super) relaxed: &'a Relaxed<'a>,
    guide: &'a dyn Guide,
    budget: u16,
    most_states: usize,
    pub(super) scene: Scene<'a, W>,
    pub(super) levels: Levels<W>,
    /// The costs of all states found.
    pub(super) found: Costs<W>,
    pub(super) goals: Vec<Key<W>>,
    /// Successors that the guide has to allow: at most at this distance.
    asked: Vec<(Hash, u16, Link<W>)>,
    allowed: Vec<(Hash, Link<W>)>,
    /// Whether the bound cut anything off.
    is_cut: bool,
    pub(super) counters: Counters,
}

impl<'a, const W: usize> Forward<'a, W> {
    /// `bound` includes what the vehicles out of play owe.
    pub(crate) fn new(
        relaxed: &'a Relaxed<'a>,
        guide: &'a dyn Guide,
        bound: u16,
        most_states: usize,
    ) -> Self {
        Forward {
            relaxed,
            guide,
            budget: bound.saturating_sub(relaxed.owed_outside()),
            most_states,
            scene: Scene::new(relaxed),
            levels: Levels::new(),
            found: Costs::new(),
            goals: Vec::new(),
            asked: Vec::new(),
            allowed: Vec::new(),
            is_cut: bound < relaxed.owed_outside(),
            counters: Counters::default(),
        }
    }

    pub(crate) fn states(&self) -> usize {
        self.found.len()
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    pub(crate) fn found(&self) -> &Costs<W> {
        &self.found
    }

    pub(crate) fn goals(&self) -> &[Key<W>] {
        &self.goals
    }

    pub(super) fn budget(&self) -> u16 {
        self.budget
    }

    /// The least cost of a solution, without what the vehicles out of play owe.
    ///
    /// # Errors
    /// There is none within the bound, or a limit came first.
    pub(crate) fn first(&mut self, watch: &mut Watch<'_>) -> Result<u16, Failure> {
        self.search(true, watch)
    }

    /// The corridor.
    ///
    /// # Errors
    /// It is empty, or a limit came first.
    pub(crate) fn corridor(&mut self, watch: &mut Watch<'_>) -> Result<Corridor<W>, Failure> {
        self.search(false, watch)?;
        self.measure(watch)
    }

    /// Find all states, or all up to the level of the first solved ones; the cost of these.
    fn search(&mut self, first_only: bool, watch: &mut Watch<'_>) -> Result<u16, Failure> {
        self.begin();
        let (mut cost, mut first) = (0, None);
        while !self.levels.is_empty() {
            self.levels.turn();
            self.level(cost, watch)?;
            if first.is_none() && !self.goals.is_empty() {
                first = Some(cost);
                if first_only {
                    break;
                }
            }
            cost += 1;
        }
        first.ok_or(Failure::Empty { complete: self.is_complete() })
    }

    fn is_complete(&self) -> bool {
        !self.is_cut
    }

    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn begin(&mut self) {
        let key = self.relaxed.start();
        let hash = self.guide.look(&key.0);
        let estimate = self.guide.distance(&key.0, hash).map(|far| far + self.owed());
        if self.is_cut {
            return;
        }
        if estimate.is_some_and(|estimate| estimate <= self.budget) {
            self.found.enter(&key, crate::closed::hash(&key), 0);
            self.levels.push(Link { key, step: SOURCE });
        } else {
            self.is_cut = estimate.is_some() || !self.guide.is_complete();
        }
    }

    /// What the vehicles that the guide does not know owe in this scene.
    fn owed(&self) -> u16 {
        let unknown = self.guide.len()..self.relaxed.len();
        unknown.map(|number| self.relaxed.owed(self.scene.key(), number)).sum()
    }

    fn level(&mut self, cost: u16, watch: &mut Watch<'_>) -> Result<(), Failure> {
        while let Some(page) = self.levels.next() {
            for first in (0..page.len()).step_by(BATCH) {
                self.check(watch)?;
                for place in first..page.len().min(first + BATCH) {
                    self.expand(&page.get(place), cost);
                }
                self.ask();
                self.keep(cost + 1);
            }
            self.levels.give_up(page);
        }
        self.counters.max_open = self.counters.max_open.max(self.levels.len() as u64);
        Ok(())
    }

    fn check(&self, watch: &mut Watch<'_>) -> Result<(), Failure> {
        if self.found.len() > self.most_states {
            return Err(Failure::TooLarge);
        }
        let stop = watch.check(self.found.len(), self.bytes());
        stop.map_or(Ok(()), |stop| Err(Failure::Stopped(stop)))
    }

    /// Make the successors of a state that is not the end of a solution. A clear road of the vehicles in
    /// play is not: with more of them it may not be clear.
    fn expand(&mut self, link: &Link<W>, cost: u16) {
        self.scene.load(&link.key);
        if self.scene.is_goal() {
            self.goals.push(link.key);
            if self.scene.is_end() {
                return;
            }
        }
        self.counters.expanded += 1;
        let hash = self.guide.look(&link.key.0);
        let far = self.guide.distance(&link.key.0, hash).expect("the guide allowed it");
        // Between 0 and the budget: what f may still grow.
        let slack = self.budget - cost - far - self.owed();
        let (relaxed, guide) = (self.relaxed, self.guide);
        self.scene.successors(link.step, |step, key| {
            self.counters.generated += 1;
            let (next, number) = (Link { key, step }, usize::from(step.vehicle));
            if number >= guide.len() {
                let (before, after) = (relaxed.owed(&link.key, number), relaxed.owed(&key, number));
                if after + 1 <= before + slack {
                    self.allowed.push((prefetched(&self.found, &key), next));
                } else {
                    self.is_cut = true;
                }
            } else if slack > 1 {
                self.allowed.push((prefetched(&self.found, &key), next));
            } else if far + slack > 0 {
                self.asked.push((guide.look(&key.0), far + slack - 1, next));
            } else {
                self.is_cut = true;
            }
        });
    }

    /// Ask the guide about all successors of the batch whose place depends on it.
    fn ask(&mut self) {
        for (hash, most, link) in self.asked.drain(..) {
            match self.guide.distance(&link.key.0, hash) {
                Some(far) if far <= most => {
                    self.allowed.push((prefetched(&self.found, &link.key), link));
                }
                known => self.is_cut |= known.is_some() || !self.guide.is_complete(),
            }
        }
    }

    /// Enter the new ones among the successors of the batch.
    fn keep(&mut self, cost: u16) {
        for (hash, link) in self.allowed.drain(..) {
            let is_new = self.found.enter(&link.key, hash, cost.into());
            self.counters.duplicates += u64::from(!is_new);
            if is_new {
                self.levels.push(link);
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.found.bytes() + self.levels.bytes() + self.guide.bytes()
    }
}

fn prefetched<const W: usize>(found: &Costs<W>, key: &Key<W>) -> Hash {
    let hash = hash(key);
    found.prefetch(hash);
    hash
}
