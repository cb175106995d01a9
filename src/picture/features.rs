//! What is seen of each cell, and of each border between two cells or of a cell with the frame.

use super::projective::rectify;
use super::raster::{Colour, Point, Pyramid, Raster, median, median_colour, opponent};

/// Pixels of a cell in the rectified picture.
pub(super) const CELL: usize = 24;
/// Cells of margin around the field.
pub(super) const MARGIN: usize = 1;

/// A border between two cells: across the columns of a row, or down the rows of a column.
pub(super) struct Border {
    /// The two cells, as `row * cols + col`.
    pub(super) cells: [usize; 2],
    /// Logarithms of the strongest step across it, in lightness and in colour.
    pub(super) step: [f64; 2],
}

pub(super) struct Features {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The median colour of the middle of each cell: lightness and two opponent colours.
    pub(super) colours: Vec<[f64; 3]>,
    /// The logarithm of the spread of lightness in each cell.
    pub(super) textures: Vec<f64>,
    pub(super) borders: Vec<Border>,
    /// Cell and step of each border with the frame.
    pub(super) outer: Vec<(usize, [f64; 2])>,
    pub(super) is_photo: bool,
    /// The rectified picture, in opponent colours.
    pub(super) flat: Raster,
}

impl Features {
    /// None if the corners do not bound a field.
    pub(super) fn new(
        pyramid: &Pyramid,
        corners: &[Point; 4],
        (rows, cols): (usize, usize),
        is_photo: bool,
    ) -> Option<Features> {
        let flat = rectify(pyramid, corners, (rows, cols), CELL, MARGIN as f64)?;
        let pixels = (0..flat.width * flat.height)
            .map(|k| opponent(flat.at(k % flat.width, k / flat.width)))
            .collect();
        let flat = Raster::new(flat.width, flat.height, pixels);
        let middle = |cell: usize| {
            let (x, y) = origin(cell / cols, cell % cols);
            square(&flat, x + CELL / 4, y + CELL / 4, CELL / 2, CELL / 2)
        };
        let cells = rows * cols;
        let colours = (0..cells).map(|cell| median_colour(&middle(cell)).map(f64::from)).collect();
        let texture = |cell: usize| {
            let lightness: Vec<f64> = middle(cell).map(|colour| f64::from(colour[0])).collect();
            let mean = lightness.iter().sum::<f64>() / lightness.len() as f64;
            let square = |value: &f64| (value - mean) * (value - mean);
            let variance = lightness.iter().map(square).sum::<f64>() / lightness.len() as f64;
            (variance.sqrt() + 3.0).ln()
        };
        let textures = (0..cells).map(texture).collect();
        let mut borders = Vec::new();
        for row in 0..rows {
            for col in 0..cols - 1 {
                let (x, y) = origin(row, col + 1);
                let cells = [row * cols + col, row * cols + col + 1];
                let step = border(&flat, x, y, true);
                borders.push(Border { cells, step });
            }
        }
        for row in 0..rows - 1 {
            for col in 0..cols {
                let (x, y) = origin(row + 1, col);
                let cells = [row * cols + col, (row + 1) * cols + col];
                let step = border(&flat, x, y, false);
                borders.push(Border { cells, step });
            }
        }
        let mut outer = Vec::new();
        for col in 0..cols {
            for row in [0, rows] {
                let (x, y) = origin(row, col);
                let cell = row.min(rows - 1) * cols + col;
                outer.push((cell, border(&flat, x, y, false)));
            }
        }
        for row in 0..rows {
            for col in [0, cols] {
                let (x, y) = origin(row, col);
                let cell = row * cols + col.min(cols - 1);
                outer.push((cell, border(&flat, x, y, true)));
            }
        }
        Some(Features { rows, cols, colours, textures, borders, outer, is_photo, flat })
    }

    pub(super) fn cells(&self) -> usize {
        self.rows * self.cols
    }
}

/// The pixel of the top left corner of a cell.
pub(super) fn origin(row: usize, col: usize) -> (usize, usize) {
    ((MARGIN + col) * CELL, (MARGIN + row) * CELL)
}

pub(super) fn square(
    flat: &Raster,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
) -> impl Iterator<Item = Colour> + Clone {
    (0..width * height).map(move |k| flat.at(x + k % width, y + k / width))
}

/// The border that begins at a pixel and runs down, or to the right: its step.
///
/// The profile across it is a median along it, so grain, letters and noise do not count.
fn border(flat: &Raster, x: usize, y: usize, runs_down: bool) -> [f64; 2] {
    /// Half of the profile, the ends of the border that are left out, and how far a step may lie off.
    const HALF: usize = CELL * 2 / 5;
    const ENDS: usize = CELL / 6;
    const REACH: usize = CELL * 22 / 100;
    let mut values = Vec::with_capacity(CELL);
    let mut at = |across: usize| -> Colour {
        std::array::from_fn(|channel| {
            values.clear();
            values.extend((ENDS..CELL - ENDS).map(|along| {
                let (dx, dy) = if runs_down { (across, along) } else { (along, across) };
                let (left, top) = if runs_down { (HALF, 0) } else { (0, HALF) };
                flat.at(x + dx - left, y + dy - top)[channel]
            }));
            median(&mut values)
        })
    };
    let profile: Vec<Colour> = (0..2 * HALF).map(&mut at).collect();
    let mut step = [0.0f32; 2];
    for first in HALF - REACH - 2..HALF + REACH - 1 {
        let (a, b) = (profile[first], profile[first + 3]);
        step[0] = step[0].max((b[0] - a[0]).abs());
        step[1] = step[1].max((b[1] - a[1]).hypot(b[2] - a[2]));
    }
    step.map(|value| f64::from(value + 2.0).ln())
}
