//! Clusters: queries about puzzles, and arrays as bytes.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{metric_and_goal, moves};
use super::limits::PyLimits;
use super::puzzle::CorePuzzle;
use super::signals::with_signals;
use crate::cluster::{self, Cluster, Graph, Unfinished};
use crate::outcome::{Limits, Stop, Watch};
use crate::state::State;

pyo3::import_exception!(rushhour.model.errors, LimitReachedError);

/// All reachable states with their distances.
#[pyclass(frozen, name = "Cluster", module = "rushhour._core")]
pub(super) struct CoreCluster(pub(super) Arc<Cluster>, CorePuzzle);

/// The cluster of a puzzle; or the limit that was reached, and the number of states found before.
#[pyfunction]
#[pyo3(signature = (puzzle, metric, goal, threads, max_states, max_memory, max_seconds, progress))]
#[expect(clippy::too_many_arguments, reason = "one Python call")]
pub(super) fn explore(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    threads: usize,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    max_seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<CoreCluster>, Option<&'static str>, usize)> {
    let (metric, goal) = metric_and_goal(metric, goal)?;
    let limits = PyLimits(max_states, max_memory, max_seconds).parse();
    let explored = with_signals(py, progress, |pulse| {
        let watch = &mut Watch::new(limits, pulse).with_threads(threads);
        cluster::explore(&puzzle.0, metric, goal, watch)
    })?;
    match explored {
        Ok(cluster) => {
            let states = cluster.len();
            Ok((Some(CoreCluster(Arc::new(cluster), puzzle.clone())), None, states))
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

    /// The engine that found the states.
    #[getter]
    fn engine(&self) -> &'static str {
        self.0.engine().name()
    }

    /// How many states are at distance 0, 1, 2, ...
    #[getter]
    fn histogram(&self) -> Vec<u64> {
        self.0.histogram().to_vec()
    }

    /// The first states at the largest distance; all for None.
    #[pyo3(signature = (most))]
    fn hardest(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Vec<CorePuzzle>> {
        let most = most.unwrap_or(usize::MAX);
        self.scan(py, |cluster, watch| {
            let states = cluster.hardest(watch)?.iter().take(most);
            Ok(states.map(|state| self.puzzle(state.clone())).collect())
        })
    }

    /// Whether a state of the same board belongs to the cluster.
    fn contains(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<bool> {
        self.query(py, puzzle, Cluster::contains)
    }

    /// The distance of a state.
    fn distance(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<Option<u32>> {
        self.query(py, puzzle, Cluster::distance)
    }

    /// `(vehicle, cells)` of the moves to states nearer to the goal.
    fn best_moves(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<Vec<(u8, i8)>> {
        Ok(moves(&self.query(py, puzzle, Cluster::best_moves)?))
    }

    /// One optimal solution.
    fn path(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<Option<Vec<(u8, i8)>>> {
        Ok(self.query(py, puzzle, Cluster::path)?.map(|path| moves(&path)))
    }

    /// A shortest path from one state to another; None if there is none.
    #[pyo3(signature = (start, end, progress))]
    fn walk(
        &self,
        py: Python<'_>,
        start: &CorePuzzle,
        end: &CorePuzzle,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Vec<(u8, i8)>>> {
        if !self.has(start) || !self.has(end) {
            return Ok(None);
        }
        let walked = with_signals(py, progress, |pulse| {
            self.0.walk(start.0.state(), end.0.state(), &mut Watch::new(Limits::default(), pulse))
        })?;
        Ok(walked.map_err(raised)?.map(|path| moves(&path)))
    }

    /// The number of optimal solutions; `LimitReachedError` if a limit is reached.
    fn count_optimal(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        limits: PyLimits,
    ) -> PyResult<BigUint> {
        if !self.has(puzzle) {
            return Ok(BigUint::ZERO);
        }
        self.within(py, limits, |cluster, watch| cluster.count_optimal(puzzle.0.state(), watch))
    }

    /// The moves of an optimal solution that is best in the other metric; `LimitReachedError` if a
    /// limit is reached.
    fn refined(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        limits: PyLimits,
    ) -> PyResult<Option<Vec<(u8, i8)>>> {
        if !self.has(puzzle) {
            return Ok(None);
        }
        let refined = self.within(py, limits, |cluster, watch| {
            cluster.lexicographic_optimum(puzzle.0.state(), watch)
        })?;
        Ok(refined.map(|refined| moves(&refined.moves)))
    }

    /// Offsets (states x vehicles, int8), nearest first, then by key.
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let offsets = self.scan(py, Cluster::offsets)?;
        bytes(py, &offsets, |offset| [offset.cast_unsigned()])
    }

    /// `indptr` (int64) and `indices` (int32) of the graph, its rows in the order of `offsets`.
    fn graph<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let Graph { starts, neighbours } = self.scan(py, Cluster::graph)?;
        Ok((bytes(py, &starts, i64::to_ne_bytes)?, bytes(py, &neighbours, i32::to_ne_bytes)?))
    }
}

/// Numbers as bytes; `MemoryError` if there is no memory for them.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes_of: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, numbers.len() * N, |buffer| {
        for (place, &number) in buffer.as_chunks_mut().0.iter_mut().zip(numbers) {
            *place = bytes_of(number);
        }
        Ok(())
    })
}

/// The error of a query without limits: a signal has raised already, so the memory was too small.
fn raised(_: Stop) -> PyErr {
    PyMemoryError::new_err("no memory for the states of the cluster")
}

impl CoreCluster {
    /// Query a state without the lock, since the first query builds a table; the default for a state of
    /// another board.
    fn query<T: Default + Send>(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        query: fn(&Cluster, &State) -> T,
    ) -> PyResult<T> {
        let found = py.detach(|| {
            if !self.has(puzzle) {
                return Ok(T::default());
            }
            self.0.prepare()?;
            Ok(query(&self.0, puzzle.0.state()))
        });
        found.map_err(raised)
    }

    /// Run a query over many states, until a signal handler raises.
    fn scan<T: Send>(
        &self,
        py: Python<'_>,
        query: impl FnOnce(&Cluster, &mut Watch<'_>) -> Result<T, Stop> + Send,
    ) -> PyResult<T> {
        let found = with_signals(py, None, |interrupted| {
            query(&self.0, &mut Watch::new(Limits::default(), interrupted))
        })?;
        found.map_err(raised)
    }

    /// Run a query over many states, within limits.
    fn within<T: Send>(
        &self,
        py: Python<'_>,
        limits: PyLimits,
        query: impl FnOnce(&Cluster, &mut Watch<'_>) -> Result<T, Unfinished> + Send,
    ) -> PyResult<T> {
        let found = with_signals(py, None, |interrupted| {
            query(&self.0, &mut Watch::new(limits.parse(), interrupted))
        })?;
        found.map_err(|Unfinished { stop, states }| {
            LimitReachedError::new_err((stop.name(), states))
        })
    }

    fn has(&self, puzzle: &CorePuzzle) -> bool {
        let (one, other) = (puzzle.0.board(), self.1.0.board());
        Arc::ptr_eq(one, other) || one == other
    }

    fn puzzle(&self, state: State) -> CorePuzzle {
        CorePuzzle(self.1.0.at(state))
    }
}
