//! Lists of vehicles under any names: the one table of synonyms, and the reading that is legal.
//!
//! A list says for each vehicle where it stands, its axis and its length, in words that differ from program to
//! program. [`FIELDS`] has the words for a vehicle, [`BOARD`] those for what is around the list; case, `_` and
//! `-` do not count.
//!
//! x is across and y is down, cells count from 0, the first cell of a vehicle is its top left one, and a pair is
//! row and column. Where that is no legal board and only one other reading is - counted from 1, y upwards, a
//! pair as x and y - that one is taken, with a warning. Axes of 0 and 1 have two usual readings, of which one alone
//! must be legal. The target is the vehicle that the list marks, or the
//! only red one, or the only one whose label the rule of [`target`](super::target) takes or is red, or the only
//! one on the axis of the exit that is written. It is never guessed.

use std::borrow::Cow;
use std::fmt;

use super::TitledSetup;
use super::error::{TextError, TextWarning};
use super::games::several_leave;
use super::line::{is_blank, trimmed};
use super::target::{Labels, candidates};
use crate::board::{Axis, Cell, Exit, Setup, Shape, Side};
use crate::state::Puzzle;

/// The fields of a table, each with the words that mean it.
pub(crate) type Synonyms = [(&'static str, &'static [&'static str])];

/// The words for a vehicle.
pub(crate) const FIELDS: &Synonyms = &[
    ("label", &["label", "id", "name", "car", "vehicle", "symbol", "letter", "piece", "block"]),
    ("row", &["row", "r", "y", "start row", "start y", "top"]),
    ("col", &["col", "column", "c", "x", "start col", "start column", "start x", "left"]),
    (
        "place",
        &[
            "position",
            "pos",
            "start",
            "location",
            "coordinates",
            "coords",
            "cell",
            "origin",
            "from",
        ],
    ),
    ("end", &["end", "to", "stop"]),
    ("end row", &["end row", "end y"]),
    ("end col", &["end col", "end column", "end x"]),
    ("cells", &["cells", "squares", "tiles"]),
    ("length", &["length", "len", "size", "l", "span"]),
    ("width", &["width", "w"]),
    ("height", &["height", "h"]),
    ("axis", &["axis", "direction", "dir", "orientation", "orient", "alignment", "o"]),
    ("horizontal", &["is horizontal", "horizontal"]),
    ("vertical", &["is vertical", "vertical"]),
    (
        "target",
        &[
            "is target",
            "target",
            "primary",
            "is primary",
            "player",
            "is player",
            "main",
            "is main",
            "is red",
        ],
    ),
    ("wall", &["is wall", "wall", "fixed", "is fixed"]),
    ("color", &["color", "colour"]),
    ("type", &["type", "kind"]),
];
/// The words for what is around the list.
pub(crate) const BOARD: &Synonyms = &[
    ("vehicles", &["vehicles", "cars", "pieces", "blocks", "blockers"]),
    (
        "rows",
        &[
            "rows",
            "nrow",
            "nrows",
            "height",
            "h",
            "row count",
            "num rows",
            "board height",
            "grid height",
            "board rows",
            "grid rows",
        ],
    ),
    (
        "cols",
        &[
            "cols",
            "columns",
            "ncol",
            "ncols",
            "width",
            "w",
            "col count",
            "num cols",
            "board width",
            "grid width",
            "board cols",
            "grid cols",
            "board columns",
            "grid columns",
        ],
    ),
    ("size", &["size", "board size", "grid size", "dimension", "dimensions", "n", "board", "grid"]),
    ("exit", &["exit", "exit side", "exit direction", "exit position", "door"]),
    ("exit row", &["exit row", "exit y"]),
    ("exit column", &["exit column", "exit col", "exit x"]),
    ("walls", &["walls", "fix", "fixed", "obstacles", "blocked"]),
    ("target", &["target", "target id", "player", "main", "primary"]),
    ("title", &["title", "name", "id"]),
];
/// The keys of a drawn board.
pub(super) const BOARDS: [&str; 7] = ["board", "grid", "layout", "map", "state", "field", "rows"];
/// The key of a board string where none of these is.
pub(super) const LONE_BOARD: &str = "puzzle";
/// The keys of a list of boards, or of an object of them by their names.
pub(super) const WRAPPERS: [&str; 5] = ["levels", "puzzles", "boards", "games", "problems"];
/// The keys of an object or a list that is a board.
pub(super) const LONE_WRAPPERS: [&str; 5] = ["level", "puzzle", "game", "problem", "data"];

/// The `format` of a pack of boards.
pub(crate) const PACK: &str = "rushhour-pack-1";

const AXES: [(Axis, &[&str]); 2] = [
    (Axis::Horizontal, &["h", "horizontal", "-", "horiz", "hor", "right", "left", "across"]),
    (Axis::Vertical, &["v", "vertical", "|", "vert", "ver", "down", "up"]),
];
const SIDES: [(Side, &[&str]); 4] = [
    (Side::Right, &["right", "r", "east", "e", ">"]),
    (Side::Left, &["left", "l", "west", "w", "<"]),
    (Side::Top, &["top", "t", "up", "u", "north", "n", "^"]),
    (Side::Bottom, &["bottom", "b", "down", "d", "south", "s", "v"]),
];
const RED: [&str; 4] = ["red", "r", "#f00", "#ff0000"];
/// Rows and columns where a text says none.
pub(crate) const SIZE: i64 = 6;
/// The most cells of a wall: more than a board has.
const LONGEST_WALL: i64 = 1 << 11;

/// A name of a field without what does not count: `isTarget` and `is_target` are the same.
pub(super) fn plain(name: &str) -> String {
    let counts = |sign: &char| !(is_blank(*sign) || "_-".contains(*sign));
    name.chars().filter(counts).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// The field of a table that a name means.
pub(crate) fn field_of(name: &str, table: &Synonyms) -> Option<&'static str> {
    let name = plain(name);
    let means = |word: &&str| word.chars().filter(|sign| *sign != ' ').eq(name.chars());
    table.iter().find(|(_, words)| words.iter().any(means)).map(|(field, _)| *field)
}

/// The axis that a word means.
pub(crate) fn axis_of(word: &str) -> Option<Axis> {
    meant(&AXES, word)
}

/// The side that a word means.
pub(super) fn side_of(word: &str) -> Option<Side> {
    meant(&SIDES, word)
}

/// Whether a word is a red color.
pub(crate) fn is_red(word: &str) -> bool {
    RED.contains(&word.to_ascii_lowercase().as_str())
}

fn meant<T: Copy>(values: &[(T, &[&str])], word: &str) -> Option<T> {
    let word = trimmed(word).to_ascii_lowercase();
    values.iter().find(|(_, words)| words.contains(&word.as_str())).map(|&(value, _)| value)
}

/// A vehicle or wall of a list, whose numbers are still as they are written.
#[derive(Clone, Debug)]
pub(crate) struct ListEntry {
    pub(crate) cell: Cell,
    pub(crate) axis: Axis,
    pub(crate) length: i64,
    pub(crate) label: Option<String>,
    pub(crate) is_target: bool,
    pub(crate) is_wall: bool,
    pub(crate) is_red: bool,
}

/// An exit as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WayOut {
    Side(Side),
    Exit(Exit),
    /// The first or last cell of the target's line, or the one beyond it.
    Cell(Cell),
    /// The number of such a cell, or of the target's line.
    Number(i64),
}

/// How axes are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ListAxes {
    Words,
    /// 0 and 1, taken for horizontal and vertical until the readings are tried.
    Numbers,
}

/// A list of vehicles and what stands around it.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<ListEntry>,
    pub(crate) rows: i64,
    pub(crate) cols: i64,
    pub(crate) walls: Vec<Cell>,
    pub(crate) exit: Option<WayOut>,
    pub(crate) exit_line: Option<i64>,
    pub(crate) target: Option<String>,
    pub(crate) title: Option<String>,
    /// Whether a place is a pair, which may be x and y.
    pub(crate) has_pairs: bool,
    /// Whether axes are those of cells, so that they turn where a pair is x and y.
    pub(crate) are_cells: bool,
    /// Whether rows may count upwards.
    pub(crate) has_y: bool,
    pub(crate) axes: ListAxes,
    pub(crate) line: Option<usize>,
}

