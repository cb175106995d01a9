//! Boards of one cluster, and their mirror images, solved together: one exploration knows the
//! distance of every state.
//!
//! ```text
//!     ..B.      ....      the same frame: A in row 1, B in column 2. The left state reaches the
//!     AAB.  >   AA..  >   right one, so both lie in one cluster. Turned over at the exit's line,
//!     ....      ..B.      a board needs the same moves, those across that line reversed.
//!     ....      ..B.
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;

use crate::answer::{Answer, Ask, Placed};
use crate::board::Board;
use crate::cluster::{Cluster, explore};
use crate::limits::{Limits, Watch};
use crate::moves::{Metric, Move};
use crate::setup::{Setup, Shape, Side};
use crate::state::State;
use crate::vehicle::{Axis, Cell, cell_at};

/// A cluster is explored while it has fewer states than this for each board that waits, if nobody
/// asks for its size: a state costs some 0.1 µs then, a way out of the cluster about as much as a
/// search of its own, some 40 µs (`benches/sharing.py`).
const WORTH: u64 = 100;

/// Everything about a board that all states of its cluster share, without the labels: vehicles in
/// the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Frame {
    size: (u8, u8),
    exit: (&'static str, i64),
    walls: Vec<Cell>,
    /// Whether it is upright, its line, its length, whether it is the target.
    vehicles: Vec<(bool, i64, i64, bool)>,
}

/// A board in its frame, turned over if the other side comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pose {
    frame: Frame,
    offsets: Vec<i64>,
    /// The board's number of each vehicle of the frame.
    order: Vec<u8>,
    is_turned: bool,
}

/// The rows whose boards have one frame; they may lie in several clusters.
pub struct Group {
    frame: Frame,
    side: Side,
    rows: Vec<(usize, Pose)>,
}

/// Group rows by their frames, in the order in which they come; `None` is a row without a board.
pub fn groups<'a>(rows: impl Iterator<Item = Option<&'a Placed>>) -> Vec<Group> {
    let mut groups: IndexMap<Frame, Group> = IndexMap::new();
    for (row, placed) in rows.enumerate() {
        let Some((board, state)) = placed else { continue };
        let pose = [false, true].map(|turned| Pose::of(board, state, turned)).into_iter().min();
        let pose = pose.expect("two poses");
        let (frame, side) = (pose.frame.clone(), board.exit().side);
        let new = || Group { frame: frame.clone(), side, rows: Vec::new() };
        groups.entry(frame.clone()).or_insert_with(new).rows.push((row, pose));
    }
    groups.into_values().collect()
}

impl Pose {
    fn of(board: &Board, state: &State, is_turned: bool) -> Pose {
        let turn = Turn { board, is_turned };
        let mut bodies: Vec<_> = (0_u8..)
            .zip(board.vehicles().iter().zip(state.offsets()))
            .map(|(number, (vehicle, &offset))| {
                let upright = vehicle.axis == Axis::Vertical;
                let (line, offset) =
                    turn.vehicle(vehicle.axis, vehicle.line, offset, vehicle.length);
                let is_target = usize::from(number) == board.target();
                ((upright, line, offset), i64::from(vehicle.length), is_target, number)
            })
            .collect();
        bodies.sort_unstable();
        let mut walls: Vec<Cell> = board.walls().iter().map(|&wall| turn.cell(wall)).collect();
        walls.sort_unstable();
        let vehicles =
            bodies.iter().map(|&((up, line, _), length, target, _)| (up, line, length, target));
        let frame = Frame {
            size: (board.rows(), board.cols()),
            exit: (board.exit().side.name(), turn.line(board.exit().line)),
            walls,
            vehicles: vehicles.collect(),
        };
        let offsets = bodies.iter().map(|&((_, _, offset), ..)| offset).collect();
        let order = bodies.iter().map(|&(.., number)| number).collect();
        Pose { frame, offsets, order, is_turned }
    }

    /// A move of the frame as the board makes it.
    fn own(&self, side: Side, step: Move) -> Move {
        let vehicle = usize::from(step.vehicle);
        let upright = self.frame.vehicles[vehicle].0;
        let is_across = upright != (side.axis() == Axis::Vertical);
        let cells = if self.is_turned && is_across { -step.cells } else { step.cells };
        Move { vehicle: self.order[vehicle], cells }
    }
}

/// A board turned over at the line of its exit, or not.
struct Turn<'a> {
    board: &'a Board,
    is_turned: bool,
}

impl Turn<'_> {
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

    /// The line and the offset of a vehicle.
    fn vehicle(&self, axis: Axis, line: u8, offset: i8, length: u8) -> (i64, i64) {
        let (line, offset) = (i64::from(line), i64::from(offset));
        if axis == self.board.exit().side.axis() {
            return (self.line(line), offset);
        }
        let last = offset + i64::from(length) - 1;
        (line, if self.is_turned { self.line(last) } else { offset })
    }
}

