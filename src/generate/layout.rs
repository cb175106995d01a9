//! A board under construction: pieces and walls on a grid, easy to change.

use crate::board::{Axis, Board, Cell, Exit, Setup, Shape, Vehicle, along, cell_at};
use crate::state::Puzzle;

/// Size and exit, the same for all boards of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    pub(crate) exit: Exit,
}

impl Outline {
    /// The outline of a board.
    pub(crate) fn of(board: &Board) -> Outline {
        Outline { rows: board.rows(), cols: board.cols(), exit: board.exit() }
    }

    /// The number of cells of a line along this axis.
    pub(crate) fn side(self, axis: Axis) -> u8 {
        match axis {
            Axis::Horizontal => self.cols,
            Axis::Vertical => self.rows,
        }
    }

    /// The number of lines along this axis.
    pub(crate) fn lines(self, axis: Axis) -> u8 {
        match axis {
            Axis::Horizontal => self.rows,
            Axis::Vertical => self.cols,
        }
    }

    /// The number of cells.
    pub(crate) fn cells(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Whether a cell is on the board.
    pub(crate) fn has(self, cell: Cell) -> bool {
        (0..i64::from(self.rows)).contains(&cell.row)
            && (0..i64::from(self.cols)).contains(&cell.col)
    }

    /// Whether a cell lies in the line of the exit.
    pub(crate) fn is_road(self, cell: Cell) -> bool {
        let line = match self.exit.side.axis() {
            Axis::Horizontal => cell.row,
            Axis::Vertical => cell.col,
        };
        line == self.exit.line
    }
}

/// A vehicle and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Piece {
    pub(crate) axis: Axis,
    pub(crate) line: u8,
    pub(crate) offset: u8,
    pub(crate) length: u8,
}

impl Piece {
    /// A vehicle of a puzzle that stands on the board, as all do but a target that has driven out.
    pub(crate) fn of(puzzle: &Puzzle, index: usize) -> Piece {
        let (vehicle, offset) =
            (&puzzle.board().vehicles()[index], puzzle.state().offsets()[index]);
        let Vehicle { axis, line, length, .. } = *vehicle;
        Piece { axis, line, offset: u8::try_from(offset).expect("on the board"), length }
    }

    /// A vehicle with this first cell, which is on the board.
    pub(crate) fn at(axis: Axis, cell: Cell, length: u8) -> Piece {
        let (line, offset) = along(axis, cell);
        let [line, offset] = [line, offset].map(|at| u8::try_from(at).expect("on the board"));
        Piece { axis, line, offset, length }
    }

    /// The same as a setup has it.
    pub(crate) fn shape(self) -> Shape {
        Shape::Bar { axis: self.axis, cell: self.cell(), length: self.length.into() }
    }

    /// Its first cell.
    pub(crate) fn cell(self) -> Cell {
        cell_at(self.axis, self.line.into(), self.offset.into())
    }

    /// Whether a wall stands before it on its line.
    pub(crate) fn is_behind(self, wall: Cell) -> bool {
        let (line, offset) = match self.axis {
            Axis::Horizontal => (wall.row, wall.col),
            Axis::Vertical => (wall.col, wall.row),
        };
        line == i64::from(self.line) && offset < i64::from(self.offset)
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        let offsets = self.offset..self.offset + self.length;
        offsets.map(move |offset| cell_at(self.axis, self.line.into(), offset.into()))
    }
}

/// The pieces, the target first, and the walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) walls: Vec<Cell>,
}

impl Layout {
    /// The layout of a puzzle.
    pub(crate) fn of(puzzle: &Puzzle) -> Layout {
        let board = puzzle.board();
        let others = (0..board.vehicles().len()).filter(|&index| index != board.target());
        let all = std::iter::once(board.target()).chain(others);
        let pieces = all.map(|index| Piece::of(puzzle, index)).collect();
        Layout { pieces, walls: board.walls().to_vec() }
    }

