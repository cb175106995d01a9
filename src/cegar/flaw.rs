//! Flaws: where an abstract plan fails in the puzzle, and which vehicles are to blame.

use crate::abstraction::projection::AbstractMove;
use crate::board::{Move, VehicleId};
use crate::state::blockers::{in_the_way, on_the_road};
use crate::state::{Position, StateSpace};

/// The vehicles that block the first illegal move of a plan or, if all moves are legal, the
/// target's road after the last one; `None` if the plan is a solution.
pub(super) fn blockers(space: &StateSpace<'_>, plan: &[Move]) -> Option<Vec<usize>> {
    let mut position = Position::new(space);
    for &step in plan {
        let (back, forth) = position.free(step.vehicle.index());
        if !(-back.cast_signed()..=forth.cast_signed()).contains(&step.cells) {
            return Some(in_the_way(&position, step).collect());
        }
        position.apply(step);
    }
    (!position.is_goal()).then(|| on_the_road(&position).collect())
}

/// Translates a plan from places in the pattern to vehicles of the board.
pub(super) fn with_vehicles(plan: Vec<AbstractMove>, pattern: &[usize]) -> Vec<Move> {
    let vehicle = |step: AbstractMove| VehicleId::new(pattern[step.vehicle.index()]);
    plan.into_iter().map(|step| Move { vehicle: vehicle(step), cells: step.cells }).collect()
}
