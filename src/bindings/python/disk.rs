//! Explorations on disk.

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use super::convert::{metric_and_goal, moves};
use super::limits::PyLimits;
use super::puzzle::CorePuzzle;
use super::signals::with_signals;
use crate::cluster::Unfinished;
use crate::disk::{self, DiskCluster, DiskError, DiskEstimate};
use crate::outcome::{Stop, Watch};
use crate::state::State;

pyo3::import_exception!(rushhour.model.errors, LimitReachedError);
pyo3::import_exception!(rushhour.model.errors, RushHourError);

/// All reachable states with their distances, in the files of a folder.
#[pyclass(frozen, name = "DiskCluster", module = "rushhour._core")]
pub(super) struct CoreDiskCluster(DiskCluster, CorePuzzle);

/// Explore a cluster in a folder, or go on with it.
#[pyfunction]
#[pyo3(signature = (puzzle, metric, goal, folder, threads, limits, progress))]
#[expect(clippy::too_many_arguments, reason = "one Python call")]
pub(super) fn explore_on_disk(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    folder: PathBuf,
    threads: usize,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<CoreDiskCluster> {
    let (metric, goal) = metric_and_goal(metric, goal)?;
    let explored = with_signals(py, progress, |pulse| {
        let watch = &mut Watch::new(limits.parse(), pulse).with_threads(threads);
        disk::explore(&puzzle.0, metric, goal, &folder, watch)
    })?;
    explored.map(|cluster| CoreDiskCluster(cluster, puzzle.clone())).map_err(raised)
}

/// Refuse a board or a folder that `explore_on_disk` would refuse, before anything is written.
#[pyfunction]
pub(super) fn check_on_disk(
    puzzle: &CorePuzzle,
    metric: &str,
    goal: &str,
    folder: PathBuf,
) -> PyResult<()> {
    let (metric, goal) = metric_and_goal(metric, goal)?;
    DiskCluster::check(&puzzle.0, metric, goal, &folder).map_err(raised)
}

/// About how many states the cluster of a puzzle may have at most, and how many bytes they take on disk.
#[pyfunction]
pub(super) fn estimate_on_disk(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    goal: &str,
) -> PyResult<(f64, f64)> {
    let (_, goal) = metric_and_goal("slide", goal)?;
    let estimate = py.detach(|| DiskEstimate::of(&puzzle.0, goal));
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
        let states = py.detach(|| self.0.hardest(most.unwrap_or(usize::MAX))).map_err(raised)?;
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
        py.detach(|| query(&self.0, puzzle.0.state())).map_err(raised)
    }
}

/// The exception of an error: `LimitReachedError`, `OSError` or `RushHourError`.
fn raised(error: DiskError) -> PyErr {
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
