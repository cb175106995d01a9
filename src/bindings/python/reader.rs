//! Readers of drawn boards.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::convert::{Number, PyShape, axis, axis_name, exit, named, shape};
use crate::board::{Cell, Exit, Setup, Shape, Side, in_a_sentence as label_in_a_sentence};
use crate::reader::declared::Declared;
use crate::reader::drawing::DrawnRows;
use crate::reader::drawn::{self, CellRow};
use crate::reader::line::{TextLine, needs_quotes as has_quotes};
use crate::reader::listing::{self, ListEntry, Listing, Synonyms};
use crate::reader::literal::as_json;
use crate::reader::target::{self, Labels};
use crate::reader::{
    Item, TextError, TextFormat, TitledSetup, board_string, car_list, code, frame, games, grid,
    in_fence, matrix, size,
};

/// The number of a line, its text, and whether a blank line stands before it.
type PyTextLine = (usize, String, bool);
type PyRows = Vec<Vec<String>>;
type PyExit = (String, Number);
/// The message, the line and the column.
type PyTextError = (String, Option<usize>, Option<usize>);
/// Rows, columns, vehicles, the target, the exit, walls and the title.
type PySetup = (
    i64,
    i64,
    Vec<(String, PyBody)>,
    String,
    Option<(&'static str, i64)>,
    Vec<(i64, i64)>,
    Option<String>,
);
/// A setup or an error, warnings, and the lines in which it begins and ends.
type PyItem =
    (Option<PySetup>, Option<PyTextError>, Vec<PyTextError>, Option<usize>, Option<usize>);

/// `(axis, row, col, length)`, or cells that form no bar.
#[derive(IntoPyObject)]
pub(super) enum PyBody {
    Bar(&'static str, i64, i64, i64),
    Cells(Vec<(i64, i64)>),
}

fn lines(lines: Vec<PyTextLine>) -> Vec<TextLine> {
    lines.into_iter().map(|(number, text, parted)| TextLine::new(number, text, parted)).collect()
}

fn cells(rows: &[Vec<String>]) -> Vec<CellRow<'_>> {
    rows.iter().map(|row| row.iter().map(|cell| Cow::Borrowed(cell.as_str())).collect()).collect()
}

fn texts(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn pair(cell: &Cell) -> (i64, i64) {
    (cell.row, cell.col)
}

fn py_error(error: &TextError) -> PyTextError {
    (error.message.clone(), error.line, error.column)
}

fn py_setup(TitledSetup { setup, title }: TitledSetup) -> PySetup {
    let Setup { rows, cols, exit, walls, vehicles, target } = setup;
    let body = |shape| match shape {
        Shape::Bar { axis, cell, length } => {
            PyBody::Bar(axis_name(axis), cell.row, cell.col, length)
        }
        Shape::Cells(cells) => PyBody::Cells(cells.iter().map(pair).collect()),
    };
    let vehicles = vehicles.into_iter().map(|(label, shape)| (label, body(shape))).collect();
    let exit = exit.map(|Exit { side, line }| (side.name(), line));
    (rows, cols, vehicles, target, exit, walls.iter().map(pair).collect(), title)
}

fn py_item(Item { setup, warnings, begin, end }: Item) -> PyItem {
    let error = setup.as_ref().err().map(py_error);
    (setup.ok().map(py_setup), error, warnings.iter().map(py_error).collect(), begin, end)
}

fn lone_item(
    setup: Result<TitledSetup, TextError>,
    warnings: Vec<TextError>,
    begin: Option<usize>,
) -> PyItem {
    py_item(Item { setup, warnings, begin, end: None })
}

/// Whether each line has a board.
#[pyfunction]
pub(super) fn is_board_string(lines: Vec<PyTextLine>) -> bool {
    board_string::matches(&self::lines(lines))
}

/// Whether more lines have a board than have none.
#[pyfunction]
pub(super) fn resembles_board_string(lines: Vec<PyTextLine>) -> bool {
    board_string::resembles(&self::lines(lines))
}

/// The board in a word of a line, or the one that is alone in it.
#[pyfunction]
#[pyo3(signature = (line, word, target))]
pub(super) fn read_board_string(
    line: PyTextLine,
    word: Option<usize>,
    target: Option<&str>,
) -> PyItem {
    let (number, text, parted) = line;
    let line = TextLine::new(number, text, parted);
    let setup = match word {
        Some(word) => board_string::read(&line, word, target),
        None => board_string::lone(&line, target),
    };
    lone_item(setup, Vec::new(), None)
}

/// Whether a text ends like a file name.
#[pyfunction]
pub(super) fn is_file_name(text: &str) -> bool {
    board_string::is_file_name(text)
}

/// Whether a vehicle is within the first three lines.
#[pyfunction]
pub(super) fn is_car_list(lines: Vec<PyTextLine>) -> bool {
    car_list::matches(&self::lines(lines))
}

/// Whether a vehicle is anywhere in the lines.
#[pyfunction]
pub(super) fn resembles_car_list(lines: Vec<PyTextLine>) -> bool {
    car_list::resembles(&self::lines(lines))
}

/// The puzzle of a car list, which begins in a line if that is a title; `sizes` are those that comments above it name.
#[pyfunction]
pub(super) fn read_car_list(lines: Vec<PyTextLine>, sizes: Vec<i64>) -> PyItem {
    let mut lines = self::lines(lines);
    if let Some(first) = lines.first_mut() {
        *first = first.clone().with_sizes(sizes);
    }
    let begin = car_list::begins_with_title(&lines).then(|| lines[0].number);
    lone_item(car_list::read(&lines), Vec::new(), begin)
}

/// Every number that a text names as a size, rows or columns.
#[pyfunction]
pub(super) fn sizes_in(text: &str) -> Vec<i64> {
    size::sizes_in(text)
}

/// Whether lines have a frame, or a sign of an exit at the end of a row of a drawing.
#[pyfunction]
pub(super) fn is_frame(lines: Vec<PyTextLine>) -> bool {
    frame::matches(&self::lines(lines))
}

/// The boards that are drawn with their exits; `needs_exit` refuses one without an exit.
#[pyfunction]
#[pyo3(signature = (lines, target, needs_exit))]
pub(super) fn read_frames(
    lines: Vec<PyTextLine>,
    target: Option<&str>,
    needs_exit: bool,
) -> Vec<PyItem> {
    frame::read(&self::lines(lines), target, needs_exit).into_iter().map(py_item).collect()
}

/// Whether lines are several rows of one width.
#[pyfunction]
pub(super) fn is_grid(lines: Vec<PyTextLine>) -> bool {
    grid::matches(&self::lines(lines))
}

/// Whether lines are uneven rows, more than half of which have one width and empty cells.
#[pyfunction]
pub(super) fn resembles_grid(lines: Vec<PyTextLine>) -> bool {
    grid::resembles(&self::lines(lines))
}

/// The boards that are drawn in rows.
#[pyfunction]
#[pyo3(signature = (lines, target))]
pub(super) fn read_grids(lines: Vec<PyTextLine>, target: Option<&str>) -> Vec<PyItem> {
    grid::read(&self::lines(lines), target).into_iter().map(py_item).collect()
}

/// Whether a text has rows of cells in a program, or the string of a board.
#[pyfunction]
pub(super) fn is_code(text: &str) -> bool {
    code::matches(text)
}

/// Whether a text has several rows of cells in a program.
#[pyfunction]
pub(super) fn resembles_code(text: &str) -> bool {
    code::resembles(text)
}

/// The boards of rows in a program.
#[pyfunction]
#[pyo3(signature = (text, target))]
pub(super) fn read_code(text: &str, target: Option<&str>) -> Vec<PyItem> {
    code::read(text, target).into_iter().map(py_item).collect()
}

/// The format with a name.
fn format(name: &str) -> PyResult<TextFormat> {
    named("format", &TextFormat::NAMES, name)
}

/// Whether a text that begins like this can be in a format in JSON.
#[pyfunction]
pub(super) fn is_json(format: &str, opening: &str) -> PyResult<bool> {
    let reader = self::format(format)?.json_reader();
    Ok(reader.is_some_and(|reader| (reader.matches)(&as_json(opening))))
}

/// Whether a format in JSON should explain the errors of a text that begins like this.
#[pyfunction]
pub(super) fn resembles_json(format: &str, opening: &str) -> PyResult<bool> {
    let reader = self::format(format)?.json_reader();
    Ok(reader.is_some_and(|reader| (reader.resembles)(&as_json(opening))))
}

/// Whether each line of a text that begins like this is a document of a format in JSON.
#[pyfunction]
pub(super) fn are_json_lines(format: &str, opening: &str) -> PyResult<bool> {
    let reader = self::format(format)?.json_reader();
    Ok(reader.is_some_and(|reader| reader.are_lines(opening)))
}

/// The puzzles of a text in a format in JSON, or those of a line by its number.
#[pyfunction]
#[pyo3(signature = (format, text, line, target))]
pub(super) fn read_json(
    format: &str,
    text: &str,
    line: Option<usize>,
    target: Option<&str>,
) -> PyResult<Vec<PyItem>> {
    let reader = self::format(format)?.json_reader();
    let items = reader.map(|reader| reader.read(text, line, target)).unwrap_or_default();
    Ok(items.into_iter().map(py_item).collect())
}

/// `(row, col, axis, length, label, is_target, is_wall, is_red)`.
type PyEntry = (Number, Number, String, Number, Option<String>, bool, bool, bool);

/// The board of a list of vehicles, in the reading that is legal or, with `first`, counted from there.
#[pyfunction]
#[pyo3(signature = (entries, size, target, *, has_pairs, are_cells, has_y, line, first))]
#[expect(clippy::too_many_arguments, reason = "the fields of a list")]
pub(super) fn read_listing(
    entries: Vec<PyEntry>,
    size: (Number, Number),
    target: Option<String>,
    has_pairs: bool,
    are_cells: bool,
    has_y: bool,
    line: Option<usize>,
    first: Option<i64>,
) -> PyResult<PyItem> {
    let entry = |(row, col, name, length, label, is_target, is_wall, is_red): PyEntry| {
        let (cell, axis) = (Cell { row: row.0, col: col.0 }, axis(&name)?);
        Ok(ListEntry { cell, axis, length: length.0, label, is_target, is_wall, is_red })
    };
    let entries = entries.into_iter().map(entry).collect::<PyResult<_>>()?;
    let (rows, cols) = (size.0.0, size.1.0);
    let list = Listing {
        entries,
        rows,
        cols,
        target,
        has_pairs,
        are_cells,
        has_y,
        line,
        ..Listing::default()
    };
    let mut warnings = Vec::new();
    let setup = list.setup(first, &mut warnings);
    Ok(lone_item(setup, warnings, None))
}

/// The field of a vehicle that a word means.
#[pyfunction]
pub(super) fn vehicle_field(word: &str) -> Option<&'static str> {
    listing::field_of(word, listing::FIELDS)
}

/// The axis that a word means.
#[pyfunction]
pub(super) fn axis_of(word: &str) -> Option<&'static str> {
    listing::axis_of(word).map(axis_name)
}

