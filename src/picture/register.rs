//! The corners of a field from the bars on it.
//!
//! ```text
//!   |  +-----------+  |       A bar stands in the middle of its cells: its edges lie by the same gap
//!   |  | a bar     |  |       inside of its lines. Where they lie otherwise, the lines are off.
//!   |  +-----------+  |
//! ```
//!
//! A frame, a table and the ground have edges, too, near the outer lines; bars tell which is the field's.

use super::cover::Owners;
use super::features::Features;
use super::projective::{Homography, solved};
use super::raster::Point;

/// Edges so far from where they should be, in cells, count half.
const TRUST: f64 = 0.04;
/// How far lines are usually off, in cells: by a shift, by a stretch, a slant and a keystone for each cell; and the
/// gap, which is usually near another.
const USUAL: [f64; 5] = [0.15, 0.06, 0.02, 0.004, 0.04];
const USUAL_GAP: f64 = 0.06;
/// What keeps the lines of a screen from a slant and a keystone.
const UPRIGHT: f64 = 1e9;
/// So many edges along an axis tell where its lines are.
const LEAST_EDGES: usize = 3;
/// The rounds of the fit.
const ROUNDS: usize = 8;

/// An edge between a bar and ground: where it should be, whether the bar is behind it, and how far off it is.
struct BarEdge {
    place: Point,
    side: f64,
    off: f64,
}

/// The corners that lay the lines by the same gap around all bars; None if there are too few edges.
pub(super) fn registered(
    features: &Features,
    corners: &[Point; 4],
    owners: &Owners,
) -> Option<[Point; 4]> {
    let (rows, cols) = (features.rows as f64, features.cols as f64);
    let across = fitted(&edges(features, owners, true), features.is_photo)?;
    let down = fitted(&edges(features, owners, false), features.is_photo)?;
    let map = Homography::new(corners, cols, rows)?;
    let board = [[0.0, 0.0], [cols, 0.0], [cols, rows], [0.0, rows]];
    Some(board.map(|[u, v]| map.at([u + shift(&across, [u, v]), v + shift(&down, [v, u])])))
}

/// The edges across the columns, or down the rows.
fn edges(features: &Features, owners: &Owners, across: bool) -> Vec<BarEdge> {
    let cols = features.cols;
    let edge = |border: &super::features::Border| {
        let [a, b] = border.cells;
        let is_across = b == a + 1;
        let place = [(b % cols) as f64, (b / cols) as f64 + 0.5];
        let place = if across { place } else { [(b / cols) as f64, (b % cols) as f64 + 0.5] };
        let side = match (owners[a], owners[b]) {
            (None, Some(_)) => 1.0,
            (Some(_), None) => -1.0,
            (Some(a), Some(b)) if a != b => 0.0,
            _ => return None,
        };
        (is_across == across).then_some(BarEdge { place, side, off: border.off })
    };
    features.borders.iter().filter_map(edge).collect()
}

/// What the shift at a place, along and beside the axis, depends on: it is the same everywhere, a stretch, a slant or a
/// keystone.
fn parts([along, beside]: Point) -> [f64; 4] {
    [1.0, along, beside, along * beside]
}

fn shift(fit: &[f64; 5], place: Point) -> f64 {
    parts(place).into_iter().zip(fit).map(|(part, factor)| part * factor).sum()
}

/// The shift of the lines and the gap that explain the edges best; on a screen no line is slanted.
fn fitted(edges: &[BarEdge], is_photo: bool) -> Option<[f64; 5]> {
    if edges.len() < LEAST_EDGES {
        return None;
    }
    let mut fit = [0.0, 0.0, 0.0, 0.0, USUAL_GAP];
    for _ in 0..ROUNDS {
        let (mut matrix, mut values) = ([[0.0; 5]; 5], [0.0; 5]);
        for k in 0..5 {
            matrix[k][k] = (TRUST / USUAL[k]).powi(2);
        }
        if !is_photo {
            matrix[2][2] = UPRIGHT;
            matrix[3][3] = UPRIGHT;
        }
        values[4] = matrix[4][4] * USUAL_GAP;
        for edge in edges {
            let [a, b, c, d] = parts(edge.place);
            let row = [a, b, c, d, edge.side];
            let seen: f64 = row.iter().zip(&fit).map(|(part, factor)| part * factor).sum();
            let trust = 1.0 / (1.0 + ((edge.off - seen) / TRUST).powi(2));
            for j in 0..5 {
                (0..5).for_each(|k| matrix[j][k] += trust * row[j] * row[k]);
                values[j] += trust * row[j] * edge.off;
            }
        }
        fit = solved(matrix, values)?;
    }
    Some(fit)
}
