//! What is known of a text beside it: the marks, the size and the exit of a drawn board.
//!
//! With marks or a size a text is a drawing, whatever else it looks like: rows of cells, or a line with all
//! cells of a board. With an exit alone it is read in its format.

use super::drawing::two_empty;
use super::drawn::{self, CellRow, signs, uneven};
use super::error::TextError;
use super::line::{TextLine, is_blank, quoted, width, words};
use super::source::{bounded, require_text};
use super::target::{Labels, target_of};
use super::{Item, TitledSetup};
use crate::board::{Axis, Exit, Setup, Shape, Side};

/// The marks of empty cells, of which a drawing has at most one.
const EMPTY: [&str; 3] = [".", "_", "-"];
/// The mark of empty cells of a drawing that has none of those.
const LETTER: &str = "o";
const WALL: &str = "x";

/// What is declared of every puzzle of a text; `None` is what the text says itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// A side and the row or column from 0, `None` for that of the target.
    pub(crate) exit: Option<(Side, Option<i64>)>,
    /// Rows and columns of a drawing.
    pub(crate) size: Option<(usize, usize)>,
    /// Each character is an empty cell, and no other is; with a blank, those at the ends of lines are too.
    pub(crate) empty: Option<String>,
    /// Each character is a wall, and no other is.
    pub(crate) wall: Option<String>,
    /// The label of the target.
    pub(crate) target: Option<String>,
}

/// A row of a drawing, and the number of its line.
type DrawnRow = (usize, String);

/// A board as it is drawn: its rows, and what their marks mean.
pub(crate) struct DrawnBoard {
    pub(crate) rows: Vec<String>,
    pub(crate) target: String,
    pub(crate) empty: String,
    pub(crate) wall: String,
}

impl Declared {
    /// Whether the text is read as a drawing.
    pub(crate) fn is_drawing(&self) -> bool {
        self.size.is_some() || self.empty.is_some() || self.wall.is_some()
    }

    /// The drawn boards of lines; where a blank is a cell, lines of blanks count.
    pub(crate) fn read(&self, lines: &[TextLine]) -> Vec<Item> {
        let (boards, error) = match self.rows(lines) {
            Ok(rows) => self.boards(rows),
            Err(error) => (Vec::new(), Some(error)),
        };
        let setup = |rows| {
            let setup = self.drawn(rows)?.setup();
            Ok(TitledSetup { setup, title: None })
        };
        let setups = boards.into_iter().map(setup).chain(error.map(Err));
        setups.map(|setup| Item::new(setup, Vec::new(), None)).collect()
    }

    /// The only drawing of a text, with its exit.
    pub(crate) fn lone(&self, text: &str) -> Result<Setup, TextError> {
        let mut setup = self.drawing(text)?.setup();
        self.apply(&mut setup);
        Ok(setup)
    }

    /// What the only drawing of a text shows.
    pub(crate) fn drawing(&self, text: &str) -> Result<DrawnBoard, TextError> {
        let lines = (1..).zip(text.lines());
        let lines = lines.map(|(number, line)| TextLine::new(number, line.to_owned(), false));
        let (mut boards, error) = self.boards(self.rows(&lines.collect::<Vec<_>>())?);
        match (error, boards.pop()) {
            (Some(error), _) => Err(error),
            (None, Some(rows)) if boards.is_empty() => self.drawn(rows),
            (None, _) => {
                let message = format!("expected one board, found {}", boards.len() + 1);
                Err(TextError::new(message, None))
            }
        }
    }

    /// Put the declared exit in the place of that of a setup.
    pub(crate) fn apply(&self, setup: &mut Setup) {
        let mut vehicles = setup.vehicles.iter();
        let target = vehicles.find(|(label, _)| *label == setup.target);
        setup.exit = self.exit_of(target.map(|(_, shape)| shape)).or(setup.exit);
    }

    /// The declared exit; without a line it is in that of the target, if there is one.
    pub(crate) fn exit_of(&self, target: Option<&Shape>) -> Option<Exit> {
        let (side, line) = self.exit?;
        let own = || {
            let first = match target? {
                Shape::Bar { cell, .. } => *cell,
                Shape::Cells(cells) => *cells.first()?,
            };
            Some(if side.axis() == Axis::Horizontal { first.row } else { first.col })
        };
        Some(Exit { side, line: line.or_else(own)? })
    }

    fn has_blanks(&self) -> bool {
        self.empty.as_ref().is_some_and(|marks| marks.contains(' '))
    }

