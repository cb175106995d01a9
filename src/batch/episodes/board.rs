//! A puzzle prepared for episodes: the intervals of its vehicles, the target first.

use crate::board::Goal;
use crate::state::Puzzle;
use crate::state::{Interval, cells_ahead};

pub(super) struct EpisodeBoard {
    puzzle: Puzzle,
    /// The intervals and the places at the start, the target first.
    intervals: Vec<Interval>,
    start: Vec<u8>,
    walls: Vec<u64>,
    /// The coordinate at which the target is at the goal; `None` if the road must be clear.
    finish: Option<u8>,
    is_forward: bool,
}

impl EpisodeBoard {
    pub(super) fn new(puzzle: &Puzzle, goal: Goal) -> EpisodeBoard {
        let space = puzzle.space(goal);
        let target = puzzle.board().target();
        let order = order(target, space.intervals().len());
        EpisodeBoard {
            intervals: order.clone().map(|vehicle| space.intervals()[vehicle]).collect(),
            start: order.map(|vehicle| space.start_coordinates()[vehicle]).collect(),
            walls: space.walls().to_vec(),
            finish: (goal != Goal::Clear).then(|| space.finish()),
            is_forward: puzzle.board().exit().side.is_forward(),
            puzzle: puzzle.clone(),
        }
    }

    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub(super) fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    pub(super) fn start(&self) -> &[u8] {
        &self.start
    }

    pub(super) fn walls(&self) -> &[u64] {
        &self.walls
    }

    pub(super) fn is_goal(&self, coordinates: &[u8], lines: &[u64]) -> bool {
        let (at, target) = (coordinates[0], &self.intervals[0]);
        match self.finish {
            Some(finish) if self.is_forward => at >= finish,
            Some(finish) => at <= finish,
            None => cells_ahead(lines[target.line], at, at + target.length, self.is_forward) == 0,
        }
    }

    /// The offsets of the vehicles in the order of the board.
    pub(super) fn offsets(&self, coordinates: &[u8]) -> Vec<i8> {
        let mut offsets = vec![0; coordinates.len()];
        let order = order(self.puzzle.board().target(), coordinates.len());
        for (vehicle, (interval, &at)) in order.zip(self.intervals.iter().zip(coordinates)) {
            offsets[vehicle] = offset(interval, at);
        }
        offsets
    }

    /// The index on the board of a vehicle in the order in which the target is first.
    pub(super) fn on_board(&self, vehicle: usize) -> usize {
        let target = self.puzzle.board().target();
        if vehicle == 0 { target } else { vehicle - usize::from(vehicle <= target) }
    }
}

/// The column or row of the first cell of a vehicle at a coordinate.
pub(super) fn offset(interval: &Interval, at: u8) -> i8 {
    at.cast_signed() - interval.from.cast_signed()
}

/// The vehicles of a board, the target first.
fn order(target: usize, count: usize) -> impl Iterator<Item = usize> + Clone {
    std::iter::once(target).chain((0..count).filter(move |&vehicle| vehicle != target))
}
