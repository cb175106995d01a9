//! The moves between the states of a cluster.

/// The neighbours of every state in compressed sparse rows: those of state `i` are
/// `neighbours[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The start of each row, and the end of the last one.
    pub starts: Vec<i64>,
    /// The neighbours of each state, in the order of the moves to them.
    pub neighbours: Vec<i32>,
}
