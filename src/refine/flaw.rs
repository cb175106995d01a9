//! Replay: does a way of a relaxed puzzle run in the puzzle itself, and if not, who is in the way?

use crate::moves::{Move, Traffic};
use crate::space::Space;

/// The vehicles in the way of the first move that cannot be made, or on a road that should be clear
/// after the last; `None` if the way is a solution.
pub(super) fn blockers(space: &Space<'_>, way: &[Move]) -> Option<Vec<usize>> {
    let mut traffic = Traffic::new(space);
    for &step in way {
        let (back, forth) = traffic.free(usize::from(step.vehicle));
        if !(-back.cast_signed()..=forth.cast_signed()).contains(&step.cells) {
            return Some(in_the_way(&traffic, step));
        }
        traffic.apply(step);
    }
    (!traffic.is_goal()).then(|| on_the_road(&traffic))
}

/// The vehicles between the target and its exit.
fn on_the_road(traffic: &Traffic<'_>) -> Vec<usize> {
    let vehicles = 0..traffic.bits().len();
    vehicles
        .filter(|&vehicle| traffic.cells_in_target_line(vehicle) & traffic.road() != 0)
        .collect()
}

/// The vehicles on the cells that a move would go over.
fn in_the_way(traffic: &Traffic<'_>, step: Move) -> Vec<usize> {
    let (rooms, bits) = (traffic.space().rooms(), traffic.bits());
    let mover = usize::from(step.vehicle);
    let (room, at) = (&rooms[mover], bits[mover]);
    let to = at.wrapping_add_signed(step.cells);
    let (from, end) = (at.min(to), at.max(to) + room.length);
    let stands_there = |&other: &usize| {
        let (its, bit) = (&rooms[other], bits[other]);
        let cells = bit..bit + its.length;
        if its.across == room.across {
            its.line == room.line && cells.start < end && from < cells.end
        } else {
            (from..end).contains(&its.crossing) && cells.contains(&room.crossing)
        }
    };
    (0..rooms.len()).filter(|&other| other != mover).filter(stands_there).collect()
}

/// A way with its vehicles numbered as in play, in the numbers of the board.
pub(super) fn named(mut way: Vec<Move>, vehicles: &[usize]) -> Vec<Move> {
    for step in &mut way {
        step.vehicle = vehicles[usize::from(step.vehicle)].to_le_bytes()[0];
    }
    way
}
