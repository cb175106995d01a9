//! Flaws: who keeps a plan of a relaxed puzzle from being one of the puzzle.

use super::table::PatternDatabase;
use crate::abstraction::projection::{AbstractPosition, Projection};
use crate::board::Move;
use crate::state::Position;
use crate::state::blockers::in_the_way;
use crate::state::commute::NO_MOVE;

/// Follow a best plan from this traffic, and call `blocked` with everyone in the way of its first
/// move that fails. The plan takes the first best move in the order of the vehicles in play.
pub(super) fn flaw(
    mut position: Position<'_>,
    relaxed: &Projection<'_>,
    table: &PatternDatabase,
    blocked: impl FnMut(usize),
) {
    let mut scene = AbstractPosition::<1>::new(relaxed);
    loop {
        scene.load(&table.key(position.bits()));
        let Some(step) = best_move(table, &scene) else { return };
        let met: Vec<usize> = in_the_way(&position, step).collect();
        if !met.is_empty() {
            return met.into_iter().for_each(blocked);
        }
        position.apply(step);
    }
}

/// The first of the moves that lead nearest to the goal.
fn best_move(table: &PatternDatabase, scene: &AbstractPosition<'_, 1>) -> Option<Move> {
    let mut best = (table.distance_of(*scene.key()), None);
    scene.successors(NO_MOVE, |step, next| {
        let distance = table.distance_of(next);
        if distance < best.0 {
            best = (distance, Some(step));
        }
    });
    let step = best.1?;
    let vehicle = table.vehicle(step.vehicle.into()).to_le_bytes()[0];
    Some(Move { vehicle, ..step })
}
