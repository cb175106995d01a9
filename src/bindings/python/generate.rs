//! Streams of puzzles made to order.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{Number, exit, moves, named};
use super::limits::PyLimits;
use super::puzzle::CorePuzzle;
use super::signals::with_signals;
use crate::board::{Goal, Metric};
use crate::cluster::{Unfinished, explore};
use crate::generate::canonical::Skeleton;
use crate::generate::known::Known;
use crate::generate::minimal::{self, Part};
use crate::generate::order::{self, Difficulty, Order, OrderRequest, Span};
use crate::generate::proof::GeneratedPuzzle;
use crate::generate::stream::{Delivery, Snapshot, Stream};
use crate::generate::tally::{Nearest, Test};
use crate::outcome::Watch;

pyo3::import_exception!(rushhour.model.errors, InvalidOrderError);
pyo3::import_exception!(rushhour.model.errors, LimitReachedError);

/// The least and the greatest number.
type PySpan = (u64, u64);
/// `(puzzle, moves, steps, states, solutions, walk, name of the cluster)`.
type PyGenerated =
    (CorePuzzle, Vec<(u8, i8)>, u32, usize, Option<BigUint>, Option<f64>, Cow<'static, [u8]>);
/// `(puzzle, slides, distance)`.
type PyNearest = (CorePuzzle, u32, u64);

/// An order by the names of Python.
#[derive(FromPyObject)]
pub(super) struct PyOrder {
    rows: i64,
    cols: i64,
    exit: (String, i64),
    vehicles: PySpan,
    walls: PySpan,
    lengths: Vec<i64>,
    slides: PySpan,
    steps: Option<PySpan>,
    solutions: Option<PySpan>,
    /// The least and the greatest number of moves of a person.
    difficulty: Option<(f64, f64)>,
    covered: Option<PySpan>,
    minimal: bool,
    no_idle: bool,
    hardest: bool,
    max_states: u64,
    metric: String,
}

impl PyOrder {
    fn parse(self) -> PyResult<Order> {
        let span = |(least, most)| Span { least, most };
        let difficulty = |(least, most)| Difficulty { least, most };
        let (side, line) = self.exit;
        let request = OrderRequest {
            rows: self.rows,
            cols: self.cols,
            exit: exit((side, Number(line)))?,
            vehicles: span(self.vehicles),
            walls: span(self.walls),
            lengths: self.lengths,
            slides: span(self.slides),
            steps: self.steps.map(span),
            solutions: self.solutions.map(span),
            difficulty: self.difficulty.map(difficulty),
            covered: self.covered.map(span),
            is_minimal: self.minimal,
            has_no_idle: self.no_idle,
            is_hardest: self.hardest,
            max_states: self.max_states,
            metric: named("metric", &Metric::NAMES, &self.metric)?,
        };
        Order::new(request).map_err(|reasons| InvalidOrderError::new_err((reasons,)))
    }
}

/// Puzzles made to order, one after another.
#[pyclass(frozen, name = "Stream", module = "rushhour._core")]
pub(super) struct CoreStream(Mutex<Stream>);

#[pymethods]
impl CoreStream {
    /// `InvalidOrderError` with every reason against the order.
    #[new]
    #[pyo3(signature = (order, known, seed, threads, max_boards))]
    fn new(
        order: PyOrder,
        known: Vec<Py<CorePuzzle>>,
        seed: u64,
        threads: usize,
        max_boards: u64,
    ) -> PyResult<CoreStream> {
        let mut all = Known::default();
        for puzzle in &known {
            let puzzle = &puzzle.get().0;
            all.add(puzzle);
        }
        let stream = Stream::new(order.parse()?, all, seed, threads, max_boards);
        Ok(CoreStream(Mutex::new(stream)))
    }

    /// The next puzzle, or the limit that came first, `boards` or `seconds`. `progress` is called with
    /// the boards tried and the nearest of them.
    #[pyo3(signature = (seconds, progress))]
    fn next(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Option<PyGenerated>, Option<&'static str>)> {
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let deadline = seconds.map(time).and_then(|time| Instant::now().checked_add(time));
        let mut raised = None;
        let delivery = py.detach(|| {
            let delivery = self.stream()?.next(deadline, &mut |seen| {
                let shown = Python::attach(|py| show(py, progress.as_ref(), seen));
                raised = shown.err();
                raised.is_some()
            });
            Ok::<_, PyErr>(delivery)
        })?;
        if let Some(raised) = raised {
            return Err(raised);
        }
        match delivery {
            Delivery::Puzzle(made) => Ok((Some(row(*made)), None)),
            Delivery::Boards => Ok((None, Some("boards"))),
            Delivery::Time | Delivery::Interrupted => Ok((None, Some("seconds"))),
        }
    }

    /// The boards tried, and for each test its name and how many boards failed it first.
    fn tally(&self) -> PyResult<(u64, Vec<(&'static str, u64)>)> {
        let tally = self.stream()?.tally();
        let failed = Test::NAMES.iter().zip(tally.failed);
        Ok((tally.boards, failed.map(|(&(name, _), count)| (name, count)).collect()))
    }

    /// The board nearest to the order so far, its optimum in slides and its distance.
    fn nearest(&self) -> PyResult<Option<PyNearest>> {
        Ok(self.stream()?.nearest().map(near))
    }
}

impl CoreStream {
    /// The stream, unless it works on a puzzle: for another thread, or for the caller of `progress`,
    /// which would wait for itself.
    fn stream(&self) -> PyResult<MutexGuard<'_, Stream>> {
        match self.0.try_lock() {
            Ok(stream) => Ok(stream),
            Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the generation is at work on a puzzle"))
            }
        }
    }
}

