//! How a board stands in its frame: without labels, and mirrored where that comes first.

use crate::board::{Axis, Board, Cell, Exit, Image, Move, Setup, Shape, Vehicle, along, cell_at};
use crate::facade::Puzzle;
use crate::state::State;

/// Everything about a board that all states of its cluster share, without the labels: vehicles in
/// the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Placement {
    size: (u8, u8),
    exit: Exit,
    walls: Vec<Cell>,
    /// Axis, line, length, whether it is the target.
    vehicles: Vec<(Axis, i64, i64, bool)>,
}

impl Placement {
    /// The frame as a board, with its vehicles at these offsets.
    pub(super) fn placed(&self, offsets: &[i64]) -> Puzzle {
        let vehicle = |(number, (&(axis, line, length, _), &offset)): (usize, (&_, &i64))| {
            let cell = cell_at(axis, line, offset);
            (number.to_string(), Shape::Bar { axis, cell, length })
        };
        let target = self.vehicles.iter().position(|&(.., is_target)| is_target);
        let setup = Setup {
            rows: self.size.0.into(),
            cols: self.size.1.into(),
            exit: Some(self.exit),
            walls: self.walls.clone(),
            vehicles: self.vehicles.iter().zip(offsets).enumerate().map(vehicle).collect(),
            target: target.expect("every board has one").to_string(),
        };
        Puzzle::new(&setup).expect("it was a board before it was mirrored")
    }
}

/// How the vehicles of a board stand in its frame.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Embedding {
    pub(super) offsets: Vec<i64>,
    /// The board's number of each vehicle of the frame.
    order: Vec<u8>,
    is_mirrored: bool,
}

impl Embedding {
    /// The one of two poses that comes first, so that a board and its mirror image have one, and its
    /// frame.
    pub(super) fn first(board: &Board, state: &State) -> (Placement, Embedding) {
        let [plain, mirrored] = [false, true].map(|mirrored| Embedding::of(board, state, mirrored));
        plain.min(mirrored)
    }

    fn of(board: &Board, state: &State, is_mirrored: bool) -> (Placement, Embedding) {
        let image = Image::mirrored(board, is_mirrored);
        let bodies = bodies(board, image.cells(state));
        let vehicle = |body: &Body| (body.axis, body.line, body.length, body.is_target);
        let (line, _) = along(board.exit().side.axis(), image.way_out());
        let frame = Placement {
            size: (board.rows(), board.cols()),
            exit: Exit { line, ..board.exit() },
            walls: image.walls(),
            vehicles: bodies.iter().map(vehicle).collect(),
        };
        let offsets = bodies.iter().map(|body| body.offset).collect();
        let order = bodies.iter().map(|body| body.number).collect();
        (frame, Embedding { offsets, order, is_mirrored })
    }

    /// A move of the frame as the board makes it.
    pub(super) fn own(&self, frame: &Placement, step: Move) -> Move {
        let vehicle = step.vehicle.index();
        let is_across = frame.vehicles[vehicle].0 != frame.exit.side.axis();
        let cells = if self.is_mirrored && is_across { -step.cells } else { step.cells };
        Move { vehicle: self.order[vehicle].into(), cells }
    }
}

/// A vehicle in the order in which a frame has it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Body {
    axis: Axis,
    line: i64,
    offset: i64,
    length: i64,
    is_target: bool,
    number: u8,
}

/// The vehicles of a board in order, with their first cells as they are or mirrored.
fn bodies(board: &Board, cells: impl Iterator<Item = Cell>) -> Vec<Body> {
    let body = |(number, (vehicle, cell)): (u8, (&Vehicle, Cell))| {
        let (line, offset) = along(vehicle.axis, cell);
        Body {
            axis: vehicle.axis,
            line,
            offset,
            length: vehicle.length.into(),
            is_target: usize::from(number) == board.target(),
            number,
        }
    };
    let mut bodies: Vec<Body> = (0..).zip(board.vehicles().iter().zip(cells)).map(body).collect();
    bodies.sort_unstable();
    bodies
}

#[cfg(test)]
mod tests {
    use super::{Embedding, Placement};
    use crate::facade::Puzzle;

    fn pose(text: &str) -> (Placement, Vec<i64>) {
        let puzzle: Puzzle = text.parse().expect("a board");
        let (frame, pose) = Embedding::first(puzzle.board(), puzzle.state());
        (frame, pose.offsets)
    }

    #[test]
    fn a_mirror_image_and_other_labels_have_one_pose() {
        for (one, other) in [
            ("..B./AAB./..../x..C/...C", "...D/x..D/..../AAC./..C."),
            ("A.../A.../.BBx/....", "...A/...A/xCC./...."),
        ] {
            assert_eq!(pose(one), pose(other));
        }
    }

    #[test]
    fn states_of_one_cluster_have_one_frame() {
        assert_eq!(pose("..B./AAB./..../....").0, pose("..../AA../..B./..B.").0);
        assert_ne!(pose("..B./AAB./..../....").0, pose("...B/AA.B/..../....").0);
    }
}
