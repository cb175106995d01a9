//! Random boards for tests.

use crate::board::{Axis, Cell, Exit, Setup, Shape, Side};
use crate::random::SplitMix;
use crate::state::Puzzle;

/// Random numbers and boards, the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below the limit.
    pub(crate) fn below(&mut self, limit: i64) -> i64 {
        let mut numbers = SplitMix(self.0);
        let word = numbers.word();
        self.0 = numbers.0;
        (word % limit.unsigned_abs()).cast_signed()
    }

    fn axis(&mut self) -> Axis {
        [Axis::Horizontal, Axis::Vertical][usize::from(self.below(2) == 0)]
    }

    /// A bar that may reach beyond the edge of the board.
    fn bar(&mut self, axis: Axis, rows: i64, cols: i64) -> (Shape, Vec<(i64, i64)>) {
        let (row, col, length) = (self.below(rows), self.below(cols), 2 + self.below(5) / 4);
        let cells = (0..length).map(|step| match axis {
            Axis::Horizontal => (row, col + step),
            Axis::Vertical => (row + step, col),
        });
        (Shape::Bar { axis, cell: Cell { row, col }, length }, cells.collect())
    }

    /// A crowded board, perhaps with a wall, whose target leaves through any side.
    pub(crate) fn setup(&mut self) -> Setup {
        let (rows, cols) = (5 + self.below(4), 5 + self.below(4));
        self.setup_of(rows, cols)
    }

    /// The same of this size, at most 16 x 16.
    fn setup_of(&mut self, rows: i64, cols: i64) -> Setup {
        let (mut free, mut vehicles) = (vec![true; 256], Vec::new());
        let (wall, stride) = (self.below(3 * rows * cols), cols.max(8));
        let mut axis = self.axis();
        for _ in 0..if rows > 8 { 40 * rows * cols } else { 200 } {
            let (shape, cells) = self.bar(axis, rows, cols);
            let at = |&(row, col): &(i64, i64)| usize::try_from(16 * row + col).expect("small");
            let on_board = cells.iter().all(|&(row, col)| row < rows && col < cols);
            if on_board
                && cells.iter().all(|cell| free[at(cell)] && stride * cell.0 + cell.1 != wall)
            {
                for cell in &cells {
                    free[at(cell)] = false;
                }
                vehicles.push((format!("V{}", vehicles.len()), shape));
                axis = self.axis();
            }
        }
        let walls = Some(Cell { row: wall / stride, col: wall % stride });
        let walls = walls.filter(|wall| wall.row < rows && wall.col < cols).into_iter().collect();
        Setup { rows, cols, exit: None, walls, vehicles, target: "V0".to_owned() }
    }

    /// A very crowded board of 9 to 16 rows and 5 to 12 columns, so that its cluster is small.
    pub(crate) fn large_board(&mut self) -> Option<Puzzle> {
        let (rows, cols) = (9 + self.below(8), 5 + self.below(8));
        Puzzle::new(&self.setup_of(rows, cols)).ok()
    }

    /// A crowded board; in every other round its target leaves through the opposite side.
    pub(crate) fn board(&mut self, round: usize) -> Option<Puzzle> {
        let setup = self.setup();
        let setup = if round.is_multiple_of(2) { setup } else { through_opposite_side(setup) };
        Puzzle::new(&setup).ok()
    }
}

/// Move the exit to the opposite side; the target stays.
fn through_opposite_side(mut setup: Setup) -> Setup {
    let (axis, line) = match setup.vehicles[0].1 {
        Shape::Bar { axis: Axis::Horizontal, cell, .. } => (Side::Left, cell.row),
        Shape::Bar { axis: Axis::Vertical, cell, .. } => (Side::Top, cell.col),
        Shape::Cells(_) => return setup,
    };
    setup.exit = Some(Exit { side: axis, line });
    setup
}