/// Whether a word is a red color.
#[pyfunction]
pub(super) fn is_red(word: &str) -> bool {
    listing::is_red(word)
}

/// The fields of a vehicle and of a board, each with the words that mean it.
#[pyfunction]
pub(super) fn list_words() -> (Vec<PyWords>, Vec<PyWords>) {
    let table =
        |table: &Synonyms| table.iter().map(|(name, words)| (*name, words.to_vec())).collect();
    (table(listing::FIELDS), table(listing::BOARD))
}

type PyWords = (&'static str, Vec<&'static str>);

/// The board that rows of numbers show.
#[pyfunction]
#[pyo3(signature = (rows, target))]
pub(super) fn read_matrix(rows: PyRows, target: Option<&str>) -> PyItem {
    lone_item(matrix::board(&cells(&rows), target, None), Vec::new(), None)
}

/// The board that rows of cells show; `own` is the format's label of the target, `line` the place of errors.
#[pyfunction]
#[pyo3(signature = (rows, target, own, line))]
pub(super) fn read_drawing(
    rows: PyRows,
    target: Option<&str>,
    own: Option<&str>,
    line: Option<usize>,
) -> PyItem {
    let (rows, mut warnings) = (cells(&rows), Vec::new());
    let drawing = DrawnRows { rows: &rows, target, own, line, ..DrawnRows::default() };
    let setup = drawing.read(&mut warnings);
    lone_item(setup, warnings, None)
}