impl Default for Listing {
    fn default() -> Listing {
        Listing {
            entries: Vec::new(),
            rows: SIZE,
            cols: SIZE,
            walls: Vec::new(),
            exit: None,
            exit_line: None,
            target: None,
            title: None,
            has_pairs: false,
            are_cells: false,
            has_y: false,
            axes: ListAxes::Words,
            line: None,
        }
    }
}

/// How the numbers of a list are meant.
#[derive(Clone, Copy, Default)]
struct ListReading {
    first: i64,
    is_upward: bool,
    is_swapped: bool,
    /// Which of the axes 0 and 1 is horizontal, where they are written so.
    horizontal: Option<u8>,
}

impl fmt::Display for ListReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cells counted from {}", self.first)?;
        let words = [
            (self.is_upward, ", y upwards"),
            (self.is_swapped, ", pairs as x and y"),
            (self.horizontal == Some(0), ", 0 as horizontal"),
            (self.horizontal == Some(1), ", 1 as horizontal"),
        ];
        words.iter().filter(|(is_so, _)| *is_so).try_for_each(|(_, word)| f.write_str(word))
    }
}

impl ListReading {
    /// All ways to read a list, the usual one first; with axes in numbers there are two usual ones.
    fn all(axes: ListAxes) -> Vec<ListReading> {
        let codes: &[Option<u8>] = match axes {
            ListAxes::Words => &[None],
            ListAxes::Numbers => &[Some(0), Some(1)],
        };
        let way = |bits: u8| {
            codes.iter().map(move |&horizontal| ListReading {
                first: i64::from(bits >> 2),
                is_upward: bits & 2 > 0,
                is_swapped: bits & 1 > 0,
                horizontal,
            })
        };
        (0..8).flat_map(way).collect()
    }

