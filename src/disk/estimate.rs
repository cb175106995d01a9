//! How large a cluster may be: the number of placements of its vehicles, from a sample.

use super::code::WordCode;
use crate::board::Goal;
use crate::random::SplitMix;
use crate::state::commute::NO_MOVE;
use crate::state::{Position, Puzzle, StateSpace};

/// How large a cluster may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiskEstimate {
    /// The number of placements of all vehicles that the rules allow: the states of all clusters of
    /// the board together. It is estimated from a sample (Knuth, "Estimating the efficiency of
    /// backtrack programs", 1975).
    pub states: f64,
    /// The bytes on the disk for so many states.
    pub bytes: f64,
}

/// The placements that are tried.
const SAMPLE: usize = 20_000;
/// The part of the states that the widest level has on large boards, at least.
const WIDEST: f64 = 1.0 / 32.0;
/// Beside the levels of the second pass there are runs and the level that is being written.
const RUNS: f64 = 1.25;

impl DiskEstimate {
    /// The estimate for the cluster of a puzzle. It is the same for the same board.
    pub(crate) fn of(puzzle: &Puzzle, goal: Goal) -> DiskEstimate {
        let space = StateSpace::new(puzzle, goal).compact();
        let (mut position, mut random) = (Position::new(&space), SplitMix(1));
        let sum: f64 = (0..SAMPLE).map(|_| placements(&space, &mut position, &mut random)).sum();
        let states = (sum / count(SAMPLE)).max(1.0);
        DiskEstimate { states, bytes: states * bytes_of_word(&space, states) * RUNS }
    }
}

/// An unbiased estimate from one random placement: the product of the numbers of free places.
fn placements(space: &StateSpace<'_>, position: &mut Position<'_>, random: &mut SplitMix) -> f64 {
    position.clear();
    let mut product = 1.0;
    for line in space.lines() {
        let mut low = 0;
        for &vehicle in line {
            let interval = &space.intervals()[vehicle];
            let places = interval.low.max(low)..=interval.high;
            let free = |at: &u8| position.are_free(interval, *at, interval.length);
            let free: Vec<u8> = places.filter(free).collect();
            if free.is_empty() {
                return 0.0;
            }
            let at = free[random.below(free.len())];
            position.toggle_cells(interval, at, interval.length);
            product *= count(free.len());
            low = at + interval.length;
        }
    }
    product
}

/// The bytes of a word in a level of average density: seven bits in each.
fn bytes_of_word(space: &StateSpace<'_>, states: f64) -> f64 {
    let words = f64::from(WordCode::new(space, NO_MOVE).bits()).exp2();
    let gap = words / (states * WIDEST).max(1.0);
    ((gap.log2() + 1.0) / 7.0).ceil().max(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn count(number: usize) -> f64 {
    number as f64
}
