//! From the solved states back to the start: the distances of the corridor's states.
//!
//! Every state of the corridor has a shortest way to a solved state, and all of that way lies in
//! the corridor. So distances measured within it are exact.

use super::{Corridor, Costs, Failure, Forward};
use crate::closed::{Hash, hash};
use crate::expand::Link;
use crate::level::{Levels, Page};
use crate::limits::Watch;
use crate::order::SOURCE;

/// The note of a state whose distance is known.
const MEASURED: u64 = 1 << 15;
/// States whose predecessors are looked up together.
const BATCH: usize = 16;

/// Distances of states, and predecessors that wait to be looked up.
struct Distances<const W: usize> {
    costs: Costs<W>,
    fresh: Vec<(Hash, Link<W>)>,
}

impl<const W: usize> Forward<'_, W> {
    /// Measure all states that were found.
    pub(super) fn measure(&mut self, watch: &mut Watch<'_>) -> Result<Corridor<W>, Failure> {
        let mut distances = Distances { costs: Costs::new(), fresh: Vec::new() };
        self.levels = Levels::new();
        for key in std::mem::take(&mut self.goals) {
            self.found.change(&key, hash(&key), |_| Some(MEASURED));
            distances.costs.enter(&key, hash(&key), 0);
            self.levels.push(Link { key, step: SOURCE });
        }
        let mut distance = 0;
        while !self.levels.is_empty() && distance < self.budget {
            self.levels.turn();
            distance += 1;
            while let Some(page) = self.levels.next() {
                self.measure_page(&page, distance, &mut distances, watch)?;
                self.levels.give_up(page);
            }
        }
        Ok(Corridor::new(self.relaxed, distances.costs, !self.sieve.is_cut))
    }

    fn measure_page(
        &mut self,
        page: &Page<W>,
        distance: u16,
        distances: &mut Distances<W>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Failure> {
        for first in (0..page.len()).step_by(BATCH) {
            let bytes = self.bytes() + distances.costs.bytes();
            if let Some(stop) = watch.check(self.states(), bytes) {
                return Err(Failure::Stopped(stop));
            }
            for place in first..page.len().min(first + BATCH) {
                self.go_back(&page.get(place), &mut distances.fresh);
            }
            self.enter(distance, distances);
        }
        Ok(())
    }

    /// Make the predecessors of a state. The last move of a solution commutes with none: duties are
    /// met before it.
    fn go_back(&mut self, link: &Link<W>, fresh: &mut Vec<(Hash, Link<W>)>) {
        self.scene.load(&link.key);
        let is_end = self.scene.is_end();
        self.scene.predecessors(link.step, |step, key| {
            let hash = hash(&key);
            self.found.prefetch(hash);
            fresh.push((hash, Link { key, step: if is_end { SOURCE } else { step } }));
        });
    }

    /// Give states their distance that were found, have none yet and lie in the corridor.
    fn enter(&mut self, distance: u16, distances: &mut Distances<W>) {
        let most = u64::from(self.budget - distance);
        for (hash, link) in distances.fresh.drain(..) {
            let in_corridor = |cost| (cost <= most).then_some(MEASURED);
            if self.found.change(&link.key, hash, in_corridor) {
                distances.costs.enter(&link.key, hash, distance.into());
                self.levels.push(link);
            }
        }
    }
}
