//! Clusters: queries about puzzles, and arrays as bytes.

use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::exceptions::{PyMemoryError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{PyLimits, moves, with_signals};
use super::puzzle::CorePuzzle;
use super::query::PyOptions;
use crate::cluster::{self, Cluster, Graph, Unfinished};
use crate::disk::{self, DiskCluster, DiskError};
use crate::outcome::{Limits, Stop, Watch};
use crate::state::State;

pyo3::import_exception!(rushhour.errors, LimitReachedError);
pyo3::import_exception!(rushhour.errors, RushHourError);

/// All reachable states with their distances.
#[pyclass(frozen, name = "Cluster", module = "rushhour._core")]
pub(super) struct CoreCluster(pub(super) Arc<Cluster>, CorePuzzle);

/// The cluster of a puzzle; or the limit that was reached, and the number of states found before.
#[pyfunction]
#[pyo3(signature = (puzzle, options, threads, progress))]
pub(super) fn explore(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    options: PyOptions,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<CoreCluster>, Option<&'static str>, usize)> {
    let options = options.of_cluster()?.threads(threads);
    let explored = with_signals(py, progress, |pulse| {
        cluster::explore(&puzzle.0, options.metric, options.goal, &mut options.watch(pulse))
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

// Explorations on disk.

/// All reachable states with their distances, in the files of a folder.
#[pyclass(frozen, name = "DiskCluster", module = "rushhour._core")]
pub(super) struct CoreDiskCluster(DiskCluster, CorePuzzle);

/// Explore a cluster in a folder, or go on with it.
#[pyfunction]
#[pyo3(signature = (puzzle, options, folder, threads, progress))]
pub(super) fn explore_on_disk(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    options: PyOptions,
    folder: PathBuf,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<CoreDiskCluster> {
    let options = options.of_cluster()?.threads(threads);
    let explored = with_signals(py, progress, |pulse| {
        let watch = &mut options.watch(pulse);
        disk::explore(&puzzle.0, options.metric, options.goal, &folder, watch)
    })?;
    explored.map(|cluster| CoreDiskCluster(cluster, puzzle.clone())).map_err(disk_raised)
}

/// Refuse a board or a folder that `explore_on_disk` would refuse, before anything is written.
#[pyfunction]
pub(super) fn check_on_disk(
    puzzle: &CorePuzzle,
    options: PyOptions,
    folder: PathBuf,
) -> PyResult<()> {
    let options = options.of_cluster()?;
    DiskCluster::check(&puzzle.0, options.metric, options.goal, &folder).map_err(disk_raised)
}

/// About how many states the cluster of a puzzle may have at most, and how many bytes they take on disk.
#[pyfunction]
pub(super) fn estimate_on_disk(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    options: PyOptions,
) -> PyResult<(f64, f64)> {
    let options = options.of_cluster()?;
    let estimate = py.detach(|| options.estimate_on_disk(&puzzle.0));
    Ok((estimate.states, estimate.bytes))
}

#[pymethods]
impl CoreDiskCluster {
    fn __len__(&self) -> usize {
        usize::try_from(self.0.states()).unwrap_or(usize::MAX)
    }

    /// The bytes of the states on the disk.
    #[getter]
    fn bytes(&self) -> u64 {
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
        self.0.histogram()
    }

    /// The first states at the largest distance; all for None.
    #[pyo3(signature = (most))]
    fn hardest(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Vec<CorePuzzle>> {
        let states =
            py.detach(|| self.0.hardest(most.unwrap_or(usize::MAX))).map_err(disk_raised)?;
        Ok(states.into_iter().map(|state| CorePuzzle(self.1.0.at(state))).collect())
    }

    /// The distance of a state.
    fn distance(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<Option<u32>> {
        self.query(py, puzzle, DiskCluster::distance)
    }

    /// `(vehicle, cells)` of the moves to states nearer to the goal.
    fn best_moves(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<Vec<(u8, i8)>> {
        Ok(moves(&self.query(py, puzzle, DiskCluster::best_moves)?))
    }

    /// One optimal solution.
    fn path(&self, py: Python<'_>, puzzle: &CorePuzzle) -> PyResult<Option<Vec<(u8, i8)>>> {
        Ok(self.query(py, puzzle, DiskCluster::path)?.map(|path| moves(&path)))
    }
}

impl CoreDiskCluster {
    /// Query a state without the lock; the default for a state of another board.
    fn query<T: Default + Send>(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        query: fn(&DiskCluster, &State) -> Result<T, DiskError>,
    ) -> PyResult<T> {
        if puzzle.0.board() != self.1.0.board() {
            return Ok(T::default());
        }
        py.detach(|| query(&self.0, puzzle.0.state())).map_err(disk_raised)
    }
}

/// The exception of an error: `LimitReachedError`, `OSError` or `RushHourError`.
fn disk_raised(error: DiskError) -> PyErr {
    match error {
        DiskError::Unfinished(Unfinished { stop, states }) => {
            LimitReachedError::new_err((stop.name(), states))
        }
        DiskError::TooLittleMemory { least, states } => {
            LimitReachedError::new_err((Stop::Memory.name(), states, least))
        }
        DiskError::Io(path, error) => match error.raw_os_error() {
            Some(number) => PyOSError::new_err((number, io_text(&error), path)),
            None => PyOSError::new_err(format!("{}: {error}", path.display())),
        },
        DiskError::Refused(_) | DiskError::Damaged(_) | DiskError::Missing(_) => {
            RushHourError::new_err(error.to_string())
        }
    }
}

/// The words of an error of the system, without its number, which Python adds.
fn io_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
