//! Closed sets: which states are known, exactly.

mod closed_set;
mod sharded_map;

pub(crate) use closed_set::{ClosedSet, DistanceMod3};
pub(crate) use sharded_map::{Hash, SEGMENTS, Shard, ShardedMap, hash};
