//! Enumerations of all boards of a size.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::batch::{Column, ColumnBuffers, numbers, texts};
use super::convert::{named, with_signals};
use super::search::CorePool;
use crate::batch::WorkerPool;
use crate::enumerate::{
    Enumeration, FamilyRequest, Hardest, Keep, Line, Record, Row, Rules, Summary, UnitBuffers,
    UnitOptions, UnitResult,
};
use crate::outcome::{Interrupt, Progress};

pyo3::import_exception!(rushhour.errors, RushHourError);

/// States, states of solvable clusters, unsolvable clusters; clusters by slides and by steps, and the
/// minimal ones of them.
type PySummary = (u64, u64, u64, Vec<u64>, Vec<u64>, Vec<u64>, Vec<u64>);
/// Walls, vehicles, and the hardest board in slides and in steps.
type PyRecord = (u32, u32, Option<Record>, Option<Record>);

/// Columns, sums and records.
type PyUnits<'py> = (Vec<Column<'py>>, PySummary, Vec<PyRecord>);

/// The names of the rules that say which boards there are.
#[pyfunction]
pub(super) fn rules() -> Vec<&'static str> {
    Rules::ALL.iter().map(|(name, _)| *name).collect()
}

/// The names of what can be kept.
#[pyfunction]
pub(super) fn keeps() -> Vec<&'static str> {
    Keep::ALL.iter().map(|(name, _)| *name).collect()
}

/// All boards of a size, by units of work.
#[pyclass(frozen, name = "Enumeration", module = "rushhour._core")]
pub(super) struct CoreEnumeration(Enumeration);

#[pymethods]
impl CoreEnumeration {
    #[new]
    fn new(
        size: (i128, i128),
        exit_row: i128,
        lengths: Vec<i128>,
        walls: (i128, i128),
        rules: &str,
    ) -> PyResult<CoreEnumeration> {
        let rules = named("rule", &Rules::ALL, rules)?;
        let (rows, cols) = size;
        let family = FamilyRequest { rows, cols, exit_row, lengths, walls, rules }
            .check()
            .map_err(|reasons| RushHourError::new_err(reasons.join("; ")))?;
        Enumeration::new(&family).map(CoreEnumeration).map_err(RushHourError::new_err)
    }

    /// The first unit after each part, whose weights add up to `most`, a bound on the states.
    fn parts(&self, py: Python<'_>, most: u64) -> PyResult<Vec<u64>> {
        let ends = with_signals(py, None, |interrupted| {
            self.0.parts(most, || interrupted(Progress::default()))
        })?;
        Ok(ends.expect("not interrupted"))
    }

    /// Enumerate parts, each the units from the first to before the second number: the columns of its
    /// rows, which are ordered by board, and their sums. The threads share the units of all parts.
    fn run<'py>(
        &self,
        py: Python<'py>,
        mut pool: PyRefMut<'py, CorePool>,
        parts: Vec<(u64, u64)>,
        kept: (String, Option<(u32, u32)>),
        steps: bool,
        count_walls: bool,
    ) -> PyResult<Vec<PyUnits<'py>>> {
        let (keep, least) = kept;
        let keep = named("what to keep", &Keep::ALL, &keep)?;
        let options = UnitOptions { keep, least, steps, count_walls };
        let of_part = |(part, &(first, end)): (usize, &(u64, u64))| {
            (first..end).map(move |unit| (part, unit))
        };
        let units: Vec<(usize, u64)> = parts.iter().enumerate().flat_map(of_part).collect();
        let spare: Mutex<Vec<(usize, UnitBuffers)>> = Mutex::default();
        let pool: &mut WorkerPool = &mut pool.0;
        let found = with_signals(py, None, |interrupted| {
            let answer = |index: usize, interrupted: &mut Interrupt<'_>| {
                let lock = || spare.lock().unwrap_or_else(PoisonError::into_inner);
                let (before, mut work) = lock().pop().unwrap_or_default();
                let (part, unit) = units[index];
                if part != before {
                    work.begin_part();
                }
                let found = self.0.run(unit, options, &mut work, interrupted);
                lock().push((part, work));
                found
            };
            pool.map(units.len(), answer, &mut || interrupted(Progress::default()))
        })?;
        let mut found = found.into_iter().map(|one| one.flatten().expect("not interrupted"));
        let mut results_of = |(first, end)| found.by_ref().take((first..end).count()).collect();
        parts.into_iter().map(|part| answer_of(py, results_of(part))).collect()
    }

    /// The clusters with a solution of one assignment, and their sums: the types of a board's rows and
    /// columns; `None` if no such board is in the family.
    fn run_one<'py>(
        &self,
        py: Python<'py>,
        rows: Vec<PyLine>,
        columns: Vec<PyLine>,
    ) -> PyResult<Option<PyUnits<'py>>> {
        let [rows, columns]: [Vec<Line>; 2] =
            [rows, columns].map(|all| all.into_iter().map(line).collect());
        let options =
            UnitOptions { keep: Keep::Solvable, least: None, steps: true, count_walls: true };
        let found = self.0.run_one(&rows, &columns, options, &mut UnitBuffers::default());
        found.map(|found| answer_of(py, vec![found])).transpose()
    }
}

