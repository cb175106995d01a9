//! Plans through the states that a search has found.

use super::{Corridor, Costs};
use crate::abstraction::projection::{
    AbstractMove, AbstractPosition, NO_ABSTRACT_MOVE, Projection,
};
use crate::bfs::closed::hash;
use crate::state::Key;

/// A generator of pseudo-random numbers, the same in every run: xorshift (Marsaglia 2003).
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

/// A plan from the start to `goal` by the costs that a search from the start has stored, chosen at
/// random among the cheapest. Its moves number the vehicles by their place in the pattern.
pub(super) fn plan_to<const W: usize>(
    projection: &Projection<'_>,
    costs: &Costs<W>,
    goal: Key<W>,
    rng: &mut Rng,
) -> Vec<AbstractMove> {
    let (mut position, mut plan) = (AbstractPosition::new(projection), Vec::new());
    let cost_of = |key: &Key<W>| costs.get(key, hash(key));
    let (mut key, mut cost) = (goal, cost_of(&goal).expect("the search has found the goal"));
    while cost > 0 {
        position.load(&key);
        let (mut least, mut options) = (cost, Vec::new());
        position.predecessors(NO_ABSTRACT_MOVE, |step, parent| {
            let Some(parent_cost) = cost_of(&parent) else { return };
            if parent_cost < least {
                (least, options) = (parent_cost, Vec::new());
            }
            if parent_cost == least && parent_cost < cost {
                options.push((step.reversed(), parent));
            }
        });
        let (step, parent) = options[rng.below(options.len())];
        plan.push(step);
        (key, cost) = (parent, least);
    }
    plan.reverse();
    plan
}

impl<const W: usize> Corridor<W> {
    /// An optimal plan, chosen at random among all.
    pub(super) fn plan_from_start(
        &self,
        projection: &Projection<'_>,
        rng: &mut Rng,
    ) -> Vec<AbstractMove> {
        let (mut position, mut plan) = (AbstractPosition::<W>::new(projection), Vec::new());
        let start = self.distance_from(position.key());
        let mut distance = start.expect("a corridor that is not empty contains the start");
        while distance > 0 {
            let mut options = Vec::new();
            position.successors(NO_ABSTRACT_MOVE, |step, key| {
                if self.distance_from(&key) == Some(distance - 1) {
                    options.push((step, key));
                }
            });
            let (step, key) = options[rng.below(options.len())];
            plan.push(step);
            position.load(&key);
            distance -= 1;
        }
        plan
    }
}
