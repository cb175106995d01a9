//! Registered heuristics by name, and Python functions as custom heuristics.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{Failure, PyLimits, metric_and_goal, named, tell, with_pulse, with_signals};
use super::puzzle::CorePuzzle;
use crate::abstraction::pattern_database::PatternDatabase;
use crate::cluster::Unfinished;
use crate::heuristic::{Build, Entry, HEURISTICS, Heuristic, OTHER_NAMES, Promise, Term};
use crate::lab::validation::{Excess, Finding, Inconsistency, Validation};
use crate::outcome::{Progress, Watch};
use crate::state::{Position, State, StateSpace};

pyo3::import_exception!(rushhour.errors, LimitReachedError);

/// `(name, help, (admissible, consistent) in slides, (admissible, consistent) in steps)`.
type HeuristicRow = (&'static str, &'static str, (bool, bool), (bool, bool));

/// The heuristics of the core.
#[pyfunction]
pub(super) fn heuristics() -> Vec<HeuristicRow> {
    let promise = |p: Promise| (p.admissible, p.consistent);
    HEURISTICS.iter().map(|h| (h.name, h.help, promise(h.slide), promise(h.step))).collect()
}

/// Other names of heuristics, each with the name of the registry.
#[pyfunction]
pub(super) fn other_names() -> Vec<(&'static str, &'static str)> {
    OTHER_NAMES.to_vec()
}

/// The estimate of a heuristic for a puzzle; None if it proves that there is no solution.
#[pyfunction]
pub(super) fn estimate(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristic: &str,
    metric: &str,
    goal: &str,
) -> PyResult<Option<u32>> {
    let limits = PyLimits(None, None, None);
    build(py, puzzle, heuristic, (metric, goal), limits, |heuristic, space| {
        heuristic.estimate(&Position::new(space))
    })
}

/// The estimates of some states of a puzzle's cluster, given by their offsets, from one heuristic, which is
/// built for the puzzle.
#[pyfunction]
pub(super) fn estimates(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristic: &str,
    metric: &str,
    goal: &str,
    states: Vec<Vec<i8>>,
) -> PyResult<Vec<Option<u32>>> {
    let limits = PyLimits(None, None, None);
    build(py, puzzle, heuristic, (metric, goal), limits, |heuristic, space| {
        let states = states.into_iter().map(|offsets| State::new(offsets.into()));
        states.map(|state| heuristic.estimate(&Position::of(space, &state))).collect()
    })
}

