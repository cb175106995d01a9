//! Which successors of a state can be on a way within the bound, as far as a guide knows.

use super::Guide;
use super::view::{Seen, View};
use crate::closed::{Hash, hash};
use crate::expand::Link;
use crate::relaxed::{Relaxed, Scene};
use crate::state::Key;

/// Successors of a batch of states.
pub(super) struct Sieve<'a, const W: usize> {
    relaxed: &'a Relaxed<'a>,
    pub(super) guide: View<'a>,
    /// The vehicles with a duty that the guide does not know.
    bound: Vec<usize>,
    /// Those whom the guide has to allow: at most at this distance.
    asked: Vec<(Seen<W>, u16, Link<W>)>,
    allowed: Vec<(Hash, Link<W>)>,
    /// Whether anything was cut off that may be on a dearer way.
    pub(super) is_cut: bool,
}

/// A state that is expanded: how far it is from the goal by the guide, and how much more than f a
/// way through it may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct From<const W: usize> {
    pub(super) key: Key<W>,
    pub(super) far: u16,
    pub(super) slack: u16,
}

impl<'a, const W: usize> Sieve<'a, W> {
    pub(super) fn new(relaxed: &'a Relaxed<'a>, guide: &'a dyn Guide) -> Self {
        let bound = (guide.len()..relaxed.len()).filter(|&number| relaxed.has_duty(number));
        let (bound, guide) = (bound.collect(), View::new(relaxed, guide));
        Sieve { relaxed, guide, bound, asked: Vec::new(), allowed: Vec::new(), is_cut: false }
    }

    /// The distance by the guide, and what the vehicles owe that it does not know; `None` outside
    /// its corridor.
    pub(super) fn estimate(&self, scene: &Scene<'_, W>) -> Option<(u16, u16)> {
        let far = self.guide.distance(&self.guide.look(scene.key()))?;
        let owed = self.bound.iter().map(|&number| self.relaxed.owed(scene.key(), number));
        Some((far, owed.sum()))
    }

    /// Which vehicles may move at all: without slack those alone that the guide knows, or that owe.
    /// Until the first cut all do, to know whether there is one.
    pub(super) fn movers(&self, from: &From<W>) -> impl Fn(usize) -> bool + use<'a, W> {
        let (relaxed, known, key) = (self.relaxed, self.guide.len(), from.key);
        let all = from.slack > 0 || !self.is_cut;
        move |number| all || number < known || relaxed.owed(&key, number) > 0
    }

    /// Put in a successor. The guide's distance changes by at most 1, and only if a vehicle moves
    /// that it knows.
    pub(super) fn put(&mut self, from: &From<W>, link: Link<W>) {
        let number = usize::from(link.step.vehicle);
        let allowed = if number >= self.guide.len() {
            let owed = |key| self.relaxed.owed(key, number);
            owed(&link.key) < owed(&from.key) + from.slack
        } else if from.slack > 1 {
            true
        } else if from.far + from.slack > 0 {
            let seen = self.guide.look(&link.key);
            return self.asked.push((seen, from.far + from.slack - 1, link));
        } else {
            false
        };
        if allowed {
            self.allowed.push((hash(&link.key), link));
        }
        self.is_cut |= !allowed;
    }

    /// Ask the guide about all successors that wait for its word.
    pub(super) fn ask(&mut self) {
        for (seen, most, link) in self.asked.drain(..) {
            match self.guide.distance(&seen) {
                Some(far) if far <= most => self.allowed.push((hash(&link.key), link)),
                known => self.is_cut |= known.is_some() || !self.guide.is_complete(),
            }
        }
    }

    /// Take out those that are allowed.
    pub(super) fn allowed(&mut self) -> impl Iterator<Item = (Hash, Link<W>)> {
        self.allowed.drain(..)
    }
}