/// The side and the line of the exit, rows and columns, the marks of empty cells and of walls, the target.
pub(super) type PyDeclared = (
    Option<(String, Option<Number>)>,
    Option<(usize, usize)>,
    Option<String>,
    Option<String>,
    Option<String>,
);

pub(super) fn declared(found: PyDeclared) -> PyResult<Declared> {
    let (exit, size, empty, wall, target) = found;
    let sides = Side::ALL.map(|side| (side.name(), side));
    let way_out = |(side, line): (String, Option<Number>)| {
        Ok::<_, PyErr>((named("side", &sides, &side)?, line.map(|line| line.0)))
    };
    Ok(Declared { exit: exit.map(way_out).transpose()?, size, empty, wall, target })
}

/// The boards that are drawn with declared marks or a declared size.
#[pyfunction]
pub(super) fn read_declared(lines: Vec<PyTextLine>, declared: PyDeclared) -> PyResult<Vec<PyItem>> {
    let declared = self::declared(declared)?;
    Ok(declared.read(&self::lines(lines)).into_iter().map(py_item).collect())
}

/// The side and the line of a declared exit; without a line it is in that of the target, if there is one.
#[pyfunction]
pub(super) fn declared_exit(
    declared: PyDeclared,
    target: Option<PyShape>,
) -> PyResult<Option<(&'static str, i64)>> {
    let target = target.map(shape).transpose()?;
    let exit = self::declared(declared)?.exit_of(target.as_ref());
    Ok(exit.map(|Exit { side, line }| (side.name(), line)))
}