/// `(reason, words, vehicle, amount, moves, other vehicles)`; a move is `(vehicle, cells)`.
type TermRow = (&'static str, String, Option<usize>, Option<u32>, Vec<(usize, i8)>, Vec<usize>);

/// The estimates of a heuristic for states of a puzzle, given by their offsets, and their terms;
/// `LimitReachedError` if a limit is reached while its tables are built.
#[pyfunction]
pub(super) fn explain(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristic: &str,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    states: Vec<Vec<i8>>,
) -> PyResult<Vec<(Option<u32>, Vec<TermRow>)>> {
    build(py, puzzle, heuristic, (metric, goal), limits, |heuristic, space| {
        let states = states.into_iter().map(|offsets| State::new(offsets.into()));
        let explained = states.map(|state| {
            let (position, mut terms) = (Position::of(space, &state), Vec::new());
            let estimate = heuristic.explain(&position, &mut terms);
            (estimate, terms.into_iter().map(|term| term_row(term, &position)).collect())
        });
        explained.collect()
    })
}

fn term_row(term: Term, position: &Position<'_>) -> TermRow {
    let words = term.words(position);
    let moves = term.moves.iter().map(|step| (step.vehicle, step.cells)).collect();
    (term.reason.name(), words, term.vehicle, term.amount, moves, term.others)
}

/// `(vehicles, whether their moves cost, states, bytes)`.
type TableRow = (Vec<usize>, Vec<bool>, usize, usize);

/// The pattern databases of a heuristic for a puzzle; `LimitReachedError` if a limit is reached while they
/// are built.
#[pyfunction]
pub(super) fn tables(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristic: &str,
    metric: &str,
    goal: &str,
    limits: PyLimits,
) -> PyResult<Vec<TableRow>> {
    build(py, puzzle, heuristic, (metric, goal), limits, |heuristic, _| {
        heuristic.tables().iter().map(table_row).collect()
    })
}

/// Build a heuristic for a puzzle and use it without the lock, since building its tables may take long.
fn build<T: Send>(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristic: &str,
    (metric, goal): (&str, &str),
    limits: PyLimits,
    work: impl FnOnce(&mut dyn Heuristic, &StateSpace<'_>) -> T + Send,
) -> PyResult<T> {
    let (entry, (metric, goal)) = (by_name(heuristic)?, metric_and_goal(metric, goal)?);
    let space = puzzle.0.space(goal);
    let result = with_signals(py, None, |interrupted| {
        let mut watch = Watch::new(limits.parse(), interrupted);
        let mut heuristic =
            entry.make(&space, metric, &mut watch).map_err(|stop| (stop.name(), watch.states()))?;
        Ok(work(heuristic.as_mut(), &space))
    })?;
    result.map_err(|limit: (&'static str, usize)| LimitReachedError::new_err(limit))
}

fn table_row(table: &PatternDatabase) -> TableRow {
    (table.vehicles().collect(), table.paid().to_vec(), table.len(), table.bytes())
}

/// The heuristic of a name.
pub(super) fn by_name(name: &str) -> PyResult<&'static Entry<'static>> {
    let known: Vec<_> = HEURISTICS.iter().map(|entry| (entry.name, entry)).collect();
    named("heuristic", &known, name)
}

/// The name of a heuristic, or a function that maps a puzzle to another function: from the offsets of a
/// state of that puzzle to its estimate or None.
#[derive(FromPyObject)]
pub(super) enum PyHeuristic {
    Name(String),
    Function(Py<PyAny>),
}

impl PyHeuristic {
    pub(super) fn choose(self) -> PyResult<HeuristicChoice> {
        match self {
            PyHeuristic::Name(name) => by_name(&name).map(HeuristicChoice::Registered),
            PyHeuristic::Function(function) => {
                Ok(HeuristicChoice::Custom(CustomHeuristic::new(function)))
            }
        }
    }
}

/// What a [`PyHeuristic`] stands for.
pub(super) enum HeuristicChoice {
    Registered(&'static Entry<'static>),
    Custom(CustomHeuristic),
}

impl HeuristicChoice {
    pub(super) fn entry(&self) -> Entry<'_> {
        match self {
            HeuristicChoice::Registered(entry) => **entry,
            HeuristicChoice::Custom(custom) => Entry {
                name: "custom",
                help: "a function of Python",
                slide: UNKNOWN,
                step: UNKNOWN,
                build: &*custom.build,
            },
        }
    }

    /// Whether a function has raised, so that the search should end.
    pub(super) fn has_failed(&self) -> bool {
        match self {
            HeuristicChoice::Registered(_) => false,
            HeuristicChoice::Custom(custom) => custom.failure.is_noted(),
        }
    }

    /// Raise what the function raised.
    pub(super) fn check(&self) -> PyResult<()> {
        match self {
            HeuristicChoice::Registered(_) => Ok(()),
            HeuristicChoice::Custom(custom) => custom.failure.raise(),
        }
    }
}

const UNKNOWN: Promise = Promise { admissible: false, consistent: false };

/// A function as a heuristic. Its first exception is stored, and it is not called again.
pub(super) struct CustomHeuristic {
    failure: Arc<Failure>,
    build: Box<Build<'static>>,
}

impl CustomHeuristic {
    pub(super) fn new(function: Py<PyAny>) -> CustomHeuristic {
        let (failure, function) = (Arc::<Failure>::default(), Arc::new(function));
        let shared = Arc::clone(&failure);
        let build = move |space: &StateSpace<'_>, _| -> Box<dyn Heuristic> {
            let made = Python::attach(|py| function.call1(py, (CorePuzzle::start_of(space),)));
            let function = made.map_err(|raised| shared.note(raised)).ok();
            Box::new(PythonFunction { function, failure: Arc::clone(&shared) })
        };
        CustomHeuristic { failure, build: Box::new(build) }
    }
}

/// The function of one puzzle; none after an error.
struct PythonFunction {
    function: Option<Py<PyAny>>,
    failure: Arc<Failure>,
}

impl Heuristic for PythonFunction {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        let function = self.function.as_ref()?;
        let estimate = Python::attach(|py| {
            let offsets = PyTuple::new(py, position.offsets())?;
            function.bind(py).call1((offsets,))?.extract()
        });
        estimate.unwrap_or_else(|raised| {
            self.failure.note(raised);
            self.function = None;
            None
        })
    }
}

// Goals that are functions of Python.

/// A function from the offsets of a state to whether it is solved. Its first exception is stored, and it
/// is not called again.
pub(super) struct OwnGoal {
    function: Py<PyAny>,
    failure: Failure,
}

impl OwnGoal {
    pub(super) fn new(function: Py<PyAny>) -> OwnGoal {
        OwnGoal { function, failure: Failure::default() }
    }

    /// Whether the function has raised, so that the search should end.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_noted()
    }

    /// Raise what the function raised.
    pub(super) fn check(&self) -> PyResult<()> {
        self.failure.raise()
    }

    /// Whether a state is solved; after an exception every state is, so that the search ends at once.
    pub(super) fn is_solved(&self, position: &Position<'_>) -> bool {
        if self.has_failed() {
            return true;
        }
        self.call(position).unwrap_or_else(|raised| {
            self.failure.note(raised);
            true
        })
    }

    fn call(&self, position: &Position<'_>) -> PyResult<bool> {
        Python::attach(|py| {
            let offsets = PyTuple::new(py, position.offsets())?;
            self.function.bind(py).call1((offsets,))?.extract()
        })
    }
}

