//! Columns of boards: parsed, solved and replayed on threads. Only unusual texts are passed to Python.

use std::borrow::Cow;
use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use super::convert::{named, with_signals};
use super::puzzle::CorePuzzle;
use super::query::PyOptions;
use super::search::CorePool;
use crate::batch;
use crate::batch::{Answer, BatchQuery, WorkerPool, share};
use crate::board::Goal;
use crate::lab::replay::replay;
use crate::outcome::{Interrupt, Progress};
use crate::state::Puzzle;

/// The longest text that is parsed: a board of 32 x 32 cells takes 1 056 bytes with plain labels, and
/// 4 128 with the longest.
const LONGEST: usize = 8192;

/// Solve a column of board strings. `include` says whether to find the optimum in the other metric, the
/// size of the cluster, and whether to solve boards of one cluster together.
///
/// `explain` is called with each text that is not a plain board string, and returns a puzzle or a message;
/// `first` is the number of the first row in messages.
#[pyfunction]
pub(super) fn solve_column<'py>(
    py: Python<'py>,
    mut pool: PyRefMut<'py, CorePool>,
    boards: Texts,
    first: u64,
    options: PyOptions,
    include: (bool, bool, bool),
    explain: Bound<'py, PyAny>,
) -> PyResult<Vec<Column<'py>>> {
    let (algorithm, query) = options.parse(options.heuristic()?)?;
    let query = BatchQuery { algorithm, query, both: include.0, states: include.1 };
    let mut rows = map(py, &mut pool.0, boards.len(), |row, _| read(boards.get(row)))?;
    for (row, read) in rows.iter_mut().enumerate() {
        if let Err(fault) = read {
            *read = explained(&explain, fault, first + row as u64)?;
        }
    }
    let answers = answers(py, &mut pool.0, &rows, query, include.2)?;
    let faults = rows.iter().map(|row| row.as_ref().err().map(Fault::message));
    columns(py, &boards, &answers, faults)
}

/// An answer and its moves as text.
type Written = (Answer, Option<String>);

fn write(puzzle: &Puzzle, answer: Answer) -> Written {
    let moves = answer.moves.as_ref().map(|moves| puzzle.format_moves(moves));
    (answer, moves)
}

/// The answers to all rows with a puzzle, found one by one or together for one cluster.
fn answers(
    py: Python<'_>,
    pool: &mut WorkerPool,
    rows: &[Result<Puzzle, Fault>],
    query: BatchQuery<'_>,
    share: bool,
) -> PyResult<Vec<Option<Written>>> {
    let puzzle = |row: usize| rows[row].as_ref().ok();
    if !share {
        return map(py, pool, rows.len(), |row, stop| {
            puzzle(row).map(|puzzle| write(puzzle, query.answer(puzzle, stop)))
        });
    }
    let groups = share::groups(rows.iter().map(|row| row.as_ref().ok()));
    let found = map(py, pool, groups.len(), |number, stop| {
        let answers = groups[number].answers(&query, stop).into_iter();
        let write = |(row, answer)| (row, puzzle(row).map(|puzzle| write(puzzle, answer)));
        answers.map(write).collect::<Vec<_>>()
    })?;
    let mut answers: Vec<Option<Written>> = rows.iter().map(|_| None).collect();
    found.into_iter().flatten().for_each(|(row, answer)| answers[row] = answer);
    Ok(answers)
}

