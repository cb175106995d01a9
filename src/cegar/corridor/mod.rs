//! Corridors: the states of a relaxed puzzle through which a solution of bounded cost can lead.
//!
//! ```text
//!     start o-o-o-o-o-o goal       found level by level from the start, as far as a guide allows,
//!            \ o-o-o-o /           and measured backwards from the solved states: what lies on no
//!             o-o x                way within the bound falls away
//! ```
//!
//! A guide is the corridor of a puzzle with fewer of the same vehicles in play: its distances bound
//! what is left from below. So corridor after corridor sees further, and an empty one proves that no
//! solution is within the bound.

mod backward;
mod forward;
mod lookup;
mod pruner;
mod shards;
#[cfg(test)]
mod tests;
mod upper_bound;
mod way;

pub(crate) use forward::Forward;
pub(crate) use upper_bound::UpperBoundSearch;
pub(crate) use way::Rng;
use way::way_back;

use crate::abstraction::projection::{AbstractMove as Move, Projection, Representatives, TAG_BITS};
use crate::bfs::closed::{Hash, Shard, ShardedMap, hash};
use crate::outcome::Stop;
use crate::state::Key;

/// The greatest cost that a search can bound: costs and distances are kept in 15 bits.
pub(crate) const MOST: u16 = (1 << 15) - 2;

/// Keys with a cost or a distance.
pub(crate) type Costs<const W: usize> = ShardedMap<W, TAG_BITS>;
type CostsShard<const W: usize> = Shard<W, TAG_BITS>;

/// Why a search within a bound gives no corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No solution is within the bound, as so many states show; `complete` if there is none at all.
    Empty { states: usize, complete: bool },
    /// It would take more states than it may.
    TooLarge,
    /// A limit came first.
    Stopped(Stop),
}

/// What a corridor tells searches with more vehicles in play.
pub(crate) trait AbstractHeuristic: Sync {
    /// How many of the first vehicles in play it knows.
    fn len(&self) -> usize;

    /// The stops of each of them.
    fn stops(&self) -> &[Representatives];

    /// The hash of what it knows of a key; asks the memory for its place.
    fn look(&self, words: &[u64]) -> Hash;

    /// The least cost from there to a solved state; `None` outside the corridor.
    fn distance(&self, words: &[u64], hash: Hash) -> Option<u16>;

    /// Whether no solution leads through states outside the corridor, whatever it costs.
    fn is_complete(&self) -> bool;

    /// A cheapest way through its own puzzle; which of them, the dice say. Vehicles are numbered as
    /// in play.
    fn way(&self, relaxed: &Projection<'_>, dice: &mut Rng) -> Vec<Move>;

    fn states(&self) -> usize;

    fn bytes(&self) -> usize;
}

/// Knows nothing.
pub(crate) struct Nothing;

impl AbstractHeuristic for Nothing {
    fn len(&self) -> usize {
        0
    }

    fn stops(&self) -> &[Representatives] {
        &[]
    }

    fn look(&self, _: &[u64]) -> Hash {
        hash(&Key([]))
    }

    fn distance(&self, _: &[u64], _: Hash) -> Option<u16> {
        Some(0)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn way(&self, _: &Projection<'_>, _: &mut Rng) -> Vec<Move> {
        Vec::new()
    }

    fn states(&self) -> usize {
        0
    }

    fn bytes(&self) -> usize {
        0
    }
}

/// The states of a corridor with their distances to the goal.
#[derive(Debug)]
pub(crate) struct Corridor<const W: usize> {
    distances: Costs<W>,
    mask: Key<W>,
    stops: Vec<Representatives>,
    is_complete: bool,
}

impl<const W: usize> Corridor<W> {
    fn new(relaxed: &Projection<'_>, distances: Costs<W>, is_complete: bool) -> Corridor<W> {
        Corridor {
            distances,
            mask: relaxed.mask(relaxed.len()),
            stops: relaxed.representatives().to_vec(),
            is_complete,
        }
    }

    /// The distance of a state of its own puzzle.
    pub(crate) fn at(&self, key: &Key<W>) -> Option<u16> {
        distance(&self.distances, key, hash(key))
    }

    fn part(&self, words: &[u64]) -> Key<W> {
        Key(std::array::from_fn(|word| words[word] & self.mask.0[word]))
    }
}

fn distance<const W: usize>(costs: &Costs<W>, key: &Key<W>, hash: Hash) -> Option<u16> {
    costs.get(key, hash).map(|note| u16::try_from(note).expect("16 bits"))
}

impl<const W: usize> AbstractHeuristic for Corridor<W> {
    fn len(&self) -> usize {
        self.stops.len()
    }

    fn stops(&self) -> &[Representatives] {
        &self.stops
    }

    fn look(&self, words: &[u64]) -> Hash {
        let hash = hash(&self.part(words));
        self.distances.prefetch(hash);
        hash
    }

    fn distance(&self, words: &[u64], hash: Hash) -> Option<u16> {
        distance(&self.distances, &self.part(words), hash)
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn way(&self, relaxed: &Projection<'_>, dice: &mut Rng) -> Vec<Move> {
        self.way_from_start(relaxed, dice)
    }

    fn states(&self) -> usize {
        self.distances.len()
    }

    fn bytes(&self) -> usize {
        self.distances.footprint()
    }
}
