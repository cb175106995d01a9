//! Quadrilaterals in a photograph: pairs of pairs of long lines, found by a Hough transform.
//!
//! Any quadrilateral parallel to the board (its outer frame, its inner frame, a lid) flattens the board, so
//! the field of cells is then looked for in the flattened picture.

use std::f64::consts::PI;

use super::lattice::{Lattice, Wanted, lattices};
use super::projective::{Gradients, Homography, rectify, sides};
use super::rank::{rank, ranking};
use super::raster::{Point, Pyramid, Raster, from_level};

/// Angles of the Hough transform.
const ANGLES: usize = 120;
/// So many lines and quadrilaterals are tried.
const LINES: usize = 44;
const QUADRILATERALS: usize = 14;
/// The flattened picture: its side in pixels, and the margin around the quadrilateral as a part of it.
const SIDE: usize = 200;
const MARGIN: f64 = 0.3;

/// The line `x cos(angle) + y sin(angle) = distance`; the origin is the centre of the picture.
#[derive(Clone, Copy)]
struct HoughLine {
    angle: f64,
    distance: f64,
}

impl HoughLine {
    fn crossing(self, other: HoughLine) -> Option<Point> {
        let determinant = (other.angle - self.angle).sin();
        let x = self.distance * other.angle.sin() - other.distance * self.angle.sin();
        let y = other.distance * self.angle.cos() - self.distance * other.angle.cos();
        (determinant.abs() > 1e-6).then(|| [x / determinant, y / determinant])
    }

    /// The angle between two lines, at most a right one.
    fn turn(self, other: HoughLine) -> f64 {
        ((self.angle - other.angle + PI / 2.0).rem_euclid(PI) - PI / 2.0).abs()
    }
}

/// A pixel on an edge: its place, the direction of its gradient, and its weight.
struct EdgePixel {
    x: f64,
    y: f64,
    angle: f64,
    weight: f64,
}

fn edge_pixels(gradients: &Gradients) -> Vec<EdgePixel> {
    let (width, height) = (gradients.width, gradients.height);
    let inside =
        |k: &usize| (2..width - 2).contains(&(k % width)) && (2..height - 2).contains(&(k / width));
    let strength = |k: usize| gradients.vectors[k][0].hypot(gradients.vectors[k][1]);
    let places: Vec<usize> = (0..width * height).filter(inside).collect();
    let mut strengths: Vec<f32> = places.iter().map(|&k| strength(k)).collect();
    if strengths.is_empty() {
        return Vec::new();
    }
    let rank = strengths.len() * 85 / 100;
    let threshold = strengths.select_nth_unstable_by(rank, f32::total_cmp).1.max(8.0);
    let pixel = |k: usize| {
        let [gx, gy] = gradients.vectors[k].map(f64::from);
        EdgePixel {
            x: (k % width) as f64 - width as f64 / 2.0,
            y: (k / width) as f64 - height as f64 / 2.0,
            angle: gy.atan2(gx).rem_euclid(PI),
            weight: f64::from(strength(k).min(50.0) / 50.0),
        }
    };
    places.into_iter().filter(|&k| strength(k) > threshold).map(pixel).collect()
}

/// The strongest lines; a pixel votes only for lines across its gradient.
fn lines(gradients: &Gradients) -> Vec<HoughLine> {
    let pixels = edge_pixels(gradients);
    let (width, height) = (gradients.width as f64, gradients.height as f64);
    let half = (width.hypot(height) / 2.0) as usize + 2;
    let mut votes = vec![0.0; ANGLES * half];
    let angle_of = |index: f64| (index + 0.5) * PI / ANGLES as f64;
    for pixel in &pixels {
        let nearest = (pixel.angle / PI * ANGLES as f64).floor() as i64;
        for shift in -2..=2i64 {
            let index = nearest + shift;
            let angle = angle_of(index as f64);
            let distance = pixel.x * angle.cos() + pixel.y * angle.sin();
            let wrapped = index.rem_euclid(ANGLES as i64);
            let distance = if wrapped == index { distance } else { -distance };
            let bin = f64::midpoint(distance, half as f64).max(0.0) as usize;
            votes[wrapped as usize * half + bin.min(half - 1)] +=
                pixel.weight * (1.0 - shift.abs() as f64 / 3.0);
        }
    }
    let near = |bin: usize, row: &[f64]| {
        let before = if bin > 0 { row[bin - 1] } else { 0.0 };
        row[bin] + 0.5 * (before + row.get(bin + 1).unwrap_or(&0.0))
    };
    let mut strength: Vec<f64> =
        votes.chunks(half).flat_map(|row| (0..half).map(move |bin| near(bin, row))).collect();
    let mut found = Vec::new();
    while found.len() < LINES {
        let best = (0..strength.len()).max_by(|&a, &b| strength[a].total_cmp(&strength[b]));
        let Some(best) = best.filter(|&k| strength[k] >= 0.06 * width.min(height)) else { break };
        let (angle, bin) = (best / half, best % half);
        let distance = (bin as f64 + 0.5) * 2.0 - half as f64;
        found.push(fitted(HoughLine { angle: angle_of(angle as f64), distance }, &pixels));
        for shift in -3..=3i64 {
            let index = angle as i64 + shift;
            let wrapped = index.rem_euclid(ANGLES as i64);
            let bin = if wrapped == index { bin } else { half - 1 - bin };
            let row = &mut strength[wrapped as usize * half..][..half];
            row[bin.saturating_sub(2)..(bin + 3).min(half)].fill(0.0);
        }
    }
    found
}

