//! From the plane of the board to the picture: homographies, and corners that fit the lines best.

use super::raster::{Colour, Point, Pyramid, Raster, from_level, into_level};

/// A map from coordinates of the board (in cells) to the picture that keeps lines straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homography([f64; 8]);

impl Homography {
    /// The map that takes (0, 0), (cols, 0), (cols, rows) and (0, rows) to four corners; None if three of
    /// them lie on a line.
    pub(super) fn new(corners: &[Point; 4], cols: f64, rows: f64) -> Option<Homography> {
        let board = [[0.0, 0.0], [cols, 0.0], [cols, rows], [0.0, rows]];
        let mut system = [[0.0; 9]; 8];
        for (k, ([u, v], &[x, y])) in board.into_iter().zip(corners).enumerate() {
            system[2 * k] = [u, v, 1.0, 0.0, 0.0, 0.0, -x * u, -x * v, x];
            system[2 * k + 1] = [0.0, 0.0, 0.0, u, v, 1.0, -y * u, -y * v, y];
        }
        for k in 0..8 {
            let pivot =
                (k..8).max_by(|&a, &b| system[a][k].abs().total_cmp(&system[b][k].abs()))?;
            if system[pivot][k].abs() < 1e-9 {
                return None;
            }
            system.swap(k, pivot);
            let row = system[k].map(|value| value / system[k][k]);
            for (other, line) in system.iter_mut().enumerate() {
                let factor = line[k];
                if other != k {
                    (0..9).for_each(|column| line[column] -= factor * row[column]);
                }
            }
            system[k] = row;
        }
        Some(Homography(std::array::from_fn(|k| system[k][8])))
    }

    /// The depth of a place relative to that of the first corner: 1 there, small far away.
    pub(super) fn depth(&self, [u, v]: Point) -> f64 {
        self.0[6] * u + self.0[7] * v + 1.0
    }

    pub(super) fn at(&self, [u, v]: Point) -> Point {
        let (m, depth) = (&self.0, self.depth([u, v]));
        [(m[0] * u + m[1] * v + m[2]) / depth, (m[3] * u + m[4] * v + m[5]) / depth]
    }

    /// The direction in the picture of the line through a place that runs along `v`, or along `u`.
    fn direction(&self, place: Point, along_v: bool) -> Point {
        let (m, [x, y]) = (&self.0, self.at(place));
        let k = usize::from(along_v);
        let (dx, dy) = (m[k] - m[6 + k] * x, m[3 + k] - m[6 + k] * y);
        let length = dx.hypot(dy).max(1e-9);
        [dx / length, dy / length]
    }
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

    pub(super) fn near(&self, [x, y]: Point) -> [f32; 2] {
        let x = (x.round().max(0.0) as usize).min(self.width - 1);
        let y = (y.round().max(0.0) as usize).min(self.height - 1);
        self.vectors[y * self.width + x]
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

/// A place on a line of the board, and what a unit of edge there is worth.
struct Probe {
    place: Point,
    along_v: bool,
    worth: f64,
}

/// Places on the inner lines, on the frame, and half way between lines, where edges count against.
fn probes(rows: usize, cols: usize) -> Vec<Probe> {
    const PER_CELL: usize = 6;
    let mut probes = Vec::new();
    for along_v in [true, false] {
        let (lines, length) = if along_v { (cols, rows) } else { (rows, cols) };
        let count = (length * PER_CELL) as f64;
        let inner = (1..lines).map(|k| (k as f64, 1.0 / (lines - 1) as f64));
        let between = (0..lines).map(|k| (k as f64 + 0.5, -1.2 / lines as f64));
        let frame = [(0.0, 0.5), (lines as f64, 0.5)];
        for (line, worth) in inner.chain(between).chain(frame) {
            for k in 0..length * PER_CELL {
                let part = ((k % PER_CELL) as f64 + 0.5) / PER_CELL as f64;
                let along = (k / PER_CELL) as f64 + 0.1 + 0.8 * part;
                let place = if along_v { [line, along] } else { [along, line] };
                probes.push(Probe { place, along_v, worth: worth / count });
            }
        }
    }
    probes
}

/// Corners that fit the lines of the board best, and how well they do: by hill climbing with shift, stretch,
/// keystone and single corners.
pub(super) fn refine(
    pyramid: &Pyramid,
    corners: &[Point; 4],
    (rows, cols): (usize, usize),
) -> ([Point; 4], f64) {
    const FARTHEST: f64 = 0.4;
    let width = cell_width(corners, rows, cols);
    let (level, factor) = pyramid.level(width / pyramid.base() / 20.0 - 0.5);
    let start = corners.map(|corner| into_level(corner, factor));
    let cell = width / factor;
    let reach = (cell * 0.05).round().max(1.0) as i32;
    let gradients = Gradients::new(level);
    let probes = probes(rows, cols);
    let value = |corners: &[Point; 4]| {
        let Some(map) = Homography::new(corners, cols as f64, rows as f64) else {
            return f64::NEG_INFINITY;
        };
        let edge = |probe: &Probe| {
            let [x, y] = map.at(probe.place);
            let [dx, dy] = map.direction(probe.place, probe.along_v);
            let (nx, ny) = (-dy, dx);
            let at = |shift: i32| {
                let shift = f64::from(shift);
                let [gx, gy] = gradients.near([x + shift * nx, y + shift * ny]);
                let strength = gx.hypot(gy) + 1e-3;
                let across = (f64::from(gx) * nx + f64::from(gy) * ny).abs();
                let part = f64::from(strength.min(50.0) / 50.0 / strength);
                across * part * (1.0 - shift.abs() * 0.5 / f64::from(reach + 1))
            };
            (-reach..=reach).map(at).fold(0.0, f64::max) * probe.worth
        };
        probes.iter().map(edge).sum()
    };
    let mut directions: Vec<[Point; 4]> = vec![
        [[1.0, 0.0]; 4],
        [[0.0, 1.0]; 4],
        [[-1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]],
        [[0.0, -1.0], [0.0, -1.0], [0.0, 1.0], [0.0, 1.0]],
        [[-1.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
        [[0.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [1.0, 0.0]],
    ];
    for axis in 0..2 {
        for k in 0..4 {
            let mut corner = [[0.0; 2]; 4];
            corner[k][axis] = 1.0;
            directions.push(corner);
            corner[(k + 1) % 4][axis] = 1.0;
            directions.push(corner);
        }
    }
    let (mut best, mut at) = (value(&start), start);
    for step in [0.12, 0.06, 0.03] {
        for _ in 0..4 {
            let mut improved = false;
            for direction in &directions {
                for sign in [1.0, -1.0] {
                    let by = |k: usize, axis: usize| sign * step * cell * direction[k][axis];
                    let moved: [Point; 4] =
                        std::array::from_fn(|k| [at[k][0] + by(k, 0), at[k][1] + by(k, 1)]);
                    let far = |k: usize, axis: usize| (moved[k][axis] - start[k][axis]).abs();
                    if (0..4).any(|k| far(k, 0).max(far(k, 1)) > FARTHEST * cell) {
                        continue;
                    }
                    let score = value(&moved);
                    if score > best + 1e-4 {
                        (best, at, improved) = (score, moved, true);
                    }
                }
            }
            if !improved {
                break;
            }
        }
    }
    (at.map(|corner| from_level(corner, factor)), best)
}
