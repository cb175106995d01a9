//! A board and a state of it, shared and immutable.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{Number, PyCell, PyShape, axis_name, cell, exit, named, shape};
use crate::Board;
use crate::Goal;
use crate::Metric;
use crate::Move;
use crate::Position;
use crate::Reason;
use crate::Setup;
use crate::State;
use crate::StateSpace;
use crate::batch::query::Placed;
use crate::board::cell_at;

pyo3::import_exception!(rushhour.model.errors, InvalidBoardError);

/// A checked board with the places of its vehicles.
#[pyclass(frozen, name = "Puzzle", module = "rushhour._core")]
#[derive(Clone)]
pub(super) struct CorePuzzle {
    pub(super) board: Arc<Board>,
    pub(super) state: State,
}

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
        let check = if driven_out { Board::driven_out } else { Board::new };
        let (board, state) = check(&setup).map_err(|invalid| {
            let reasons: Vec<String> = invalid.0.iter().map(Reason::to_string).collect();
            InvalidBoardError::new_err((reasons,))
        })?;
        Ok(CorePuzzle { board: Arc::new(board), state })
    }

    /// A plain board string; None for any other text, invalid boards included.
    #[staticmethod]
    fn of_board_string(text: &str) -> Option<CorePuzzle> {
        let (board, state) = read_plain(text)?;
        Some(CorePuzzle { board, state })
    }

    #[getter]
    fn rows(&self) -> u8 {
        self.board.rows()
    }

    #[getter]
    fn cols(&self) -> u8 {
        self.board.cols()
    }

    /// `(side, line)`.
    #[getter]
    fn exit(&self) -> (&'static str, i64) {
        (self.board.exit().side.name(), self.board.exit().line)
    }

    /// `(row, col)` of each wall, sorted.
    #[getter]
    fn walls(&self) -> Vec<(i64, i64)> {
        self.board.walls().iter().map(|cell| (cell.row, cell.col)).collect()
    }

    /// The index of the target.
    #[getter]
    fn target(&self) -> usize {
        self.board.target()
    }

    /// `(label, axis, row, col, length)` of each vehicle.
    #[getter]
    fn vehicles(&self) -> Vec<(String, &'static str, i64, i64, u8)> {
        let placed = self.board.vehicles().iter().zip(self.state.offsets());
        let row = |(vehicle, &offset): (&crate::Vehicle, &i8)| {
            let cell = cell_at(vehicle.axis, i64::from(vehicle.line), i64::from(offset));
            (vehicle.label.clone(), axis_name(vehicle.axis), cell.row, cell.col, vehicle.length)
        };
        placed.map(row).collect()
    }

    /// `(vehicle, cells)` of each legal move in the defined order.
    fn moves(&self, metric: &str, goal: &str) -> PyResult<Vec<(u8, i8)>> {
        let metric = named("metric", &Metric::NAMES, metric)?;
        let space = self.space(goal)?;
        let mut moves = Vec::new();
        Position::new(&space)
            .for_each_move(metric, |step| moves.push((step.vehicle.into(), step.cells)));
        Ok(moves)
    }

    /// How many cells a vehicle can go back and forth.
    fn free(&self, vehicle: usize, goal: &str) -> PyResult<(u8, u8)> {
        Ok(Position::new(&self.space(goal)?).free(vehicle))
    }

    /// Whether the puzzle counts as solved.
    fn is_goal(&self, goal: &str) -> PyResult<bool> {
        Ok(Position::new(&self.space(goal)?).is_goal())
    }

    /// The picture that all symmetric images share, and which symmetry leads there.
    fn canonical<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, u8) {
        let (picture, way) = crate::canonical(&self.board, &self.state);
        (PyBytes::new(py, &picture), way)
    }

    /// The puzzle with its vehicles at these offsets, as a search or a check has found them.
    fn at(&self, offsets: Vec<i8>) -> PyResult<CorePuzzle> {
        let state = State::new(offsets.into());
        let space = StateSpace::new(&self.board, &self.state, Goal::Off);
        if space.holds(&state) {
            return Ok(CorePuzzle { board: Arc::clone(&self.board), state });
        }
        Err(PyValueError::new_err("expected the offsets of a state"))
    }

    /// The puzzle after a move, None if it is illegal.
    fn apply(&self, vehicle: u8, cells: i8) -> Option<CorePuzzle> {
        let state =
            crate::apply(&self.board, &self.state, Move { vehicle: vehicle.into(), cells })?;
        Some(CorePuzzle { board: Arc::clone(&self.board), state })
    }
}

impl CorePuzzle {
    /// The board of a space, in the state from which the space was made.
    pub(super) fn start_of(space: &StateSpace<'_>) -> CorePuzzle {
        let state = Position::new(space).state();
        CorePuzzle { board: Arc::new(space.board().clone()), state }
    }

    fn space(&self, goal: &str) -> PyResult<StateSpace<'_>> {
        Ok(StateSpace::new(&self.board, &self.state, named("goal", &Goal::NAMES, goal)?))
    }
}

/// The board of a plain board string.
pub(super) fn read_plain(text: &str) -> Option<Placed> {
    let (board, state) = Board::new(&crate::read_board(text)?).ok()?;
    Some((Arc::new(board), state))
}
