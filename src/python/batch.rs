//! Columns of boards: read, solved and replayed on threads; Python is asked about odd texts alone.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arrow::{Buffers, Texts, numbers, texts};
use super::convert::named;
use super::puzzle::CorePuzzle;
use super::query::PyQuery;
use super::search::CorePool;
use super::signals::with_signals;
use crate::batch::query::{Answer, BatchQuery};
use crate::batch::{WorkerPool, lines, share};
use crate::board::Goal;
use crate::facade::Puzzle;
use crate::lab::replay::replay;
use crate::outcome::Progress;

/// The longest text that is read as a board: one of 32 x 32 cells takes 1 056 bytes with plain labels,
/// and 4 128 with the longest.
const LONGEST: usize = 8192;

/// A named column.
type Column<'py> = (&'static str, Buffers<'py>);

/// Solve a column of board strings; `asked` is for the other metric, the cluster's size
/// and whether boards of one cluster are solved together.
///
/// `explain` is given each text that is not plainly a board, and answers with a puzzle or with what
/// is wrong; `first` is the number of the first row in messages.
#[pyfunction]
pub(super) fn solve_column<'py>(
    py: Python<'py>,
    mut crew: PyRefMut<'py, CorePool>,
    boards: Texts,
    first: u64,
    query: PyQuery,
    asked: (bool, bool, bool),
    explain: Bound<'py, PyAny>,
) -> PyResult<Vec<Column<'py>>> {
    let (algorithm, query) = query.parse(query.heuristic()?)?;
    let ask = BatchQuery { algorithm, query, both: asked.0, states: asked.1 };
    let mut rows = map(py, &mut crew.0, boards.len(), |row, _| read(boards.get(row)))?;
    for (row, read) in rows.iter_mut().enumerate() {
        if let Err(fault) = read {
            *read = explained(&explain, fault, first + row as u64)?;
        }
    }
    let answers = answers(py, &mut crew.0, &rows, ask, asked.2)?;
    let faults = rows.iter().map(|row| row.as_ref().err().map(Fault::message));
    columns(py, &boards, &answers, faults)
}

/// An answer and its moves as text.
type Written = (Answer, Option<String>);

fn write(puzzle: &Puzzle, answer: Answer) -> Written {
    let moves = answer.moves.as_ref().map(|moves| puzzle.format_moves(moves));
    (answer, moves)
}

/// The answers to all rows with a board, each by itself or those of one cluster together.
fn answers(
    py: Python<'_>,
    crew: &mut WorkerPool,
    rows: &[Result<Puzzle, Fault>],
    ask: BatchQuery<'_>,
    share: bool,
) -> PyResult<Vec<Option<Written>>> {
    let puzzle = |row: usize| rows[row].as_ref().ok();
    if !share {
        return map(py, crew, rows.len(), |row, stop| {
            puzzle(row).map(|puzzle| write(puzzle, ask.answer(puzzle, stop)))
        });
    }
    let groups = share::groups(rows.iter().map(|row| row.as_ref().ok()));
    let found = map(py, crew, groups.len(), |number, stop| {
        let answers = groups[number].answers(&ask, stop).into_iter();
        let write = |(row, answer)| (row, puzzle(row).map(|puzzle| write(puzzle, answer)));
        answers.map(write).collect::<Vec<_>>()
    })?;
    let mut answers: Vec<Option<Written>> = rows.iter().map(|_| None).collect();
    found.into_iter().flatten().for_each(|(row, answer)| answers[row] = answer);
    Ok(answers)
}

/// What keeps a text from being a board.
enum Fault {
    /// To be explained in Python.
    Odd(String),
    Known(String),
}

impl Fault {
    fn message(&self) -> &str {
        let (Fault::Odd(text) | Fault::Known(text)) = self;
        text
    }
}

fn read(text: Option<&[u8]>) -> Result<Puzzle, Fault> {
    let known = |message: String| Err(Fault::Known(message));
    let Some(bytes) = text else { return known("expected a board, found null".to_owned()) };
    if bytes.len() > LONGEST {
        return known(format!("expected at most {LONGEST} bytes for a board, found more"));
    }
    match str::from_utf8(bytes) {
        Ok(text) => text.parse().map_err(|_| Fault::Odd(text.to_owned())),
        Err(error) => {
            let byte = bytes[error.valid_up_to()];
            known(format!("expected text in UTF-8, found the byte 0x{byte:02x}"))
        }
    }
}

