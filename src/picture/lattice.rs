//! Where is the field of cells? Lattices of equal gaps in an upright picture.
//!
//! Bars, ground tiles and grid lines end on the lines of the lattice and rarely half way between them.
//! Every rectangle of two vertical and two horizontal lines with many edges is tried with each number of
//! cells: edges on the inner lines count for it, edges half way between them against it.

use super::rank::{rank, ranking};
use super::raster::Raster;

/// A step of this size (of 255) between the neighbours of a pixel is a full edge.
pub(super) const FULL_EDGE: f32 = 24.0;
/// An edge half way between the lines costs as much as this many on the lines.
pub(super) const BETWEEN: f32 = 1.2;
/// The weight of the four outer lines.
pub(super) const FRAME: f32 = 0.4;
/// The penalty of inner lines that go on outside: then the field is a part of the true one.
pub(super) const BEYOND: f32 = 0.6;
/// How far an edge counts, in pixels; the one nearest to `REACH` of a cell is used.
const REACHES: [usize; 4] = [1, 2, 3, 5];
/// Bars leave a gap beside the line, of at most this part of a cell.
const REACH: f32 = 0.06;
/// So many lines of each direction are tried, and so many fields of each size are kept.
const LINES: usize = 28;
const KEPT: usize = 40;

/// A field of cells in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    pub(super) score: f64,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

/// What is looked for.
pub(super) struct Wanted<'a> {
    /// Rows and columns.
    pub(super) sizes: &'a [(usize, usize)],
    /// How often a cell may be as high as wide, or as wide as high.
    pub(super) aspect: f32,
    /// The least side of the field, as a part of the shorter side of the picture.
    pub(super) least: f32,
    pub(super) most: usize,
}

/// The edges along one direction: their sums up to each place of each line, for each reach.
struct Edges {
    lines: usize,
    length: usize,
    sums: [Vec<f32>; 4],
}

impl Edges {
    /// `step(line, place)` is the strength of the edge at a place of a line.
    fn new(lines: usize, length: usize, step: impl Fn(usize, usize) -> f32) -> Edges {
        let mut strengths = vec![0.0f32; lines * length];
        for place in 0..length {
            for line in 1..lines - 1 {
                strengths[place * lines + line] = step(line, place);
            }
        }
        let mut widened = vec![0.0f32; lines];
        let sums = REACHES.map(|reach| {
            let mut sums = vec![0.0f32; lines * (length + 1)];
            for place in 0..length {
                let row = &strengths[place * lines..][..lines];
                widened.copy_from_slice(row);
                for shift in 1..=reach {
                    for line in shift..lines {
                        widened[line] = widened[line].max(row[line - shift]);
                        widened[line - shift] = widened[line - shift].max(row[line]);
                    }
                }
                for line in 0..lines {
                    sums[(place + 1) * lines + line] = sums[place * lines + line] + widened[line];
                }
            }
            sums
        });
        Edges { lines, length, sums }
    }

    /// The sums for cells of this width.
    fn reaching(&self, cell: f32) -> &[f32] {
        let distance = |k: &usize| (REACHES[*k] as f32 - REACH * cell).abs();
        let best = (0..4).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        &self.sums[best.expect("four reaches")]
    }

    /// The lines with the most edges, by the strongest `window` of each, and the first and last line.
    fn strongest(&self, window: usize) -> Vec<usize> {
        // The sums of the least reach hold an edge three times, and keep the order of lines.
        let sums = &self.sums[0];
        let (lines, window) = (self.lines, window.clamp(1, self.length));
        let total = 0.3 * window as f32 / self.length as f32;
        let strength = |line: usize| {
            let windows = (window..=self.length)
                .map(|end| sums[end * lines + line] - sums[(end - window) * lines + line]);
            windows.fold(0.0, f32::max) + total * sums[self.length * lines + line]
        };
        let strengths: Vec<f64> = (0..lines).map(|line| f64::from(strength(line))).collect();
        let is_peak = |&line: &usize| {
            let near = line.saturating_sub(2)..(line + 3).min(lines);
            strengths[near].iter().all(|&other| strengths[line] >= other)
        };
        let mut peaks = ranking(&strengths);
        peaks.retain(is_peak);
        peaks.truncate(LINES);
        peaks.extend([0, lines - 1]);
        peaks.sort_unstable();
        peaks.dedup();
        peaks
    }
}

/// The edges of pairs of lines with some cells between, up to each of the lines across.
struct Pair {
    first: usize,
    last: usize,
    /// Their places among the lines.
    places: [usize; 2],
    /// On the inner lines, half way between lines, and on the two outer lines.
    sums: Vec<[f32; 3]>,
}

fn pairs(edges: &Edges, lines: &[usize], across: &[usize], cells: usize, least: f32) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (k, &first) in lines.iter().enumerate() {
        for (j, &last) in lines.iter().enumerate().skip(k + 1) {
            let width = (last - first) as f32;
            if width < least {
                continue;
            }
            let cell = width / cells as f32;
            let sums = edges.reaching(cell);
            let line = |place: f32| (first as f32 + cell * place).round() as usize;
            let up_to = |&end: &usize| {
                let row = &sums[end * edges.lines..][..edges.lines];
                let inner: f32 = (1..cells).map(|k| row[line(k as f32)]).sum();
                let between: f32 = (0..cells).map(|k| row[line(k as f32 + 0.5)]).sum();
                let outer = f32::midpoint(row[first], row[last]);
                [inner / (cells - 1) as f32, between / cells as f32, outer]
            };
            pairs.push(Pair {
                first,
                last,
                places: [k, j],
                sums: across.iter().map(up_to).collect(),
            });
        }
    }
    pairs
}

