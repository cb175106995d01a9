//! Which successors of a state can be on a way within the bound, as far as a guide knows.

use super::AbstractHeuristic;
use super::lookup::{Lookup, Seen};
use crate::abstraction::projection::{AbstractEdge as Edge, PatternVar, Projection};
use crate::bfs::closed::{Hash, hash};
use crate::state::Key;

/// Successors of a batch of states.
pub(super) struct Pruner<'a, const W: usize> {
    relaxed: &'a Projection<'a>,
    guide: Lookup<'a>,
    /// Those whom the guide has to allow.
    asked: Vec<Query<W>>,
    allowed: Vec<(Hash, Edge<W>, Estimate)>,
    /// Whether anything was cut off that may be on a dearer way.
    pub(super) is_cut: bool,
}

/// How far a state is from the goal by the guide, and how much more than f a way through it may
/// cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    far: u16,
    slack: u16,
}

/// A state that is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct From<const W: usize> {
    key: Key<W>,
    outlook: Estimate,
    /// As the guide sees it, once that was asked for.
    seen: Option<Key<W>>,
}

/// A state that is allowed if the guide's distance is at most so much.
struct Query<const W: usize> {
    seen: Seen<W>,
    most: u16,
    edge: Edge<W>,
}

impl<const W: usize> From<W> {
    pub(super) fn new(key: Key<W>, outlook: Estimate) -> Self {
        From { key, outlook, seen: None }
    }
}

impl<'a, const W: usize> Pruner<'a, W> {
    pub(super) fn new(relaxed: &'a Projection<'a>, guide: &'a dyn AbstractHeuristic) -> Self {
        let guide = Lookup::new(relaxed, guide);
        Pruner { relaxed, guide, asked: Vec::new(), allowed: Vec::new(), is_cut: false }
    }

    /// The outlook of the start, if ways through it may cost so much.
    pub(super) fn outlook(&mut self, key: &Key<W>, budget: u16) -> Option<Estimate> {
        let owed = (self.guide.len()..self.relaxed.len())
            .map(|v| self.relaxed.landmark_cost(key, PatternVar::new(v)));
        let far = self.guide.distance(&self.guide.look(key));
        let slack = far.and_then(|far| budget.checked_sub(far + owed.sum::<u16>()));
        self.is_cut = slack.is_none() && (far.is_some() || !self.guide.is_complete());
        Some(Estimate { far: far?, slack: slack? })
    }

    /// Which vehicles may move at all: without slack those alone that the guide knows, or that owe.
    /// Until the first cut all do, to know whether there is one.
    pub(super) fn movers(&self, from: &From<W>) -> impl Fn(PatternVar) -> bool + use<'a, W> {
        let (relaxed, known, key) = (self.relaxed, self.guide.len(), from.key);
        let all = from.outlook.slack > 0 || !self.is_cut;
        move |var| all || var.index() < known || relaxed.landmark_cost(&key, var) > 0
    }

    /// Put in a successor. The guide's distance changes only if a vehicle moves that it knows.
    pub(super) fn put(&mut self, from: &mut From<W>, edge: Edge<W>) {
        let (var, Estimate { far, slack }) = (edge.step.vehicle, from.outlook);
        if var.index() < self.guide.len() {
            return self.put_known(from, edge);
        }
        let owed = |key| self.relaxed.landmark_cost(key, var);
        match (owed(&from.key) + slack).checked_sub(owed(&edge.key) + 1) {
            Some(slack) => self.allowed.push((hash(&edge.key), edge, Estimate { far, slack })),
            None => self.is_cut = true,
        }
    }

    /// Put in a successor by a vehicle that the guide knows.
    fn put_known(&mut self, from: &mut From<W>, edge: Edge<W>) {
        let Estimate { far, slack } = from.outlook;
        let Some(most) = (far + slack).checked_sub(1) else {
            self.is_cut = true;
            return;
        };
        let before = from.seen.get_or_insert_with(|| self.guide.see(&from.key));
        let seen = self.guide.look_after(before, &edge);
        self.asked.push(Query { seen, most, edge });
    }

    /// Ask the guide about all successors that wait for its word.
    pub(super) fn ask(&mut self) {
        for Query { seen, most, edge } in self.asked.drain(..) {
            match self.guide.distance(&seen) {
                Some(far) if far <= most => {
                    let outlook = Estimate { far, slack: most - far };
                    self.allowed.push((hash(&edge.key), edge, outlook));
                }
                known => self.is_cut |= known.is_some() || !self.guide.is_complete(),
            }
        }
    }

    /// Take out those that are allowed.
    pub(super) fn allowed(&mut self) -> impl Iterator<Item = (Hash, Edge<W>, Estimate)> {
        self.allowed.drain(..)
    }
}
