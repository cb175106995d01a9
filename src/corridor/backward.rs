//! From the solved states back to the start: the distances of the corridor's states.
//!
//! Every state of the corridor has a shortest way to a solved state, and all of that way lies in
//! the corridor. So distances measured within it are exact.

use super::{Corridor, Costs, Failure, Forward};
use crate::closed::{Hash, hash};
use crate::expand::Link;
use crate::level::Levels;
use crate::limits::Watch;
use crate::order::SOURCE;
use crate::state::Key;

/// The note of a state whose distance is known.
const MEASURED: u64 = 1 << 15;
/// States whose predecessors are looked up together.
const BATCH: usize = 16;

impl<const W: usize> Forward<'_, W> {
    /// Measure all states that were found.
    pub(super) fn measure(&mut self, watch: &mut Watch<'_>) -> Result<Corridor<W>, Failure> {
        let mut distances = Costs::new();
        self.levels = Levels::new();
        for key in std::mem::take(&mut self.goals) {
            self.found.change(&key, hash(&key), |_| Some(MEASURED));
            distances.enter(&key, hash(&key), 0);
            self.levels.push(Link { key, step: SOURCE });
        }
        let (mut distance, mut fresh) = (0, Vec::new());
        while !self.levels.is_empty() && distance < self.budget() {
            self.levels.turn();
            distance += 1;
            self.measure_level(distance, &mut distances, &mut fresh, watch)?;
        }
        Ok(Corridor::new(self.relaxed, distances, !self.is_cut()))
    }

    fn measure_level(
        &mut self,
        distance: u16,
        distances: &mut Costs<W>,
        fresh: &mut Vec<(Hash, Link<W>)>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Failure> {
        while let Some(page) = self.levels.next() {
            for first in (0..page.len()).step_by(BATCH) {
                if let Some(stop) = watch.check(self.states(), self.bytes() + distances.bytes()) {
                    return Err(Failure::Stopped(stop));
                }
                for place in first..page.len().min(first + BATCH) {
                    let link = page.get(place);
                    self.scene.load(&link.key);
                    let is_end = self.scene.is_end();
                    self.scene.predecessors(link.step, |step, key| {
                        let hash = hash(&key);
                        self.found.prefetch(hash);
                        // The last move of a solution commutes with none: duties come before it.
                        fresh.push((hash, Link { key, step: if is_end { SOURCE } else { step } }));
                    });
                }
                self.enter(distance, distances, fresh);
            }
            self.levels.give_up(page);
        }
        Ok(())
    }

    /// Give states their distance that were found, have none yet and lie in the corridor.
    fn enter(
        &mut self,
        distance: u16,
        distances: &mut Costs<W>,
        fresh: &mut Vec<(Hash, Link<W>)>,
    ) {
        let most = u64::from(self.budget() - distance);
        for (hash, link) in fresh.drain(..) {
            let in_corridor = |cost| (cost <= most).then_some(MEASURED);
            if self.found.change(&link.key, hash, in_corridor) {
                distances.enter(&link.key, hash, distance.into());
                self.levels.push(link);
            }
        }
    }
}

/// Whether a note is that of a state whose distance is known.
pub(super) fn is_measured(note: u64) -> bool {
    note & MEASURED != 0
}

#[expect(dead_code)]
fn unused<const W: usize>(_: Key<W>) {}
