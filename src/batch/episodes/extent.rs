//! How observations and actions are numbered: with room for the largest of several boards.

use super::SlotRefusal;
use super::board::{EpisodeBoard, offset};
use crate::board::{Axis, Goal, Metric};
use crate::state::Puzzle;

/// What a learner sees of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// A plane of 0 and 1 for each vehicle, one for walls and all that lies outside the board, and one
    /// for the cell beside the exit.
    Planes,
    /// The column or row of the first cell of each vehicle.
    Offsets,
}

impl Observation {
    /// Each by its name.
    pub const NAMES: [(&'static str, Observation); 2] =
        [("planes", Observation::Planes), ("offsets", Observation::Offsets)];
}

/// The kind of observation, and the room for it: the most rows, columns, vehicles and cells of one
/// move among several boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The kind of observation.
    pub observation: Observation,
    /// The most rows.
    pub rows: usize,
    /// The most columns.
    pub cols: usize,
    /// The most vehicles.
    pub vehicles: usize,
    /// The most cells of one move.
    pub reach: usize,
}

impl Extent {
    /// What a puzzle needs.
    #[must_use]
    pub fn of(puzzle: &Puzzle, metric: Metric, goal: Goal, observation: Observation) -> Extent {
        let space = puzzle.space(goal);
        let rooms = space.intervals().iter().map(|interval| interval.high - interval.low);
        let room = usize::from(rooms.max().unwrap_or(0).max(1));
        Extent {
            observation,
            rows: puzzle.board().rows().into(),
            cols: puzzle.board().cols().into(),
            vehicles: puzzle.board().vehicles().len(),
            reach: if metric == Metric::Step { 1 } else { room },
        }
    }

    /// Check that boards of another extent fit into this one.
    pub(super) fn check(&self, other: &Extent) -> Result<(), SlotRefusal> {
        let parts = [
            ("rows", self.rows, other.rows),
            ("columns", self.cols, other.cols),
            ("vehicles", self.vehicles, other.vehicles),
            ("cells in a move", self.reach, other.reach),
        ];
        match parts.into_iter().find(|(_, most, found)| found > most) {
            Some((part, most, found)) => Err(SlotRefusal::TooLarge(part, most, found)),
            None => Ok(()),
        }
    }

    /// The number of actions.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.vehicles * 2 * self.reach
    }

    /// The bytes of an observation.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self.observation {
            Observation::Planes => (self.vehicles + 2) * self.rows * self.cols,
            Observation::Offsets => self.vehicles,
        }
    }

    /// The vehicle of an action, and the cells that it moves.
    pub(super) fn decode(&self, action: usize) -> (usize, i8) {
        let (vehicle, step) = (action / (2 * self.reach), action % (2 * self.reach));
        let cells = |count: usize| i8::try_from(count + 1).expect("at most a side and a length");
        let is_back = step < self.reach;
        (vehicle, if is_back { -cells(step) } else { cells(step - self.reach) })
    }

    /// Write which actions are legal.
    pub(super) fn mark(
        &self,
        mask: &mut [i8],
        board: &EpisodeBoard,
        coordinates: &[u8],
        lines: &[u64],
    ) {
        mask.fill(0);
        let vehicles = board.intervals().iter().zip(coordinates);
        for (legal, (interval, &at)) in mask.chunks_exact_mut(2 * self.reach).zip(vehicles) {
            let (back, forth) = interval.slide(lines[interval.line], at);
            legal[..usize::from(back).min(self.reach)].fill(1);
            legal[self.reach..][..usize::from(forth).min(self.reach)].fill(1);
        }
    }

    /// Write the whole observation.
    pub(super) fn write(&self, view: &mut [u8], board: &EpisodeBoard, coordinates: &[u8]) {
        view.fill(0);
        for (vehicle, &at) in coordinates.iter().enumerate() {
            self.put(view, board, vehicle, at, 1);
        }
        if self.observation == Observation::Planes {
            self.write_board(view, board);
        }
    }

    /// Change the observation after a move.
    pub(super) fn note_move(
        &self,
        view: &mut [u8],
        board: &EpisodeBoard,
        vehicle: usize,
        from: u8,
        to: u8,
    ) {
        self.put(view, board, vehicle, from, 0);
        self.put(view, board, vehicle, to, 1);
    }

    /// Write a vehicle at a coordinate, or remove it from its plane.
    fn put(&self, view: &mut [u8], board: &EpisodeBoard, vehicle: usize, at: u8, value: u8) {
        let interval = &board.intervals()[vehicle];
        if self.observation == Observation::Offsets {
            view[vehicle] = offset(interval, at).cast_unsigned();
            return;
        }
        let (line, is_row) = (interval.line, interval.across > 0);
        let rows = usize::from(board.puzzle().board().rows());
        let cells = at.max(interval.from)..(at + interval.length).min(interval.to);
        for place in cells.map(|cell| usize::from(cell - interval.from)) {
            let (row, col) = if is_row { (line, place) } else { (place, line - rows) };
            view[self.cell(vehicle, row, col)] = value;
        }
    }

    /// Write the planes of the walls and of the exit.
    fn write_board(&self, view: &mut [u8], board: &EpisodeBoard) {
        let board = board.puzzle().board();
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        for (row, col) in (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col))) {
            let is_outside = row >= rows || col >= cols;
            view[self.cell(self.vehicles, row, col)] = is_outside.into();
        }
        let index = |number: i64| usize::try_from(number).expect("on the board");
        for wall in board.walls() {
            view[self.cell(self.vehicles, index(wall.row), index(wall.col))] = 1;
        }
        let exit = board.exit();
        let line = index(exit.line);
        let axis = exit.side.axis();
        let side = if axis == Axis::Horizontal { cols } else { rows };
        let place = if exit.side.is_forward() { side - 1 } else { 0 };
        let (row, col) = if axis == Axis::Horizontal { (line, place) } else { (place, line) };
        view[self.cell(self.vehicles + 1, row, col)] = 1;
    }

    fn cell(&self, plane: usize, row: usize, col: usize) -> usize {
        (plane * self.rows + row) * self.cols + col
    }
}
