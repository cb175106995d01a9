//! Replay of a solution on the text of its board, cell by cell, independent of the solver.
//!
//! It shares no board, state or rules with the searches. A vehicle is the cells that show its symbol, and
//! a move shifts them one cell at a time.
//!
//! ```text
//!     ..B.        ....
//!     AAB.   B+2  AA..   A+2: the target's front touches the edge
//!     ....        ..B.
//!     ....        ..B.
//! ```

use std::collections::BTreeMap;

use crate::board::{Goal, Side};

/// The cost of a solution in both metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Consecutive moves of one vehicle in one direction are one slide.
    pub slides: u32,
    /// Cells moved by all vehicles.
    pub steps: u32,
}

/// The cost of a solution such as `A+2 B-1` of a board string.
///
/// ```
/// use rushhour::{Goal, lab::replay::replay};
/// assert_eq!(replay("..B./AAB./..../....", "B+2 A+2", Goal::Edge).unwrap().steps, 4);
/// assert!(replay("..B./AAB./..../....", "A+2", Goal::Edge).is_err());
/// ```
///
/// # Errors
/// A message about the first move that is illegal, or about the goal that is not reached.
pub fn replay(board: &str, moves: &str, goal: Goal) -> Result<Cost, String> {
    replay_drawing(&rows(board), &DrawnMarks::of(board), moves, goal)
}

/// What the symbols of a drawing mean, and where its target leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnMarks<'a> {
    pub(crate) target: char,
    pub(crate) empty: &'a str,
    pub(crate) wall: &'a str,
    /// On the right or at the bottom, if it is `None`.
    pub(crate) exit: Option<Side>,
}

impl DrawnMarks<'_> {
    /// Those of a board string: where nothing else is empty, `_` and `-` are.
    pub(crate) fn of(board: &str) -> Self {
        let empty = if board.contains(['.', 'o']) { ".o" } else { "_-" };
        DrawnMarks { target: 'A', empty, wall: "x", exit: None }
    }
}

/// The cost of a solution of the board that rows of symbols show.
pub(crate) fn replay_drawing(
    rows: &[Vec<char>],
    marks: &DrawnMarks<'_>,
    moves: &str,
    goal: Goal,
) -> Result<Cost, String> {
    let mut picture = Picture::of(rows, marks)?;
    let (mut cost, mut last) = (Cost { slides: 0, steps: 0 }, None);
    for (number, word) in moves.split_whitespace().enumerate() {
        let fault = |what: String| format!("move {}, {word}: {what}", number + 1);
        let (symbol, cells) = read_move(word).ok_or_else(|| fault("no move".to_owned()))?;
        for _ in 0..cells.unsigned_abs() {
            picture.shift(symbol, i64::from(cells.signum())).map_err(fault)?;
        }
        cost.slides += u32::from(last != Some((symbol, cells > 0)));
        cost.steps += cells.unsigned_abs();
        last = Some((symbol, cells > 0));
    }
    if picture.is_solved(goal) { Ok(cost) } else { Err("the goal is not reached".to_owned()) }
}

/// A vehicle and signed cells from `A+2`; `None` for anything else.
fn read_move(word: &str) -> Option<(char, i32)> {
    let symbol = word.chars().next()?;
    let cells = &word[symbol.len_utf8()..];
    let cells: i32 = cells.starts_with(['+', '-']).then(|| cells.parse().ok())??;
    (cells != 0).then_some((symbol, cells))
}

/// Row and column.
type RowCol = (i64, i64);

/// The cells of each symbol, top left first.
struct Picture {
    rows: i64,
    cols: i64,
    cells: BTreeMap<char, Vec<RowCol>>,
    target: char,
    walls: Vec<RowCol>,
    exit: Side,
}

impl Picture {
    fn of(lines: &[Vec<char>], marks: &DrawnMarks<'_>) -> Result<Picture, String> {
        let target = marks.target;
        let mut picture = Picture {
            rows: signed(lines.len()),
            cols: signed(lines.first().map_or(0, Vec::len)),
            cells: BTreeMap::new(),
            target,
            walls: Vec::new(),
            exit: Side::Right,
        };
        for (row, line) in lines.iter().enumerate() {
            for (col, &symbol) in line.iter().enumerate() {
                let cell = (signed(row), signed(col));
                if symbol == target
                    || !(marks.empty.contains(symbol) || marks.wall.contains(symbol))
                {
                    picture.cells.entry(symbol).or_default().push(cell);
                } else if marks.wall.contains(symbol) {
                    picture.walls.push(cell);
                }
            }
        }
        if !picture.cells.contains_key(&target) {
            return Err("there is no target".to_owned());
        }
        let usual = if picture.is_vertical(target) { Side::Bottom } else { Side::Right };
        picture.exit = marks.exit.unwrap_or(usual);
        Ok(picture)
    }

    /// Whether a vehicle lies in a column.
    fn is_vertical(&self, symbol: char) -> bool {
        let cells = &self.cells[&symbol];
        cells.iter().all(|&(_, col)| col == cells[0].1)
    }

