//! Replay: does a way of a relaxed puzzle run in the puzzle itself, and if not, who is in the way?

use crate::abstraction::projection::AbstractMove;
use crate::board::{Move, VehicleId};
use crate::state::blockers::{in_the_way, on_the_road};
use crate::state::{Position, StateSpace};

/// The vehicles in the way of the first move that cannot be made, or on a road that should be clear
/// after the last; `None` if the way is a solution.
pub(super) fn blockers(space: &StateSpace<'_>, way: &[Move]) -> Option<Vec<usize>> {
    let mut position = Position::new(space);
    for &step in way {
        let (back, forth) = position.free(step.vehicle.index());
        if !(-back.cast_signed()..=forth.cast_signed()).contains(&step.cells) {
            return Some(in_the_way(&position, step).collect());
        }
        position.apply(step);
    }
    (!position.is_goal()).then(|| on_the_road(&position).collect())
}

/// A way with its vehicles numbered as in play, in the numbers of the board.
pub(super) fn named(way: Vec<AbstractMove>, vehicles: &[usize]) -> Vec<Move> {
    let vehicle = |step: AbstractMove| VehicleId::new(vehicles[step.vehicle.index()]);
    way.into_iter().map(|step| Move { vehicle: vehicle(step), cells: step.cells }).collect()
}