// Surveys of heuristics over clusters.

/// `(puzzle, estimate, distance)`.
type PyExcess = (CorePuzzle, Option<u32>, u32);
/// `(puzzle, (vehicle, cells), estimate before, estimate after)`.
type PyFall = (CorePuzzle, (u8, i8), Option<u32>, u32);
/// `(too_high, worst, given_up, sum, moves, inconsistencies, excess, fall)`.
type PyFinding = (u64, u32, u64, u64, u64, u64, Option<PyExcess>, Option<PyFall>);
/// `(boards, states, distances, findings)`.
type PySurvey = (u64, u64, u64, Vec<PyFinding>);
/// `(distance of the start, hardest state, its distance)`.
type PyExtremes = (Option<u32>, Option<CorePuzzle>, Option<u32>);

/// Compare heuristics with the distances of a puzzle's cluster; `LimitReachedError` if a
/// limit is reached.
#[pyfunction]
#[pyo3(signature = (puzzle, heuristics, metric, goal, limits, progress))]
pub(super) fn survey(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristics: Vec<PyHeuristic>,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<(PySurvey, PyExtremes)> {
    let query = metric_and_goal(metric, goal)?;
    let show = |py: Python<'_>, seen| tell(py, progress.as_ref(), seen);
    let (survey, extremes) = run(py, heuristics, limits, show, |entries, watch| {
        crate::lab::validation::survey(&puzzle.0, query, entries, watch)
    })?;
    let (hardest, farthest) = extremes.hardest.unzip();
    let hardest = hardest.map(|state| CorePuzzle(puzzle.0.at(state)));
    Ok((row(survey), (extremes.distance, hardest, farthest)))
}

/// Compare heuristics on all small-scope boards of so many cells and vehicles, counted together. `progress`
/// is called with the number of boards that are done.
#[pyfunction]
#[pyo3(signature = (family, heuristics, metric, goal, limits, progress))]
pub(super) fn survey_tiny(
    py: Python<'_>,
    family: (u8, usize),
    heuristics: Vec<PyHeuristic>,
    metric: &str,
    goal: &str,
    limits: PyLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<PySurvey> {
    let query = metric_and_goal(metric, goal)?;
    let finished = AtomicU64::new(0);
    let show = |py: Python<'_>, _| match &progress {
        Some(progress) => progress.call1(py, (finished.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    run(py, heuristics, limits, show, |entries, watch| {
        crate::lab::validation::survey_tiny(family, query, entries, &finished, watch)
    })
    .map(row)
}

/// Run `work` with the heuristics and the limits; an exception of a custom heuristic takes precedence.
fn run<T: Send>(
    py: Python<'_>,
    heuristics: Vec<PyHeuristic>,
    limits: PyLimits,
    show: impl Fn(Python<'_>, Progress) -> PyResult<()> + Sync,
    work: impl FnOnce(&[Entry<'_>], &mut Watch<'_>) -> Result<T, Unfinished> + Send,
) -> PyResult<T> {
    let choices = heuristics
        .into_iter()
        .map(PyHeuristic::choose)
        .collect::<PyResult<Vec<HeuristicChoice>>>()?;
    let entries: Vec<Entry<'_>> = choices.iter().map(HeuristicChoice::entry).collect();
    let found = with_pulse(py, show, |interrupted| {
        let mut stop = |seen| choices.iter().any(HeuristicChoice::has_failed) || interrupted(seen);
        work(&entries, &mut Watch::new(limits.parse(), &mut stop))
    })?;
    choices.iter().try_for_each(HeuristicChoice::check)?;
    found.map_err(|Unfinished { stop, states }| LimitReachedError::new_err((stop.name(), states)))
}

fn row(survey: Validation) -> PySurvey {
    let findings = survey.findings.into_iter().map(finding).collect();
    (survey.boards, survey.states, survey.distances, findings)
}

fn finding(found: Finding) -> PyFinding {
    let excess = found
        .excess
        .map(|Excess { puzzle, estimate, distance }| (CorePuzzle(puzzle), estimate, distance));
    let fall = found.fall.map(|Inconsistency { puzzle, step, before, after }| {
        (CorePuzzle(puzzle), (step.vehicle.into(), step.cells), before, after)
    });
    let Finding { too_high, worst, given_up, sum, moves, inconsistencies, .. } = found;
    (too_high, worst, given_up, sum, moves, inconsistencies, excess, fall)
}
