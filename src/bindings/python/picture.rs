//! Boards from the pixels of a picture.

use pyo3::prelude::*;

use super::convert::named;
use super::puzzle::CorePuzzle;
use crate::board::{Cell, Side};
use crate::picture::{Doubt, Help, PictureReading, Pixels, read};

pyo3::import_exception!(rushhour.errors, PictureError);

/// Puzzle, corners, confidence, confidence of each cell, and doubts as `(kind, message, cells)`.
type Read = (CorePuzzle, [[f64; 2]; 4], f64, Vec<f64>, Vec<PyDoubt>);

/// A doubt; its cells as `(row, column)`.
type PyDoubt = (&'static str, String, Vec<(i64, i64)>);

/// Read a board from pixels; `PictureError` with the reason if there is none.
#[pyfunction]
#[pyo3(signature = (pixels, width, height, channels, corners, size, exit, target, lengths))]
#[expect(clippy::too_many_arguments, reason = "the pixels and each help")]
pub(super) fn read_picture(
    py: Python<'_>,
    pixels: &[u8],
    width: usize,
    height: usize,
    channels: usize,
    corners: Option<[[f64; 2]; 4]>,
    size: Option<(usize, usize)>,
    exit: Option<(String, Option<usize>)>,
    target: Option<(i64, i64)>,
    lengths: Vec<usize>,
) -> PyResult<Read> {
    let sides = Side::ALL.map(|side| (side.name(), side));
    let exit = exit.map(|(side, line)| named("side", &sides, &side).map(|side| (side, line)));
    let help = Help {
        corners,
        size,
        exit: exit.transpose()?,
        target: target.map(|(row, col)| Cell { row, col }),
        lengths,
    };
    let reading = py.detach(|| {
        Pixels::new(pixels, width, height, channels).and_then(|image| read(&image, &help))
    });
    let reading = reading.map_err(|error| PictureError::new_err(error.to_string()))?;
    let PictureReading { puzzle, corners, confidence, cells, doubts } = reading;
    let kind = |doubt: &Doubt| match doubt {
        Doubt::Cells(_) => "cells",
        Doubt::Target(_) => "target",
        Doubt::Exit(_) => "exit",
        Doubt::Place { .. } => "place",
        Doubt::Faint => "faint",
    };
    let cells_of = |doubt: &Doubt| match doubt {
        Doubt::Cells(cells) => cells.iter().map(|cell| (cell.row, cell.col)).collect(),
        Doubt::Target(cell) => vec![(cell.row, cell.col)],
        _ => Vec::new(),
    };
    let row = |doubt: &Doubt| (kind(doubt), doubt.to_string(), cells_of(doubt));
    Ok((CorePuzzle(puzzle), corners, confidence, cells, doubts.iter().map(row).collect()))
}