    /// The puzzle. The target is `A`, the others follow in reading order.
    pub(crate) fn puzzle(&self, outline: Outline) -> Puzzle {
        let mut others = self.pieces[1..].to_vec();
        others.sort_unstable_by_key(|piece| piece.cell());
        let pieces = std::iter::once(&self.pieces[0]).chain(&others);
        let vehicle = |(index, piece): (usize, &Piece)| (label(index), piece.shape());
        let setup = Setup {
            rows: outline.rows.into(),
            cols: outline.cols.into(),
            exit: Some(outline.exit),
            walls: self.walls.clone(),
            vehicles: pieces.enumerate().map(vehicle).collect(),
            target: label(0),
        };
        Puzzle::new(&setup).expect("a layout keeps the rules")
    }

    /// The image in the line of the exit.
    pub(crate) fn mirrored(&self, outline: Outline) -> Layout {
        let axis = outline.exit.side.axis();
        let last = outline.lines(axis) - 1;
        let piece = |&piece: &Piece| {
            let Piece { line, offset, length, .. } = piece;
            if piece.axis == axis {
                Piece { line: last - line, ..piece }
            } else {
                Piece { offset: last + 1 - offset - length, ..piece }
            }
        };
        let wall = |&Cell { row, col }: &Cell| match axis {
            Axis::Horizontal => Cell { row: i64::from(last) - row, col },
            Axis::Vertical => Cell { row, col: i64::from(last) - col },
        };
        let (pieces, walls) =
            (self.pieces.iter().map(piece).collect(), self.walls.iter().map(wall).collect());
        Layout { pieces, walls }
    }

    /// The number of cells that are not empty.
    pub(crate) fn covered(&self) -> usize {
        let pieces: usize = self.pieces.iter().map(|piece| usize::from(piece.length)).sum();
        pieces + self.walls.len()
    }
}

/// The label of a vehicle, as a board string can hold it as long as there are enough letters.
fn label(index: usize) -> String {
    const LABELS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz0123456789";
    match LABELS.get(index) {
        Some(&label) => char::from(label).to_string(),
        None => format!("V{index}"),
    }
}

/// Which cells are taken.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    outline: Outline,
    rows: [u32; 32],
}

impl Grid {
    pub(crate) fn of(outline: Outline, layout: &Layout) -> Grid {
        let mut grid = Grid { outline, rows: [0; 32] };
        for &piece in &layout.pieces {
            grid.put(piece);
        }
        for &wall in &layout.walls {
            grid.put_wall(wall);
        }
        grid
    }

    /// The cells that are taken in a puzzle, of whose target those that are on the board.
    pub(crate) fn of_puzzle(puzzle: &Puzzle) -> Grid {
        let board = puzzle.board();
        let outline = Outline::of(board);
        let mut grid = Grid { outline, rows: [0; 32] };
        for (vehicle, &offset) in board.vehicles().iter().zip(puzzle.state().offsets()) {
            let (line, first) = (i64::from(vehicle.line), i64::from(offset));
            let cells = (first..first + i64::from(vehicle.length))
                .map(|offset| cell_at(vehicle.axis, line, offset));
            cells.filter(|&cell| outline.has(cell)).for_each(|cell| grid.flip(cell));
        }
        board.walls().iter().for_each(|&wall| grid.put_wall(wall));
        grid
    }

    fn flip(&mut self, cell: Cell) {
        let (row, col) = (usize::try_from(cell.row), u32::try_from(cell.col));
        self.rows[row.expect("on the board")] ^= 1 << col.expect("on the board");
    }

    /// Put a piece on free cells, or take it away.
    pub(crate) fn put(&mut self, piece: Piece) {
        piece.cells().for_each(|cell| self.flip(cell));
    }

    /// Put a wall on a free cell, or take it away.
    pub(crate) fn put_wall(&mut self, cell: Cell) {
        self.flip(cell);
    }

    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        let row = || self.rows[usize::try_from(cell.row).expect("on the board")];
        self.outline.has(cell) && row() >> cell.col & 1 == 0
    }

    /// Whether another vehicle fits there: on free cells, and not along the road of the target.
    pub(crate) fn takes(&self, piece: Piece) -> bool {
        let exit = self.outline.exit;
        let is_along = piece.axis == exit.side.axis() && i64::from(piece.line) == exit.line;
        !is_along && piece.cells().all(|cell| self.is_free(cell))
    }

    /// Whether a wall fits there: on a free cell off the road of the target.
    pub(crate) fn takes_wall(&self, cell: Cell) -> bool {
        self.is_free(cell) && !self.outline.is_road(cell)
    }
}
