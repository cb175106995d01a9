//! Streams of puzzles made to order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::convert::{Number, PyLimits, exit, moves, named, with_pulse, with_signals};
use super::puzzle::CorePuzzle;
use crate::analysis::MEASURES;
use crate::board::{Cell, Goal, Metric};
use crate::cluster::Unfinished;
use crate::generate::canonical::Known;
use crate::generate::minimal::{self, Part};
use crate::generate::order::{self, Difficulty, MeasureBounds, Order, OrderRequest, Span};
use crate::generate::proof::GeneratedPuzzle;
use crate::generate::stream::{Delivery, Snapshot, Stream};
use crate::generate::tally::{Nearest, Test};
use crate::operations::{
    Canonical, Lock, Minimised, Options, Variant, Variation, labels, neighbours,
};
use crate::outcome::{Stop, Watch};

pyo3::import_exception!(rushhour.errors, InvalidOrderError);
pyo3::import_exception!(rushhour.errors, LimitReachedError);

/// The least and the greatest number.
type PySpan = (u64, u64);
/// `(puzzle, moves, steps, states, solutions, walk, name of the cluster)`.
type PyGenerated = (CorePuzzle, Vec<(u8, i8)>, u32, usize, Option<BigUint>, Option<f64>, String);
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
    /// The name of each measure, and its bounds.
    measures: Vec<(String, f64, f64)>,
    hardest: bool,
    max_states: u64,
    metric: String,
}

impl PyOrder {
    fn parse(self) -> PyResult<Order> {
        let span = |(least, most)| Span { least, most };
        let difficulty = |(least, most)| Difficulty { least, most };
        let (side, line) = self.exit;
        let places: Vec<_> = (0..).zip(MEASURES).map(|(at, one)| (one.name, at)).collect();
        let measure = |(name, least, most): (String, f64, f64)| {
            let measure = named("measure", &places, &name)?;
            Ok(MeasureBounds { measure, least, most })
        };
        let measures = self.measures.into_iter().map(measure).collect::<PyResult<_>>()?;
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
            measures,
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
    (CorePuzzle(puzzle), moves(&solution), steps, states, solutions, walk, name)
}

/// The vehicles of boards with so many cells where no number is asked for.
#[pyfunction]
#[pyo3(signature = (cells, *, minimal))]
pub(super) fn usual_vehicles(cells: i64, minimal: bool) -> PySpan {
    let Span { least, most } = order::usual_vehicles(cells, minimal);
    (least, most)
}

pub(super) fn limit_reached(Unfinished { stop, states }: Unfinished) -> PyErr {
    LimitReachedError::new_err((stop.name(), states))
}

/// Puzzles that are known, by their clusters.
#[pyclass(name = "Known", module = "rushhour._core")]
#[derive(Default)]
pub(super) struct CoreKnown(Known);

#[pymethods]
impl CoreKnown {
    #[new]
    fn new() -> CoreKnown {
        CoreKnown::default()
    }

    fn add(&mut self, puzzle: &CorePuzzle) {
        self.0.add(&puzzle.0);
    }

