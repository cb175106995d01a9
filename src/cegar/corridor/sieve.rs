//! Which successors of a state can be on a way within the bound, as far as a guide knows.

use super::Guide;
use super::view::{Seen, View};
use crate::abstraction::projection::Relaxed;
use crate::bfs::closed::{Hash, hash};
use crate::state::{Key, Link};

/// Successors of a batch of states.
pub(super) struct Sieve<'a, const W: usize> {
    relaxed: &'a Relaxed<'a>,
    guide: View<'a>,
    /// Those whom the guide has to allow.
    asked: Vec<Question<W>>,
    allowed: Vec<(Hash, Link<W>, Outlook)>,
    /// Whether anything was cut off that may be on a dearer way.
    pub(super) is_cut: bool,
}

/// How far a state is from the goal by the guide, and how much more than f a way through it may
/// cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    far: u16,
    slack: u16,
}

/// A state that is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct From<const W: usize> {
    key: Key<W>,
    outlook: Outlook,
    /// As the guide sees it, once that was asked for.
    seen: Option<Key<W>>,
}

/// A state that is allowed if the guide's distance is at most so much.
struct Question<const W: usize> {
    seen: Seen<W>,
    most: u16,
    link: Link<W>,
}

impl<const W: usize> From<W> {
    pub(super) fn new(key: Key<W>, outlook: Outlook) -> Self {
        From { key, outlook, seen: None }
    }
}

impl<'a, const W: usize> Sieve<'a, W> {
    pub(super) fn new(relaxed: &'a Relaxed<'a>, guide: &'a dyn Guide) -> Self {
        let guide = View::new(relaxed, guide);
        Sieve { relaxed, guide, asked: Vec::new(), allowed: Vec::new(), is_cut: false }
    }

    /// The outlook of the start, if ways through it may cost so much.
    pub(super) fn outlook(&mut self, key: &Key<W>, budget: u16) -> Option<Outlook> {
        let owed = (self.guide.len()..self.relaxed.len()).map(|v| self.relaxed.owed(key, v));
        let far = self.guide.distance(&self.guide.look(key));
        let slack = far.and_then(|far| budget.checked_sub(far + owed.sum::<u16>()));
        self.is_cut = slack.is_none() && (far.is_some() || !self.guide.is_complete());
        Some(Outlook { far: far?, slack: slack? })
    }

    /// Which vehicles may move at all: without slack those alone that the guide knows, or that owe.
    /// Until the first cut all do, to know whether there is one.
    pub(super) fn movers(&self, from: &From<W>) -> impl Fn(usize) -> bool + use<'a, W> {
        let (relaxed, known, key) = (self.relaxed, self.guide.len(), from.key);
        let all = from.outlook.slack > 0 || !self.is_cut;
        move |number| all || number < known || relaxed.owed(&key, number) > 0
    }

    /// Put in a successor. The guide's distance changes only if a vehicle moves that it knows.
    pub(super) fn put(&mut self, from: &mut From<W>, link: Link<W>) {
        let (number, Outlook { far, slack }) = (usize::from(link.step.vehicle), from.outlook);
        if number < self.guide.len() {
            return self.put_known(from, link);
        }
        let owed = |key| self.relaxed.owed(key, number);
        match (owed(&from.key) + slack).checked_sub(owed(&link.key) + 1) {
            Some(slack) => self.allowed.push((hash(&link.key), link, Outlook { far, slack })),
            None => self.is_cut = true,
        }
    }

    /// Put in a successor by a vehicle that the guide knows.
    fn put_known(&mut self, from: &mut From<W>, link: Link<W>) {
        let Outlook { far, slack } = from.outlook;
        let Some(most) = (far + slack).checked_sub(1) else {
            self.is_cut = true;
            return;
        };
        let before = from.seen.get_or_insert_with(|| self.guide.see(&from.key));
        let seen = self.guide.look_after(before, &link);
        self.asked.push(Question { seen, most, link });
    }

    /// Ask the guide about all successors that wait for its word.
    pub(super) fn ask(&mut self) {
        for Question { seen, most, link } in self.asked.drain(..) {
            match self.guide.distance(&seen) {
                Some(far) if far <= most => {
                    let outlook = Outlook { far, slack: most - far };
                    self.allowed.push((hash(&link.key), link, outlook));
                }
                known => self.is_cut |= known.is_some() || !self.guide.is_complete(),
            }
        }
    }

    /// Take out those that are allowed.
    pub(super) fn allowed(&mut self) -> impl Iterator<Item = (Hash, Link<W>, Outlook)> {
        self.allowed.drain(..)
    }
}
