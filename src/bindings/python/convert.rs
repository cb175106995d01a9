//! Conversions between Python's names and the crate's values.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::board::{Axis, Cell, Exit, Goal, Metric, Move, Shape, Side};

pyo3::import_exception!(rushhour.model.errors, UnknownNameError);

/// The value of a name; `UnknownNameError` with all names if there is none.
pub(super) fn named<T: Copy>(kind: &str, names: &[(&'static str, T)], name: &str) -> PyResult<T> {
    let found = names.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let known: Vec<&'static str> = names.iter().map(|&(known, _)| known).collect();
        UnknownNameError::new_err((kind.to_owned(), name.to_owned(), known))
    })
}

pub(super) fn metric_and_goal(metric: &str, goal: &str) -> PyResult<(Metric, Goal)> {
    Ok((named("metric", &Metric::NAMES, metric)?, named("goal", &Goal::NAMES, goal)?))
}

/// An integer of any size, clamped to 64 bits: the check of the board rejects it as too large.
pub(super) struct Number(pub(super) i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Number> {
        match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Number(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            number => number.map(Number),
        }
    }
}

/// `(vehicle, cells)` of each move.
pub(super) fn moves(moves: &[Move]) -> Vec<(u8, i8)> {
    moves.iter().map(|step| (step.vehicle.into(), step.cells)).collect()
}

/// `(row, column)`.
pub(super) type PyCell = (Number, Number);

pub(super) fn cell((row, col): PyCell) -> Cell {
    Cell { row: row.0, col: col.0 }
}

/// `(side, line)`.
pub(super) fn exit((side, line): (String, Number)) -> PyResult<Exit> {
    let sides = Side::ALL.map(|side| (side.name(), side));
    Ok(Exit { side: named("side", &sides, &side)?, line: line.0 })
}

pub(super) fn axis_name(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "h",
        Axis::Vertical => "v",
    }
}

/// A vehicle as Python gives it: a bar, or cells that form none.
#[derive(FromPyObject)]
pub(super) enum PyShape {
    Bar(String, Number, Number, Number),
    Cells(Vec<PyCell>),
}

pub(super) fn shape(shape: PyShape) -> PyResult<Shape> {
    match shape {
        PyShape::Cells(cells) => Ok(Shape::Cells(cells.into_iter().map(cell).collect())),
        PyShape::Bar(axis, row, col, length) => {
            let names = [("h", Axis::Horizontal), ("v", Axis::Vertical)];
            let axis = named("axis", &names, &axis)?;
            Ok(Shape::Bar { axis, cell: cell((row, col)), length: length.0 })
        }
    }
}