/// The line that fits the pixels near this one best.
fn fitted(mut line: HoughLine, pixels: &[EdgePixel]) -> HoughLine {
    for _ in 0..2 {
        let (sin, cos) = line.angle.sin_cos();
        let [mut n, mut u1, mut u2, mut d1, mut ud] = [0.0; 5];
        let mut count = 0;
        for pixel in pixels {
            let off = pixel.x * cos + pixel.y * sin - line.distance;
            let turn = line.turn(HoughLine { angle: pixel.angle, distance: 0.0 });
            if off.abs() >= 2.5 || turn >= 0.2 {
                continue;
            }
            let (u, weight) = (pixel.y * cos - pixel.x * sin, pixel.weight * pixel.weight);
            (n, u1, u2) = (n + weight, u1 + weight * u, u2 + weight * u * u);
            (d1, ud, count) = (d1 + weight * off, ud + weight * u * off, count + 1);
        }
        let determinant = n * u2 - u1 * u1;
        if count < 8 || determinant.abs() < 1e-9 {
            break;
        }
        let slope = (n * ud - u1 * d1) / determinant;
        let shift = (d1 - slope * u1) / n;
        let turn = slope.atan();
        line =
            HoughLine { angle: line.angle - turn, distance: (line.distance + shift) * turn.cos() };
        if line.angle < 0.0 {
            line = HoughLine { angle: line.angle + PI, distance: -line.distance };
        } else if line.angle >= PI {
            line = HoughLine { angle: line.angle - PI, distance: -line.distance };
        }
    }
    line
}

/// The quadrilaterals with the most edges along their sides, clockwise from the corner near the top left.
fn quadrilaterals(picture: &Raster) -> Vec<[Point; 4]> {
    if picture.width < 16 || picture.height < 16 {
        return Vec::new();
    }
    let gradients = Gradients::new(picture);
    let lines = lines(&gradients);
    let (width, height) = (picture.width as f64, picture.height as f64);
    let mut pairs = Vec::new();
    for (k, &a) in lines.iter().enumerate() {
        pairs.extend(lines[k + 1..].iter().filter(|b| a.turn(**b) < 0.75).map(|&b| (a, b)));
    }
    let support = Support::new(&gradients);
    let mut found: Vec<(f64, [Point; 4])> = Vec::new();
    for (k, &(a, b)) in pairs.iter().enumerate() {
        for &(c, d) in &pairs[k + 1..] {
            if [a.turn(c), b.turn(d), a.turn(d), b.turn(c)].iter().any(|&turn| turn <= 0.6) {
                continue;
            }
            let corners = [a.crossing(c), a.crossing(d), b.crossing(d), b.crossing(c)];
            let [Some(p), Some(q), Some(r), Some(s)] = corners else { continue };
            let corners = [p, q, r, s];
            let inside = |[x, y]: &Point| x.abs() < 0.52 * width && y.abs() < 0.52 * height;
            if !corners.iter().all(inside) || !is_convex(&corners) {
                continue;
            }
            let lengths = sides(&corners);
            let shortest = lengths.into_iter().fold(f64::INFINITY, f64::min);
            let longest = lengths.into_iter().fold(0.0, f64::max);
            if shortest <= 0.18 * width.min(height) || longest >= 3.0 * shortest {
                continue;
            }
            let size = lengths.iter().sum::<f64>() / 4.0 / width.min(height);
            found.push((support.of(&corners) * size.sqrt(), corners));
        }
    }
    rank(&mut found, |field| field.0);
    let mut distinct: Vec<[Point; 4]> = Vec::new();
    for (_, corners) in found.into_iter().take(4000) {
        let corners = clockwise(corners.map(|[x, y]| [x + width / 2.0, y + height / 2.0]));
        let near = sides(&corners).iter().sum::<f64>() / 4.0 * 0.04;
        let same = |other: &[Point; 4]| {
            (0..4).any(|turn| {
                (0..4).all(|k| {
                    let ([a, b], [c, d]) = (corners[k], other[(k + turn) % 4]);
                    (a - c).abs() <= near && (b - d).abs() <= near
                })
            })
        };
        if !distinct.iter().any(same) {
            distinct.push(corners);
        }
        if distinct.len() >= QUADRILATERALS {
            break;
        }
    }
    distinct
}

/// The edges along the sides of a quadrilateral.
struct Support<'a> {
    gradients: &'a Gradients,
    strength: Vec<f32>,
}

