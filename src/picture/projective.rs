//! From the plane of the board to the picture and back: homographies, and gradients.

use super::raster::{Colour, Point, Pyramid, Raster, into_level};

/// A map from coordinates of the board (in cells) to the picture that keeps lines straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homography([f64; 8]);

impl Homography {
    /// The map that takes (0, 0), (cols, 0), (cols, rows) and (0, rows) to four corners; None if three of
    /// them lie on a line.
    pub(super) fn new(corners: &[Point; 4], cols: f64, rows: f64) -> Option<Homography> {
        let board = [[0.0, 0.0], [cols, 0.0], [cols, rows], [0.0, rows]];
        let (mut matrix, mut values) = ([[0.0; 8]; 8], [0.0; 8]);
        for (k, ([u, v], &[x, y])) in board.into_iter().zip(corners).enumerate() {
            matrix[2 * k] = [u, v, 1.0, 0.0, 0.0, 0.0, -x * u, -x * v];
            matrix[2 * k + 1] = [0.0, 0.0, 0.0, u, v, 1.0, -y * u, -y * v];
            (values[2 * k], values[2 * k + 1]) = (x, y);
        }
        solved(matrix, values).map(Homography)
    }

    /// The depth of a place relative to that of the first corner: 1 there, small far away.
    pub(super) fn depth(&self, [u, v]: Point) -> f64 {
        self.0[6] * u + self.0[7] * v + 1.0
    }

    pub(super) fn at(&self, [u, v]: Point) -> Point {
        let (m, depth) = (&self.0, self.depth([u, v]));
        [(m[0] * u + m[1] * v + m[2]) / depth, (m[3] * u + m[4] * v + m[5]) / depth]
    }
}

/// The solution of a system of linear equations, by elimination; None if there are several.
pub(super) fn solved<const N: usize>(
    mut matrix: [[f64; N]; N],
    mut values: [f64; N],
) -> Option<[f64; N]> {
    for k in 0..N {
        let pivot = (k..N).max_by(|&a, &b| matrix[a][k].abs().total_cmp(&matrix[b][k].abs()))?;
        if matrix[pivot][k].abs() < 1e-9 {
            return None;
        }
        matrix.swap(k, pivot);
        values.swap(k, pivot);
        let (row, value) = (matrix[k].map(|entry| entry / matrix[k][k]), values[k] / matrix[k][k]);
        for other in (0..N).filter(|&other| other != k) {
            let factor = matrix[other][k];
            (0..N).for_each(|column| matrix[other][column] -= factor * row[column]);
            values[other] -= factor * value;
        }
        (matrix[k], values[k]) = (row, value);
    }
    Some(values)
}

/// The length of the four sides of a quadrilateral.
pub(super) fn sides(corners: &[Point; 4]) -> [f64; 4] {
    std::array::from_fn(|k| {
        let ([a, b], [c, d]) = (corners[k], corners[(k + 1) % 4]);
        (a - c).hypot(b - d)
    })
}

/// The mean width of a cell in the picture.
pub(super) fn cell_width(corners: &[Point; 4], rows: usize, cols: usize) -> f64 {
    let [top, right, bottom, left] = sides(corners);
    ((top + bottom) / cols as f64 + (left + right) / rows as f64) / 4.0
}

/// The picture seen from above: each cell `pixels` wide, with a margin of some cells.
pub(super) fn rectify(
    pyramid: &Pyramid,
    corners: &[Point; 4],
    (rows, cols): (usize, usize),
    pixels: usize,
    margin: f64,
) -> Option<Raster> {
    let [top, right, bottom, left] = sides(corners);
    let narrow = (top.min(bottom) / cols as f64).min(left.min(right) / rows as f64);
    let (level, factor) = pyramid.level((narrow / pyramid.base() / pixels as f64 - 0.2).max(1.0));
    let map = Homography::new(&corners.map(|p| into_level(p, factor)), cols as f64, rows as f64)?;
    let extent = |cells: usize| ((cells as f64 + 2.0 * margin) * pixels as f64).round() as usize;
    let (width, height) = (extent(cols), extent(rows));
    let place = |k: usize| (k as f64 + 0.5) / pixels as f64 - margin;
    let colour = |k: usize| level.between(map.at([place(k % width), place(k / width)]));
    let ends = [[-margin, -margin], [cols as f64 + margin, -margin]];
    let low = ends.map(|[u, _]| [u, rows as f64 + margin]);
    if ends.into_iter().chain(low).any(|place| map.depth(place) < 0.05) {
        return None;
    }
    Some(Raster::new(width, height, (0..width * height).map(colour).collect()))
}

/// The strongest gradient of the channels at each pixel: along x, along y.
pub(super) struct Gradients {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) vectors: Vec<[f32; 2]>,
}

impl Gradients {
    /// The gradients of a slightly blurred picture.
    pub(super) fn new(picture: &Raster) -> Gradients {
        let (width, height) = (picture.width, picture.height);
        let blurred = blurred(picture);
        let at = |x: usize, y: usize| blurred[y * width + x];
        let mut vectors = vec![[0.0; 2]; width * height];
        for y in 1..height.max(1) - 1 {
            for x in 1..width.max(1) - 1 {
                let (left, right) = (at(x - 1, y), at(x + 1, y));
                let (top, low) = (at(x, y - 1), at(x, y + 1));
                let vector = |k: usize| [right[k] - left[k], low[k] - top[k]];
                let strength = |[a, b]: [f32; 2]| a * a + b * b;
                let stronger = |best: [f32; 2], k| {
                    let other = vector(k);
                    if strength(other) > strength(best) { other } else { best }
                };
                vectors[y * width + x] = (1..3).fold(vector(0), stronger);
            }
        }
        Gradients { width, height, vectors }
    }
}

/// Each pixel with half the weight of its neighbours, along both axes.
fn blurred(picture: &Raster) -> Vec<Colour> {
    let (width, height) = (picture.width, picture.height);
    let mix =
        |a: Colour, b: Colour, c: Colour| std::array::from_fn(|k| (a[k] + 2.0 * b[k] + c[k]) / 4.0);
    let mut across: Vec<Colour> = Vec::with_capacity(width * height);
    for y in 0..height {
        let at = |x: usize| picture.at(x, y);
        across.extend(
            (0..width).map(|x| mix(at(x.saturating_sub(1)), at(x), at((x + 1).min(width - 1)))),
        );
    }
    let at = |x: usize, y: usize| across[y * width + x];
    let down = |k: usize| {
        let (x, y) = (k % width, k / width);
        mix(at(x, y.saturating_sub(1)), at(x, y), at(x, (y + 1).min(height - 1)))
    };
    (0..width * height).map(down).collect()
}