    /// Move a vehicle by one cell.
    fn shift(&mut self, symbol: char, direction: i64) -> Result<(), String> {
        if !self.cells.contains_key(&symbol) {
            return Err(format!("there is no vehicle {symbol}"));
        }
        let (down, right) = if self.is_vertical(symbol) { (direction, 0) } else { (0, direction) };
        let new: Vec<RowCol> =
            self.cells[&symbol].iter().map(|(row, col)| (row + down, col + right)).collect();
        for (other, cells) in self.cells.iter().filter(|(other, _)| **other != symbol) {
            if new.iter().any(|cell| cells.contains(cell)) {
                return Err(format!("{other} is in the way"));
            }
        }
        if new.iter().any(|cell| self.walls.contains(cell)) {
            return Err("a wall is in the way".to_owned());
        }
        if !new.iter().all(|&cell| self.may_stand(symbol, cell)) {
            return Err("the way leads off the board".to_owned());
        }
        self.cells.insert(symbol, new);
        Ok(())
    }

    fn may_stand(&self, symbol: char, (row, col): RowCol) -> bool {
        let is_inside = (0..self.rows).contains(&row) && (0..self.cols).contains(&col);
        is_inside || symbol == self.target && self.is_outside((row, col))
    }

    /// Whether a cell lies beyond the exit where the target may be: it stops as soon as it is out.
    fn is_outside(&self, cell: RowCol) -> bool {
        let depth = self.depth(cell);
        depth > 0
            && usize::try_from(depth).is_ok_and(|depth| depth <= self.cells[&self.target].len())
    }

    /// How far a cell lies beyond the edge with the exit; 0 on the edge, negative inside.
    fn depth(&self, (row, col): RowCol) -> i64 {
        match self.exit {
            Side::Right => col - self.cols + 1,
            Side::Left => -col,
            Side::Bottom => row - self.rows + 1,
            Side::Top => -row,
        }
    }

    fn is_solved(&self, goal: Goal) -> bool {
        let depths = || self.cells[&self.target].iter().map(|&cell| self.depth(cell));
        let (front, back) = (depths().max(), depths().min());
        match goal {
            Goal::Edge => front >= Some(0),
            Goal::Past => front >= Some(1),
            Goal::Off => back >= Some(1),
            Goal::Clear => self.is_road_clear(front),
        }
    }

    /// Whether no vehicle or wall is ahead of the target, whose front lies so deep, in its line.
    fn is_road_clear(&self, front: Option<i64>) -> bool {
        let own = self.cells[&self.target][0];
        let is_ahead = |&cell: &RowCol| {
            let is_in_line = match self.exit {
                Side::Right | Side::Left => cell.0 == own.0,
                Side::Top | Side::Bottom => cell.1 == own.1,
            };
            is_in_line && Some(self.depth(cell)) > front
        };
        let others = self.cells.iter().filter(|(symbol, _)| **symbol != self.target);
        !others.flat_map(|(_, cells)| cells).chain(&self.walls).any(is_ahead)
    }
}

/// The rows of a board string.
pub(crate) fn rows(board: &str) -> Vec<Vec<char>> {
    if board.contains('/') {
        let rows = board.strip_suffix('/').unwrap_or(board).split('/');
        return rows.map(|row| row.chars().collect()).collect();
    }
    let symbols: Vec<char> = board.chars().collect();
    symbols.chunks(symbols.len().isqrt().max(1)).map(<[char]>::to_vec).collect()
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("a text is shorter")
}

#[cfg(test)]
mod tests {
    use super::{Cost, replay};
    use crate::board::Goal;

    const BOARD: &str = "..B./AAB./..../....";

    #[test]
    fn costs_in_both_metrics() {
        let found = |moves| replay(BOARD, moves, Goal::Edge);
        assert_eq!(found("B+2 A+2"), Ok(Cost { slides: 2, steps: 4 }));
        assert_eq!(found("B+1 B+1 A+1 A+1"), Ok(Cost { slides: 2, steps: 4 }));
        assert_eq!(found("B+1 B-1 B+2 A+2"), Ok(Cost { slides: 4, steps: 6 }));
    }

    #[test]
    fn faults_are_named() {
        let fault = |moves, goal| replay(BOARD, moves, goal).expect_err("a fault");
        assert_eq!(fault("A+1", Goal::Edge), "move 1, A+1: B is in the way");
        assert_eq!(fault("B+3", Goal::Edge), "move 1, B+3: the way leads off the board");
        assert_eq!(fault("B-1", Goal::Edge), "move 1, B-1: the way leads off the board");
        assert_eq!(fault("C+1", Goal::Edge), "move 1, C+1: there is no vehicle C");
        assert_eq!(fault("B2", Goal::Edge), "move 1, B2: no move");
        assert_eq!(fault("B+1 A+1", Goal::Edge), "move 2, A+1: B is in the way");
        assert_eq!(fault("B+2", Goal::Edge), "the goal is not reached");
        assert_eq!(fault("B+2 A+2", Goal::Past), "the goal is not reached");
        assert_eq!(fault("B+2 A+3", Goal::Off), "the goal is not reached");
    }

    #[test]
    fn each_goal() {
        for (moves, goal) in [
            ("B+2", Goal::Clear),
            ("B+2 A+2", Goal::Edge),
            ("B+2 A+3", Goal::Past),
            ("B+2 A+4", Goal::Off),
        ] {
            assert!(replay(BOARD, moves, goal).is_ok(), "{moves}");
        }
        assert!(replay("A.../A.../xBB./....", "", Goal::Clear).is_err());
        assert!(replay("A.../A.../.BB./....", "", Goal::Clear).is_ok());
        assert!(replay("A.../A.../.BB./....", "A+4", Goal::Off).is_ok());
    }
}
