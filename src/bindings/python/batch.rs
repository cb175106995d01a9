//! Columns of boards: read, solved and replayed on threads.

use std::borrow::Cow;
use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use super::convert::{named, with_signals};
use super::puzzle::CorePuzzle;
use super::query::PyOptions;
use super::reader::{PyDeclared, declared};
use super::search::CorePool;
use crate::batch;
use crate::batch::{Answer, BatchQuery, WorkerPool, share};
use crate::board::Goal;
use crate::lab::replay::{Cost, DrawnMarks, replay_drawing, rows};
use crate::outcome::{Interrupt, Progress};
use crate::reader::column;
use crate::reader::declared::Declared;
use crate::state::Puzzle;

/// A column of boards, each a puzzle or the reason why it is none. `first` is the number of the first row in
/// messages.
#[pyclass(frozen, name = "BoardColumn", module = "rushhour._core")]
pub(super) struct CoreColumn {
    texts: Texts,
    rows: Vec<Result<Puzzle, String>>,
}

#[pymethods]
impl CoreColumn {
    /// Read texts, of which the declared marks, size, exit and target are known.
    #[new]
    fn new(
        py: Python<'_>,
        mut pool: PyRefMut<'_, CorePool>,
        boards: Texts,
        first: u64,
        known: PyDeclared,
    ) -> PyResult<CoreColumn> {
        let known = declared(known)?;
        let read = |row: usize| {
            column::puzzle(boards.get(row), &known).map_err(|message| {
                let number = first + row as u64;
                format!("row {number}: {message}")
            })
        };
        let rows = map(py, &mut pool.0, boards.len(), |row, _| read(row))?;
        Ok(CoreColumn { texts: boards, rows })
    }

    /// The puzzle of each row; None where there is none.
    fn puzzles(&self) -> Vec<Option<CorePuzzle>> {
        self.rows.iter().map(|row| row.as_ref().ok().cloned().map(CorePuzzle)).collect()
    }

    /// Solve each puzzle. `include` says whether to find the optimum in the other metric, the size of the
    /// cluster, and whether to solve boards of one cluster together.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        mut pool: PyRefMut<'py, CorePool>,
        options: PyOptions,
        include: (bool, bool, bool),
    ) -> PyResult<Vec<Column<'py>>> {
        let (algorithm, query) = options.parse(options.heuristic()?)?;
        let query = BatchQuery { algorithm, query, both: include.0, states: include.1 };
        let answers = answers(py, &mut pool.0, &self.rows, query, include.2)?;
        let errors = self.rows.iter().map(|row| row.as_ref().err());
        columns(py, &self.texts, &answers, errors)
    }
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
    rows: &[Result<Puzzle, String>],
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

/// All columns of the answers; Python selects the ones that it needs.
fn columns<'py, 'a>(
    py: Python<'py>,
    boards: &Texts,
    answers: &[Option<Written>],
    errors: impl Iterator<Item = Option<&'a String>>,
) -> PyResult<Vec<Column<'py>>> {
    let rows = || answers.iter().map(|row| row.as_ref().map(|(answer, _)| answer));
    let moves = answers.iter().map(|row| row.as_ref().and_then(|(_, moves)| moves.as_ref()));
    let count = |of: fn(&Answer) -> Option<u64>| numbers(py, rows().map(|row| row.and_then(of)));
    let text = |row| boards.get(row).map(|text| shown(&text[..text.len().min(column::LONGEST)]));
    Ok(vec![
        ("board", texts(py, (0..boards.len()).map(text))?),
        ("status", texts(py, rows().map(|row| row.map(|answer| answer.status)))?),
        ("slides", count(|answer| answer.slides.map(u64::from))?),
        ("steps", count(|answer| answer.steps.map(u64::from))?),
        ("moves", texts(py, moves)?),
        ("expanded", count(|answer| answer.expanded)?),
        ("states", count(|answer| answer.states)?),
        ("error", texts(py, errors)?),
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
    known: PyDeclared,
) -> PyResult<Vec<Column<'py>>> {
    let (goal, known) = (named("goal", &Goal::NAMES, goal)?, declared(known)?);
    let count = boards.len().min(moves.len());
    let results = map(py, &mut pool.0, count, |row, _| {
        let (board, moves) = (boards.get(row)?, moves.get(row)?);
        Some(replayed(&shown(board), &shown(moves), goal, &known))
    })?;
    let costs = || results.iter().map(|result| result.as_ref()?.as_ref().ok());
    Ok(vec![
        ("slides", numbers(py, costs().map(|cost| Some(cost?.slides.into())))?),
        ("steps", numbers(py, costs().map(|cost| Some(cost?.steps.into())))?),
        ("fault", texts(py, results.iter().map(|result| result.as_ref()?.as_ref().err()))?),
    ])
}

/// The cost of a solution on the text of its board.
fn replayed(board: &str, moves: &str, goal: Goal, known: &Declared) -> Result<Cost, String> {
    let exit = known.exit.map(|(side, _)| side);
    let symbol = |label: &str| label.chars().next().unwrap_or_default();
    if !known.is_drawing() {
        let target = symbol(&column::target(board, known));
        return replay_drawing(
            &rows(board),
            &DrawnMarks { target, exit, ..DrawnMarks::of(board) },
            moves,
            goal,
        );
    }
    let drawn = known.drawing(board).map_err(|error| error.message)?;
    let rows: Vec<Vec<char>> = drawn.rows.iter().map(|row| row.chars().collect()).collect();
    let marks =
        DrawnMarks { target: symbol(&drawn.target), empty: &drawn.empty, wall: &drawn.wall, exit };
    replay_drawing(&rows, &marks, moves, goal)
}

/// The boards of the lines of a text, as a column; of drawings each line that is not blank, as it is.
#[pyfunction]
pub(super) fn read_lines<'py>(
    py: Python<'py>,
    text: &[u8],
    are_drawings: bool,
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let (mut ends, mut bytes) = (vec![0_i64], Vec::with_capacity(text.len()));
    let mut add = |board: &[u8]| {
        bytes.extend_from_slice(board);
        ends.push(i64::try_from(bytes.len()).expect("fits the memory"));
    };
    if are_drawings {
        let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        lines.filter(|line| !line.is_empty()).for_each(&mut add);
    } else {
        batch::boards(text).for_each(&mut add);
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