impl Group {
    /// The answer to each row; those of one state are found once, those of one cluster together.
    #[must_use]
    pub fn answers(&self, ask: &Ask, stop: &AtomicBool) -> Vec<(usize, Answer)> {
        let mut states: IndexMap<&[i64], Vec<&(usize, Pose)>> = IndexMap::new();
        for row in &self.rows {
            states.entry(&row.1.offsets).or_default().push(row);
        }
        let mut waiting: Vec<_> = states.into_iter().collect();
        let mut answers = Vec::with_capacity(self.rows.len());
        let mut enter = |rows: &[&(usize, Pose)], answer: &Answer| {
            answers.extend(rows.iter().map(|(row, pose)| (*row, self.own(pose, answer))));
        };
        while let Some((first, _)) = waiting.first() {
            let start = self.placed(first);
            let worth = if ask.states { u64::MAX } else { WORTH * waiting.len() as u64 };
            let shared =
                if waiting.len() > 1 { Shared::of(ask, &start, worth, stop) } else { None };
            let Some(shared) = shared else {
                for (offsets, rows) in waiting.drain(..) {
                    enter(&rows, &ask.answer(&self.placed(offsets), stop));
                }
                break;
            };
            waiting.retain(|(offsets, rows)| {
                let answer = shared.answer(ask, &state(offsets));
                answer.iter().for_each(|answer| enter(rows, answer));
                answer.is_none()
            });
        }
        answers
    }

    /// The frame as a board, with its vehicles at these offsets.
    fn placed(&self, offsets: &[i64]) -> Placed {
        let Frame { size: (rows, cols), exit: (_, line), walls, vehicles } = &self.frame;
        let vehicle = |(number, (&(upright, line, length, _), &offset)): (usize, (&_, &i64))| {
            let axis = if upright { Axis::Vertical } else { Axis::Horizontal };
            let cell = cell_at(axis, line, offset);
            (number.to_string(), Shape::Bar { axis, cell, length })
        };
        let target = vehicles.iter().position(|&(.., is_target)| is_target);
        let setup = Setup {
            rows: (*rows).into(),
            cols: (*cols).into(),
            exit: Some(crate::Exit { side: self.side, line: *line }),
            walls: walls.clone(),
            vehicles: vehicles.iter().zip(offsets).enumerate().map(vehicle).collect(),
            target: target.expect("every board has one").to_string(),
        };
        let (board, state) = Board::new(&setup).expect("it was a board before it was turned");
        (Arc::new(board), state)
    }

    /// An answer to the frame as one to a row.
    fn own(&self, pose: &Pose, answer: &Answer) -> Answer {
        let own = |moves: &Vec<Move>| moves.iter().map(|&step| pose.own(self.side, step)).collect();
        Answer { moves: answer.moves.as_ref().map(own), ..answer.clone() }
    }
}

fn state(offsets: &[i64]) -> State {
    let small = |&offset: &i64| i8::try_from(offset).expect("on the board");
    State::new(offsets.iter().map(small).collect())
}

/// A whole cluster, in both metrics where both are asked for.
struct Shared {
    cluster: Cluster,
    other: Option<Cluster>,
}

impl Shared {
    /// The cluster of a state; `None` where it has too many states to be worth it.
    fn of(ask: &Ask, start: &Placed, worth: u64, stop: &AtomicBool) -> Option<Shared> {
        let most = ask.query.limits.states.map_or(worth, |limit| limit.min(worth));
        let limits = Limits { states: Some(most), ..ask.query.limits };
        let cluster = |metric: Metric| {
            let mut stopped = |_| stop.load(Ordering::Relaxed);
            let mut watch = Watch::new(limits, &mut stopped);
            explore(&start.0, &start.1, metric, ask.query.goal, &mut watch).ok()
        };
        let other = if ask.both { Some(cluster(ask.other())?) } else { None };
        Some(Shared { cluster: cluster(ask.query.metric)?, other })
    }

    /// The answer to a state of the cluster; `None` outside it.
    fn answer(&self, ask: &Ask, state: &State) -> Option<Answer> {
        if !self.cluster.contains(state) {
            return None;
        }
        let other = || self.other.as_ref().and_then(|other| other.distance(state));
        let answer = match self.cluster.path(state) {
            Some(moves) => ask.solved(moves, other),
            None => Answer { status: "unsolvable", ..Answer::default() },
        };
        let states = ask.states.then(|| self.cluster.len() as u64);
        Some(Answer { states, ..answer })
    }
}