    /// The top left cell, from 0, of what is so many rows deep.
    fn place(self, cell: Cell, rows: i64, deep: i64) -> Cell {
        let (row, col) = if self.is_swapped { (cell.col, cell.row) } else { (cell.row, cell.col) };
        let (row, col) = (row.saturating_sub(self.first), col.saturating_sub(self.first));
        let row = if self.is_upward { rows.saturating_sub(row).saturating_sub(deep) } else { row };
        Cell { row, col }
    }
}

impl Listing {
    /// The board of the list, in the reading that is a legal board; or that whose cells are counted from
    /// `first`, legal or not.
    pub(crate) fn setup(
        &self,
        first: Option<i64>,
        warnings: &mut Vec<TextWarning>,
    ) -> Result<TitledSetup, TextError> {
        if let Some(first) = first {
            return self.read(ListReading { first, ..ListReading::default() });
        }
        let (all, has_words) = (ListReading::all(self.axes), self.axes == ListAxes::Words);
        let (usual, others) = all.split_at(if has_words { 1 } else { 2 });
        let mut found = self.legal(usual);
        if found.is_empty() {
            found = self.legal(others);
        } else if has_words {
            return Ok(found.remove(0).0);
        }
        match &found[..] {
            [] => self.read(usual[0]),
            [(_, reading)] => {
                let message = format!("read with {reading}: else it is no legal board");
                warnings.push(TextWarning::new(message, self.line));
                Ok(found.remove(0).0)
            }
            _ => {
                let names: Vec<String> =
                    found.iter().map(|(_, reading)| format!("with {reading}")).collect();
                let message = if has_words {
                    "expected cells counted from 0, found a board that is legal only"
                } else {
                    "expected axes in words such as h and v, found 0 and 1 in a board that is legal"
                };
                Err(self.error(format!("{message} {}", names.join(" or "))))
            }
        }
    }

