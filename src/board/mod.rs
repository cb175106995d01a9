//! Boards, and the only way to make one: [`Board::checked`] checks a [`Setup`], the unchecked
//! description of a text, and reports every reason against it. Functions that take a board need not
//! check it again.

mod movement;
pub mod notation;
mod rules;
mod setup;
mod symmetry;

use std::fmt;

use rules::Inspection;

use crate::phrase::{Phrase, Said};
use crate::state::State;

pub use movement::{Goal, Metric, Move, VehicleId};
pub(crate) use notation::{in_a_sentence, named, new_labels};
pub use notation::{read_board, write_board, write_moves};
pub use rules::{InvalidBoard, Reason};
pub use setup::{Exit, Setup, Shape, Side};
pub use symmetry::canonical_image;
pub(crate) use symmetry::{BoardImage, Body};

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

// Vehicles: what never changes about them.

/// The direction in which a vehicle lies and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// In a row: it moves left and right.
    Horizontal,
    /// In a column: it moves up and down.
    Vertical,
}

/// A square of the board, `(row, column)`, 0-based from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// 0 is the top row.
    pub row: i64,
    /// 0 is the leftmost column.
    pub col: i64,
}

impl fmt::Display for Cell {
    /// The cell in words for people, who count from 1: `row 1, column 1` is the top left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", number(self.row), number(self.col))
    }
}

impl Cell {
    /// The same as a part of a sentence.
    pub(crate) fn said(self) -> Phrase {
        let values = vec![
            ("row", Said::Text(number(self.row).to_string())),
            ("column", Said::Text(number(self.col).to_string())),
        ];
        Phrase::new("row {row}, column {column}", values)
    }
}

/// The number of a row or column in words for people, who count from 1. The whole range of `i64` has
/// one, since an unchecked setup may hold any place.
pub(crate) fn number(line: i64) -> i128 {
    i128::from(line) + 1
}

/// A vehicle of a valid board. Its offset is part of a [`State`](crate::State).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vehicle {
    /// The label that the user gave, kept in every output.
    pub label: String,
    /// The direction in which it moves.
    pub axis: Axis,
    /// The number of cells that it covers, at least 2.
    pub length: u8,
    /// The row (horizontal) or column (vertical) that it moves in.
    pub line: u8,
}

/// The line of a cell and its offset in that line.
pub(crate) fn along(axis: Axis, cell: Cell) -> (i64, i64) {
    match axis {
        Axis::Horizontal => (cell.row, cell.col),
        Axis::Vertical => (cell.col, cell.row),
    }
}

/// The cell at an offset of a line.
pub(crate) fn cell_at(axis: Axis, line: i64, offset: i64) -> Cell {
    match axis {
        Axis::Horizontal => Cell { row: line, col: offset },
        Axis::Vertical => Cell { row: offset, col: line },
    }
}
