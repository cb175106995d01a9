//! Clusters: queries by puzzle, arrays as bytes.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{moves, named};
use super::puzzle::CorePuzzle;
use super::search::{limits, with_signals};
use crate::{Cluster, Goal, Metric, State, Watch};

/// All states that can be reached from one another, with their distances.
#[pyclass(frozen, name = "Cluster", module = "rushhour._core")]
pub(super) struct CoreCluster(Cluster, CorePuzzle);

/// The cluster of a puzzle, or the limit that came first and the states found before it.
#[pyfunction]
#[pyo3(signature = (puzzle, metric, goal, max_states, max_memory, max_seconds, progress))]
#[expect(clippy::too_many_arguments, reason = "one Python call")]
pub(super) fn explore(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    max_seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<CoreCluster>, Option<&'static str>, usize)> {
    let metric = named("metric", &Metric::NAMES, metric)?;
    let goal = named("goal", &Goal::NAMES, goal)?;
    let limits = limits(max_states, max_memory, max_seconds);
    let begun = with_signals(py, progress, |pulse| {
        crate::explore(&puzzle.board, &puzzle.state, metric, goal, &mut Watch::new(limits, pulse))
    })?;
    match begun {
        Ok(cluster) => {
            let states = cluster.len();
            Ok((Some(CoreCluster(cluster, puzzle.clone())), None, states))
        }
        Err(unfinished) => Ok((None, Some(unfinished.stop.name()), unfinished.states)),
    }
}

#[pymethods]
impl CoreCluster {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The bytes that the states take.
    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// How many states are at distance 0, 1, 2, ...
    #[getter]
    fn histogram(&self) -> Vec<u64> {
        self.0.histogram().to_vec()
    }

    /// The states at the largest distance.
    fn hardest(&self) -> Vec<CorePuzzle> {
        self.0.hardest().iter().map(|state| self.puzzle(state.clone())).collect()
    }

    /// Whether a state of the same board belongs to the cluster.
    fn contains(&self, puzzle: &CorePuzzle) -> bool {
        self.has(puzzle) && self.0.contains(&puzzle.state)
    }

    /// The distance of a state.
    fn distance(&self, puzzle: &CorePuzzle) -> Option<u32> {
        self.has(puzzle).then(|| self.0.distance(&puzzle.state)).flatten()
    }

    /// `(vehicle, cells)` of the moves that lead nearer.
    fn best_moves(&self, puzzle: &CorePuzzle) -> Vec<(u8, i8)> {
        if self.has(puzzle) { moves(&self.0.best_moves(&puzzle.state)) } else { Vec::new() }
    }

    /// One optimal solution.
    fn path(&self, puzzle: &CorePuzzle) -> Option<Vec<(u8, i8)>> {
        let path = self.has(puzzle).then(|| self.0.path(&puzzle.state)).flatten();
        path.map(|path| moves(&path))
    }

    /// The number of optimal solutions.
    fn count_optimal(&self, py: Python<'_>, puzzle: &CorePuzzle) -> BigUint {
        let state = self.has(puzzle).then_some(&puzzle.state);
        py.detach(|| state.map(|state| self.0.count_optimal(state)).unwrap_or_default())
    }

    /// The moves and the other cost of an optimal solution that is best in the other metric.
    fn refined(&self, py: Python<'_>, puzzle: &CorePuzzle) -> Option<(Vec<(u8, i8)>, u32)> {
        let state = self.has(puzzle).then_some(&puzzle.state)?;
        let refined = py.detach(|| self.0.refined(state))?;
        Some((moves(&refined.moves), refined.other_cost))
    }

    /// Offsets (states x vehicles, int8) and distances (int32, -1 without solution), nearest first.
    fn distances<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let (offsets, distances) = py.detach(|| {
            let (mut offsets, mut distances) = (Vec::new(), Vec::new());
            for (state, distance) in self.0.distances() {
                offsets.extend(state.offsets().iter().map(|offset| offset.cast_unsigned()));
                let distance = distance.map_or(-1, u32::cast_signed);
                distances.extend_from_slice(&distance.to_ne_bytes());
            }
            (offsets, distances)
        });
        (PyBytes::new(py, &offsets), PyBytes::new(py, &distances))
    }

    /// `indptr` (int64) and `indices` (int32) of the graph, its rows in the order of `distances`.
    fn graph<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let (starts, neighbours) = py.detach(|| self.0.graph());
        let starts: Vec<u8> = starts.iter().flat_map(|start| start.to_ne_bytes()).collect();
        let neighbours: Vec<u8> = neighbours.iter().flat_map(|row| row.to_ne_bytes()).collect();
        (PyBytes::new(py, &starts), PyBytes::new(py, &neighbours))
    }
}

impl CoreCluster {
    fn has(&self, puzzle: &CorePuzzle) -> bool {
        Arc::ptr_eq(&puzzle.board, &self.1.board) || puzzle.board == self.1.board
    }

    fn puzzle(&self, state: State) -> CorePuzzle {
        CorePuzzle { board: Arc::clone(&self.1.board), state }
    }
}
