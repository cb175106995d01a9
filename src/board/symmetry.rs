//! Symmetries of the square: rotations and reflections of a puzzle.
//!
//! ```text
//!     . . B .        . . . .        . . . .        a board, its reflection in the line of the exit,
//!     A A B . >      A A B . >    < . B A A        and that one reflected once more
//!     . . . .        . . B .        . B . .
//! ```

use crate::board::{Axis, Board, Cell, Exit, Setup, Shape, Side, along, cell_at};
use crate::state::{Puzzle, State};

/// The number of symmetries of a square.
const WAYS: u8 = 8;

/// A description of a puzzle that all its symmetric images share, and the number below 8 of the
/// symmetry that leads to it. Two puzzles look the same, apart from labels, if their descriptions
/// are equal.
///
/// ```
/// use rushhour::{Puzzle, canonical_image};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let mirrored: Puzzle = "..../..../AAB./..B.".parse()?;
/// assert_eq!(canonical_image(&puzzle).0, canonical_image(&mirrored).0);
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "there are eight pictures")]
pub fn canonical_image(puzzle: &Puzzle) -> (Vec<u8>, u8) {
    let picture = |image: BoardImage<'_>| (image.picture(puzzle.state()), image.way);
    let pictures = BoardImage::all(puzzle.board()).map(picture);
    pictures.min().expect("eight pictures")
}

/// An image of a board: rows mirrored, columns mirrored, then both exchanged, as the bits of `way`
/// say.
pub(crate) struct BoardImage<'a> {
    board: &'a Board,
    way: u8,
}

/// A vehicle or a wall where it stands: its first cell, and its length with its axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Body([u8; 3]);

impl Body {
    /// How many cells it covers.
    pub(crate) fn cells(self) -> usize {
        usize::from(self.0[2] >> 1)
    }
}

const ROWS: u8 = 1;
const COLS: u8 = 2;
const EXCHANGED: u8 = 4;

