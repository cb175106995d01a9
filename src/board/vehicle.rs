//! Vehicles: what never changes about them.

use std::fmt;

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