impl Support<'_> {
    fn new(gradients: &Gradients) -> Support<'_> {
        let (width, height) = (gradients.width, gradients.height);
        let strength =
            |k: usize| (gradients.vectors[k][0].hypot(gradients.vectors[k][1]) / 40.0).min(1.0);
        let largest = |k: usize| {
            let (x, y) = (k % width, k / width);
            let rows = y.saturating_sub(1)..(y + 2).min(height);
            let cols = x.saturating_sub(1)..(x + 2).min(width);
            let row = |y: usize| cols.clone().map(move |x| strength(y * width + x));
            rows.flat_map(row).fold(0.0, f32::max)
        };
        Support { gradients, strength: (0..width * height).map(largest).collect() }
    }

    /// The mean over the sides and the weakest side together; the origin is the centre of the picture.
    fn of(&self, corners: &[Point; 4]) -> f64 {
        const PROBES: usize = 20;
        let (width, height) = (self.gradients.width, self.gradients.height);
        let lengths = sides(corners);
        let side = |k: usize| {
            let ([x, y], [z, w]) = (corners[k], corners[(k + 1) % 4]);
            let (dx, dy) = ((z - x) / lengths[k], (w - y) / lengths[k]);
            let probe = |step: usize| {
                let part = (step as f64 + 0.5) / PROBES as f64 * lengths[k];
                let px = (x + dx * part + width as f64 / 2.0).max(0.0) as usize;
                let py = (y + dy * part + height as f64 / 2.0).max(0.0) as usize;
                let place = py.min(height - 1) * width + px.min(width - 1);
                let [gx, gy] = self.gradients.vectors[place].map(f64::from);
                let across = (gy * dx - gx * dy).abs() / (gx.hypot(gy) + 1e-3);
                f64::from(self.strength[place]) * if across > 0.8 { 1.0 } else { 0.3 }
            };
            (0..PROBES).map(probe).sum::<f64>() / PROBES as f64
        };
        let support: [f64; 4] = std::array::from_fn(side);
        support.iter().sum::<f64>() / 4.0 + support.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// Whether the corners turn the same way all around.
fn is_convex(corners: &[Point; 4]) -> bool {
    let [a, b, c, d] = *corners;
    is_clockwise(corners) || is_clockwise(&[d, c, b, a])
}

/// Whether each side of a quadrilateral turns to the right, as y grows downwards.
pub(super) fn is_clockwise(corners: &[Point; 4]) -> bool {
    (0..4).all(|k| {
        let [[a, b], [c, d], [e, f]] = [0, 1, 2].map(|step| corners[(k + step) % 4]);
        (c - a) * (f - d) - (d - b) * (e - c) > 0.0
    })
}

fn clockwise(corners: [Point; 4]) -> [Point; 4] {
    let centre = |axis: usize| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0;
    let (x, y) = (centre(0), centre(1));
    let order = ranking(&corners.map(|corner| -(corner[1] - y).atan2(corner[0] - x)));
    [0, 1, 2, 3].map(|place| corners[order[place]])
}

/// The fields of cells in a photograph: score, corners and size, best first.
pub(super) fn fields(
    pyramid: &Pyramid,
    sizes: &[(usize, usize)],
    most: usize,
) -> Vec<(f64, [Point; 4], (usize, usize))> {
    let (first, _) = pyramid.first();
    let (small, factor) = pyramid.level(first.width.max(first.height) as f64 / 480.0);
    let wanted = Wanted { sizes, aspect: 1.5, least: 0.3, most: 4 };
    let mut found: Vec<(f64, [Point; 4], (usize, usize))> = Vec::new();
    for corners in quadrilaterals(small) {
        let corners = corners.map(|corner| from_level(corner, factor));
        let Some(map) = Homography::new(&corners, 1.0, 1.0) else { continue };
        let Some(flat) = rectify(pyramid, &corners, (1, 1), SIDE, MARGIN) else { continue };
        let on_board = |x: f64| (x + 0.5) / SIDE as f64 - MARGIN;
        for Lattice { score, left, top, right, bottom, rows, cols } in lattices(&flat, &wanted) {
            let corner = |[x, y]: Point| map.at([on_board(x), on_board(y)]);
            let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(corner);
            found.push((score, corners, (rows, cols)));
        }
    }
    rank(&mut found, |field| field.0);
    let mut distinct: Vec<(f64, [Point; 4], (usize, usize))> = Vec::new();
    for field in found {
        let (_, corners, (rows, cols)) = &field;
        let near = 0.25 * super::projective::cell_width(corners, *rows, *cols);
        let same = |(_, other, size): &(f64, [Point; 4], (usize, usize))| {
            let close = |k: usize| {
                (other[k][0] - corners[k][0]).abs().max((other[k][1] - corners[k][1]).abs()) <= near
            };
            *size == (*rows, *cols) && (0..4).all(close)
        };
        if !distinct.iter().any(same) {
            distinct.push(field);
        }
        if distinct.len() >= most {
            break;
        }
    }
    distinct
}