/// The puzzle that Python reads in an odd text, or the fault with its row.
fn explained(
    explain: &Bound<'_, PyAny>,
    fault: &Fault,
    row: u64,
) -> PyResult<Result<Puzzle, Fault>> {
    let message = match fault {
        Fault::Known(message) => message.clone(),
        Fault::Odd(text) => {
            let answer = explain.call1((text,))?;
            if let Ok(puzzle) = answer.cast::<CorePuzzle>() {
                return Ok(Ok(puzzle.get().0.clone()));
            }
            answer.extract()?
        }
    };
    Ok(Err(Fault::Known(format!("row {row}: {message}"))))
}

/// All columns that an answer can have; Python keeps those that were asked for.
fn columns<'py, 'a>(
    py: Python<'py>,
    boards: &Texts,
    answers: &[Option<Written>],
    faults: impl Iterator<Item = Option<&'a str>>,
) -> PyResult<Vec<Column<'py>>> {
    let rows = || answers.iter().map(|row| row.as_ref().map(|(answer, _)| answer));
    let moves = answers.iter().map(|row| row.as_ref().and_then(|(_, moves)| moves.as_ref()));
    let count = |of: fn(&Answer) -> Option<u64>| numbers(py, rows().map(|row| row.and_then(of)));
    let text = |row| boards.get(row).map(|text| shown(&text[..text.len().min(LONGEST)]));
    Ok(vec![
        ("board", texts(py, (0..boards.len()).map(text))?),
        ("status", texts(py, rows().map(|row| row.map(|answer| answer.status)))?),
        ("slides", count(|answer| answer.slides.map(u64::from))?),
        ("steps", count(|answer| answer.steps.map(u64::from))?),
        ("moves", texts(py, moves)?),
        ("expanded", count(|answer| answer.expanded)?),
        ("states", count(|answer| answer.states)?),
        ("error", texts(py, faults)?),
    ])
}

/// A text as UTF-8, with U+FFFD for what is none.
fn shown(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Replay each solution on its board: slides, steps, and the faults in a column of texts.
#[pyfunction]
pub(super) fn replay_column<'py>(
    py: Python<'py>,
    mut crew: PyRefMut<'py, CorePool>,
    boards: Texts,
    moves: Texts,
    goal: &str,
) -> PyResult<Vec<Column<'py>>> {
    let goal = named("goal", &Goal::NAMES, goal)?;
    let count = boards.len().min(moves.len());
    let results = map(py, &mut crew.0, count, |row, _| {
        let (board, moves) = (boards.get(row)?, moves.get(row)?);
        Some(replay(&shown(board), &shown(moves), goal))
    })?;
    let costs = || results.iter().map(|result| result.as_ref()?.as_ref().ok());
    Ok(vec![
        ("slides", numbers(py, costs().map(|cost| Some(cost?.slides.into())))?),
        ("steps", numbers(py, costs().map(|cost| Some(cost?.steps.into())))?),
        ("fault", texts(py, results.iter().map(|result| result.as_ref()?.as_ref().err()))?),
    ])
}

/// The boards of the lines of a text, as a column.
#[pyfunction]
pub(super) fn read_lines<'py>(
    py: Python<'py>,
    text: &[u8],
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let (mut ends, mut bytes) = (vec![0_i64], Vec::with_capacity(text.len()));
    for board in lines::boards(text) {
        bytes.extend_from_slice(board);
        ends.push(i64::try_from(bytes.len()).expect("fits the memory"));
    }
    let ends: Vec<u8> = ends.into_iter().flat_map(i64::to_ne_bytes).collect();
    (PyBytes::new(py, &ends), PyBytes::new(py, &bytes))
}

/// The answer to each row, on the threads of a crew; an interrupt raises.
fn map<T: Send>(
    py: Python<'_>,
    crew: &mut WorkerPool,
    count: usize,
    answer: impl Fn(usize, &AtomicBool) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let results = with_signals(py, None, |interrupted| {
        crew.map(count, answer, &mut || interrupted(Progress::default()))
    })?;
    Ok(results.into_iter().map(|result| result.expect("not interrupted")).collect())
}