/// The best lattices, at most `wanted.most`, best first.
pub(super) fn lattices(picture: &Raster, wanted: &Wanted) -> Vec<Lattice> {
    let (width, height) = (picture.width, picture.height);
    let step = |a: [f32; 3], b: [f32; 3]| {
        let largest = (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f32::max);
        (largest / FULL_EDGE).min(1.0)
    };
    let vertical =
        Edges::new(width, height, |x, y| step(picture.at(x + 1, y), picture.at(x - 1, y)));
    let horizontal =
        Edges::new(height, width, |y, x| step(picture.at(x, y + 1), picture.at(x, y - 1)));
    let short = width.min(height) as f32;
    let window = ((short * 0.3) as usize).max(8);
    let (xs, ys) = (vertical.strongest(window), horizontal.strongest(window));
    let mut found = Vec::new();
    for &(rows, cols) in wanted.sizes {
        let columns = pairs(&vertical, &xs, &ys, cols, wanted.least * short);
        let lines = pairs(&horizontal, &ys, &xs, rows, wanted.least * short);
        let mut best: Vec<(f32, &Pair, &Pair)> = Vec::new();
        let mut least = f32::NEG_INFINITY;
        for x in &columns {
            let wide = (x.last - x.first) as f32 / cols as f32;
            for y in &lines {
                let high = (y.last - y.first) as f32 / rows as f32;
                if high > wide * wanted.aspect || wide > high * wanted.aspect {
                    continue;
                }
                let ([left, right], [top, bottom]) = (x.places, y.places);
                let length = |pair: &Pair| (pair.last - pair.first) as f32;
                let mean = |k: usize| {
                    let down = (x.sums[bottom][k] - x.sums[top][k]) / length(y);
                    let across = (y.sums[right][k] - y.sums[left][k]) / length(x);
                    f32::midpoint(down, across)
                };
                let score = mean(0) - BETWEEN * mean(1) + FRAME * mean(2);
                let size = (length(x) * length(y)).sqrt() / short;
                let score = 100.0 * score * size.sqrt();
                if score > least {
                    best.push((score, x, y));
                }
            }
            if best.len() > 10 * KEPT {
                rank(&mut best, |pair| pair.0.into());
                best.truncate(KEPT);
                least = best[KEPT - 1].0;
            }
        }
        rank(&mut best, |pair| pair.0.into());
        best.truncate(KEPT);
        for (score, x, y) in best {
            let down = beyond(&vertical, x, cols, y, rows);
            let across = beyond(&horizontal, y, rows, x, cols);
            found.push(Lattice {
                score: f64::from(score * (1.0 - BEYOND * down.max(across))),
                left: x.first as f64,
                top: y.first as f64,
                right: x.last as f64,
                bottom: y.last as f64,
                rows,
                cols,
            });
        }
    }
    rank(&mut found, |lattice| lattice.score);
    let mut distinct: Vec<Lattice> = Vec::new();
    for lattice in found {
        let same = |other: &Lattice| {
            let cell = (other.right - other.left) / other.cols as f64;
            let sides = |l: &Lattice| [l.left, l.top, l.right, l.bottom];
            let near = |(a, b): (f64, f64)| (a - b).abs() <= 0.25 * cell;
            (other.rows, other.cols) == (lattice.rows, lattice.cols)
                && sides(other).into_iter().zip(sides(&lattice)).all(near)
        };
        if !distinct.iter().any(same) {
            distinct.push(lattice);
        }
        if distinct.len() >= wanted.most {
            break;
        }
    }
    distinct
}

/// How much the inner lines of a field go on for one cell outside of it, at the worse end; 0 if they end.
fn beyond(edges: &Edges, pair: &Pair, cells: usize, across: &Pair, cells_across: usize) -> f32 {
    let cell = (pair.last - pair.first) as f32 / cells as f32;
    let long = (across.last - across.first) as f32 / cells_across as f32;
    let sums = edges.reaching(cell);
    let line = |place: f32| (pair.first as f32 + cell * place).round() as usize;
    let before = (across.first as f32 - long, across.first as f32);
    let after = (across.last as f32, across.last as f32 + long);
    let mut worst = 0.0f32;
    for (from, to) in [before, after] {
        let (from, to) = (from.max(0.0) as usize, (to as usize).min(edges.length));
        if ((to.saturating_sub(from)) as f32) < 0.5 * long {
            continue;
        }
        let edge = |place: f32| {
            sums[to * edges.lines + line(place)] - sums[from * edges.lines + line(place)]
        };
        let inner: f32 = (1..cells).map(|k| edge(k as f32)).sum::<f32>() / (cells - 1) as f32;
        let between: f32 = (0..cells).map(|k| edge(k as f32 + 0.5)).sum::<f32>() / cells as f32;
        worst = worst.max((inner - BETWEEN * between) / long);
    }
    worst
}
