//! What is seen of each cell, and of each border between two cells or of a cell with the frame.

use super::projective::rectify;
use super::raster::{Colour, Point, Pyramid, Raster, median, median_colour, opponent};

/// Pixels of a cell in the rectified picture.
pub(super) const CELL: usize = 24;
/// Cells of margin around the field.
pub(super) const MARGIN: usize = 1;

/// What the edges of a field count for, as in `lattice.rs`.
const FULL_EDGE: f64 = super::lattice::FULL_EDGE as f64;
const BETWEEN: f64 = super::lattice::BETWEEN as f64;
const FRAME: f64 = super::lattice::FRAME as f64;
const BEYOND: f64 = super::lattice::BEYOND as f64;

/// A border between two cells: across the columns of a row, or down the rows of a column.
pub(super) struct Border {
    /// The two cells, as `row * cols + col`.
    pub(super) cells: [usize; 2],
    /// Logarithms of the strongest step across it, in lightness and in colour.
    pub(super) step: [f64; 2],
    /// How far off the border the strongest step lies, in cells, to the right or downwards.
    pub(super) off: f64,
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
    /// How well the edges fit the lines.
    pub(super) lines: f64,
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
                let (step, off) = border(&flat, x, y, true);
                borders.push(Border { cells, step, off });
            }
        }
        for row in 0..rows - 1 {
            for col in 0..cols {
                let (x, y) = origin(row + 1, col);
                let cells = [row * cols + col, (row + 1) * cols + col];
                let (step, off) = border(&flat, x, y, false);
                borders.push(Border { cells, step, off });
            }
        }
        let mut outer = Vec::new();
        for col in 0..cols {
            for row in [0, rows] {
                let (x, y) = origin(row, col);
                let cell = row.min(rows - 1) * cols + col;
                outer.push((cell, border(&flat, x, y, false).0));
            }
        }
        for row in 0..rows {
            for col in [0, cols] {
                let (x, y) = origin(row, col);
                let cell = row * cols + col.min(cols - 1);
                outer.push((cell, border(&flat, x, y, true).0));
            }
        }
        let lines = lines(&flat, (rows, cols));
        Some(Features { rows, cols, colours, textures, borders, outer, is_photo, lines, flat })
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

/// How much more edges lie on the lines of a field than half way between them. A [`Lattice`](super::lattice::Lattice)
/// says the same of the picture as it is; this compares fields of all kinds, since all cells are as wide here.
fn lines(flat: &Raster, (rows, cols): (usize, usize)) -> f64 {
    let axis = |across: bool| {
        let (lines, length) = if across { (cols, rows) } else { (rows, cols) };
        let at = |line: usize, along: usize| {
            if across { flat.at(line, along) } else { flat.at(along, line) }
        };
        // The mean edge near a line, from one cell to another along it.
        let edge = |line: f64, from: usize, to: usize| {
            let line = ((MARGIN as f64 + line) * CELL as f64) as usize;
            let near = |along: usize| {
                let step = |first: usize| {
                    let (a, b) = (at(first, along), at(first + 3, along));
                    let largest = (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f32::max);
                    (f64::from(largest) / FULL_EDGE).min(1.0)
                };
                (line - 4..=line).map(step).fold(0.0, f64::max)
            };
            let range = CELL * from..CELL * to;
            range.clone().map(near).sum::<f64>() / range.len() as f64
        };
        let contrast = |from: usize, to: usize| {
            let inner = (1..lines).map(|k| edge(k as f64, from, to)).sum::<f64>();
            let between = (0..lines).map(|k| edge(k as f64 + 0.5, from, to)).sum::<f64>();
            inner / (lines - 1) as f64 - BETWEEN * between / lines as f64
        };
        let (first, last) = (MARGIN, MARGIN + length);
        let frame = f64::midpoint(edge(0.0, first, last), edge(lines as f64, first, last));
        let beyond = contrast(0, first).max(contrast(last, last + MARGIN)).max(0.0);
        [contrast(first, last) + FRAME * frame, beyond]
    };
    let (across, down) = (axis(true), axis(false));
    100.0 * (across[0] + down[0]) / 2.0 * (1.0 - BEYOND * across[1].max(down[1]))
}

/// The border that begins at a pixel and runs down, or to the right: its step, and how far off that lies.
///
/// The profile across it is a median along it, so grain, letters and noise do not count.
fn border(flat: &Raster, x: usize, y: usize, runs_down: bool) -> ([f64; 2], f64) {
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
    let steps: Vec<[f32; 2]> = (0..2 * HALF - 3)
        .map(|first| {
            let (a, b) = (profile[first], profile[first + 3]);
            [(b[0] - a[0]).abs(), (b[1] - a[1]).hypot(b[2] - a[2])]
        })
        .collect();
    let near = HALF - REACH - 2..HALF + REACH - 1;
    let step = [0, 1].map(|channel| {
        let largest = steps[near.clone()].iter().map(|step| step[channel]).fold(0.0, f32::max);
        f64::from(largest + 2.0).ln()
    });
    // A sharp edge is a step for each pair of pixels around it, an outline one on both of its sides.
    let both = |step: &[f32; 2]| step[0] + step[1];
    let largest = steps.iter().map(both).fold(0.0, f32::max);
    let is_edge = |place: &usize| both(&steps[*place]) >= 0.9 * largest;
    let edge: Vec<usize> = (0..steps.len()).filter(is_edge).collect();
    let middle = edge.iter().sum::<usize>() as f64 / edge.len() as f64;
    (step, (middle + 2.0 - HALF as f64) / CELL as f64)
}
