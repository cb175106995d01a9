//! Straight for the goal within a bound: the state with the least estimate first, of equals the
//! last that came. For bounds that are known to be lower bounds, so that any way will do, and for
//! solutions that are not shortest.

use super::{Costs, Failure, Guide};
use crate::closed::hash;
use crate::expand::Link;
use crate::limits::Watch;
use crate::order::SOURCE;
use crate::outcome::Counters;
use crate::relaxed::{Relaxed, Scene};
use crate::state::Key;

/// A search of a relaxed puzzle for any way that costs at most so much.
pub(crate) struct Dive<'a, const W: usize> {
    relaxed: &'a Relaxed<'a>,
    guide: &'a dyn Guide,
    budget: u16,
    scene: Scene<'a, W>,
    /// States by their estimates, with the costs at which they were entered.
    open: Vec<Vec<(u16, Link<W>)>>,
    least: usize,
    entries: usize,
    found: Costs<W>,
    is_cut: bool,
    pub(crate) counters: Counters,
}

impl<'a, const W: usize> Dive<'a, W> {
    /// `bound` includes what the vehicles out of play owe.
    pub(crate) fn new(relaxed: &'a Relaxed<'a>, guide: &'a dyn Guide, bound: u16) -> Self {
        Dive {
            relaxed,
            guide,
            budget: bound.saturating_sub(relaxed.owed_outside()),
            scene: Scene::new(relaxed),
            open: Vec::new(),
            least: 0,
            entries: 0,
            found: Costs::new(),
            is_cut: bound < relaxed.owed_outside(),
            counters: Counters::default(),
        }
    }

    pub(crate) fn found(&self) -> &Costs<W> {
        &self.found
    }

    /// A solved state that costs no more than the bound allows.
    ///
    /// # Errors
    /// There is none, or more states had to be expanded than `most`, or a limit came first.
    pub(crate) fn goal(&mut self, most: u64, watch: &mut Watch<'_>) -> Result<Key<W>, Failure> {
        if !self.is_cut {
            self.enter(0, Link { key: self.relaxed.start(), step: SOURCE });
        }
        while let Some((cost, link)) = self.next() {
            if self.found.get(&link.key, hash(&link.key)) != Some(cost.into()) {
                continue;
            }
            self.scene.load(&link.key);
            if self.scene.is_goal() {
                return Ok(link.key);
            }
            if self.counters.expanded == most {
                return Err(Failure::TooLarge);
            }
            if let Some(stop) = watch.check(self.found.len(), self.bytes()) {
                return Err(Failure::Stopped(stop));
            }
            self.expand(cost, &link);
        }
        Err(Failure::Empty { complete: !self.is_cut })
    }

    fn next(&mut self) -> Option<(u16, Link<W>)> {
        while self.least < self.open.len() {
            if let Some(entry) = self.open[self.least].pop() {
                self.entries -= 1;
                return Some(entry);
            }
            self.least += 1;
        }
        None
    }

    fn expand(&mut self, cost: u16, link: &Link<W>) {
        self.counters.expanded += 1;
        let mut next = Vec::new();
        self.scene.successors(link.step, |step, key| next.push(Link { key, step }));
        self.counters.generated += next.len() as u64;
        for link in next {
            self.enter(cost + 1, link);
        }
    }

    /// Enter a state unless it is too far away or was reached as cheaply before.
    fn enter(&mut self, cost: u16, link: Link<W>) {
        let Some(estimate) = self.estimate(&link.key) else { return };
        if cost + estimate > self.budget {
            self.is_cut = true;
            return;
        }
        let hash = hash(&link.key);
        let is_new = self.found.enter(&link.key, hash, cost.into());
        let cheaper = |old| (u64::from(cost) < old).then_some(cost.into());
        if !is_new && !self.found.change(&link.key, hash, cheaper) {
            self.counters.duplicates += 1;
            return;
        }
        self.counters.reopened += u64::from(!is_new);
        self.push(estimate.into(), (cost, link));
    }

    fn push(&mut self, estimate: usize, entry: (u16, Link<W>)) {
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        self.open[estimate].push(entry);
        self.least = self.least.min(estimate);
        self.entries += 1;
        self.counters.max_open = self.counters.max_open.max(self.entries as u64);
    }

    /// What is left at least; `None` outside the guide's corridor.
    fn estimate(&mut self, key: &Key<W>) -> Option<u16> {
        let hash = self.guide.look(&key.0);
        let Some(far) = self.guide.distance(&key.0, hash) else {
            self.is_cut |= !self.guide.is_complete();
            return None;
        };
        let unknown = self.guide.len()..self.relaxed.len();
        Some(far + unknown.map(|number| self.relaxed.owed(key, number)).sum::<u16>())
    }

    fn bytes(&self) -> usize {
        let entries: usize = self.open.iter().map(Vec::capacity).sum();
        self.found.bytes() + entries * size_of::<(u16, Link<W>)>() + self.guide.bytes()
    }
}
