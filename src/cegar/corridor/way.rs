//! Ways through what a search has found.

use super::{Corridor, Costs};
use crate::abstraction::projection::{
    AbstractMove as Move, AbstractPosition, NO_ABSTRACT_MOVE as NO_MOVE, Projection,
};
use crate::bfs::closed::hash;
use crate::state::Key;

/// Chance that is the same in every run: xorshift (Marsaglia 2003).
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(0x9E37_79B9_7F4A_7C15 ^ seed)
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((u128::from(self.0) * count as u128) >> 64).expect("below count")
    }
}

/// A way from the start to a state, by the costs that a search from the start noted; which of the
/// cheapest, the dice say. Vehicles are numbered as in play.
pub(crate) fn way_back<const W: usize>(
    relaxed: &Projection<'_>,
    costs: &Costs<W>,
    goal: Key<W>,
    dice: &mut Rng,
) -> Vec<Move> {
    let (mut scene, mut way) = (AbstractPosition::new(relaxed), Vec::new());
    let cost_of = |key: &Key<W>| costs.get(key, hash(key));
    let (mut key, mut cost) = (goal, cost_of(&goal).expect("found"));
    while cost > 0 {
        scene.load(&key);
        let (mut least, mut options) = (cost, Vec::new());
        scene.predecessors(NO_MOVE, |step, from| {
            let Some(before) = cost_of(&from) else { return };
            if before < least {
                (least, options) = (before, Vec::new());
            }
            if before == least && before < cost {
                options.push((step.reversed(), from));
            }
        });
        let (step, from) = options[dice.below(options.len())];
        way.push(step);
        (key, cost) = (from, least);
    }
    way.reverse();
    way
}

impl<const W: usize> Corridor<W> {
    /// A cheapest way from the start to a solved state; which of them, the dice say.
    pub(super) fn way_from_start(&self, relaxed: &Projection<'_>, dice: &mut Rng) -> Vec<Move> {
        let (mut scene, mut way) = (AbstractPosition::<W>::new(relaxed), Vec::new());
        let mut far = self.at(scene.key()).expect("a corridor that is not empty holds the start");
        while far > 0 {
            let mut options = Vec::new();
            scene.successors(NO_MOVE, |step, key| {
                if self.at(&key) == Some(far - 1) {
                    options.push((step, key));
                }
            });
            let (step, key) = options[dice.below(options.len())];
            way.push(step);
            scene.load(&key);
            far -= 1;
        }
        way
    }
}
