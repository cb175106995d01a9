//! Boards, and the only way to make one: [`Board::checked`] checks a [`Setup`], the unchecked
//! description of a text, and reports every reason against it. Functions that take a board need not
//! check it again.

mod movement;
pub mod notation;
mod rules;
mod setup;
mod symmetry;
mod vehicle;
mod violation;

pub use movement::{Goal, Metric, Move, VehicleId};
pub use notation::{read_board, write_board, write_moves};
use rules::Inspection;
pub use setup::{Exit, Setup, Shape, Side};
pub(crate) use symmetry::Image;
pub use symmetry::canonical;
pub use vehicle::{Axis, Cell, Vehicle};
pub(crate) use vehicle::{along, cell_at, number};
pub use violation::{InvalidBoard, Reason};

use crate::state::State;

/// The longest side of a board. The cells of a line, and those outside the exit, fit 64 bits.
pub const MAX_SIDE: i64 = 32;
/// The most vehicles of a board. Their places fit the largest key.
pub const MAX_VEHICLES: usize = 128;

/// What never changes during a game: size, walls, exit, vehicles and which of them is the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: u8,
    cols: u8,
    exit: Exit,
    walls: Vec<Cell>,
    vehicles: Vec<Vehicle>,
    target: usize,
}

#[expect(missing_docs, reason = "the glossary of DESIGN.md defines them")]
impl Board {
    /// Check a setup: the board and the state of its vehicles, or every rule that it breaks. With
    /// `is_driven_out` the target may stand outside the board, as after leaving through its exit.
    pub(crate) fn checked(
        setup: &Setup,
        is_driven_out: bool,
    ) -> Result<(Board, State), InvalidBoard> {
        let reasons = Inspection::of(setup, is_driven_out);
        if reasons.is_empty() { Ok(build(setup)) } else { Err(InvalidBoard(reasons)) }
    }

    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    #[must_use]
    pub fn cols(&self) -> u8 {
        self.cols
    }

    #[must_use]
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// The walls, sorted and without duplicates.
    #[must_use]
    pub fn walls(&self) -> &[Cell] {
        &self.walls
    }

    /// The vehicles in the order of the setup, which only decides ties.
    #[must_use]
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// The index of the target among the vehicles.
    #[must_use]
    pub fn target(&self) -> usize {
        self.target
    }

    /// The number of cells of a line along this axis.
    #[must_use]
    pub fn side(&self, axis: Axis) -> u8 {
        match axis {
            Axis::Horizontal => self.cols,
            Axis::Vertical => self.rows,
        }
    }
}

/// The board and state of a checked setup.
fn build(setup: &Setup) -> (Board, State) {
    let placed: Vec<_> = setup.vehicles.iter().map(|(label, shape)| place(label, shape)).collect();
    let target = setup.vehicles.iter().position(|(label, _)| *label == setup.target);
    let target = target.expect("checked: the target is there");
    let mut walls = setup.walls.clone();
    walls.sort_unstable();
    walls.dedup();
    let board = Board {
        rows: small(setup.rows),
        cols: small(setup.cols),
        exit: setup.exit.unwrap_or_else(|| setup.vehicles[target].1.own_exit()),
        walls,
        target,
        vehicles: placed.iter().map(|(vehicle, _)| vehicle.clone()).collect(),
    };
    (board, State::new(placed.iter().map(|&(_, offset)| offset).collect()))
}

fn small<T: TryFrom<i64>>(number: i64) -> T {
    T::try_from(number).ok().expect("checked: no side is longer than MAX_SIDE")
}

fn place(label: &str, shape: &Shape) -> (Vehicle, i8) {
    let Shape::Bar { axis, cell, length } = *shape else {
        unreachable!("checked: scattered cells are refused")
    };
    let (line, offset) = along(axis, cell);
    (
        Vehicle { label: label.to_owned(), axis, length: small(length), line: small(line) },
        small(offset),
    )
}
