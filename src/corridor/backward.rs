//! From the solved states back to the start: the distances of the corridor's states.
//!
//! Every state of the corridor has a shortest way to a solved state, and all of that way lies in
//! the corridor. So distances measured within it are exact.

use super::Costs;
use crate::closed::{Hash, hash};
use crate::expand::Link;
use crate::level::{Levels, Page};
use crate::limits::{Stop, Watch};
use crate::order::SOURCE;
use crate::relaxed::{Relaxed, Scene};
use crate::state::Key;

/// The note of a state whose distance is known.
const MEASURED: u64 = 1 << 15;
/// States whose predecessors are looked up together.
const BATCH: usize = 16;

/// Measures the states that a search from the start has found, with their costs.
pub(super) struct Backward<'s, 'a, const W: usize> {
    found: &'s mut Costs<W>,
    budget: u16,
    scene: Scene<'a, W>,
    levels: Levels<W>,
    distances: Costs<W>,
    /// Whether a state was left out that leads to a solved one.
    is_cut: bool,
    /// Predecessors that wait to be looked up.
    fresh: Vec<(Hash, Link<W>)>,
}

impl<'s, 'a, const W: usize> Backward<'s, 'a, W> {
    pub(super) fn new(relaxed: &'a Relaxed<'a>, found: &'s mut Costs<W>, budget: u16) -> Self {
        Backward {
            found,
            budget,
            scene: Scene::new(relaxed),
            levels: Levels::new(),
            distances: Costs::new(),
            is_cut: false,
            fresh: Vec::new(),
        }
    }

    /// The distances to these solved states, and whether any state was left out that leads to one,
    /// however far it is.
    ///
    /// # Errors
    /// A limit came first.
    pub(super) fn distances(
        mut self,
        goals: &[Key<W>],
        watch: &mut Watch<'_>,
    ) -> Result<(Costs<W>, bool), Stop> {
        for key in goals {
            self.found.change(key, hash(key), |_| Some(MEASURED));
            self.distances.enter(key, hash(key), 0);
            self.levels.push(Link { key: *key, step: SOURCE });
        }
        let mut distance = 0;
        while !self.levels.is_empty() && distance < self.budget {
            self.levels.turn();
            distance += 1;
            while let Some(page) = self.levels.next() {
                self.page(&page, distance, watch)?;
                self.levels.give_up(page);
            }
        }
        Ok((self.distances, self.is_cut || !self.levels.is_empty()))
    }

    fn page(&mut self, page: &Page<W>, distance: u16, watch: &mut Watch<'_>) -> Result<(), Stop> {
        for first in (0..page.len()).step_by(BATCH) {
            let bytes = self.found.bytes() + self.levels.bytes() + self.distances.bytes();
            watch.check(self.found.len(), bytes)?;
            for place in first..page.len().min(first + BATCH) {
                self.go_back(&page.get(place));
            }
            self.enter(distance);
        }
        Ok(())
    }

    /// Make the predecessors of a state. The last move of a solution commutes with none: duties are
    /// met before it.
    fn go_back(&mut self, link: &Link<W>) {
        self.scene.load(&link.key);
        let is_end = self.scene.is_end();
        self.scene.predecessors(link.step, |step, key| {
            let hash = hash(&key);
            self.found.prefetch(hash);
            self.fresh.push((hash, Link { key, step: if is_end { SOURCE } else { step } }));
        });
    }

    /// Give states their distance that were found, have none yet and lie in the corridor.
    fn enter(&mut self, distance: u16) {
        let most = u64::from(self.budget - distance);
        for (hash, link) in self.fresh.drain(..) {
            let in_corridor = |cost| {
                self.is_cut |= (most + 1..MEASURED).contains(&cost);
                (cost <= most).then_some(MEASURED)
            };
            if self.found.change(&link.key, hash, in_corridor) {
                self.distances.enter(&link.key, hash, distance.into());
                self.levels.push(link);
            }
        }
    }
}