    /// The different legal boards in these readings.
    fn legal(&self, readings: &[ListReading]) -> Vec<(TitledSetup, ListReading)> {
        let mut found: Vec<(TitledSetup, ListReading)> = Vec::new();
        for &reading in readings {
            if (reading.is_upward && !self.has_y) || (reading.is_swapped && !self.has_pairs) {
                continue;
            }
            if let Ok(board) = self.read(reading)
                && is_legal(&board)
                && !found.iter().any(|(other, _)| *other == board)
            {
                found.push((board, reading));
            }
        }
        found
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(message, self.line)
    }

    fn read(&self, reading: ListReading) -> Result<TitledSetup, TextError> {
        let (barriers, bars): (Vec<&ListEntry>, Vec<&ListEntry>) =
            self.entries.iter().partition(|entry| entry.is_wall);
        if let Some(short) = barriers.iter().find(|wall| wall.length < 1) {
            let found = short.length;
            return Err(
                self.error(format!("expected a wall of at least 1 cell, found one of {found}"))
            );
        }
        let cells = self.walls.iter().copied();
        let cells = cells.chain(barriers.iter().flat_map(|wall| cells_of(wall)));
        let mut walls: Vec<Cell> = cells.map(|cell| reading.place(cell, self.rows, 1)).collect();
        walls.sort_unstable();
        let target = self.find_target(&bars, reading)?;
        let mut own_label = own_labels(target);
        let vehicle = |(index, entry): (usize, &&ListEntry)| {
            let label = entry.label.clone().unwrap_or_else(|| own_label(index));
            let axis = self.axis_of(entry, reading);
            let deep = if axis == Axis::Vertical { entry.length } else { 1 };
            let cell = reading.place(entry.cell, self.rows, deep);
            (label, Shape::Bar { axis, cell, length: entry.length })
        };
        let vehicles: Vec<(String, Shape)> = bars.iter().enumerate().map(vehicle).collect();
        let (label, shape) = &vehicles[target];
        let exit = self.exit_of(shape, reading)?;
        let (target, title) = (label.clone(), self.title.clone());
        let setup = Setup { rows: self.rows, cols: self.cols, exit, walls, vehicles, target };
        Ok(TitledSetup { setup, title })
    }

    /// The axis of a vehicle in a reading.
    fn axis_of(&self, entry: &ListEntry, reading: ListReading) -> Axis {
        let turns = (self.are_cells && reading.is_swapped) ^ (reading.horizontal == Some(1));
        match entry.axis {
            Axis::Horizontal if turns => Axis::Vertical,
            Axis::Vertical if turns => Axis::Horizontal,
            axis => axis,
        }
    }

    /// The exit of a target whose cells are those of the usual reading.
    pub(super) fn usual_exit_of(&self, target: &Shape) -> Result<Option<Exit>, TextError> {
        self.exit_of(target, ListReading::default())
    }

    /// The exit; one that is a cell is the first or last of the target's line, or beyond it.
    fn exit_of(&self, target: &Shape, reading: ListReading) -> Result<Option<Exit>, TextError> {
        let Exit { side: own, line } = target.own_exit();
        let cell = match (self.exit, self.exit_line) {
            (Some(WayOut::Exit(exit)), _) => return Ok(Some(exit)),
            (exit, Some(written)) => {
                let side = if let Some(WayOut::Side(side)) = exit { side } else { own };
                let line = written.saturating_sub(reading.first);
                return Ok(Some(Exit { side, line }));
            }
            (None, None) => return Ok(None),
            (Some(WayOut::Side(side)), None) => return Ok(Some(Exit { side, line })),
            (Some(WayOut::Number(number)), None)
                if number.saturating_sub(reading.first) == line =>
            {
                return Ok(Some(Exit { side: own, line }));
            }
            (Some(WayOut::Number(number)), None) => {
                cell_of(number, self.cols).map_err(|message| self.error(message))?
            }
            (Some(WayOut::Cell(cell)), None) => cell,
        };
        let cell = reading.place(cell, self.rows, 1);
        let is_across = own.axis() == Axis::Horizontal;
        let (at, line, count) = if is_across {
            (cell.col, cell.row, self.cols)
        } else {
            (cell.row, cell.col, self.rows)
        };
        if ![-1, 0, count.saturating_sub(1), count].contains(&at) {
            let message = "expected an exit at the edge of the board, found one at";
            return Err(self.error(format!("{message} {cell}")));
        }
        let sides = if is_across { [Side::Left, Side::Right] } else { [Side::Top, Side::Bottom] };
        let is_last = at.saturating_mul(2) >= count;
        Ok(Some(Exit { side: sides[usize::from(is_last)], line }))
    }

