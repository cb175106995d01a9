//! Board strings and moves: the two notations that are also implemented in Rust, for millions of
//! boards. Anything unusual is left to the formats of the Python package.

use std::fmt::Write;

use crate::board::{Axis, Board, Cell, Move, Setup, Shape, cell_at};
use crate::phrase::{Phrase, Said};
use crate::state::State;

/// The label of the target.
const TARGET: u8 = b'A';

/// Read a board of `.` and `o` (empty), `x` (walls) and letters or digits (vehicles, `A` the
/// target), row by row. Rows are separated by `/` unless the board is square; the last one may end
/// with `/`. `None` for any other text, and for a board on which another label could be meant for
/// the target's: `formats/target.py` of the Python package tells which.
///
/// ```
/// let setup = rushhour::internals::read_board("..BAAB...").expect("a plain board");
/// assert_eq!(setup.vehicles.len(), 2);
/// let setup = rushhour::internals::read_board("AA../.B../.B..").expect("a plain board");
/// assert_eq!((setup.rows, setup.cols), (3, 4));
/// assert!(rushhour::internals::read_board("..BAAB..").is_none(), "8 cells are no square");
/// ```
#[must_use]
pub fn read_board(text: &str) -> Option<Setup> {
    let (rows, cols) = size(text.as_bytes())?;
    let cell = |index: usize| Cell { row: signed(index / cols), col: signed(index % cols) };
    let (mut walls, mut table) = (Vec::new(), SymbolTable::default());
    for (index, symbol) in text.bytes().filter(|&symbol| symbol != b'/').enumerate() {
        match symbol {
            b'.' | b'o' => {}
            b'x' => walls.push(cell(index)),
            _ => table.add(symbol, index),
        }
    }
    if table.may_mean_another_target(rows, cols) {
        return None;
    }
    let vehicles = table.sorted().map(|cells| {
        let axis = cells.axis(cols)?;
        let shape = Shape::Bar { axis, cell: cell(cells.first), length: signed(cells.count) };
        Some((char::from(cells.symbol).to_string(), shape))
    });
    let vehicles = vehicles.collect::<Option<Vec<_>>>()?;
    let (rows, cols, exit) = (signed(rows), signed(cols), None);
    Some(Setup { rows, cols, exit, walls, vehicles, target: char::from(TARGET).to_string() })
}

/// A label beside numbers of cells: `B`, but `vehicle 7`.
pub(crate) fn in_a_sentence(label: &str) -> String {
    named(label).to_string()
}

/// The same as a part of a sentence.
pub(crate) fn named(label: &str) -> Said {
    let is_number = label.chars().all(|character| character.is_ascii_digit());
    if is_number {
        Phrase::new("vehicle {label}", vec![("label", Said::label(label))]).into()
    } else {
        Said::label(label)
    }
}

/// Write a state as a board string: `.` for empty cells, `x` for walls, and rows separated by `/`
/// unless the board is square. The cells of a target outside the board are omitted.
///
/// Vehicles keep their labels if all of these are single characters without another meaning.
/// Otherwise the target is `A` and the others are letters, digits and further characters, in order.
#[must_use]
pub fn write_board(board: &Board, state: &State) -> String {
    write_labelled_board(board, state).unwrap_or_else(|| picture(board, state, &new_symbols(board)))
}

/// Write a state as [`write_board`] does, but only with the labels of the board: `None` if some of
/// these cannot stand in a board string.
#[must_use]
pub fn write_labelled_board(board: &Board, state: &State) -> Option<String> {
    own_symbols(board).map(|symbols| picture(board, state, &symbols))
}

fn picture(board: &Board, state: &State, symbols: &[char]) -> String {
    let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
    let mut picture = vec![vec!['.'; cols]; rows];
    let mut put = |cell: Cell, symbol: char| {
        let place = (usize::try_from(cell.row), usize::try_from(cell.col));
        if let (Ok(row), Ok(col)) = place
            && row < rows
            && col < cols
        {
            picture[row][col] = symbol;
        }
    };
    board.walls().iter().for_each(|&wall| put(wall, 'x'));
    let placed = board.vehicles().iter().zip(state.offsets()).zip(symbols);
    for ((vehicle, &offset), &symbol) in placed {
        for step in 0..i64::from(vehicle.length) {
            put(cell_at(vehicle.axis, vehicle.line.into(), i64::from(offset) + step), symbol);
        }
    }
    let lines: Vec<String> = picture.into_iter().map(String::from_iter).collect();
    let end = if rows == 1 { "/" } else { "" };
    lines.join(if rows == cols { "" } else { "/" }) + end
}

/// The label of each vehicle, if all are single characters without another meaning.
fn own_symbols(board: &Board) -> Option<Vec<char>> {
    let symbol = |label: &str| {
        let mut symbols = label.chars();
        symbols.next().filter(|&symbol| symbols.next().is_none() && is_free(symbol))
    };
    board.vehicles().iter().map(|vehicle| symbol(&vehicle.label)).collect()
}

/// A new symbol for each vehicle.
fn new_symbols(board: &Board) -> Vec<char> {
    let (target, mut others) = (char::from(TARGET), ('B'..).filter(|&symbol| is_free(symbol)));
    let symbol = |index| if index == board.target() { Some(target) } else { others.next() };
    (0..board.vehicles().len()).map_while(symbol).collect()
}

/// Whether a character can be the symbol of a vehicle: `o` and `x` mean empty cells and walls.
fn is_free(symbol: char) -> bool {
    symbol.is_alphanumeric() && !matches!(symbol, 'o' | 'x')
}

