//! Puzzles of one cluster, and their mirror images, solved together: one exploration gives the distance of
//! every state.
//!
//! ```text
//!     ..B.      ....      the same cluster board: A in row 1, B in column 2. The left state reaches
//!     AAB.  >   AA..  >   the right one, so both are in one cluster. Mirrored at the exit's line,
//!     ....      ..B.      a board needs the same moves, those across that line reversed.
//!     ....      ..B.
//! ```

use indexmap::IndexMap;

use crate::batch::{Answer, BatchQuery};
use crate::board::{
    Axis, Board, BoardImage, Cell, Exit, Move, Setup, Shape, Vehicle, along, cell_at,
};
use crate::cluster::Cluster;
use crate::outcome::{Interrupt, Limits};
use crate::state::{Puzzle, State};

/// A cluster is explored up to so many states for each of its puzzles, unless the query includes the size
/// of the cluster. A state costs some 0.1 µs, a path out of the cluster about as much as a separate
/// search, some 40 µs (`benches/sharing.py`).
const STATES_PER_PUZZLE: u64 = 100;

/// The rows whose puzzles have one cluster board; they may be in several clusters.
pub struct Group {
    board: ClusterBoard,
    rows: Vec<(usize, Embedding)>,
}

/// A state without an answer, and its rows.
type Unanswered<'a> = (&'a [i64], Vec<&'a (usize, Embedding)>);

/// Group rows by their cluster boards, in order; `None` is a row without a puzzle.
pub fn groups<'a>(rows: impl Iterator<Item = Option<&'a Puzzle>>) -> Vec<Group> {
    let mut groups: IndexMap<ClusterBoard, Vec<(usize, Embedding)>> = IndexMap::new();
    for (row, puzzle) in rows.enumerate() {
        let Some(puzzle) = puzzle else { continue };
        let (board, embedding) = Embedding::canonical(puzzle);
        groups.entry(board).or_default().push((row, embedding));
    }
    groups.into_iter().map(|(board, rows)| Group { board, rows }).collect()
}

impl Group {
    /// Answer each row; equal states are answered once, and states of one cluster together.
    #[must_use]
    pub fn answers(
        &self,
        query: &BatchQuery<'_>,
        stop: &mut Interrupt<'_>,
    ) -> Vec<(usize, Answer)> {
        let mut pending = self.states();
        let mut answers = Vec::with_capacity(self.rows.len());
        while let Some(shared) = self.shared(query, &pending, stop) {
            pending.retain(|(offsets, rows)| {
                let answer = shared.answer(query, &state(offsets));
                answers.extend(answer.iter().flat_map(|answer| self.each(rows, answer)));
                answer.is_none()
            });
        }
        for (offsets, rows) in pending {
            let answer = query.answer(&self.board.puzzle(offsets), stop);
            answers.extend(self.each(&rows, &answer));
        }
        answers
    }

    /// The distinct states of the rows.
    fn states(&self) -> Vec<Unanswered<'_>> {
        let mut states: IndexMap<&[i64], Vec<&(usize, Embedding)>> = IndexMap::new();
        for row in &self.rows {
            states.entry(&row.1.offsets).or_default().push(row);
        }
        states.into_iter().collect()
    }

    /// The cluster of the first state, if there are several states and the cluster is small enough.
    fn shared(
        &self,
        query: &BatchQuery<'_>,
        pending: &[Unanswered<'_>],
        stop: &mut Interrupt<'_>,
    ) -> Option<SharedCluster> {
        let (first, _) = pending.first().filter(|_| pending.len() > 1)?;
        let max_states =
            if query.states { u64::MAX } else { STATES_PER_PUZZLE * pending.len() as u64 };
        SharedCluster::of(query, &self.board.puzzle(first), max_states, stop)
    }

    /// The answer to a state as an answer to each of its rows.
    fn each(&self, rows: &[&(usize, Embedding)], answer: &Answer) -> Vec<(usize, Answer)> {
        rows.iter().map(|(row, embedding)| (*row, self.to_board(embedding, answer))).collect()
    }

    /// An answer for the cluster board as an answer for a row.
    fn to_board(&self, embedding: &Embedding, answer: &Answer) -> Answer {
        let to_board = |&step: &Move| embedding.to_board(&self.board, step);
        let moves = answer.moves.as_ref().map(|moves| moves.iter().map(to_board).collect());
        Answer { moves, ..answer.clone() }
    }
}

fn state(offsets: &[i64]) -> State {
    let small = |&offset: &i64| i8::try_from(offset).expect("on the board");
    State::new(offsets.iter().map(small).collect())
}

/// A whole cluster, in both metrics if the query includes both.
struct SharedCluster {
    cluster: Cluster,
    other: Option<Cluster>,
}

impl SharedCluster {
    /// The cluster of a puzzle; `None` if it has more states than allowed.
    fn of(
        query: &BatchQuery<'_>,
        start: &Puzzle,
        max_states: u64,
        stop: &mut Interrupt<'_>,
    ) -> Option<SharedCluster> {
        let most = query.query.limits.states.map_or(max_states, |limit| limit.min(max_states));
        let limits = Limits { states: Some(most), ..query.query.limits };
        let mut cluster = |metric| query.cluster(start, metric, limits, stop);
        let other = if query.both { Some(cluster(query.other())?) } else { None };
        Some(SharedCluster { cluster: cluster(query.query.metric)?, other })
    }

    /// The answer for a state; `None` outside the cluster.
    fn answer(&self, query: &BatchQuery<'_>, state: &State) -> Option<Answer> {
        if !self.cluster.contains(state) {
            return None;
        }
        let other = || self.other.as_ref().and_then(|other| other.distance(state));
        let answer = match self.cluster.path(state) {
            Some(moves) => query.solved(moves, other),
            None => Answer { status: "unsolvable", ..Answer::default() },
        };
        let states = query.states.then(|| self.cluster.len() as u64);
        Some(Answer { states, ..answer })
    }
}

// The canonical embedding of a puzzle in its cluster board: without labels, and mirrored if that comes first.

/// What all states of a cluster share, without labels: size, exit, walls, and the vehicles in the order
/// of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct ClusterBoard {
    size: (u8, u8),
    exit: Exit,
    walls: Vec<Cell>,
    /// Axis, line, length, whether it is the target.
    vehicles: Vec<(Axis, i64, i64, bool)>,
}

impl ClusterBoard {
    /// The puzzle with the vehicles at these offsets.
    fn puzzle(&self, offsets: &[i64]) -> Puzzle {
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
struct Embedding {
    offsets: Vec<i64>,
    /// For each vehicle of the cluster board its index on the board.
    order: Vec<u8>,
    is_mirrored: bool,
}

impl Embedding {
    /// The cluster board and the embedding of a puzzle: of the puzzle and its mirror image the smaller one, so
    /// that both have the same.
    fn canonical(puzzle: &Puzzle) -> (ClusterBoard, Embedding) {
        let [plain, mirrored] = [false, true].map(|mirrored| Embedding::of(puzzle, mirrored));
        plain.min(mirrored)
    }

    fn of(puzzle: &Puzzle, is_mirrored: bool) -> (ClusterBoard, Embedding) {
        let board = puzzle.board();
        let image = BoardImage::mirrored(board, is_mirrored);
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
    fn to_board(&self, board: &ClusterBoard, step: Move) -> Move {
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
