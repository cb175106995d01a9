//! Explanations of shortest solutions.

use pyo3::prelude::*;

use super::puzzle::CorePuzzle;
use crate::analysis::hints::{Link, chain, reason, runs};
use crate::board::Move;

/// `(blocked, blocker, (row, col), cells, forced)`, with the indices of vehicles.
type PyLink = (usize, usize, (i64, i64), i64, bool);

/// Why a shortest solution, as `(vehicle, cells)` of each move, begins as it does: a reason in words,
/// with these names of the vehicles, and the chain of blockers from the target to the first move.
#[pyfunction]
pub(super) fn explain(
    puzzle: &CorePuzzle,
    moves: Vec<(u8, i8)>,
    names: Vec<String>,
) -> (String, Vec<PyLink>) {
    let step = |(vehicle, cells): (u8, i8)| Move { vehicle: vehicle.into(), cells };
    let runs = runs(&moves.into_iter().map(step).collect::<Vec<_>>());
    let links = chain(&puzzle.0, &runs);
    let reason = reason(&puzzle.0, &runs, &links, &names);
    let row = |Link { blocked, blocker, cell, cells, is_forced }| {
        (blocked, blocker, (cell.row, cell.col), cells, is_forced)
    };
    (reason, links.into_iter().map(row).collect())
}
