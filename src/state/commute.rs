//! Pruning of commuting moves: which moves may follow a move in breadth-first search.
//!
//! Two moves that do not touch each other commute: both orders lead to the same state, and one of
//! them is enough. The vehicles are ranked, rows before columns, and within a line from its start.
//! After a move of vehicle `v`, a vehicle `u` of lower rank may only make moves that were impossible
//! before: those that sweep over a cell that `v` vacated, which it covered or passed.
//!
//! ```text
//!     . . B .        B has just moved down. A, of lower rank, may move right over the cells that
//!     A A b .        B vacated. A vehicle in a row that B never touched may not move now: the
//!     . . B .        search also makes that move before the move of B.
//! ```
//!
//! In the slide metric a vehicle never moves twice in a row; in the step metric it may.
//!
//! The pruning loses no state because levels are complete. Among all shortest paths to a state
//! consider one whose last move has the highest rank. The search could only skip that move after a
//! move of higher rank that commutes with it; but then the two could be exchanged, and the other
//! move would be the last one of a shortest path. (This is a form of partial-order reduction. The
//! tests compare whole clusters with a reference, since optima alone would rarely show a lost state.)
//!
//! The rule is written once, in [`targets_after`], for boards and for projections.
//! `bfs/lines/vehicle.rs` holds it as tables of bit masks for vectors.

use std::ops::Range;

use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::{Interval, Position, StateSpace};

/// The coordinates to which a vehicle may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Targets {
    All,
    None,
    AtMost(u8),
    AtLeast(u8),
}

/// The move before the first: all moves may follow.
pub(crate) const NO_MOVE: Move = Move { vehicle: VehicleId::NONE, cells: 0 };

/// The move before a solved state in a search from all goals at once. Unless the goal is a clear
/// road, only moves of the target lead to states that are not solved.
pub(crate) const GOAL: Move = Move { vehicle: VehicleId::NONE, cells: 1 };

/// A vehicle in the same line as one that moved, and the least distance of their first cells.
pub(crate) enum Neighbour {
    Before(u8),
    After(u8),
}

/// A state after a move, as the pruning reads it.
pub(crate) trait Moved<V> {
    fn interval(&self, vehicle: V) -> &Interval;

    /// The coordinate of a vehicle after the move.
    fn coordinate(&self, vehicle: V) -> u8;

    /// The rank of a vehicle; no two are equal.
    fn rank(&self, vehicle: V) -> usize;

    /// Whether a vehicle may move twice in a row.
    fn may_repeat(&self, vehicle: V) -> bool;

    /// How `next` stands to `mover` in the same line; `None` if no move of `mover` can make way for
    /// it.
    fn neighbour(&self, mover: V, next: V) -> Option<Neighbour>;
}

/// The coordinates to which `next` may move after `last`.
#[inline]
pub(crate) fn targets_after<V: Copy + PartialEq>(
    state: &impl Moved<V>,
    last: Move<V>,
    next: V,
) -> Targets {
    if next == last.vehicle {
        return if state.may_repeat(next) { Targets::All } else { Targets::None };
    }
    let outranks = state.rank(next) > state.rank(last.vehicle);
    if outranks { Targets::All } else { targets_over_vacated(state, last, next) }
}

/// The coordinates that `next` reaches only over a cell that `last` vacated.
#[allow(clippy::inline_always, reason = "callers match on the result, which then costs nothing")]
#[inline(always)]
fn targets_over_vacated<V: Copy>(state: &impl Moved<V>, last: Move<V>, next: V) -> Targets {
    let (mover, interval) = (state.interval(last.vehicle), state.interval(next));
    let vacated = vacated(mover, state.coordinate(last.vehicle), last.cells);
    if mover.across == interval.across {
        return match state.neighbour(last.vehicle, next) {
            Some(Neighbour::Before(apart)) if last.cells > 0 => {
                Targets::AtLeast((vacated.start + 1).saturating_sub(apart))
            }
            Some(Neighbour::After(apart)) if last.cells < 0 => {
                Targets::AtMost(vacated.end - mover.length + apart - 1)
            }
            _ => Targets::None,
        };
    }
    if !vacated.contains(&interval.crossing) {
        return Targets::None;
    }
    let cell = mover.crossing;
    if cell < state.coordinate(next) {
        Targets::AtMost(cell)
    } else {
        Targets::AtLeast(cell + 1 - interval.length)
    }
}

