//! Sample states, by which patterns are judged.

use crate::board::{Metric, Move};
use crate::state::{Position, StateSpace};

/// States in a sample, and the moves between one and the next.
const STATES: usize = 100;
const MOVES: usize = 16;
/// The start counts as many as so many others: that is where a search begins.
const START: u64 = 20;

/// A state, and how much it counts.
#[derive(Clone, Debug)]
pub(super) struct Sample<'a> {
    pub(super) position: Position<'a>,
    pub(super) weight: u64,
}

/// The start and states on a walk from it, the same each time.
pub(super) fn walk<'a>(
    space: &'a StateSpace<'a>,
    metric: Metric,
    mut visit: impl FnMut(Sample<'a>),
) {
    let (mut position, mut moves, mut random) = (Position::new(space), Vec::<Move>::new(), 1_u64);
    for number in 0..STATES {
        let weight = if number == 0 { START } else { 1 };
        visit(Sample { position: position.clone(), weight });
        for _ in 0..MOVES {
            moves.clear();
            position.for_each_move(metric, |step| moves.push(step));
            if moves.is_empty() {
                return;
            }
            // Knuth's linear congruential generator; its high bits are the good ones.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.apply(moves[(random >> 33) as usize % moves.len()]);
        }
    }
}
