//! Perft: the number of move sequences of each length, the count that finds wrong moves.

use std::collections::HashMap;

use crate::board::Board;
use crate::moves::{Goal, Metric, Move, Traffic};
use crate::space::Space;
use crate::state::{Key, State, with_words};

/// The number of move sequences of length 1, 2, ..., `depth` from a state.
///
/// Sequences run through solved states like through any other. States that several sequences
/// reach are expanded once with their number of sequences. Numbers beyond 64 bits are cut to the
/// largest that fits.
#[must_use]
pub fn perft(board: &Board, start: &State, metric: Metric, goal: Goal, depth: usize) -> Vec<u64> {
    let space = Space::new(board, start, goal);
    with_words!(space.words(), W => count::<W>(&space, metric, depth))
}

fn count<const W: usize>(space: &Space<'_>, metric: Metric, depth: usize) -> Vec<u64> {
    let mut level: HashMap<Key<W>, u64> = HashMap::from([(space.start(), 1)]);
    let mut traffic = Traffic::new(space);
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (key, paths) in level {
            traffic.load(&key);
            traffic.for_each_move(metric, |step: Move| {
                let known: &mut u64 = next.entry(traffic.key_after(&key, step)).or_insert(0);
                *known = known.saturating_add(paths);
            });
        }
        counts.push(next.values().fold(0, |sum: u64, &paths| sum.saturating_add(paths)));
        level = next;
    }
    counts
}
