//! Puzzles: a board and one of its states, shared and immutable.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::convert::{
    Number, PyCell, PyShape, axis_name, cell, exit, metric_and_goal, moves, named, shape,
};
use crate::board::{Goal, Move, Reason, Setup, Vehicle, canonical_image, cell_at};
use crate::state::{Position, Puzzle, State, StateSpace};

pyo3::import_exception!(rushhour.errors, InvalidBoardError);

/// A valid board with the positions of its vehicles.
#[pyclass(frozen, name = "Puzzle", module = "rushhour._core")]
#[derive(Clone)]
pub(super) struct CorePuzzle(pub(super) Puzzle);

#[pymethods]
impl CorePuzzle {
    /// Check a setup; `vehicles` holds `(label, (axis, row, col, length))` or `(label, [cell, ...])`.
    #[new]
    #[pyo3(signature = (rows, cols, vehicles, target, exit, walls, driven_out))]
    fn new(
        rows: Number,
        cols: Number,
        vehicles: Vec<(String, PyShape)>,
        target: String,
        exit: Option<(String, Number)>,
        walls: Vec<PyCell>,
        driven_out: bool,
    ) -> PyResult<CorePuzzle> {
        let vehicle = |(label, body)| Ok((label, shape(body)?));
        let setup = Setup {
            rows: rows.0,
            cols: cols.0,
            exit: exit.map(self::exit).transpose()?,
            walls: walls.into_iter().map(cell).collect(),
            vehicles: vehicles.into_iter().map(vehicle).collect::<PyResult<_>>()?,
            target,
        };
        let check = if driven_out { Puzzle::driven_out } else { Puzzle::new };
        let puzzle = check(&setup).map_err(|invalid| {
            let reasons: Vec<String> = invalid.0.iter().map(Reason::to_string).collect();
            InvalidBoardError::new_err((reasons,))
        })?;
        Ok(CorePuzzle(puzzle))
    }

    /// A plain board string; None for any other text, invalid boards included.
    #[staticmethod]
    fn of_board_string(text: &Bound<'_, PyString>) -> Option<CorePuzzle> {
        // Lone surrogates are no UTF-8, so they are no board either.
        text.to_str().ok()?.parse().ok().map(CorePuzzle)
    }

    #[getter]
    fn rows(&self) -> u8 {
        self.0.board().rows()
    }

    #[getter]
    fn cols(&self) -> u8 {
        self.0.board().cols()
    }

    /// `(side, line)`.
    #[getter]
    fn exit(&self) -> (&'static str, i64) {
        (self.0.board().exit().side.name(), self.0.board().exit().line)
    }

    /// `(row, col)` of each wall, sorted.
    #[getter]
    fn walls(&self) -> Vec<(i64, i64)> {
        self.0.board().walls().iter().map(|cell| (cell.row, cell.col)).collect()
    }

    /// The index of the target.
    #[getter]
    fn target(&self) -> usize {
        self.0.board().target()
    }

    /// `(label, axis, row, col, length)` of each vehicle.
    #[getter]
    fn vehicles(&self) -> Vec<(String, &'static str, i64, i64, u8)> {
        let placed = self.0.board().vehicles().iter().zip(self.0.state().offsets());
        let row = |(vehicle, &offset): (&Vehicle, &i8)| {
            let cell = cell_at(vehicle.axis, i64::from(vehicle.line), i64::from(offset));
            (vehicle.label.clone(), axis_name(vehicle.axis), cell.row, cell.col, vehicle.length)
        };
        placed.map(row).collect()
    }

    /// `(vehicle, cells)` of each legal move in the defined order.
    fn moves(&self, metric: &str, goal: &str) -> PyResult<Vec<(u8, i8)>> {
        let (metric, goal) = metric_and_goal(metric, goal)?;
        Ok(moves(&self.0.moves(metric, goal)))
    }

    /// How many cells a vehicle can move back and forth.
    fn free(&self, vehicle: usize, goal: &str) -> PyResult<(u8, u8)> {
        let goal = named("goal", &Goal::NAMES, goal)?;
        Ok(Position::new(&self.0.space(goal)).free(vehicle))
    }

    /// Whether the puzzle counts as solved.
    fn is_goal(&self, goal: &str) -> PyResult<bool> {
        Ok(self.0.is_solved(named("goal", &Goal::NAMES, goal)?))
    }

    /// The canonical image, which all symmetric puzzles share, and the symmetry that leads to it.
    fn canonical<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, u8) {
        let (image, symmetry) = canonical_image(&self.0);
        (PyBytes::new(py, &image), symmetry)
    }

    /// An image by its number: 1 mirrors the order of the rows, 2 that of the columns, 4 exchanges
    /// rows and columns afterwards.
    fn image(&self, number: u8) -> CorePuzzle {
        CorePuzzle(self.0.image(number))
    }

    /// The reflection that leaves the exit on its side.
    fn mirrored(&self) -> CorePuzzle {
        CorePuzzle(self.0.mirrored())
    }

    /// The puzzle with its vehicles at these offsets.
    fn at(&self, offsets: Vec<i8>) -> PyResult<CorePuzzle> {
        let puzzle = self.0.with_state(State::new(offsets.into())).map(CorePuzzle);
        puzzle.ok_or_else(|| PyValueError::new_err("expected the offsets of a state"))
    }

    /// The puzzle after a move, None if it is illegal.
    fn apply(&self, vehicle: u8, cells: i8) -> Option<CorePuzzle> {
        self.0.apply(Move { vehicle: vehicle.into(), cells }).map(CorePuzzle)
    }
}

impl CorePuzzle {
    /// The puzzle that is the start of a state space.
    pub(super) fn start_of(space: &StateSpace<'_>) -> CorePuzzle {
        CorePuzzle(Puzzle::of(space.board().clone(), Position::new(space).state()))
    }
}
