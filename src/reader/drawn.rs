//! Rows of cells, and the vehicles and walls that they show.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::line::{is_blank, quoted, trimmed, width};
use crate::board::{Axis, Cell, Exit, MAX_SIDE, Setup, Shape};

/// What stands in a cell: a sign or, in some drawings, a label of several characters.
pub(crate) type Sign<'a> = Cow<'a, str>;
/// The cells of a row.
pub(crate) type CellRow<'a> = Vec<Sign<'a>>;
/// The cells of each label in the order of reading.
type SignCells<'a> = BTreeMap<&'a str, Vec<Cell>>;

/// The longest side of a board.
#[expect(clippy::cast_possible_truncation, reason = "a small number")]
pub(super) const LARGEST: usize = MAX_SIDE as usize;
/// The sign of a cell that is blank.
pub(super) const BLANK: &str = " ";

/// The setup of a picture. The target comes first, the others in the order of their labels.
pub(crate) fn setup(
    rows: &[CellRow<'_>],
    target: &str,
    empty: &[&str],
    walls: &[&str],
    exit: Option<Exit>,
) -> Setup {
    let side = |cells: usize| i64::try_from(cells).unwrap_or(i64::MAX);
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    let mut setup = Setup {
        rows: side(height),
        cols: side(width),
        exit,
        walls: Vec::new(),
        vehicles: Vec::new(),
        target: target.to_owned(),
    };
    if height.max(width) > LARGEST {
        return setup; // not a board, whatever the picture shows
    }
    let mut places = places(rows);
    places.retain(|label, _| !empty.contains(label) && !walls.contains(label));
    let is_wall = |&(_, label): &(Cell, &str)| walls.contains(&label) && !empty.contains(&label);
    setup.walls = cells(rows).filter(is_wall).map(|(cell, _)| cell).collect();
    let mut vehicles: Vec<(&str, Vec<Cell>)> = places.into_iter().collect();
    vehicles.sort_unstable_by_key(|&(label, _)| (label != target, self::width(label), label));
    let named = |(label, cells): (&str, Vec<Cell>)| (label.to_owned(), shape(cells));
    setup.vehicles = vehicles.into_iter().map(named).collect();
    setup
}

/// Where each label stands.
fn places<'a>(rows: &'a [CellRow<'_>]) -> SignCells<'a> {
    let mut found = SignCells::new();
    cells(rows).for_each(|(cell, label)| found.entry(label).or_default().push(cell));
    found
}

/// All cells in the order of reading, and what stands there.
fn cells<'a>(rows: &'a [CellRow<'_>]) -> impl Iterator<Item = (Cell, &'a str)> {
    let row = |(row, line): (i64, &'a CellRow<'_>)| {
        (0..).zip(line).map(move |(col, label)| (Cell { row, col }, label.as_ref()))
    };
    (0..).zip(rows).flat_map(row)
}

/// A bar of at least two cells, or cells that form none.
fn shape(cells: Vec<Cell>) -> Shape {
    let (first, length) = (cells[0], cells.len());
    let is_along = |(down, right): (i64, i64)| {
        let at = |step: i64| Cell { row: first.row + step * down, col: first.col + step * right };
        length > 1 && cells.iter().zip(0..).all(|(&cell, step)| cell == at(step))
    };
    let axis = [(Axis::Horizontal, (0, 1)), (Axis::Vertical, (1, 0))];
    match axis.into_iter().find(|&(_, way)| is_along(way)) {
        Some((axis, _)) => {
            Shape::Bar { axis, cell: first, length: i64::try_from(length).unwrap_or(i64::MAX) }
        }
        None => Shape::Cells(cells),
    }
}

/// Whether the cells with a label form a vehicle.
pub(crate) fn is_bar(rows: &[CellRow<'_>], label: &str) -> bool {
    places(rows).remove(label).is_some_and(|cells| matches!(shape(cells), Shape::Bar { .. }))
}

/// Whether the cells of every label but some form a vehicle.
pub(super) fn are_bars(rows: &[CellRow<'_>], others: &[&str]) -> bool {
    let mut bodies = places(rows).into_iter().filter(|(label, _)| !others.contains(label));
    bodies.all(|(_, cells)| matches!(shape(cells), Shape::Bar { .. }))
}

/// Whether several cells have this sign, none beside another.
pub(super) fn are_apart(rows: &[CellRow<'_>], sign: &str) -> bool {
    let has = |row: usize, col: usize| {
        rows.get(row).and_then(|line| line.get(col)).is_some_and(|one| one == sign)
    };
    let mut count = 0;
    for (row, line) in rows.iter().enumerate() {
        for (col, _) in line.iter().enumerate().filter(|(_, one)| *one == sign) {
            if has(row + 1, col) || has(row, col + 1) {
                return false;
            }
            count += 1;
        }
    }
    count > 1
}

/// The cells between the signs that part them: without blanks, or a blank cell.
pub(super) fn parted(text: &str, by: char) -> CellRow<'_> {
    text.split(by).map(cell).collect()
}

/// What stands in a cell, without blanks.
pub(super) fn cell(text: &str) -> Sign<'_> {
    match trimmed(text) {
        "" => Cow::Borrowed(BLANK),
        text if text.contains(is_blank) => Cow::Owned(text.split(is_blank).collect()),
        text => Cow::Borrowed(text),
    }
}

/// A cell for each character of a text.
pub(super) fn signs(text: &str) -> impl Iterator<Item = Sign<'_>> {
    text.char_indices().map(|(at, sign)| Cow::Borrowed(&text[at..at + sign.len_utf8()]))
}

/// The message for a row, by its index, that is not as wide as the first; `found` is its width in cells.
pub(crate) fn uneven(expected: usize, index: usize, row: &str, found: usize) -> String {
    format!("expected {expected} cells in row {}, found {found}: {}", index + 1, quoted(row))
}
