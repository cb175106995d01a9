//! Stops: the places of a vehicle between which the others in play can tell a difference.
//!
//! ```text
//!     . . . . . .     Only A can ever be on the third row, and nothing else that is in play crosses
//!     . . . . . .     the road of B: its three lowest places are one to all others, and a slide
//!     A A . B . . >   that reaches the first of them reaches them all. So B stops at the first,
//!     . . . B . .     and at the two higher places that take a cell of the road of A.
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! A slide costs the same however far it goes, so a puzzle with no other stops has the same
//! distances. Steps are counted, so there every place is a stop but those beyond the last that
//! make a difference.

use super::kept::Kept;
use crate::moves::Goal;
use crate::space::Space;

/// A bit for each place where a vehicle stops: of those that are the same to all others the start,
/// or the nearest to it.
pub(super) fn of(space: &Space<'_>, kept: &[Kept], number: usize) -> u64 {
    let room = &kept[number].room;
    let start = space.start_bits()[kept[number].vehicle];
    let lower = (room.low..start).filter(|&bit| differs(space, kept, number, bit));
    let higher = (start..room.high).filter(|&bit| differs(space, kept, number, bit));
    let stops = lower.chain([start]).chain(higher.map(|bit| bit + 1));
    stops.fold(0, |stops, bit| stops | 1 << bit)
}

/// A bit for each place from the lowest to the highest of these.
pub(super) fn filled(stops: u64) -> u64 {
    (u64::MAX >> stops.leading_zeros()) & (u64::MAX << stops.trailing_zeros())
}

/// Whether any vehicle in play can tell this place of one from the next.
fn differs(space: &Space<'_>, kept: &[Kept], number: usize, bit: u8) -> bool {
    let Kept { vehicle, room, duty, before, after, .. } = &kept[number];
    let is_met = |bit| duty.is_some_and(|duty| duty.is_met_at(bit));
    let is_used = |bit| {
        let mut lines = room.crossed(bit..bit + 1);
        lines.any(|line| line_is_used(space, kept, line, room.crossing))
    };
    *vehicle == space.board().target()
        || is_met(bit) != is_met(bit + 1)
        || is_used(bit)
        || is_used(bit + room.length)
        || before.is_some_and(|(other, apart)| bit < kept[other].room.high + apart)
        || after.is_some_and(|(other, apart)| kept[other].room.low < bit + 1 + apart)
}

/// Whether any vehicle in play can be on this bit of a line, or has to see it free.
fn line_is_used(space: &Space<'_>, kept: &[Kept], line: usize, bit: u8) -> bool {
    let is_road = |kept: &Kept| {
        space.goal() == Goal::Clear && kept.vehicle == space.board().target()
    };
    let of_line = || kept.iter().filter(|kept| kept.room.line == line);
    of_line().any(|kept| {
        let room = &kept.room;
        is_road(kept) || (room.low..room.high + room.length).contains(&bit)
    })
}
