//! Heuristics by name, and functions of Python as heuristics.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{metric_and_goal, named};
use super::failure::Failure;
use super::puzzle::CorePuzzle;
use super::query::PyLimits;
use super::signals::with_signals;
use crate::abstraction::pattern_database::PatternDatabase;
use crate::heuristic::{Build, Entry, HEURISTICS, Heuristic, Promise};
use crate::outcome::Watch;
use crate::state::{Position, StateSpace};

pyo3::import_exception!(rushhour.model.errors, LimitReachedError);

/// `(name, help, (admissible, consistent) in slides, (admissible, consistent) in steps)`.
type HeuristicRow = (&'static str, &'static str, (bool, bool), (bool, bool));

/// The heuristics of the core.
#[pyfunction]
pub(super) fn heuristics() -> Vec<HeuristicRow> {
    let promise = |p: Promise| (p.admissible, p.consistent);
    HEURISTICS.iter().map(|h| (h.name, h.help, promise(h.slide), promise(h.step))).collect()
}

/// The estimate of a heuristic for a puzzle's state; None where it proves that there is no
/// solution.
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

/// `(vehicles, whether their moves cost, states, bytes)`.
type TableRow = (Vec<usize>, Vec<bool>, usize, usize);

/// The tables that a heuristic looks into for a puzzle; `LimitReachedError` where a limit comes first
/// while they are made.
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

/// Build a heuristic for a puzzle and ask it without the lock, since its tables may take long.
fn build<T: Send>(
    py: Python<'_>,
    puzzle: &CorePuzzle,
    heuristic: &str,
    (metric, goal): (&str, &str),
    limits: PyLimits,
    ask: impl FnOnce(&mut dyn Heuristic, &StateSpace<'_>) -> T + Send,
) -> PyResult<T> {
    let (entry, (metric, goal)) = (by_name(heuristic)?, metric_and_goal(metric, goal)?);
    let space = puzzle.0.space(goal);
    let asked = with_signals(py, None, |interrupted| {
        let mut watch = Watch::new(limits.parse(), interrupted);
        let mut heuristic =
            entry.make(&space, metric, &mut watch).map_err(|stop| (stop.name(), watch.states()))?;
        Ok(ask(heuristic.as_mut(), &space))
    })?;
    asked.map_err(|limit: (&'static str, usize)| LimitReachedError::new_err(limit))
}

fn table_row(table: &PatternDatabase) -> TableRow {
    (table.vehicles().collect(), table.paid().to_vec(), table.len(), table.bytes())
}

/// The heuristic of a name.
pub(super) fn by_name(name: &str) -> PyResult<&'static Entry<'static>> {
    let known: Vec<_> = HEURISTICS.iter().map(|entry| (entry.name, entry)).collect();
    named("heuristic", &known, name)
}

/// A heuristic by name, or a function that for a puzzle gives another one: from the offsets of a
/// state of that puzzle to its estimate or None.
#[derive(FromPyObject)]
pub(super) enum PyHeuristic {
    Name(String),
    Function(Py<PyAny>),
}

impl PyHeuristic {
    pub(super) fn choose(self) -> PyResult<Choice> {
        match self {
            PyHeuristic::Name(name) => by_name(&name).map(Choice::Known),
            PyHeuristic::Function(function) => Ok(Choice::Own(Own::new(function))),
        }
    }
}

/// What a [`PyHeuristic`] stands for.
pub(super) enum Choice {
    Known(&'static Entry<'static>),
    Own(Own),
}

impl Choice {
    pub(super) fn entry(&self) -> Entry<'_> {
        match self {
            Choice::Known(entry) => **entry,
            Choice::Own(own) => Entry {
                name: "own",
                help: "a function of Python",
                slide: UNKNOWN,
                step: UNKNOWN,
                build: &*own.build,
            },
        }
    }

    /// Whether a function has raised, so that what uses it may end.
    pub(super) fn has_failed(&self) -> bool {
        match self {
            Choice::Known(_) => false,
            Choice::Own(own) => own.failure.is_noted(),
        }
    }

    /// What a function raised, if it did.
    pub(super) fn check(&self) -> PyResult<()> {
        match self {
            Choice::Known(_) => Ok(()),
            Choice::Own(own) => own.failure.raise(),
        }
    }
}

const UNKNOWN: Promise = Promise { admissible: false, consistent: false };

/// A function as a heuristic. What it raises is kept, and from then on it is not called again.
pub(super) struct Own {
    failure: Arc<Failure>,
    build: Box<Build<'static>>,
}

impl Own {
    pub(super) fn new(function: Py<PyAny>) -> Own {
        let (failure, function) = (Arc::<Failure>::default(), Arc::new(function));
        let kept = Arc::clone(&failure);
        let build = move |space: &StateSpace<'_>, _| -> Box<dyn Heuristic> {
            let made = Python::attach(|py| function.call1(py, (CorePuzzle::start_of(space),)));
            let function = made.map_err(|raised| kept.note(raised)).ok();
            Box::new(Function { function, failure: Arc::clone(&kept) })
        };
        Own { failure, build: Box::new(build) }
    }
}

/// The function of one puzzle; none after an error.
struct Function {
    function: Option<Py<PyAny>>,
    failure: Arc<Failure>,
}

impl Heuristic for Function {
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
