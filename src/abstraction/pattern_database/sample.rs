//! Sample states for judging patterns.

use crate::board::{Metric, Move};
use crate::state::{Position, StateSpace};

/// The states of the sample, and the moves from one to the next.
const STATES: usize = 100;
const MOVES: usize = 16;
/// The weight of the start, where every search begins; that of all other states is 1.
const START: u64 = 20;

/// A sample state and its weight.
#[derive(Clone, Debug)]
pub(super) struct Sample<'a> {
    pub(super) position: Position<'a>,
    pub(super) weight: u64,
}

/// Call `visit` with the start and with states on a walk from it, which is the same each time.
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
            // Knuth's linear congruential generator; its high bits are the random ones.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.apply(moves[(random >> 33) as usize % moves.len()]);
        }
    }
}
