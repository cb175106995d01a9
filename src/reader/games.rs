//! Other games: what is not a puzzle of this kind is said to be another one, with what is one here.

use super::line::lone;
use crate::board::{Cell, Shape};

/// What is said of blocks that are two cells wide.
pub(crate) const KLOTSKI: &str =
    "blocks two cells wide are of Klotski, another game; here a vehicle is one cell wide";
const ONE_CELL: &str = "pieces of one cell are of another game; here a vehicle has two cells or more, and what \
                        never moves is a wall, x or #";

/// What is said of several vehicles that leave.
const SEVERAL_LEAVE: &str =
    "puzzles in which several vehicles leave are another game; here one leaves";

/// What is said beside the number of vehicles that are marked as the target.
pub(super) fn several_leave(targets: usize) -> String {
    if targets > 1 { format!("; {SEVERAL_LEAVE}") } else { String::new() }
}

/// What a board of vehicles with faults looks like: a mark of empty cells that is not known, and other games.
pub(crate) fn others(vehicles: &[(String, Shape)]) -> Vec<String> {
    let is_mark = |(label, shape): &&(String, Shape)| {
        let sign = lone(label).filter(|sign| !sign.is_alphanumeric());
        sign.is_some() && matches!(shape, Shape::Cells(_))
    };
    let mark = vehicles.iter().find(is_mark);
    let empty =
        mark.map(|(mark, _)| format!("if {mark} marks empty cells, --empty {mark} says so"));
    let has_block = vehicles.iter().any(|(_, shape)| is_block(shape));
    let has_small = vehicles.iter().filter(|(_, shape)| has_one_cell(shape)).count() > 1;
    let games = [has_block.then_some(KLOTSKI), has_small.then_some(ONE_CELL)];
    empty.into_iter().chain(games.into_iter().flatten().map(str::to_owned)).collect()
}

/// Whether scattered cells fill a rectangle.
fn is_block(shape: &Shape) -> bool {
    let Shape::Cells(cells) = shape else { return false };
    let span = |place: fn(&Cell) -> i64| {
        let (first, last) = (cells.iter().map(place).min(), cells.iter().map(place).max());
        first
            .zip(last)
            .map_or(0, |(first, last)| usize::try_from(last - first + 1).unwrap_or(usize::MAX))
    };
    let (rows, cols) = (span(|cell| cell.row), span(|cell| cell.col));
    rows.min(cols) > 1 && rows.checked_mul(cols) == Some(cells.len())
}

fn has_one_cell(shape: &Shape) -> bool {
    match shape {
        Shape::Bar { length, .. } => *length == 1,
        Shape::Cells(cells) => cells.len() == 1,
    }
}
