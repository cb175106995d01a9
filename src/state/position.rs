//! The rules of movement on a concrete board.
//!
//! [`Position`] holds a state as occupied cells, once by rows and once by columns, each line in one
//! integer. The runs of zeros before and after a vehicle in its line are the distances that it can
//! slide.
//!
//! ```text
//!     row 2   . A A . B .      A has coordinate 1 in 0b010110: one zero before it, one after
//! ```

use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::geometry::run;
use crate::state::{Interval, Key, State, StateSpace, cells_ahead};

/// A state as the occupied cells of every row and column.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    space: &'a StateSpace<'a>,
    /// The coordinate of each vehicle's first cell in its line.
    coordinates: Vec<u8>,
    /// The occupied cells of each line as bits: the rows, then the columns.
    lines: Vec<u64>,
}

impl<'a> Position<'a> {
    /// The position of the start.
    #[must_use]
    pub fn new(space: &'a StateSpace<'a>) -> Position<'a> {
        Position::at(space, space.start_coordinates().to_vec())
    }

    /// The position of another state of the same space.
    pub(crate) fn of(space: &'a StateSpace<'a>, state: &State) -> Position<'a> {
        Position::at(space, space.coordinates_of(state))
    }

    /// The position with the first cell of each vehicle at these coordinates.
    fn at(space: &'a StateSpace<'a>, coordinates: Vec<u8>) -> Position<'a> {
        let mut position = Position { space, coordinates, lines: space.walls().to_vec() };
        position.fill();
        position
    }

    /// Change to another state of the same space.
    pub fn load<const W: usize>(&mut self, key: &Key<W>) {
        self.space.unpack(key, &mut self.coordinates);
        self.fill();
    }

    /// Remove all vehicles; only walls remain.
    pub(crate) fn clear(&mut self) {
        self.lines.copy_from_slice(self.space.walls());
    }

    fn fill(&mut self) {
        self.clear();
        for index in 0..self.coordinates.len() {
            self.toggle(index);
        }
    }

    /// Put a vehicle on its cells, or remove it from them.
    fn toggle(&mut self, index: usize) {
        let (interval, at) = (&self.space.intervals()[index], self.coordinates[index]);
        self.toggle_cells(interval, at, interval.length);
    }

    /// Flip `length` cells of a vehicle's line from `at` on between free and occupied.
    pub(crate) fn toggle_cells(&mut self, interval: &Interval, at: u8, length: u8) {
        interval.toggle(&mut self.lines, at, length);
    }

    /// Whether `length` cells of a vehicle's line from `at` on are free.
    pub(crate) fn are_free(&self, interval: &Interval, at: u8, length: u8) -> bool {
        self.lines[interval.line] & run(length) << at == 0
    }

    /// Make a legal move.
    pub fn apply(&mut self, step: Move) {
        let index = step.vehicle.index();
        self.toggle(index);
        self.coordinates[index] = self.coordinates[index].wrapping_add_signed(step.cells);
        self.toggle(index);
    }

    /// The key after a legal move, given the key of this state.
    #[must_use]
    pub fn key_after<const W: usize>(&self, key: &Key<W>, step: Move) -> Key<W> {
        self.space.shift(key, step.vehicle.index(), step.cells)
    }

    /// The number of cells that a vehicle can slide back (left, up) and forth (right, down).
    #[must_use]
    pub fn free(&self, index: usize) -> (u8, u8) {
        self.reach(index, Metric::Slide)
    }

    /// The number of cells that a vehicle can go back and forth in one move of the metric.
    pub(crate) fn reach(&self, index: usize, metric: Metric) -> (u8, u8) {
        let interval = &self.space.intervals()[index];
        metric.one_move(interval.slide(self.lines[interval.line], self.coordinates[index]))
    }

    /// Whether a move takes the target to the goal, for every goal but `clear`.
    pub(crate) fn reaches_goal(&self, step: Move) -> bool {
        let target = self.space.board().target();
        step.vehicle.index() == target
            && self.space.is_finished(self.coordinates[target].wrapping_add_signed(step.cells))
    }

    /// The occupied cells of the line of a vehicle, as bits.
    pub(crate) fn line(&self, index: usize) -> u64 {
        self.lines[self.space.intervals()[index].line]
    }

    /// Call `visit` with every legal move in the defined order: vehicles in the order of the board;
    /// for each, 1, 2, ... cells back, then 1, 2, ... cells forth.
    pub fn for_each_move(&self, metric: Metric, mut visit: impl FnMut(Move)) {
        for index in 0..self.coordinates.len() {
            let (back, forth) = self.reach(index, metric);
            let vehicle = VehicleId::new(index);
            (1..=back.cast_signed()).for_each(|cells| visit(Move { vehicle, cells: -cells }));
            (1..=forth.cast_signed()).for_each(|cells| visit(Move { vehicle, cells }));
        }
    }

    /// Whether this state is solved.
    #[must_use]
    pub fn is_goal(&self) -> bool {
        match self.space.goal() {
            Goal::Clear => self.road() == 0,
            _ => self.space.is_finished(self.coordinates[self.space.board().target()]),
        }
    }

    /// The occupied cells of the board between the target and its exit, as bits of the target's
    /// line.
    #[must_use]
    pub fn road(&self) -> u64 {
        let board = self.space.board();
        let target = &board.vehicles()[board.target()];
        let at = self.coordinates[board.target()];
        let line = self.line(board.target());
        cells_ahead(line, at, at + target.length, board.exit().side.is_forward())
    }

    /// The cells of a vehicle that lie in the target's line, as bits of that line.
    pub(crate) fn cells_in_target_line(&self, index: usize) -> u64 {
        let intervals = self.space.intervals();
        let (target, interval) = (&intervals[self.space.board().target()], &intervals[index]);
        let run = run(interval.length) << self.coordinates[index];
        if interval.across == target.across {
            return if interval.line == target.line { run } else { 0 };
        }
        (run >> target.crossing & 1) << interval.crossing
    }

    /// The offset of each vehicle, as in a [`State`].
    #[must_use]
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = i8> {
        self.space.offsets(&self.coordinates)
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> State {
        State::new(self.offsets().collect())
    }

    /// The coordinate of each vehicle's first cell in its line.
    pub(crate) fn coordinates(&self) -> &[u8] {
        &self.coordinates
    }

    /// The space that this state belongs to.
    #[must_use]
    pub fn space(&self) -> &'a StateSpace<'a> {
        self.space
    }
}

/// Call `visit` with every legal move of a state, in the defined order, and the state after it.
pub(crate) fn for_each_neighbour(
    space: &StateSpace<'_>,
    state: &State,
    metric: Metric,
    mut visit: impl FnMut(Move, State),
) {
    Position::of(space, state).for_each_move(metric, |step| {
        visit(step, state.shifted(step.vehicle.index(), step.cells));
    });
}
