//! Flaws: the vehicles that keep an abstract plan from being a plan of the puzzle.

use super::table::PatternDatabase;
use crate::abstraction::projection::{AbstractPosition, NO_ABSTRACT_MOVE, Projection};
use crate::board::Move;
use crate::state::Position;
use crate::state::blockers::in_the_way;

/// Follow a shortest abstract plan from this position, and call `blocked` with each vehicle in the
/// way of the first move that fails. The plan takes the first best move in the order of the
/// pattern.
pub(super) fn flaw(
    mut position: Position<'_>,
    projection: &Projection<'_>,
    table: &PatternDatabase,
    blocked: impl FnMut(usize),
) {
    let mut abstract_position = AbstractPosition::<1>::new(projection);
    loop {
        abstract_position.load(&table.key(position.coordinates()));
        let Some(step) = best_move(table, &abstract_position) else { return };
        let met: Vec<usize> = in_the_way(&position, step).collect();
        if !met.is_empty() {
            return met.into_iter().for_each(blocked);
        }
        position.apply(step);
    }
}

/// The first of the moves that lead nearest to the goal; `None` at the goal.
fn best_move(table: &PatternDatabase, abstract_position: &AbstractPosition<'_, 1>) -> Option<Move> {
    let mut best = (table.distance_of(*abstract_position.key()), None);
    abstract_position.successors(NO_ABSTRACT_MOVE, |step, next| {
        let distance = table.distance_of(next);
        if distance < best.0 {
            best = (distance, Some(step));
        }
    });
    let step = best.1?;
    Some(Move { vehicle: table.vehicle(step.vehicle), cells: step.cells })
}
