//! How a board stands in its frame: without labels, and turned over where that comes first.

use crate::answer::Placed;
use crate::board::Board;
use crate::moves::Move;
use crate::setup::{Exit, Setup, Shape, Side};
use crate::state::State;
use crate::vehicle::{Axis, Cell, cell_at};

/// Everything about a board that all states of its cluster share, without the labels: vehicles in
/// the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Frame {
    size: (u8, u8),
    exit: (&'static str, i64),
    walls: Vec<Cell>,
    /// Whether it is upright, its line, its length, whether it is the target.
    vehicles: Vec<(bool, i64, i64, bool)>,
}

impl Frame {
    /// The frame as a board, with its vehicles at these offsets.
    pub(super) fn placed(&self, side: Side, offsets: &[i64]) -> Placed {
        let vehicle = |(number, (&(upright, line, length, _), &offset)): (usize, (&_, &i64))| {
            let axis = if upright { Axis::Vertical } else { Axis::Horizontal };
            let cell = cell_at(axis, line, offset);
            (number.to_string(), Shape::Bar { axis, cell, length })
        };
        let target = self.vehicles.iter().position(|&(.., is_target)| is_target);
        let setup = Setup {
            rows: self.size.0.into(),
            cols: self.size.1.into(),
            exit: Some(Exit { side, line: self.exit.1 }),
            walls: self.walls.clone(),
            vehicles: self.vehicles.iter().zip(offsets).enumerate().map(vehicle).collect(),
            target: target.expect("every board has one").to_string(),
        };
        let (board, state) = Board::new(&setup).expect("it was a board before it was turned");
        (board.into(), state)
    }
}

/// A board in its frame.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pose {
    pub(super) frame: Frame,
    pub(super) offsets: Vec<i64>,
    /// The board's number of each vehicle of the frame.
    order: Vec<u8>,
    is_turned: bool,
}

impl Pose {
    /// The one of two poses that comes first, so that a board and its mirror image have one.
    pub(super) fn first(board: &Board, state: &State) -> Pose {
        let [plain, turned] = [false, true].map(|turned| Pose::new(board, state, turned));
        plain.min(turned)
    }

    fn new(board: &Board, state: &State, is_turned: bool) -> Pose {
        let turn = Turn { board, is_turned };
        let mut bodies = turn.bodies(state);
        bodies.sort_unstable();
        let mut walls: Vec<Cell> = board.walls().iter().map(|&wall| turn.cell(wall)).collect();
        walls.sort_unstable();
        let exit = (board.exit().side.name(), turn.line(board.exit().line));
        let vehicle = |body: &Body| (body.upright, body.line, body.length, body.is_target);
        let vehicles = bodies.iter().map(vehicle).collect();
        let frame = Frame { size: (board.rows(), board.cols()), exit, walls, vehicles };
        let offsets = bodies.iter().map(|body| body.offset).collect();
        let order = bodies.iter().map(|body| body.number).collect();
        Pose { frame, offsets, order, is_turned }
    }

    /// A move of the frame as the board makes it.
    pub(super) fn own(&self, side: Side, step: Move) -> Move {
        let vehicle = usize::from(step.vehicle);
        let is_across = self.frame.vehicles[vehicle].0 != (side.axis() == Axis::Vertical);
        let cells = if self.is_turned && is_across { -step.cells } else { step.cells };
        Move { vehicle: self.order[vehicle], cells }
    }
}

/// A vehicle in the order in which a frame has it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Body {
    upright: bool,
    line: i64,
    offset: i64,
    length: i64,
    is_target: bool,
    number: u8,
}

/// A board turned over at the line of its exit, or not.
struct Turn<'a> {
    board: &'a Board,
    is_turned: bool,
}

impl Turn<'_> {
    fn bodies(&self, state: &State) -> Vec<Body> {
        let vehicles = self.board.vehicles().iter().zip(state.offsets());
        let body = |(number, (vehicle, &offset)): (u8, (&crate::Vehicle, &i8))| {
            let (line, offset, length) =
                (vehicle.line.into(), offset.into(), vehicle.length.into());
            let is_along = vehicle.axis == self.board.exit().side.axis();
            let turned = self.is_turned && !is_along;
            Body {
                upright: vehicle.axis == Axis::Vertical,
                line: if is_along { self.line(line) } else { line },
                offset: if turned { self.line(offset + length - 1) } else { offset },
                length,
                is_target: usize::from(number) == self.board.target(),
                number,
            }
        };
        (0..).zip(vehicles).map(body).collect()
    }

    /// A line along the exit's axis.
    fn line(&self, line: i64) -> i64 {
        let across = match self.board.exit().side.axis() {
            Axis::Horizontal => Axis::Vertical,
            Axis::Vertical => Axis::Horizontal,
        };
        if self.is_turned { i64::from(self.board.side(across)) - 1 - line } else { line }
    }

    fn cell(&self, Cell { row, col }: Cell) -> Cell {
        match self.board.exit().side.axis() {
            Axis::Horizontal => Cell { row: self.line(row), col },
            Axis::Vertical => Cell { row, col: self.line(col) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pose;
    use crate::{Board, read_board};

    fn pose(text: &str) -> Pose {
        let (board, state) = Board::new(&read_board(text).expect("plain")).expect("valid");
        Pose::first(&board, &state)
    }

    #[test]
    fn a_mirror_image_and_other_labels_have_one_pose() {
        for (one, other) in [
            ("..B./AAB./..../x..C/...C", "...D/x..D/..../AAC./..C."),
            ("A.../A.../.BBx/....", "...A/...A/xCC./...."),
        ] {
            let (one, other) = (pose(one), pose(other));
            assert_eq!((&one.frame, &one.offsets), (&other.frame, &other.offsets));
        }
    }

    #[test]
    fn states_of_one_cluster_have_one_frame() {
        assert_eq!(pose("..B./AAB./..../....").frame, pose("..../AA../..B./..B.").frame);
        assert_ne!(pose("..B./AAB./..../....").frame, pose("...B/AA.B/..../....").frame);
    }
}
