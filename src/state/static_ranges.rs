//! Static ranges: bounds on where each vehicle can ever be, computed without a search.
//!
//! ```text
//!     . . . B .      B covers three of the four cells of its column, so it always covers the two
//!     A A . B .      in the middle. They act as walls for A. Walls shorten ranges, and short ranges
//!     . . . B .      act as walls, until nothing changes.
//!     . . . . .
//! ```
//!
//! Every reachable state lies within the ranges. A target whose range misses the goal proves that
//! there is no solution. With one vehicle restricted to some of its coordinates, the ranges can
//! prove that no solution exists without leaving these coordinates
//! (`abstraction/projection/landmark.rs`).

use crate::board::Goal;
use crate::state::{Position, StateSpace, free_cells, line_index};

/// The ranges of all vehicles around one state. One value answers many queries and allocates
/// nothing after the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    /// The least and the greatest coordinate of each vehicle's first cell.
    low: Vec<u8>,
    high: Vec<u8>,
    /// The cells of each line that walls and crossing vehicles cover in every reachable state.
    covered: Vec<u64>,
    /// The intersection of the ranges of all queries since the last [`Ranges::note_all`].
    noted: Vec<(u8, u8)>,
}

impl Ranges {
    /// Whether the ranges allow the goal.
    pub(crate) fn goal_is_possible(&mut self, position: &Position<'_>) -> bool {
        self.reset(position.space());
        self.settle(position)
    }

    /// Whether they still do if one vehicle stays between these two coordinates.
    pub(crate) fn goal_is_possible_with(
        &mut self,
        position: &Position<'_>,
        vehicle: usize,
        (low, high): (u8, u8),
    ) -> bool {
        self.reset(position.space());
        self.low[vehicle] = low;
        self.high[vehicle] = high;
        self.settle(position)
    }

    /// The least and the greatest coordinate of a vehicle's first cell in the last query.
    pub(crate) fn of(&self, vehicle: usize) -> (u8, u8) {
        (self.low[vehicle], self.high[vehicle])
    }

    /// Forget the recorded ranges, and record those of all queries from now on.
    pub(crate) fn note_all(&mut self) {
        self.noted.clear();
    }

    /// The intersection of the recorded ranges, by vehicle. The answers stay the same as long as
    /// every vehicle stays within it and the restricted vehicle does not move.
    pub(crate) fn noted(&self) -> impl Iterator<Item = (u8, u8)> {
        self.noted.iter().copied()
    }

    fn reset(&mut self, space: &StateSpace<'_>) {
        self.low.clear();
        self.low.extend(space.intervals().iter().map(|interval| interval.low));
        self.high.clear();
        self.high.extend(space.intervals().iter().map(|interval| interval.high));
        self.covered.clear();
        self.covered.extend_from_slice(space.walls());
    }

    /// Cover cells and tighten ranges to a fixpoint.
    fn settle(&mut self, position: &Position<'_>) -> bool {
        loop {
            self.cover(position.space());
            if !self.tighten(position) {
                self.note();
                return self.holds_goal(position.space());
            }
        }
    }

    fn note(&mut self) {
        self.noted.resize(self.low.len(), (0, u8::MAX));
        for ((low, high), range) in self.noted.iter_mut().zip(self.low.iter().zip(&self.high)) {
            (*low, *high) = ((*low).max(*range.0), (*high).min(*range.1));
        }
    }

    /// Mark the cells that a vehicle never leaves in the lines that cross it.
    fn cover(&mut self, space: &StateSpace<'_>) {
        for (interval, (&low, &high)) in
            space.intervals().iter().zip(self.low.iter().zip(&self.high))
        {
            for line in &mut self.covered[interval.crossed(high..low + interval.length)] {
                *line |= 1 << interval.crossing;
            }
        }
    }

    /// Tighten every range by its neighbours in the line and by covered cells; false if none
    /// changed.
    fn tighten(&mut self, position: &Position<'_>) -> bool {
        let mut changed = false;
        for (line, &covered) in position.space().lines().iter().zip(&self.covered) {
            changed |= tighten_line(&mut self.low, &mut self.high, position, line, covered);
        }
        changed
    }

    fn holds_goal(&self, space: &StateSpace<'_>) -> bool {
        let (board, target) = (space.board(), space.board().target());
        let forward = board.exit().side.is_forward();
        match space.goal() {
            Goal::Clear => self.road_can_clear(space, target, forward),
            _ => space.is_finished(if forward { self.high[target] } else { self.low[target] }),
        }
    }

    /// Whether no vehicle of the target's line is ahead of it, and no cell ahead is always covered.
    fn road_can_clear(&self, space: &StateSpace<'_>, target: usize, forward: bool) -> bool {
        let vehicle = &space.vehicles()[target];
        let line = line_index(space.board(), vehicle);
        let (order, covered) = (&space.lines()[line], self.covered[line]);
        if forward {
            let end = u32::from(self.low[target] + vehicle.length);
            order.last() == Some(&target) && covered.checked_shr(end).unwrap_or(0) == 0
        } else {
            let before = covered & ((1 << self.high[target]) - 1);
            order.first() == Some(&target) && before == 0
        }
    }
}

/// One pass over the vehicles of a line from either end.
fn tighten_line(
    low: &mut [u8],
    high: &mut [u8],
    position: &Position<'_>,
    line: &[usize],
    covered: u64,
) -> bool {
    let (mut changed, mut least) = (false, 0);
    let free_run = |index: usize| {
        let (at, length) =
            (position.coordinates()[index], position.space().vehicles()[index].length);
        let (back, forth) = free_cells(covered, at, at + length);
        (at.saturating_sub(back), at + length + forth)
    };
    for &index in line {
        let bound = free_run(index).0.max(least);
        changed |= bound > low[index];
        low[index] = low[index].max(bound);
        least = low[index] + position.space().vehicles()[index].length;
    }
    let mut end = 64;
    for &index in line.iter().rev() {
        let length = position.space().vehicles()[index].length;
        let bound = free_run(index).1.min(end) - length;
        changed |= bound < high[index];
        high[index] = high[index].min(bound);
        end = high[index];
    }
    changed
}