/// The setup of a picture with these marks of empty cells and walls.
#[pyfunction]
#[pyo3(signature = (rows, target, empty, walls, exit))]
pub(super) fn setup_of_picture(
    rows: PyRows,
    target: &str,
    empty: Vec<String>,
    walls: Vec<String>,
    exit: Option<PyExit>,
) -> PyResult<PySetup> {
    let exit = exit.map(self::exit).transpose()?;
    let setup = drawn::setup(&cells(&rows), target, &texts(&empty), &texts(&walls), exit);
    Ok(py_setup(TitledSetup { setup, title: None }))
}

/// Whether the cells with a label form a vehicle.
#[pyfunction]
pub(super) fn is_bar(rows: PyRows, label: &str) -> bool {
    drawn::is_bar(&cells(&rows), label)
}

/// The labels that could be the target's, the likeliest first.
#[pyfunction]
#[pyo3(signature = (rows, labels, own))]
pub(super) fn candidates(rows: PyRows, labels: Vec<String>, own: Option<&str>) -> Vec<String> {
    let labels: Labels<'_> = labels.iter().map(String::as_str).collect();
    target::candidates(&cells(&rows), &labels, own).into_iter().map(String::from).collect()
}

/// The only candidate, or an error.
#[pyfunction]
#[pyo3(signature = (rows, labels, own, line))]
pub(super) fn target_of(
    rows: PyRows,
    labels: Vec<String>,
    own: Option<&str>,
    line: Option<usize>,
) -> (Option<String>, Option<PyTextError>) {
    let labels: Labels<'_> = labels.iter().map(String::as_str).collect();
    match target::target_of(&cells(&rows), &labels, own, line) {
        Ok(target) => (Some(target.to_owned()), None),
        Err(error) => (None, Some(py_error(&error))),
    }
}

/// The labels, and signs, of the bars that lie in the line of an exit.
#[pyfunction]
pub(super) fn pointing_at(rows: PyRows, way_out: PyExit) -> PyResult<Vec<String>> {
    let (rows, exit) = (cells(&rows), exit(way_out)?);
    Ok(target::pointing_at(&rows, exit).into_iter().map(String::from).collect())
}

/// The message for a row, by its index, that is not as wide as the first.
#[pyfunction]
pub(super) fn uneven(expected: usize, index: usize, row: &str, found: usize) -> String {
    drawn::uneven(expected, index, row, found)
}

/// The mark of empty cells, or the games other than this one, that a board of vehicles with faults looks like.
#[pyfunction]
pub(super) fn other_games(vehicles: Vec<(String, PyShape)>) -> PyResult<Vec<String>> {
    let shaped = |(label, body)| Ok((label, shape(body)?));
    Ok(games::others(&vehicles.into_iter().map(shaped).collect::<PyResult<Vec<_>>>()?))
}

/// The first and the last line, from 1, of a document or a program in the only fence of a text of sentences.
#[pyfunction]
#[pyo3(name = "in_fence")]
pub(super) fn lines_in_fence(lines: Vec<String>) -> Option<(usize, usize)> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    in_fence(&lines).map(|inner| (inner.start + 1, inner.end))
}

/// A label beside numbers of cells: `B`, but `vehicle 7`.
#[pyfunction]
pub(super) fn in_a_sentence(label: &str) -> String {
    label_in_a_sentence(label)
}

/// Whether a solution has a label in quotes.
#[pyfunction]
pub(super) fn needs_quotes(label: &Bound<'_, PyString>) -> bool {
    label.to_str().map_or(true, has_quotes) // with a lone surrogate
}