    /// The index of the target; an error where the list does not show it.
    fn find_target(&self, bars: &[&ListEntry], reading: ListReading) -> Result<usize, TextError> {
        let axis = match self.exit {
            Some(WayOut::Side(side) | WayOut::Exit(Exit { side, .. })) => Some(side.axis()),
            _ => None,
        };
        let labels: Labels<'_> = bars.iter().filter_map(|entry| entry.label.as_deref()).collect();
        let mut known = candidates(&[vec![Cow::Borrowed("")]], &labels, None);
        if known.is_empty() {
            known = labels.into_iter().filter(|label| label.eq_ignore_ascii_case("red")).collect();
        }
        let rules: [&dyn Fn(&ListEntry) -> bool; 5] = [
            &|entry| entry.is_target,
            &|entry| entry.label.is_some() && entry.label == self.target,
            &|entry| entry.is_red,
            &|entry| entry.label.as_deref().is_some_and(|label| known.contains(&label)),
            &|entry| Some(self.axis_of(entry, reading)) == axis,
        ];
        for (number, rule) in rules.iter().enumerate() {
            let found: Vec<usize> = (0..bars.len()).filter(|&index| rule(bars[index])).collect();
            if let [index] = found[..] {
                self.require_named(bars[index])?;
                return Ok(index);
            }
            if !found.is_empty() && number + 1 < rules.len() {
                let count = found.len();
                let several = several_leave(count);
                return Err(self.error(format!("expected one target, found {count}{several}")));
            }
            if let (1, Some(target)) = (number, &self.target) {
                let message = format!("expected a vehicle labelled {target}, found none");
                return Err(self.error(message));
            }
        }
        let message =
            "expected a vehicle that is marked as the target, such as isTarget or the label X";
        Err(self.error(format!("{message}, found none")))
    }

    /// Refuse a target other than the one that the board names.
    fn require_named(&self, target: &ListEntry) -> Result<(), TextError> {
        match &self.target {
            Some(named) if target.label.as_ref() != Some(named) => {
                let marked = target.label.as_deref().filter(|label| !label.is_empty());
                let marked = marked.unwrap_or("another vehicle");
                let found = format!("{named} named and {marked} marked");
                Err(self.error(format!("expected one target, found {found}")))
            }
            _ => Ok(()),
        }
    }
}

/// The label of each vehicle by its index where a text has none: A for the target, B, C, ... for the others.
pub(super) fn own_labels(target: usize) -> impl FnMut(usize) -> String {
    let letters = ('B'..='Z').map(String::from);
    let mut letters = letters.chain((1..).map(|number| format!("V{number}")));
    move |index| {
        if index == target { "A".to_owned() } else { letters.next().expect("no last one") }
    }
}

fn is_legal(found: &TitledSetup) -> bool {
    Puzzle::new(&found.setup).is_ok()
}

/// The cell with a number on a board with so many columns: row * columns + column.
pub(super) fn cell_of(number: i64, cols: i64) -> Result<Cell, String> {
    if cols < 1 {
        return Err(format!("expected a board of at least one column, found {cols}"));
    }
    Ok(Cell { row: number.div_euclid(cols), col: number.rem_euclid(cols) })
}

/// The cells of a wall.
fn cells_of(wall: &ListEntry) -> impl Iterator<Item = Cell> {
    let (Cell { row, col }, axis) = (wall.cell, wall.axis);
    (0..wall.length.min(LONGEST_WALL)).map(move |step| match axis {
        Axis::Horizontal => Cell { row, col: col.saturating_add(step) },
        Axis::Vertical => Cell { row: row.saturating_add(step), col },
    })
}
