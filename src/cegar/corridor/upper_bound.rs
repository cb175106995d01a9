//! Weighted A* for a solution that need not be shortest: the least g + w h first, of equals the last
//! that came.

use super::lookup::{Lookup, Seen};
use super::{AbstractHeuristic, Costs, Rng, way_back};
use crate::abstraction::projection::{
    AbstractMove as Move, AbstractPosition, NO_ABSTRACT_MOVE as NO_MOVE, PatternVar, Projection,
};
use crate::bfs::closed::{Hash, hash};
use crate::memory;
use crate::outcome::{Counters, Stop, Watch};
use crate::state::Key;

/// How often h counts.
const WEIGHT: u16 = 3;

/// A search of a puzzle with all vehicles in play.
pub(crate) struct UpperBoundSearch<'a, const W: usize> {
    relaxed: &'a Projection<'a>,
    guide: Lookup<'a>,
    /// The most that a solution may cost.
    most: u16,
    scene: AbstractPosition<'a, W>,
    /// States by f, with the costs at which they were entered.
    open: Vec<Vec<(u16, Key<W>)>>,
    /// The states for which these lists have room.
    room: usize,
    /// No f is less.
    least: usize,
    /// The costs of all states that were entered.
    found: Costs<W>,
    /// Successors that wait to be looked up.
    fresh: Vec<Candidate<W>>,
    /// Whether a state was lost since there was no memory for it.
    lacks_memory: bool,
    pub(crate) counters: Counters,
}

/// A state that may be entered: its hash, what the guide sees of it, and what the vehicles owe that
/// the guide does not know.
#[derive(Clone, Copy)]
struct Candidate<const W: usize> {
    key: Key<W>,
    hash: Hash,
    seen: Seen<W>,
    owed: u16,
}

impl<'a, const W: usize> UpperBoundSearch<'a, W> {
    pub(crate) fn new(
        relaxed: &'a Projection<'a>,
        guide: &'a dyn AbstractHeuristic,
        most: u16,
    ) -> Self {
        UpperBoundSearch {
            relaxed,
            guide: Lookup::new(relaxed, guide),
            most,
            scene: AbstractPosition::new(relaxed),
            open: Vec::new(),
            room: 0,
            least: 0,
            found: Costs::new(),
            fresh: Vec::new(),
            lacks_memory: false,
            counters: Counters::default(),
        }
    }

    /// A way to a solved state, if one is found before so many states are made.
    ///
    /// # Errors
    /// A limit came first.
    pub(crate) fn way(
        &mut self,
        most: u64,
        dice: &mut Rng,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let start = self.relaxed.start();
        self.offer(&self.candidate(start, self.owed(&start)), 0);
        while let Some((cost, key)) = self.next()
            && self.counters.generated < most
        {
            self.scene.load(&key);
            if self.scene.is_goal() {
                return Ok(Some(way_back(self.relaxed, &self.found, key, dice)));
            }
            if self.lacks_memory || self.found.lacks_memory() {
                return Err(Stop::Memory);
            }
            watch.check(self.found.len(), self.bytes())?;
            self.expand(&key, cost);
        }
        Ok(None)
    }

    /// The state with the least f that no cheaper way has led to since.
    fn next(&mut self) -> Option<(u16, Key<W>)> {
        while self.least < self.open.len() {
            while let Some((cost, key)) = self.open[self.least].pop() {
                if self.found.get(&key, hash(&key)) == Some(cost.into()) {
                    return Some((cost, key));
                }
            }
            self.least += 1;
        }
        None
    }

    fn expand(&mut self, key: &Key<W>, cost: u16) {
        self.counters.expanded += 1;
        let owed = self.owed(key);
        let mut fresh = std::mem::take(&mut self.fresh);
        self.scene.successors(NO_MOVE, |step, next| {
            let var = step.vehicle;
            let is_known = var.index() < self.guide.len();
            let change = |key| if is_known { 0 } else { self.relaxed.landmark_cost(key, var) };
            fresh.push(self.candidate(next, owed + change(&next) - change(key)));
        });
        self.counters.generated += fresh.len() as u64;
        for candidate in fresh.drain(..) {
            self.offer(&candidate, cost + 1);
        }
        self.fresh = fresh;
    }

    /// What the vehicles owe that the guide does not know.
    fn owed(&self, key: &Key<W>) -> u16 {
        (self.guide.len()..self.relaxed.len())
            .map(|number| self.relaxed.landmark_cost(key, PatternVar::new(number)))
            .sum()
    }

    /// Ask the memory for what is known of a state.
    fn candidate(&self, key: Key<W>, owed: u16) -> Candidate<W> {
        let hash = hash(&key);
        self.found.prefetch(hash);
        Candidate { key, hash, seen: self.guide.look(&key), owed }
    }

    /// Enter a state unless it is too far away or was reached as cheaply before.
    fn offer(&mut self, candidate: &Candidate<W>, cost: u16) {
        let Candidate { key, hash, seen, owed } = *candidate;
        let far = self.guide.distance(&seen).map(|far| far + owed);
        let Some(far) = far.filter(|far| cost + far <= self.most) else { return };
        let is_new = self.found.enter(&key, hash, cost.into());
        let cheaper = |old| (u64::from(cost) < old).then_some(cost.into());
        if !is_new && !self.found.change(&key, hash, cheaper) {
            self.counters.duplicates += 1;
            return;
        }
        self.counters.reopened += u64::from(!is_new);
        let f = usize::from(cost) + usize::from(WEIGHT) * usize::from(far);
        if self.open.len() <= f {
            self.open.resize_with(f + 1, Vec::new);
        }
        let room = self.open[f].capacity();
        self.lacks_memory |= memory::push(&mut self.open[f], (cost, key)).is_err();
        self.room += self.open[f].capacity() - room;
        self.least = self.least.min(f);
    }

    /// The longest list may double, and is there twice while it is copied.
    fn bytes(&self) -> usize {
        self.found.footprint() + 3 * self.room * size_of::<(u16, Key<W>)>()
    }
}