/// Check for signals, and call `progress`.
fn show(py: Python<'_>, progress: Option<&Py<PyAny>>, seen: &Snapshot) -> PyResult<()> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(()) };
    progress.call1(py, (seen.boards, seen.nearest.as_ref().map(near))).map(drop)
}

fn near(nearest: &Nearest) -> PyNearest {
    (CorePuzzle(nearest.puzzle()), nearest.slides, nearest.distance)
}

fn row(made: GeneratedPuzzle) -> PyGenerated {
    let GeneratedPuzzle { puzzle, solution, steps, states, solutions, walk, name } = made;
    (CorePuzzle(puzzle), moves(&solution), steps, states, solutions, walk, Cow::Owned(name))
}

/// The vehicles of boards with so many cells where no number is asked for.
#[pyfunction]
pub(super) fn usual_vehicles(cells: i64) -> PySpan {
    let Span { least, most } = order::usual_vehicles(cells);
    (least, most)
}

/// The name of a puzzle's cluster, which its images share, the state of the cluster whose image comes
/// first, and the number of that image; `LimitReachedError` if a limit came first.
#[pyfunction]
#[pyo3(signature = (puzzle, limits, progress))]
pub(super) fn canonical_cluster<'py>(
    py: Python<'py>,
    puzzle: &CorePuzzle,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, CorePuzzle, u8)> {
    let found = with_signals(py, progress, |interrupted| {
        let mut watch = Watch::new(limits.parse(), interrupted);
        let cluster = explore(&puzzle.0, Metric::Slide, Goal::Edge, &mut watch)?;
        let unfinished = |stop| Unfinished { stop, states: cluster.len() };
        Skeleton::of(&puzzle.0).least(&cluster, &mut watch).map_err(unfinished)
    })?;
    let (name, state, way) = found.map_err(limit_reached)?;
    Ok((PyBytes::new(py, &name), CorePuzzle(puzzle.0.at(state)), way))
}

/// The vehicles and the walls, by index, that can be taken out by themselves while the optimum in
/// slides remains; None without a solution, `LimitReachedError` if a limit came first.
#[pyfunction]
#[pyo3(signature = (puzzle, limits, progress))]
pub(super) fn removable(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<(Vec<usize>, Vec<usize>)>> {
    let found = with_signals(py, progress, |interrupted| {
        let mut watch = Watch::new(limits.parse(), interrupted);
        minimal::removable(&puzzle.0, &mut watch)
            .map_err(|stop| Unfinished { stop, states: watch.states() })
    })?;
    Ok(found.map_err(limit_reached)?.map(|parts| {
        let vehicle =
            |part: &Part| if let Part::Vehicle(index) = *part { Some(index) } else { None };
        let wall = |part: &Part| if let Part::Wall(index) = *part { Some(index) } else { None };
        (parts.iter().filter_map(vehicle).collect(), parts.iter().filter_map(wall).collect())
    }))
}

pub(super) fn limit_reached(Unfinished { stop, states }: Unfinished) -> PyErr {
    LimitReachedError::new_err((stop.name(), states))
}
