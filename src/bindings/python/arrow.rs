//! Columns as bytes in the layout of Arrow; `rushhour/batch/arrow.py` converts them to arrays.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

pyo3::import_exception!(rushhour.model.errors, RushHourError);

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
