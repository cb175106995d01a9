//! Closed sets: exact sets of the states that are known.

mod closed_set;
mod sharded_map;

pub(crate) use closed_set::{ClosedSet, DistanceMod3};
pub(crate) use sharded_map::{Hash, MapShard, SEGMENTS, ShardedMap, hash, prefetch};
