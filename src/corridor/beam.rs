//! Beam search for a solution within the bound: level by level, of each level only the states that
//! promise most are expanded.

use super::{Costs, Guide};
use crate::closed::hash;
use crate::expand::Link;
use crate::limits::{Stop, Watch};
use crate::order::SOURCE;
use crate::outcome::Counters;
use crate::relaxed::{Relaxed, Scene};
use crate::state::Key;

/// A search of a puzzle with all vehicles in play.
pub(crate) struct Beam<'a, const W: usize> {
    relaxed: &'a Relaxed<'a>,
    guide: &'a dyn Guide,
    bound: u16,
    /// States of a level that are expanded.
    width: usize,
    scene: Scene<'a, W>,
    /// The next level by estimates.
    next: Vec<Vec<Link<W>>>,
    /// The states of the next level.
    met: Costs<W>,
    /// The states that were expanded, with their costs.
    found: Costs<W>,
    pub(crate) counters: Counters,
}

impl<'a, const W: usize> Beam<'a, W> {
    pub(crate) fn new(
        relaxed: &'a Relaxed<'a>,
        guide: &'a dyn Guide,
        bound: u16,
        width: usize,
    ) -> Self {
        Beam {
            relaxed,
            guide,
            bound,
            width,
            scene: Scene::new(relaxed),
            next: Vec::new(),
            met: Costs::new(),
            found: Costs::new(),
            counters: Counters::default(),
        }
    }

    /// The states that were expanded, with their costs.
    pub(crate) fn found(&self) -> &Costs<W> {
        &self.found
    }

    /// A solved state, if the beam meets one.
    ///
    /// # Errors
    /// A limit came first.
    pub(crate) fn goal(&mut self, watch: &mut Watch<'_>) -> Result<Option<Key<W>>, Stop> {
        let mut level = vec![Link { key: self.relaxed.start(), step: SOURCE }];
        for cost in 0..=self.bound {
            if level.is_empty() {
                break;
            }
            for link in &level {
                if let Some(stop) = watch.check(self.found.len() + self.met.len(), self.bytes()) {
                    return Err(stop);
                }
                self.found.enter(&link.key, hash(&link.key), cost.into());
                self.scene.load(&link.key);
                if self.scene.is_goal() {
                    return Ok(Some(link.key));
                }
                self.expand(link, cost + 1);
            }
            level = self.best();
        }
        Ok(None)
    }

    fn expand(&mut self, link: &Link<W>, cost: u16) {
        self.counters.expanded += 1;
        let owed = self.owed(&link.key);
        let mut fresh = Vec::new();
        self.scene.successors(SOURCE, |step, key| fresh.push(Link { key, step }));
        self.counters.generated += fresh.len() as u64;
        for next in fresh {
            let number = usize::from(next.step.vehicle);
            let is_known = number < self.guide.len();
            let change = |key| if is_known { 0 } else { self.relaxed.owed(key, number) };
            let owed = owed + change(&next.key) - change(&link.key);
            self.offer(next, cost, owed);
        }
    }

    /// What the vehicles owe that the guide does not know.
    fn owed(&self, key: &Key<W>) -> u16 {
        (self.guide.len()..self.relaxed.len()).map(|number| self.relaxed.owed(key, number)).sum()
    }

    /// Put a state into the next level unless it is known or too far away.
    fn offer(&mut self, link: Link<W>, cost: u16, owed: u16) {
        let looked = self.guide.look(&link.key.0);
        let Some(far) = self.guide.distance(&link.key.0, looked) else { return };
        let far = far + owed;
        let hash = hash(&link.key);
        let is_known = self.found.get(&link.key, hash).is_some();
        if cost + far > self.bound || is_known || !self.met.enter(&link.key, hash, 0) {
            self.counters.duplicates += 1;
            return;
        }
        let far = usize::from(far);
        if self.next.len() <= far {
            self.next.resize_with(far + 1, Vec::new);
        }
        self.next[far].push(link);
    }

    /// The states of the next level that promise most.
    fn best(&mut self) -> Vec<Link<W>> {
        self.met = Costs::new();
        let level = self.next.iter().flatten().take(self.width).copied().collect();
        self.next.iter_mut().for_each(Vec::clear);
        level
    }

    fn bytes(&self) -> usize {
        let waiting: usize = self.next.iter().map(Vec::capacity).sum();
        self.found.bytes() + self.met.bytes() + waiting * size_of::<Link<W>>()
    }
}
