//! Flaws: who keeps a plan of a relaxed puzzle from being one of the puzzle.

use super::table::Table;
use crate::moves::Move;
use crate::order::SOURCE;
use crate::relaxed::{Relaxed, Scene};
use crate::space::Space;

/// Follow a best plan from where the vehicles stand, and call `blocked` with everyone in the way of
/// its first move that fails. The plan takes the first best move in the order of the vehicles in
/// play.
pub(super) fn flaw(
    space: &Space<'_>,
    relaxed: &Relaxed<'_>,
    table: &Table,
    mut bits: Vec<u8>,
    mut blocked: impl FnMut(usize),
) {
    let mut scene = Scene::<1>::new(relaxed);
    loop {
        scene.load(&table.key(&bits));
        let Some(step) = best_move(table, &scene) else { return };
        let vehicle = table.vehicle(step.vehicle.into());
        let bit = bits[vehicle].wrapping_add_signed(step.cells);
        let mut found = false;
        for other in in_the_way(space, &bits, vehicle, bit) {
            found = true;
            blocked(other);
        }
        if found {
            return;
        }
        bits[vehicle] = bit;
    }
}

/// The first of the moves that lead nearest to the goal, its vehicle numbered as in play.
fn best_move(table: &Table, scene: &Scene<'_, 1>) -> Option<Move> {
    let mut best = (table.distance_of(*scene.key()), None);
    scene.successors(SOURCE, |step, next| {
        let distance = table.distance_of(next);
        if distance < best.0 {
            best = (distance, Some(step));
        }
    });
    best.1
}

/// The vehicles on the cells that a vehicle enters on its way to a bit.
fn in_the_way(
    space: &Space<'_>,
    bits: &[u8],
    vehicle: usize,
    to: u8,
) -> impl Iterator<Item = usize> {
    let (room, at) = (&space.rooms()[vehicle], bits[vehicle]);
    let entered = if to > at { at + room.length..to + room.length } else { to..at };
    (0..bits.len()).filter(move |&other| {
        let (own, extent) =
            (&space.rooms()[other], bits[other]..bits[other] + space.rooms()[other].length);
        if own.across == room.across {
            let overlaps = extent.start < entered.end && entered.start < extent.end;
            other != vehicle && own.line == room.line && overlaps
        } else {
            entered.contains(&own.crossing) && extent.contains(&room.crossing)
        }
    })
}