    /// The numbers of the puzzles whose cluster this is, counted from 0.
    #[pyo3(signature = (puzzle, threads, limits))]
    fn find(
        &self,
        py: Python<'_>,
        puzzle: &CorePuzzle,
        threads: usize,
        limits: PyLimits,
    ) -> PyResult<Vec<usize>> {
        let found = with_signals(py, None, |pulse| {
            let mut watch = Watch::new(limits.parse(), pulse).with_threads(threads);
            self.0.find(&puzzle.0, &mut watch)
        })?;
        found.map_err(limit_reached)
    }
}

// What is near a puzzle: its canonical form, its smaller forms and its neighbours.

/// `(name, representative, mirror image, hardest state, slides, most slides, states)`.
type PyCanonical =
    (String, CorePuzzle, CorePuzzle, Option<CorePuzzle>, Option<u32>, Option<u32>, usize);
/// The labels of vehicles, the cells of walls, and the puzzle without them.
type PyReduction = (Vec<String>, Vec<(i64, i64)>, CorePuzzle);
/// `(vehicles, walls, reasons)`.
type PyLock = (Vec<String>, Vec<(i64, i64)>, Vec<String>);
/// `(slides, reductions, stopped by)`.
type PyMinimised = (Option<u32>, Vec<PyReduction>, Option<&'static str>);
/// `(kind, change, puzzle, slides, difficulty)`.
type PyVariant = (&'static str, String, CorePuzzle, u32, Option<f64>);
/// `(slides, difficulty, variants, tried, unsolvable, open, stopped by)`.
type PyVariation =
    (Option<u32>, Option<f64>, Vec<PyVariant>, usize, usize, usize, Option<&'static str>);

/// The representative of a puzzle's cluster; `LimitReachedError` if a limit came first.
#[pyfunction]
#[pyo3(signature = (puzzle, threads, limits, progress))]
pub(super) fn canonical(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    threads: usize,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyCanonical> {
    let found = with_signals(py, progress, |pulse| {
        let mut watch = Watch::new(limits.parse(), pulse).with_threads(threads);
        Canonical::of(&puzzle.0, &mut watch)
    })?;
    let found = found.map_err(limit_reached)?;
    let Canonical { name, board, mirror, hardest, slides, most_slides, states } = found;
    let (board, mirror) = (CorePuzzle(board), CorePuzzle(mirror));
    Ok((name, board, mirror, hardest.map(CorePuzzle), slides, most_slides, states))
}

/// The vehicles and walls of the smallest part that has no solution alone, and why; `None` if the puzzle
/// has a solution.
#[pyfunction]
#[pyo3(signature = (puzzle, goal, threads, limits, progress))]
pub(super) fn lock(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    goal: &str,
    threads: usize,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<PyLock>> {
    let options = Options::new().goal(named("goal", &Goal::NAMES, goal)?);
    let found = with_signals(py, progress, |pulse| {
        let mut watch = Watch::new(limits.parse(), pulse).with_threads(threads);
        Lock::of(&puzzle.0, &options, &mut watch)
    })?;
    Ok(found.map_err(limit_reached)?.map(|lock| {
        let walls = lock.board.board().walls().iter().map(|&Cell { row, col }| (row, col));
        (labels(&lock.board), walls.collect(), lock.lines())
    }))
}

/// Every set of parts that can go while the optimum in slides remains, at most so many.
#[pyfunction]
#[pyo3(signature = (puzzle, max_sets, threads, limits, progress))]
pub(super) fn minimise(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    max_sets: usize,
    threads: usize,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyMinimised> {
    let Minimised { slides, reductions, stopped_by } = with_signals(py, progress, |pulse| {
        let mut watch = Watch::new(limits.parse(), pulse).with_threads(threads);
        Minimised::of(&puzzle.0, max_sets, &mut watch)
    })?;
    let board = puzzle.0.board();
    let reductions = reductions.into_iter().map(|reduction| {
        let (vehicles, walls) = split(&reduction.parts);
        let labels = vehicles.iter().map(|&index| board.vehicles()[index].label.clone());
        let cells = walls.iter().map(|&index| board.walls()[index]);
        let cells = cells.map(|Cell { row, col }| (row, col)).collect();
        (labels.collect(), cells, CorePuzzle(reduction.board))
    });
    Ok((slides, reductions.collect(), stopped_by))
}

/// The neighbours of a puzzle that are harder, subtler or easier, with these names of the vehicles.
/// `progress` is called with the neighbours tried, the variants found, and the states of the search.
#[pyfunction]
#[pyo3(signature = (puzzle, names, threads, limits, progress))]
pub(super) fn vary(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    names: Vec<String>,
    threads: usize,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyVariation> {
    let (tried, variants) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut tell = |neighbours, found| {
        tried.store(neighbours, Ordering::Relaxed);
        variants.store(found, Ordering::Relaxed);
    };
    let show = |py: Python<'_>, states: usize| {
        let Some(progress) = &progress else { return Ok(()) };
        let counts = [&tried, &variants].map(|count| count.load(Ordering::Relaxed));
        progress.call1(py, (counts[0], counts[1], states)).map(drop)
    };
    let found = with_pulse(
        py,
        |py, seen| show(py, seen.states),
        |pulse| {
            let mut watch = Watch::new(limits.parse(), pulse).with_threads(threads);
            Variation::of(&puzzle.0, &names, &mut tell, &mut watch)
        },
    )?;
    let variant = |Variant { kind, change, board, slides, difficulty }: Variant| {
        (kind.name(), change.to_string(), CorePuzzle(board), slides, difficulty)
    };
    let Variation { slides, difficulty, variants, tried, unsolvable, open, stop } = found;
    let variants = variants.into_iter().map(variant).collect();
    Ok((slides, difficulty, variants, tried, unsolvable, open, stop.map(Stop::name)))
}

/// Every neighbour with the change that makes it, with these names of the vehicles.
#[pyfunction(name = "neighbours")]
pub(super) fn all_neighbours(puzzle: &CorePuzzle, names: Vec<String>) -> Vec<(String, CorePuzzle)> {
    let found = neighbours(&puzzle.0, &names).into_iter();
    found.map(|neighbour| (neighbour.change.to_string(), CorePuzzle(neighbour.board))).collect()
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
    Ok(found.map_err(limit_reached)?.map(|parts| split(&parts)))
}

/// The indices of the vehicles, and those of the walls.
fn split(parts: &[Part]) -> (Vec<usize>, Vec<usize>) {
    let vehicle = |part: &Part| if let Part::Vehicle(index) = *part { Some(index) } else { None };
    let wall = |part: &Part| if let Part::Wall(index) = *part { Some(index) } else { None };
    (parts.iter().filter_map(vehicle).collect(), parts.iter().filter_map(wall).collect())
}
