//! Other games: what is not a puzzle of this kind is said to be another one, with what is one here.

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

/// The games other than this one that a board of vehicles with faults looks like.
pub(crate) fn others<'a>(
    shapes: impl Iterator<Item = &'a Shape> + Clone,
) -> impl Iterator<Item = &'static str> {
    let has_block = shapes.clone().any(is_block);
    let has_small = shapes.filter(|shape| has_one_cell(shape)).count() > 1;
    has_block.then_some(KLOTSKI).into_iter().chain(has_small.then_some(ONE_CELL))
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
