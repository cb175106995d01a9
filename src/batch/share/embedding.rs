//! The canonical embedding of a puzzle in its cluster board: without labels, and mirrored if that comes first.

use crate::board::{Axis, Board, Cell, Exit, Image, Move, Setup, Shape, Vehicle, along, cell_at};
use crate::state::Puzzle;

/// What all states of a cluster share, without labels: size, exit, walls, and the vehicles in the order
/// of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClusterBoard {
    size: (u8, u8),
    exit: Exit,
    walls: Vec<Cell>,
    /// Axis, line, length, whether it is the target.
    vehicles: Vec<(Axis, i64, i64, bool)>,
}

impl ClusterBoard {
    /// The puzzle with the vehicles at these offsets.
    pub(super) fn puzzle(&self, offsets: &[i64]) -> Puzzle {
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

/// How the vehicles of a puzzle map to those of its cluster board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Embedding {
    pub(super) offsets: Vec<i64>,
    /// For each vehicle of the cluster board its index on the board.
    order: Vec<u8>,
    is_mirrored: bool,
}

impl Embedding {
    /// The cluster board and the embedding of a puzzle: of the puzzle and its mirror image the smaller one, so
    /// that both have the same.
    pub(super) fn canonical(puzzle: &Puzzle) -> (ClusterBoard, Embedding) {
        let [plain, mirrored] = [false, true].map(|mirrored| Embedding::of(puzzle, mirrored));
        plain.min(mirrored)
    }

    fn of(puzzle: &Puzzle, is_mirrored: bool) -> (ClusterBoard, Embedding) {
        let board = puzzle.board();
        let image = Image::mirrored(board, is_mirrored);
        let bodies = bodies(board, image.cells(puzzle.state()));
        let vehicle = |body: &OrderedVehicle| (body.axis, body.line, body.length, body.is_target);
        let (line, _) = along(board.exit().side.axis(), image.way_out());
        let cluster_board = ClusterBoard {
            size: (board.rows(), board.cols()),
            exit: Exit { line, ..board.exit() },
            walls: image.walls(),
            vehicles: bodies.iter().map(vehicle).collect(),
        };
        let offsets = bodies.iter().map(|body| body.offset).collect();
        let order = bodies.iter().map(|body| body.number).collect();
        (cluster_board, Embedding { offsets, order, is_mirrored })
    }

    /// A move of the cluster board as a move of the board.
    pub(super) fn to_board(&self, board: &ClusterBoard, step: Move) -> Move {
        let vehicle = step.vehicle.index();
        let is_across = board.vehicles[vehicle].0 != board.exit.side.axis();
        let cells = if self.is_mirrored && is_across { -step.cells } else { step.cells };
        Move { vehicle: self.order[vehicle].into(), cells }
    }
}

/// A vehicle of a board, ordered as in a cluster board.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OrderedVehicle {
    axis: Axis,
    line: i64,
    offset: i64,
    length: i64,
    is_target: bool,
    number: u8,
}

/// The vehicles of a board in order, with their first cells as they are or mirrored.
fn bodies(board: &Board, cells: impl Iterator<Item = Cell>) -> Vec<OrderedVehicle> {
    let body = |(number, (vehicle, cell)): (u8, (&Vehicle, Cell))| {
        let (line, offset) = along(vehicle.axis, cell);
        OrderedVehicle {
            axis: vehicle.axis,
            line,
            offset,
            length: vehicle.length.into(),
            is_target: usize::from(number) == board.target(),
            number,
        }
    };
    let mut bodies: Vec<OrderedVehicle> =
        (0..).zip(board.vehicles().iter().zip(cells)).map(body).collect();
    bodies.sort_unstable();
    bodies
}

#[cfg(test)]
mod tests {
    use super::{ClusterBoard, Embedding};
    use crate::state::Puzzle;

    fn embedded(text: &str) -> (ClusterBoard, Vec<i64>) {
        let puzzle: Puzzle = text.parse().expect("a board");
        let (board, embedding) = Embedding::canonical(&puzzle);
        (board, embedding.offsets)
    }

    #[test]
    fn mirror_images_and_other_labels_have_one_embedding() {
        for (one, other) in [
            ("..B./AAB./..../x..C/...C", "...D/x..D/..../AAC./..C."),
            ("A.../A.../.BBx/....", "...A/...A/xCC./...."),
        ] {
            assert_eq!(embedded(one), embedded(other));
        }
    }

    #[test]
    fn states_of_one_cluster_have_one_cluster_board() {
        assert_eq!(embedded("..B./AAB./..../....").0, embedded("..../AA../..B./..B.").0);
        assert_ne!(embedded("..B./AAB./..../....").0, embedded("...B/AA.B/..../....").0);
    }
}
