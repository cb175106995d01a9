//! Exploration of clusters that are larger than memory: breadth-first search on sorted files.
//!
//! A state and the move that led to it are one number (`block.rs`), and a level is a file of such words
//! in order. Duplicates are detected late, as Korf describes ("Delayed duplicate detection", IJCAI
//! 2003): successors are collected in memory, sorted and merged, and what remains is compared with two
//! levels. These are enough since every move can be undone: the neighbours of a level lie in it, in the
//! level before, or in the level after.
//!
//! ```text
//!     level d  --expand-->  chunks, sorted in memory  --merge-->  words without  -->  level d + 1
//!                           runs, if they do not fit              levels d - 1, d
//! ```
//!
//! Two passes do what `cluster/` does in memory. The first begins at the start and keeps the solved
//! states; it needs only two levels at a time and deletes the others. The second begins at the solved
//! states and keeps every level: the file of level d holds the states at distance d from the goal, and a
//! state is looked up by binary search in each. An empty level ends a pass.
//!
//! Several threads expand a level (`expand.rs`), each with a part of the memory for its successors. One
//! merges what they found.
//!
//! Every file gets its name when it is complete, so a search that was killed goes on after its last
//! level. A file has checksums of all that it holds, of its name and of the manifest, and a search goes on
//! only if every level is there of which its last one was made (`folder.rs`). What a level holds does not depend on memory and threads: of the words of a state the least is kept.
//!
//! ```text
//!     manifest.txt             the puzzle, metric and goal       folder.rs
//!     reached-000007.level     the levels of the first pass      level.rs
//!     solved-000007.level      its solved states
//!     distance-000007.level    the levels of the second pass
//!     unfinished-...           a file without its name; deleted when the search is resumed
//! ```

mod candidates;
mod explored;
mod folder;
mod level;
mod pass;
mod search;
#[cfg(test)]
mod tests;

pub use explored::DiskCluster;
pub use explored::DiskEstimate;
pub use folder::DiskError;
pub(crate) use search::explore;
