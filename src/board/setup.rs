//! [`Setup`]: the unchecked description of a board, as a text gave it.

use crate::board::{Axis, Cell};

/// The edge of the board through which the target leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the four edges of a board")]
pub enum Side {
    Right,
    Left,
    Top,
    Bottom,
}

impl Side {
    /// The four sides, in the order in which they are named to users.
    pub const ALL: [Side; 4] = [Side::Right, Side::Left, Side::Top, Side::Bottom];

    /// The axis along which a vehicle leaves through this side.
    #[must_use]
    pub fn axis(self) -> Axis {
        match self {
            Side::Right | Side::Left => Axis::Horizontal,
            Side::Top | Side::Bottom => Axis::Vertical,
        }
    }

    /// Whether leaving means that the offset grows.
    #[must_use]
    pub fn is_forward(self) -> bool {
        matches!(self, Side::Right | Side::Bottom)
    }

    /// The name in texts: `right`, `left`, `top`, `bottom`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Right => "right",
            Side::Left => "left",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }
}

/// Where the target leaves: a side, and the row (right, left) or column (top, bottom).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exit {
    /// The edge of the board.
    pub side: Side,
    /// The row or column, 0-based.
    pub line: i64,
}

/// The cells of a vehicle as a text describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An axis, the top-left cell and a length, as lists of vehicles give it.
    Bar {
        /// The direction in which it lies.
        axis: Axis,
        /// Its top-left cell.
        cell: Cell,
        /// The number of cells.
        length: i64,
    },
    /// Cells that form no bar, as a drawing may have them.
    Cells(Vec<Cell>),
}

impl Shape {
    /// Its first cell in reading order; `None` if it has none.
    pub(crate) fn first_cell(&self) -> Option<Cell> {
        match self {
            Shape::Bar { cell, .. } => Some(*cell),
            Shape::Cells(cells) => cells.iter().min().copied(),
        }
    }

    /// The exit of a target without a named one: right of its row, or at the bottom of its column.
    pub(crate) fn own_exit(&self) -> Exit {
        match *self {
            Shape::Bar { axis: Axis::Vertical, cell, .. } => {
                Exit { side: Side::Bottom, line: cell.col }
            }
            Shape::Bar { cell, .. } => Exit { side: Side::Right, line: cell.row },
            Shape::Cells(_) => Exit { side: Side::Right, line: 0 },
        }
    }
}

/// An unchecked description of a board and its start.
///
/// Without an exit a horizontal target leaves on the right of its row, and a vertical one at the
/// bottom of its column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the glossary of DESIGN.md defines them")]
pub struct Setup {
    pub rows: i64,
    pub cols: i64,
    pub exit: Option<Exit>,
    pub walls: Vec<Cell>,
    pub vehicles: Vec<(String, Shape)>,
    pub target: String,
}

impl Setup {
    /// The number of cells of a line along this axis.
    pub(crate) fn side(&self, axis: Axis) -> i64 {
        match axis {
            Axis::Horizontal => self.cols,
            Axis::Vertical => self.rows,
        }
    }
}