/// Rows and columns of a plain text; `None` for one with other symbols or rows of different
/// lengths.
fn size(text: &[u8]) -> Option<(usize, usize)> {
    let Some(cols) = text.iter().position(|&symbol| symbol == b'/') else {
        let side = text.len().isqrt();
        let is_square = side > 1 && side * side == text.len();
        return (is_square && text.iter().copied().all(is_plain)).then_some((side, side));
    };
    let mut rows = text.strip_suffix(b"/").unwrap_or(text).split(|&symbol| symbol == b'/');
    let is_even = |row: &[u8]| row.len() == cols && row.iter().copied().all(is_plain);
    let count = rows.clone().count();
    (cols > 0 && rows.all(is_even)).then_some((count, cols))
}

/// Moves as text, each vehicle by its label: `A+2 B-1`.
#[must_use]
pub fn write_moves(board: &Board, moves: &[Move]) -> String {
    let mut text = String::with_capacity(4 * moves.len());
    for step in moves {
        let label = &board.vehicles()[step.vehicle.index()].label;
        let blank = if text.is_empty() { "" } else { " " };
        write!(text, "{blank}{label}{:+}", step.cells).expect("a text takes all");
    }
    text
}

fn is_plain(symbol: u8) -> bool {
    symbol.is_ascii_alphanumeric() || symbol == b'.'
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("a text is shorter")
}

/// The cells of a symbol: the first, the last, their number and, if all are equally far apart,
/// their distance.
#[derive(Clone, Copy)]
struct SymbolCells {
    symbol: u8,
    first: usize,
    last: usize,
    count: usize,
    step: Option<usize>,
}

impl SymbolCells {
    fn add(&mut self, index: usize) {
        let step = index - self.last;
        let is_even = self.count == 1 || self.step == Some(step);
        *self = SymbolCells {
            last: index,
            count: self.count + 1,
            step: is_even.then_some(step),
            ..*self
        };
    }

    /// The axis of the vehicle with these cells on a board with `cols` columns; `None` if the cells
    /// do not form a bar.
    fn axis(&self, cols: usize) -> Option<Axis> {
        let is_in_row = self.first / cols == self.last / cols;
        match self.step? {
            1 if is_in_row => Some(Axis::Horizontal),
            step => (step == cols).then_some(Axis::Vertical),
        }
    }
}

#[derive(Default)]
struct SymbolTable(Vec<SymbolCells>);

impl SymbolTable {
    fn add(&mut self, symbol: u8, index: usize) {
        match self.0.iter_mut().find(|cells| cells.symbol == symbol) {
            Some(cells) => cells.add(index),
            None => {
                self.0.push(SymbolCells {
                    symbol,
                    first: index,
                    last: index,
                    count: 1,
                    step: None,
                });
            }
        }
    }

    /// Whether another vehicle may be meant for the target: a small `r` or a `0` alone of its kind
    /// or, where the target of a 6x6 board is not in the usual row, an `X`, `R` or `P` there.
    fn may_mean_another_target(&self, rows: usize, cols: usize) -> bool {
        let others = |is_kind: fn(&u8) -> bool, lone: u8| {
            self.0.iter().any(|cells| cells.symbol != lone && is_kind(&cells.symbol))
        };
        let lies_in_usual_row = |cells: &SymbolCells| {
            (rows, cols) == (6, 6) && cells.step == Some(1) && cells.first / cols == 2
        };
        let has_target = self.0.iter().any(|cells| cells.symbol == TARGET);
        let is_usual =
            self.0.iter().any(|cells| cells.symbol == TARGET && lies_in_usual_row(cells));
        self.0.iter().any(|cells| match cells.symbol {
            b'r' => !others(u8::is_ascii_lowercase, b'r'),
            b'0' => !others(u8::is_ascii_digit, b'0'),
            b'X' | b'R' | b'P' => !has_target || (!is_usual && lies_in_usual_row(cells)),
            _ => false,
        })
    }

    /// The target first, then by label.
    fn sorted(mut self) -> impl Iterator<Item = SymbolCells> {
        self.0.sort_unstable_by_key(|cells| (cells.symbol != TARGET, cells.symbol));
        self.0.into_iter()
    }
}

/// Labels for vehicles beside the target `A`: letters that a board string can hold, then others.
pub(crate) fn new_labels() -> impl Iterator<Item = String> {
    const LETTERS: &str = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz";
    LETTERS.chars().map(String::from).chain((1_u32..).map(|number| format!("V{number}")))
}

#[cfg(test)]
mod tests {
    use super::read_board;

    #[test]
    fn cells_that_form_no_bar_are_no_plain_vehicle() {
        for text in [
            "..B.AAB.....A...",
            ".AA.A...........",
            "A.AA............",
            "...AA...........",
            "A...............",
        ] {
            assert_eq!(read_board(text), None, "{text}");
        }
        for text in ["AAA./..../", "A/A/A", "A.../A...", "AA/"] {
            assert!(read_board(text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_board_with_two_possible_targets_is_not_plain() {
        for text in [
            ".BAA...B.C..rr.C.....C..............",
            "AA./00./...",
            "XX./..B/..B",
            "..B.....B...XXB..................AA.",
        ] {
            assert_eq!(read_board(text), None, "{text}");
        }
        for text in ["AA./rra/..a", "AA./00./11.", "..B.....B...AAB...............XX..RR"] {
            assert!(read_board(text).is_some(), "{text}");
        }
    }
}
