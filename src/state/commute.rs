//! Order pruning: which moves are worth making after a move, in a search level by level.
//!
//! Two moves that do not touch each other lead to the same state in either order, and one of the
//! orders is enough. The vehicles are ranked, rows before columns, each line from its start; after
//! a move of `v` a vehicle `u` of lower rank moves only if it could not have moved before: if it
//! goes over a cell that `v` left or passed.
//!
//! ```text
//!     . . B .        after B went down from here, A of lower rank can go right over the cells
//!     A A b .        that B left; a car of another row that B never touched waits for its turn
//!     . . B .        before B
//! ```
//!
//! The same vehicle again is pointless in slides, and all that ever happens in steps. Nothing is
//! lost only because the loop takes states level by level. Which of the shortest ways to a state
//! came first does not matter: of the last moves of all of them, one of the highest rank is made. It
//! could only be left out after a move of higher rank that commutes with it, and then that one is
//! the last move of another shortest way. The tests compare whole clusters with the reference,
//! since optima alone would not notice.
//!
//! Its twin for vectors, with a byte of cells in place of a least move, is `bfs/small/cars.rs`.

use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::{Position, StateSpace};

/// The fewest cells, back and forth, that make a move worth while.
pub(crate) type Least = (u8, u8);

const ANY: Least = (1, 1);
const NONE: Least = (u8::MAX, u8::MAX);

/// No move led here: the first move of a search.
pub(crate) const NO_MOVE: Move = Move { vehicle: VehicleId::NONE, cells: 0 };

/// No move led here: it is a solved state, and distances are measured from all of these. Only the
/// target's moves lead to states that are not solved, unless the goal is a clear road.
pub(crate) const GOAL: Move = Move { vehicle: VehicleId::NONE, cells: 1 };

#[derive(Clone, Debug)]
pub(crate) struct CommutePruning {
    metric: Metric,
    /// The only vehicle whose moves leave the goal, if there is one.
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

    /// The moves of vehicle `next` that are worth making after `last` led to this traffic.
    pub(crate) fn moves_of(
        &self,
        position: &Position<'_>,
        last: Move,
        next: usize,
    ) -> impl Iterator<Item = Move> + use<> {
        let (back, forth) = position.reach(next, self.metric);
        let (least_back, least_forth) =
            if back + forth == 0 { ANY } else { self.least(position, last, next) };
        let vehicle = VehicleId::new(next);
        let backward = (least_back..=back).map(|cells| -cells.cast_signed());
        let forward = (least_forth..=forth).map(u8::cast_signed);
        backward.chain(forward).map(move |cells| Move { vehicle, cells })
    }

    /// The least move of vehicle `next` that is worth making after `last` led to this traffic.
    fn least(&self, position: &Position<'_>, last: Move, next: usize) -> Least {
        if last.vehicle == VehicleId::NONE {
            let stays = last == GOAL && self.leaving.is_some_and(|leaving| leaving != next);
            return if stays { NONE } else { ANY };
        }
        let moved = last.vehicle.index();
        if next == moved {
            return if self.metric == Metric::Slide { NONE } else { ANY };
        }
        if self.ranks[next] > self.ranks[moved] { ANY } else { into(position, last, next) }
    }
}

/// The vehicle without whose moves a solved state stays solved; `None` if there is no such one.
pub(crate) fn leaving(space: &StateSpace<'_>) -> Option<usize> {
    (space.goal() != Goal::Clear).then(|| space.board().target())
}

/// The least move of `next` that goes over a cell that `last` left or passed.
fn into(position: &Position<'_>, last: Move, next: usize) -> Least {
    let intervals = position.space().intervals();
    let (mover, interval) = (&intervals[last.vehicle.index()], &intervals[next]);
    let (at, end) = (position.coordinates()[next], position.coordinates()[next] + interval.length);
    let (left, passed) = left_cells(position, last);
    if mover.across == interval.across {
        let follows = mover.line == interval.line && last.cells > 0;
        return if follows { (u8::MAX, left - end + 1) } else { NONE };
    }
    if !(left..passed).contains(&interval.crossing) {
        return NONE;
    }
    let cell = mover.crossing;
    if cell < at { (at - cell, u8::MAX) } else { (u8::MAX, cell - end + 1) }
}

/// The cells that a vehicle left or passed when it came here, as bits of its line.
fn left_cells(position: &Position<'_>, last: Move) -> (u8, u8) {
    let moved = last.vehicle.index();
    let (at, cells) = (position.coordinates()[moved], last.cells.unsigned_abs());
    if last.cells > 0 {
        return (at - cells, at);
    }
    let end = at + position.space().intervals()[moved].length;
    (end, end + cells)
}
