//! Corridors: the abstract states that lie on a plan whose cost is within a bound.
//!
//! ```text
//!     start o-o-o-o-o-o goal       The forward search finds, layer by layer, each state that the
//!            \ o-o-o-o /           heuristic does not exclude. The backward search then measures
//!             o-o x                distances to the goal and drops states on no plan (x).
//! ```
//!
//! A corridor is a partial pattern database: it has the exact distances of the states on these plans
//! and of no others. The corridor of a small pattern is the heuristic of the search for a larger
//! one; states outside it are pruned. An empty corridor proves that no solution is within the bound.
//!
//! `W` is the number of words of a key.
//!
//! Sources: pattern databases, Culberson and Schaeffer 1998; partial ones, Anderson, Holte and
//! Schaeffer 2007; hierarchical use of abstractions, Holte et al. 1996.

mod backward;
mod forward;
mod pruner;
mod shards;
#[cfg(test)]
mod tests;
mod upper_bound;

use crate::abstraction::projection::{
    AbstractMove, AbstractPosition, NO_ABSTRACT_MOVE, Projection, Representatives, TAG_BITS,
};
use crate::bfs::closed::{Hash, MapShard, ShardedMap, hash};
use crate::outcome::Stop;
use crate::state::Key;

pub(crate) use forward::Forward;
pub(crate) use upper_bound::{Limit, UpperBoundSearch};

/// The greatest bound that a search can have: costs and distances are stored in 15 bits.
pub(crate) const MAX_BOUND: u16 = (1 << 15) - 2;

/// A map from abstract states to costs from the start or distances to the goal.
pub(crate) type Costs<const W: usize> = ShardedMap<W, TAG_BITS>;
type CostsShard<const W: usize> = MapShard<W, TAG_BITS>;

/// Why a search within a bound found no corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchFailure {
    /// No plan is within the bound; the proof took `states`. If `complete`, there is no plan at
    /// all.
    Empty { states: usize, complete: bool },
    /// The search found more states than it was allowed.
    TooLarge,
    /// A limit of the caller was reached.
    Stopped(Stop),
}

/// A heuristic that knows the first variables of a larger pattern.
pub(crate) trait AbstractHeuristic: Sync {
    /// The number of pattern variables that the heuristic knows.
    fn pattern_len(&self) -> usize;

    /// The representative positions of each known variable.
    fn representatives(&self) -> &[Representatives];

    /// Hashes the known part of a key and prefetches its slot.
    fn prefetch(&self, words: &[u64]) -> Hash;

    /// The distance from an abstract state to the goal; `None` if it is outside the corridor.
    fn distance(&self, words: &[u64], hash: Hash) -> Option<u16>;

    /// Whether no plan of any cost leads through states outside the corridor.
    fn is_complete(&self) -> bool;

    /// An optimal plan of the heuristic's own projection, chosen at random among all. Its moves
    /// number the vehicles by their place in the pattern.
    fn random_plan(&self, projection: &Projection<'_>, rng: &mut Rng) -> Vec<AbstractMove>;
}

/// The zero heuristic: it knows no variable and excludes no state.
pub(crate) struct ZeroHeuristic;

impl AbstractHeuristic for ZeroHeuristic {
    fn pattern_len(&self) -> usize {
        0
    }

    fn representatives(&self) -> &[Representatives] {
        &[]
    }

    fn prefetch(&self, _: &[u64]) -> Hash {
        hash(&Key([]))
    }

    fn distance(&self, _: &[u64], _: Hash) -> Option<u16> {
        Some(0)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn random_plan(&self, _: &Projection<'_>, _: &mut Rng) -> Vec<AbstractMove> {
        Vec::new()
    }
}

/// The states of a corridor with their distances to the goal.
#[derive(Debug)]
pub(crate) struct Corridor<const W: usize> {
    distances: Costs<W>,
    mask: Key<W>,
    representatives: Vec<Representatives>,
    is_complete: bool,
}

impl<const W: usize> Corridor<W> {
    fn new(projection: &Projection<'_>, distances: Costs<W>, is_complete: bool) -> Corridor<W> {
        Corridor {
            distances,
            mask: projection.mask(projection.len()),
            representatives: projection.representatives().to_vec(),
            is_complete,
        }
    }

    /// The distance from a state of the corridor's own projection to the goal.
    pub(crate) fn distance_from(&self, key: &Key<W>) -> Option<u16> {
        stored_distance(&self.distances, key, hash(key))
    }

    /// The number of states.
    pub(crate) fn states(&self) -> usize {
        self.distances.len()
    }

    /// The memory of the table, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.distances.footprint()
    }

    /// The part of a larger pattern's key that this corridor knows.
    fn known_part(&self, words: &[u64]) -> Key<W> {
        Key(std::array::from_fn(|word| words[word] & self.mask.0[word]))
    }
}

fn stored_distance<const W: usize>(costs: &Costs<W>, key: &Key<W>, hash: Hash) -> Option<u16> {
    costs.get(key, hash).map(|note| u16::try_from(note).expect("16 bits"))
}

impl<const W: usize> AbstractHeuristic for Corridor<W> {
    fn pattern_len(&self) -> usize {
        self.representatives.len()
    }

    fn representatives(&self) -> &[Representatives] {
        &self.representatives
    }

    fn prefetch(&self, words: &[u64]) -> Hash {
        let hash = hash(&self.known_part(words));
        self.distances.prefetch(hash);
        hash
    }

    fn distance(&self, words: &[u64], hash: Hash) -> Option<u16> {
        stored_distance(&self.distances, &self.known_part(words), hash)
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn random_plan(&self, projection: &Projection<'_>, rng: &mut Rng) -> Vec<AbstractMove> {
        self.plan_from_start(projection, rng)
    }
}

// Plans through the states that a search has found.

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
fn plan_to<const W: usize>(
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
    fn plan_from_start(&self, projection: &Projection<'_>, rng: &mut Rng) -> Vec<AbstractMove> {
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