impl<'a> BoardImage<'a> {
    /// An image by its number.
    pub(crate) fn of(board: &'a Board, way: u8) -> BoardImage<'a> {
        debug_assert!(way < WAYS);
        BoardImage { board, way }
    }

    /// The board itself, or its reflection that leaves the exit on its side.
    pub(crate) fn mirrored(board: &'a Board, is_mirrored: bool) -> BoardImage<'a> {
        let across = if board.exit().side.axis() == Axis::Horizontal { ROWS } else { COLS };
        BoardImage { board, way: if is_mirrored { across } else { 0 } }
    }

    /// All eight images of a board.
    pub(crate) fn all(board: &'a Board) -> impl Iterator<Item = BoardImage<'a>> {
        (0..WAYS).map(move |way| BoardImage { board, way })
    }

    /// The image of a state, in which each vehicle keeps its label.
    pub(crate) fn setup(&self, state: &State) -> Setup {
        let ([rows, cols], target) = (self.size(), self.board.target());
        let bar = |(index, cell): (usize, Cell)| {
            let vehicle = &self.board.vehicles()[index];
            let length = vehicle.length.into();
            (vehicle.label.clone(), Shape::Bar { axis: self.axis(index), cell, length })
        };
        Setup {
            rows: rows.into(),
            cols: cols.into(),
            exit: Some(self.exit()),
            walls: self.walls(),
            vehicles: self.cells(state).enumerate().map(bar).collect(),
            target: self.board.vehicles()[target].label.clone(),
        }
    }

    /// Where the target leaves.
    fn exit(&self) -> Exit {
        let (beyond, rows) = (self.way_out(), i64::from(self.size()[0]));
        let side = match beyond {
            Cell { row: -1, .. } => Side::Top,
            Cell { col: -1, .. } => Side::Left,
            Cell { row, .. } if row == rows => Side::Bottom,
            _ => Side::Right,
        };
        Exit { side, line: along(side.axis(), beyond).0 }
    }

    /// The direction in which a vehicle lies.
    pub(crate) fn axis(&self, index: usize) -> Axis {
        match (self.board.vehicles()[index].axis, self.is_exchanged()) {
            (Axis::Horizontal, false) | (Axis::Vertical, true) => Axis::Horizontal,
            _ => Axis::Vertical,
        }
    }

    /// Size, exit, target, the other vehicles and the walls, in a fixed order.
    fn picture(&self, state: &State) -> Vec<u8> {
        let (target, [rows, cols]) = (self.board.target(), self.size());
        let mut bodies: Vec<[u8; 3]> = self.bodies(state).collect();
        let others = bodies.len() - 1;
        bodies.swap(0, target);
        bodies[1..].sort_unstable();
        let walls: Vec<[u8; 2]> = self.walls().into_iter().map(bytes).collect();
        let head = [[rows, cols], bytes(self.way_out()), [0, low_byte(others)]];
        [head.concat(), bodies.concat(), walls.concat()].concat()
    }

    /// Rows and columns.
    pub(crate) fn size(&self) -> [u8; 2] {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        if self.is_exchanged() { [cols, rows] } else { [rows, cols] }
    }

    /// The walls in order.
    pub(crate) fn walls(&self) -> Vec<Cell> {
        let mut walls: Vec<Cell> = self.board.walls().iter().map(|&wall| self.cell(wall)).collect();
        walls.sort_unstable();
        walls
    }

    /// The cell just outside the board through which the target leaves.
    pub(crate) fn way_out(&self) -> Cell {
        let exit = self.board.exit();
        let axis = exit.side.axis();
        let beyond = match exit.side {
            Side::Left | Side::Top => -1,
            Side::Right | Side::Bottom => i64::from(self.board.side(axis)),
        };
        self.cell(cell_at(axis, exit.line, beyond))
    }

    /// The first cell of each vehicle.
    pub(crate) fn cells(&self, state: &State) -> impl Iterator<Item = Cell> {
        let offsets = state.offsets().iter().enumerate();
        offsets.map(|(index, &offset)| self.first_cell(index, offset))
    }

    /// The first cell of a vehicle at an offset.
    pub(crate) fn first_cell(&self, index: usize, offset: i8) -> Cell {
        let vehicle = &self.board.vehicles()[index];
        let (line, offset) = (i64::from(vehicle.line), i64::from(offset));
        let last = offset + i64::from(vehicle.length) - 1;
        let ends = [offset, last].map(|at| self.cell(cell_at(vehicle.axis, line, at)));
        ends[0].min(ends[1])
    }

    /// The number of the symmetry.
    pub(crate) fn way(&self) -> u8 {
        self.way
    }

    /// The vehicles beside the target, and the walls.
    pub(crate) fn pieces(&self, state: &State) -> Vec<Body> {
        let mut pieces: Vec<Body> = self.bodies(state).map(Body).collect();
        pieces.swap_remove(self.board.target());
        for wall in self.walls() {
            let [row, col] = bytes(wall);
            pieces.push(Body([row, col, 1 << 1]));
        }
        pieces
    }

    /// The first cell of each vehicle, and its length with its axis.
    fn bodies(&self, state: &State) -> impl Iterator<Item = [u8; 3]> {
        self.board.vehicles().iter().zip(self.cells(state)).map(|(vehicle, cell)| {
            let [row, col] = bytes(cell);
            let upright = (vehicle.axis == Axis::Vertical) != self.is_exchanged();
            [row, col, vehicle.length << 1 | u8::from(upright)]
        })
    }

    fn cell(&self, Cell { row, col }: Cell) -> Cell {
        let mirrored = |at: i64, side: u8, bit: u8| {
            if self.way & bit == 0 { at } else { i64::from(side) - 1 - at }
        };
        let row = mirrored(row, self.board.rows(), ROWS);
        let col = mirrored(col, self.board.cols(), COLS);
        if self.is_exchanged() { Cell { row: col, col: row } } else { Cell { row, col } }
    }

    /// Whether rows and columns are exchanged.
    fn is_exchanged(&self) -> bool {
        self.way & EXCHANGED != 0
    }
}

/// Row and column of a cell that lies on the board or less than a side away from it.
fn bytes(cell: Cell) -> [u8; 2] {
    [cell.row, cell.col].map(|at| i8::try_from(at).expect("near the board").cast_unsigned())
}

fn low_byte(count: usize) -> u8 {
    u8::try_from(count).expect("at most MAX_VEHICLES")
}
