//! Breadth-first search of one large cluster on any number of threads. It continues a search of
//! `bfs/general.rs` that has found many states (`hand_over.rs`).
//!
//! States are numbered, the numbers are mixed (`code.rs`), and the first six bits of a mixed number say
//! which of 64 shards owns the state. A shard holds its states in a compact set and its part of the
//! current level. The search goes in rounds, as hash-distributed search does (HDA\*, Kishimoto, Fukunaga
//! and Botea 2009): in each, a shard enters the states that the round before sent to it, expands some
//! of its own, and sends the successors to their owners.
//!
//! ```text
//!     shard  0    enter, expand  -\ /-  enter, expand  -\ /-  enter
//!     ...                          x                     x            ...
//!     shard 63    enter, expand  -/ \-  enter, expand  -/ \-  enter
//! ```
//!
//! What a shard does in a round depends on the mail that it has received, and the length of a round on
//! the number of states. So the result does not depend on the number of threads, down to the order of
//! the numbers in every set.

mod code;
mod hand_over;
mod level;
mod mail;
mod search;
mod shard;
#[cfg(test)]
mod tests;
mod threads;

use crate::bfs::closed::{CompactSet, DistanceMod3};
use crate::outcome::{Stop, Watch};
use crate::state::{Key, StateSpace, Successors};
pub(crate) use code::ShardCode;
pub(crate) use hand_over::Begun;
use search::ShardedSearch;

/// The bits of a number that say which shard owns it.
const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;

/// All states of a cluster with their distances.
#[derive(Clone, Debug)]
pub(crate) struct ShardedCluster {
    code: ShardCode,
    sets: Vec<CompactSet>,
    pub(crate) histogram: Vec<u64>,
    /// The states of the last level, unless they are too many to store beside the sets.
    pub(crate) last: Option<Vec<Key<1>>>,
}

/// Find every state and its distance, from where another search ends; as an error the limit and the
/// number of states found. The successors are those of a search from the start, and those for all goals
/// and the level after them.
pub(crate) fn explore<S: Successors<1> + Clone + Send, const W: usize>(
    (space, code): (&StateSpace<'_>, ShardCode),
    begun: Begun<'_, W>,
    [start, at_goals]: [S; 2],
    watch: &mut Watch<'_>,
) -> Result<ShardedCluster, (Stop, usize)> {
    let known = begun.closed.len();
    let mut search = ShardedSearch::new(code, start.clone(), watch.threads());
    let measured = search
        .take_over(space, begun, watch)
        .and_then(|()| search.explore(watch))
        .and_then(|()| search.measure(at_goals, &start, watch));
    match measured {
        Ok((histogram, last)) => {
            Ok(ShardedCluster { code, sets: search.into_sets(), histogram, last })
        }
        Err(stop) => Err((stop, search.len().max(known))),
    }
}

impl ShardedCluster {
    pub(crate) fn len(&self) -> usize {
        self.sets.iter().map(CompactSet::len).sum()
    }

    /// The bytes of the states.
    pub(crate) fn bytes(&self) -> usize {
        let last = self.last.as_ref().map_or(0, Vec::capacity) * size_of::<Key<1>>();
        self.sets.iter().map(CompactSet::bytes).sum::<usize>() + last
    }

    /// The distance of a key; `None` if the key is absent.
    pub(crate) fn distance(&self, key: Key<1>) -> Option<DistanceMod3> {
        let (shard, number) = self.code.locate(key);
        self.sets[shard].distance(number)
    }

    /// All keys, in an order that depends only on the puzzle.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<1>> {
        let shards = self.sets.iter().enumerate();
        shards.flat_map(move |(shard, set)| {
            set.iter().map(move |(number, _)| self.code.key(shard, number))
        })
    }
}