    /// The rows of all boards; a line has several where `/` parts them.
    fn rows(&self, lines: &[TextLine]) -> Result<Vec<DrawnRow>, TextError> {
        for line in lines {
            require_text(line)?;
        }
        if self.has_blanks() {
            let most = lines.iter().map(TextLine::len).max().unwrap_or_default();
            let row = |line: &TextLine| format!("{:most$}", line.text);
            return Ok(lines.iter().map(|line| (line.number, row(line))).collect());
        }
        let marks = [&self.empty, &self.wall];
        let is_mark = marks.into_iter().flatten().any(|marks| marks.contains('/'));
        let full = lines.iter().filter(|line| !line.text.chars().all(is_blank));
        let mut rows = Vec::new();
        for line in bounded(full.cloned().collect())? {
            let row: String = words(&line.text).collect();
            let parted = |row: &str| (line.number, row.to_owned());
            if is_mark {
                rows.push((line.number, row));
            } else {
                rows.extend(row.split('/').map(parted));
            }
        }
        Ok(rows)
    }

    /// The rows of each board: a line with all cells of one, or as many rows as it has; and what is wrong behind them.
    fn boards(&self, rows: Vec<DrawnRow>) -> (Vec<Vec<DrawnRow>>, Option<TextError>) {
        let Some((height, cols)) = self.size else { return (vec![rows], None) };
        let (mut boards, mut board, mut last) = (Vec::new(), Vec::new(), None);
        for (number, row) in rows {
            let found = width(&row);
            if found == height * cols && board.is_empty() {
                boards.push(cut(number, &row, cols));
                continue;
            }
            if found != cols {
                let expected =
                    format!("expected {cols} cells, or {} of a whole board", height * cols);
                let message = format!("{expected}, found {found}: {}", quoted(&row));
                return (boards, Some(TextError::new(message, Some(number))));
            }
            board.push((number, row));
            last = Some(number);
            if board.len() == height {
                boards.push(std::mem::take(&mut board));
            }
        }
        let message = || format!("expected {height} rows, found {}", board.len());
        let error = (!board.is_empty()).then(|| TextError::new(message(), last));
        (boards, error)
    }

    /// What the rows of a board mean.
    fn drawn(&self, rows: Vec<DrawnRow>) -> Result<DrawnBoard, TextError> {
        let Some((_, first)) = rows.first() else {
            return Err(TextError::new("expected a board, found an empty text", None));
        };
        let wanted = width(first);
        for (index, (number, row)) in rows.iter().enumerate() {
            if width(row) != wanted {
                let message = uneven(wanted, index, row, width(row));
                return Err(TextError::new(message, Some(*number)));
            }
        }
        let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
        let wall = self.wall.clone().unwrap_or_else(|| WALL.to_owned());
        let empty = self.empty.clone().map_or_else(|| self.usual(&rows, &wall), Ok)?;
        let own = || {
            let cells: Vec<CellRow<'_>> = rows.iter().map(|row| signs(row).collect()).collect();
            let is_label = |sign: &&str| !empty.contains(*sign) && !wall.contains(*sign);
            let labels: Labels<'_> =
                cells.iter().flatten().map(AsRef::as_ref).filter(is_label).collect();
            target_of(&cells, &labels, None, None).map(str::to_owned)
        };
        let target = self.target.clone().map_or_else(own, Ok)?;
        Ok(DrawnBoard { rows, target, empty, wall })
    }

    /// The mark of empty cells where none is declared; an error for two.
    fn usual(&self, rows: &[String], wall: &str) -> Result<String, TextError> {
        let is_there = |mark: &&str| {
            let is_other = wall.contains(*mark) || self.target.as_deref() == Some(*mark);
            !is_other && rows.iter().any(|row| row.contains(*mark))
        };
        let found: Vec<&str> = EMPTY.into_iter().filter(is_there).collect();
        if let [first, second, ..] = found[..] {
            let message = two_empty(&[first, second]);
            return Err(TextError::new(message, None));
        }
        let letter = || Some(LETTER).filter(is_there);
        Ok(found.first().copied().or_else(letter).unwrap_or_default().to_owned())
    }
}

/// The rows of a line that has all cells of a board.
fn cut(number: usize, line: &str, width: usize) -> Vec<DrawnRow> {
    let cells: Vec<char> = line.chars().collect();
    cells.chunks(width.max(1)).map(|row| (number, row.iter().collect())).collect()
}

impl DrawnBoard {
    fn setup(&self) -> Setup {
        let rows: Vec<CellRow<'_>> = self.rows.iter().map(|row| signs(row).collect()).collect();
        let (empty, wall): (Vec<_>, Vec<_>) =
            (signs(&self.empty).collect(), signs(&self.wall).collect());
        let empty: Vec<&str> = empty.iter().map(AsRef::as_ref).collect();
        let wall: Vec<&str> = wall.iter().map(AsRef::as_ref).collect();
        drawn::setup(&rows, &self.target, &empty, &wall, None)
    }
}