/// Why a text is not a board.
enum Fault {
    /// Not a plain board string; Python can say more.
    Odd(String),
    /// A message.
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

/// The puzzle that Python parses from an unusual text, or the fault with its row.
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

/// All columns of the answers; Python selects the ones that it needs.
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

/// Text for display: U+FFFD replaces bytes that are not UTF-8.
fn shown(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Replay each solution on its board: the columns slides, steps and fault.
#[pyfunction]
pub(super) fn replay_column<'py>(
    py: Python<'py>,
    mut pool: PyRefMut<'py, CorePool>,
    boards: Texts,
    moves: Texts,
    goal: &str,
) -> PyResult<Vec<Column<'py>>> {
    let goal = named("goal", &Goal::NAMES, goal)?;
    let count = boards.len().min(moves.len());
    let results = map(py, &mut pool.0, count, |row, _| {
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
    for board in batch::boards(text) {
        bytes.extend_from_slice(board);
        ends.push(i64::try_from(bytes.len()).expect("fits the memory"));
    }
    let ends: Vec<u8> = ends.into_iter().flat_map(i64::to_ne_bytes).collect();
    (PyBytes::new(py, &ends), PyBytes::new(py, &bytes))
}

/// Call `answer` with each row, on the threads of a pool; raises if a signal handler does.
fn map<T: Send>(
    py: Python<'_>,
    pool: &mut WorkerPool,
    count: usize,
    answer: impl Fn(usize, &mut Interrupt<'_>) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let results = with_signals(py, None, |interrupted| {
        pool.map(count, answer, &mut || interrupted(Progress::default()))
    })?;
    Ok(results.into_iter().map(|result| result.expect("not interrupted")).collect())
}

// Columns as bytes in the layout of Arrow; `rushhour/store/arrow.py` converts them to arrays.

pyo3::import_exception!(rushhour.errors, RushHourError);

/// A column of type `large_binary`: the ends of its texts, their bytes, and the null rows.
pub(super) struct Texts {
    ends: Vec<usize>,
    bytes: PyBackedBytes,
    nulls: HashSet<usize>,
}

impl Texts {
    pub(super) fn len(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }

    /// The text of a row; `None` for null.
    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        (!self.nulls.contains(&row)).then(|| &self.bytes[self.ends[row]..self.ends[row + 1]])
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Texts {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Texts> {
        let (ends, bytes, nulls): (PyBackedBytes, PyBackedBytes, HashSet<usize>) =
            object.extract()?;
        let ends: Vec<i64> =
            ends.as_chunks().0.iter().map(|end| i64::from_ne_bytes(*end)).collect();
        let first = ends.first().copied().unwrap_or_default();
        let ends: Option<Vec<usize>> =
            ends.iter().map(|end| usize::try_from(end - first).ok()).collect();
        let fits = |ends: &Vec<usize>| {
            ends.is_sorted() && ends.last().is_none_or(|last| *last <= bytes.len())
        };
        match ends.filter(fits) {
            Some(ends) => Ok(Texts { ends, bytes, nulls }),
            None => Err(RushHourError::new_err("expected Arrow offsets in order and in bounds")),
        }
    }
}

/// The buffers of a column: validity, the ends of its texts (none for numbers), values.
pub(super) type ColumnBuffers<'py> =
    (Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>, Bound<'py, PyBytes>);

/// A named column.
pub(super) type Column<'py> = (&'static str, ColumnBuffers<'py>);

/// A column of type `string`.
pub(super) fn texts<T: AsRef<str>>(
    py: Python<'_>,
    rows: impl Iterator<Item = Option<T>>,
) -> PyResult<ColumnBuffers<'_>> {
    let (mut valid, mut ends, mut bytes) = (Bits::default(), vec![0], Vec::new());
    for row in rows {
        valid.push(row.is_some());
        bytes.extend_from_slice(row.as_ref().map_or("", T::as_ref).as_bytes());
        ends.push(i32::try_from(bytes.len())?);
    }
    let ends: Vec<u8> = ends.into_iter().flat_map(i32::to_ne_bytes).collect();
    Ok((valid.bytes(py), Some(PyBytes::new(py, &ends)), PyBytes::new(py, &bytes)))
}

/// A column of type `int64`.
pub(super) fn numbers(
    py: Python<'_>,
    rows: impl Iterator<Item = Option<u64>>,
) -> PyResult<ColumnBuffers<'_>> {
    let (mut valid, mut values) = (Bits::default(), Vec::new());
    for row in rows {
        valid.push(row.is_some());
        values.extend(i64::try_from(row.unwrap_or_default())?.to_ne_bytes());
    }
    Ok((valid.bytes(py), None, PyBytes::new(py, &values)))
}

/// Bits, the lowest of a byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        *self.bytes.last_mut().expect("just pushed") |= u8::from(bit) << (self.count % 8);
        self.count += 1;
    }

    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }
}