/// The cells of its line that a vehicle covered or passed on its way to `at`, and left.
fn vacated(mover: &Interval, at: u8, cells: i8) -> Range<u8> {
    let end = at + mover.length;
    if cells > 0 { at - cells.unsigned_abs()..at } else { end..end + cells.unsigned_abs() }
}

/// The vehicle that must move to leave a solved state; `None` if any may.
pub(crate) fn leaving(space: &StateSpace<'_>) -> Option<usize> {
    (space.goal() != Goal::Clear).then(|| space.board().target())
}

/// The pruning on a board.
#[derive(Clone, Debug)]
pub(crate) struct CommutePruning {
    metric: Metric,
    leaving: Option<usize>,
    ranks: Vec<usize>,
}

impl CommutePruning {
    pub(crate) fn new(space: &StateSpace<'_>, metric: Metric) -> CommutePruning {
        let mut ranks = vec![0; space.vehicles().len()];
        for (rank, &vehicle) in space.lines().iter().flatten().enumerate() {
            ranks[vehicle] = rank;
        }
        CommutePruning { metric, leaving: leaving(space), ranks }
    }

    /// The moves of vehicle `next` that may follow `last`, which led to this position.
    pub(crate) fn moves_of(
        &self,
        position: &Position<'_>,
        last: Move,
        next: usize,
    ) -> impl Iterator<Item = Move> + use<> {
        let (back, forth) = position.reach(next, self.metric);
        let vehicle = VehicleId::new(next);
        let (least_back, least_forth) =
            if back + forth == 0 { (1, 1) } else { self.least(position, last, vehicle) };
        let backward = (least_back..=back).map(|cells| -cells.cast_signed());
        let forward = (least_forth..=forth).map(u8::cast_signed);
        backward.chain(forward).map(move |cells| Move { vehicle, cells })
    }

    /// The fewest cells that `next` may go back and forth after `last`.
    fn least(&self, position: &Position<'_>, last: Move, next: VehicleId) -> (u8, u8) {
        let at = position.coordinates()[next.index()];
        match self.targets_after(position, last, next) {
            Targets::All => (1, 1),
            Targets::None => (u8::MAX, u8::MAX),
            Targets::AtMost(to) => (at - to, u8::MAX),
            Targets::AtLeast(to) => (u8::MAX, to - at),
        }
    }

    fn targets_after(&self, position: &Position<'_>, last: Move, next: VehicleId) -> Targets {
        if last.vehicle == VehicleId::NONE {
            let stays = last == GOAL && self.leaving.is_some_and(|leaving| leaving != next.index());
            return if stays { Targets::None } else { Targets::All };
        }
        targets_after(&MovedPosition { pruning: self, position }, last, next)
    }
}

/// A position with the ranks of its vehicles.
struct MovedPosition<'a> {
    pruning: &'a CommutePruning,
    position: &'a Position<'a>,
}

impl Moved<VehicleId> for MovedPosition<'_> {
    fn interval(&self, vehicle: VehicleId) -> &Interval {
        &self.position.space().intervals()[vehicle.index()]
    }

    fn coordinate(&self, vehicle: VehicleId) -> u8 {
        self.position.coordinates()[vehicle.index()]
    }

    fn rank(&self, vehicle: VehicleId) -> usize {
        self.pruning.ranks[vehicle.index()]
    }

    fn may_repeat(&self, _: VehicleId) -> bool {
        self.pruning.metric == Metric::Step
    }

    /// Vehicles of lower rank in the same line stand before the one that moved.
    fn neighbour(&self, mover: VehicleId, next: VehicleId) -> Option<Neighbour> {
        let interval = self.interval(next);
        let is_same_line = self.interval(mover).line == interval.line;
        is_same_line.then_some(Neighbour::Before(interval.length))
    }
}