/// The columns of all rows, ordered by board, and the sums.
fn answer_of(py: Python<'_>, found: Vec<UnitResult>) -> PyResult<PyUnits<'_>> {
    let mut summary = Summary::default();
    for found in &found {
        summary.merge(&found.summary);
    }
    let mut rows: Vec<Row> = found.into_iter().flat_map(|found| found.rows).collect();
    rows.sort_unstable_by(|one, other| one.slides.board.cmp(&other.slides.board));
    let records = std::mem::take(&mut summary.records)
        .0
        .into_iter()
        .map(|((walls, vehicles), [slides, steps])| (walls, vehicles, slides, steps));
    Ok((columns(py, &rows)?, values(summary), records.collect()))
}

/// A line of a board: the first cells of its vehicles, their lengths, and its walls as bits.
type PyLine = (Vec<u8>, Vec<u8>, u8);

fn line((at, lengths, walls): PyLine) -> Line {
    Line { at, lengths, walls }
}

fn values(summary: Summary) -> PySummary {
    let Summary { states, solvable_states, unsolvable, slides, steps, .. } = summary;
    let (minimal_slides, minimal_steps) = (summary.minimal_slides, summary.minimal_steps);
    (states, solvable_states, unsolvable, slides, steps, minimal_slides, minimal_steps)
}

fn columns<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Vec<Column<'py>>> {
    let count = |of: fn(&Row) -> Option<u64>| numbers(py, rows.iter().map(of));
    let ways = |of: fn(&Row) -> Option<&Hardest>| {
        texts(py, rows.iter().map(|row| of(row).map(|hardest| hardest.solutions.to_string())))
    };
    let list = |of: fn(&Row) -> Option<&[u64]>| lists(py, rows.iter().map(of));
    Ok(vec![
        ("board", texts(py, rows.iter().map(|row| Some(&row.slides.board)))?),
        ("slides", count(|row| slides(row).map(|hardest| u64::from(hardest.distance)))?),
        ("steps", count(|row| row.steps.as_ref().map(|steps| u64::from(steps.distance)))?),
        ("steps_board", texts(py, rows.iter().map(|row| Some(&row.steps.as_ref()?.board)))?),
        ("vehicles", count(|row| Some(u64::from(row.vehicles)))?),
        ("trucks", count(|row| Some(u64::from(row.trucks)))?),
        ("walls", count(|row| Some(u64::from(row.walls)))?),
        ("states", count(|row| Some(row.states))?),
        ("solved", count(|row| slides(row).map(|hardest| hardest.histogram[0]))?),
        ("minimal", count(|row| slides(row).map(|_| u64::from(row.is_minimal)))?),
        ("slides_solutions", ways(slides)?),
        ("steps_solutions", ways(|row| row.steps.as_ref())?),
        ("slides_histogram", list(|row| slides(row).map(|hardest| &hardest.histogram[..]))?),
        ("steps_histogram", list(|row| row.steps.as_ref().map(|steps| &steps.histogram[..]))?),
    ])
}

/// `None` of an unsolvable cluster.
fn slides(row: &Row) -> Option<&Hardest> {
    Some(&row.slides).filter(|hardest| !hardest.histogram.is_empty())
}

/// A column of type `list<int64>`: the ends of its lists take the place of the ends of texts.
fn lists<'a, 'py>(
    py: Python<'py>,
    rows: impl Iterator<Item = Option<&'a [u64]>>,
) -> PyResult<ColumnBuffers<'py>> {
    let rows: Vec<Option<&[u64]>> = rows.collect();
    let mut ends = vec![0_i32];
    for row in &rows {
        let end = ends[ends.len() - 1];
        ends.push(end + i32::try_from(row.map_or(0, <[u64]>::len))?);
    }
    let ends: Vec<u8> = ends.into_iter().flat_map(i32::to_ne_bytes).collect();
    let (valid, _, _) = numbers(py, rows.iter().map(|row| row.map(|_| 0)))?;
    let (_, _, values) = numbers(py, rows.iter().flatten().copied().flatten().map(|n| Some(*n)))?;
    Ok((valid, Some(PyBytes::new(py, &ends)), values))
}
