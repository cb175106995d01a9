//! Which bar is the target, and where the exit is.

use super::cover::Owners;
use super::features::{CELL, Features, MARGIN, square};
use super::rank::{ascending, rank};
use super::raster::median_colour;
use crate::board::{Axis, Exit, Side};

/// A bar of a board: its cells in reading order.
pub(super) struct SeenBar {
    pub(super) owner: u8,
    pub(super) cells: Vec<usize>,
}

impl SeenBar {
    pub(super) fn axis(&self, cols: usize) -> Axis {
        let is_row = self.cells[0] / cols == self.cells[self.cells.len() - 1] / cols;
        if is_row { Axis::Horizontal } else { Axis::Vertical }
    }

    /// Its row or column.
    pub(super) fn line(&self, cols: usize) -> usize {
        match self.axis(cols) {
            Axis::Horizontal => self.cells[0] / cols,
            Axis::Vertical => self.cells[0] % cols,
        }
    }
}

/// The bars of at least two cells, in reading order.
pub(super) fn bars(owners: &Owners) -> Vec<SeenBar> {
    let mut parts: Vec<SeenBar> = Vec::new();
    for (cell, owner) in owners.iter().enumerate() {
        let Some(owner) = *owner else { continue };
        match parts.iter_mut().find(|part| part.owner == owner) {
            Some(part) => part.cells.push(cell),
            None => parts.push(SeenBar { owner, cells: vec![cell] }),
        }
    }
    parts.retain(|part| part.cells.len() > 1);
    parts
}

/// How red a colour is: up to 1, negative for the others.
fn redness([lightness, red_green, yellow_blue]: [f64; 3]) -> f64 {
    let red = lightness + red_green / 2.0 + yellow_blue / 3.0;
    let green = red - red_green;
    let blue = f64::midpoint(red, green) - yellow_blue;
    (red - green).min(red - blue) / red.max(60.0)
}

/// How well each bar would do as the target, best first: red, else the odd one out.
pub(super) fn targets(features: &Features, owners: &Owners) -> Vec<(f64, SeenBar)> {
    let bars = bars(owners);
    let colours: Vec<[f64; 3]> = bars
        .iter()
        .map(|bar| {
            let colours = bar.cells.iter().map(|&cell| features.colours[cell].map(|v| v as f32));
            median_colour(&colours).map(f64::from)
        })
        .collect();
    let red: Vec<f64> = colours.iter().map(|&colour| redness(colour)).collect();
    let others = |k: usize| (0..bars.len()).filter(move |&other| other != k);
    let alone: Vec<f64> = (0..bars.len())
        .map(|k| {
            let far = |other: usize| {
                let channel = |c: usize| (colours[k][c] - colours[other][c]).abs();
                (0..3).map(channel).fold(0.0, f64::max)
            };
            others(k).map(far).fold(f64::INFINITY, f64::min).min(99.0)
        })
        .collect();
    let mut sorted = alone.clone();
    ascending(&mut sorted);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
    let score = |k: usize| {
        let second = others(k).map(|other| red[other]).fold(0.0, f64::max);
        let mut score = if red[k] > 0.6 { 3.0 } else { 0.0 };
        if red[k] > 0.45 {
            score += 2.0 * ((red[k] - second) / 0.15).clamp(0.0, 1.0);
        }
        if alone[k] > 20.0 {
            score += 2.0 * (alone[k] / (usual + 8.0) - 1.5).clamp(0.0, 1.0);
        }
        score + if bars[k].cells.len() == 2 { 0.3 } else { 0.0 }
    };
    let scores: Vec<f64> = (0..bars.len()).map(score).collect();
    let mut ranked: Vec<(f64, SeenBar)> = scores.into_iter().zip(bars).collect();
    rank(&mut ranked, |bar| bar.0);
    ranked
}

/// The bars by how well each would do as the target, best first: by its colour and by the frame at an end of
/// its line.
pub(super) fn leaving(features: &Features, owners: &Owners) -> Vec<(f64, SeenBar)> {
    let mut ranked = targets(features, owners);
    for (score, bar) in &mut ranked {
        let odd = oddness(features, owners, bar.axis(features.cols), bar.line(features.cols));
        *score += FRAME_WEIGHT * odd[0].max(odd[1]);
    }
    rank(&mut ranked, |bar| bar.0);
    ranked
}

fn sides(axis: Axis) -> [Side; 2] {
    match axis {
        Axis::Horizontal => [Side::Right, Side::Left],
        Axis::Vertical => [Side::Bottom, Side::Top],
    }
}

/// The exits at the two ends of a line, the likelier one first, and how much likelier it is: the frame
/// there differs from the frame at the ends of the other lines.
pub(super) fn exits(
    features: &Features,
    owners: &Owners,
    axis: Axis,
    line: usize,
) -> ([Exit; 2], f64) {
    let sides = sides(axis);
    let odd = oddness(features, owners, axis, line);
    let exit = |side| Exit { side, line: line as i64 };
    let (first, second) = (odd[0] + USUAL_SIDE, odd[1]);
    if first >= second {
        (sides.map(exit), first - second)
    } else {
        ([exit(sides[1]), exit(sides[0])], second - first)
    }
}

/// How much the frame at the two ends of a line differs from that beside it, in the layer of the frame that
/// shows it best: a gap, a mark or an arrow.
///
/// A shadow or a glare differs from the frame on one side of it, a gap from that on both. A thin frame can lie on the
/// outermost pixels of the field; there, only ground compares with ground, since bars have colours of their own.
/// The edge of a bar at the end of the line reaches over it, so the layers are then farther out.
fn oddness(features: &Features, owners: &Owners, axis: Axis, line: usize) -> [f64; 2] {
    let in_layer = |layer| {
        let ends = sides(axis).map(|side| FrameLayer::new(features, owners, side, layer, line));
        odd_ends(&ends, line)
    };
    let layers: Vec<[f64; 2]> = (0..INSIDE + OUTSIDE - 1).map(in_layer).collect();
    [0, 1].map(|end| (1.0 + layers.iter().map(|layer| layer[end]).fold(0.0, f64::max)).ln())
}

/// A layer of the frame along a side: the lines at whose ends it is seen, and how it differs there from beside.
struct FrameLayer {
    lines: Vec<usize>,
    steps: Vec<[f64; 4]>,
}

impl FrameLayer {
    /// The layer is farther out if a bar ends at the end of `line`.
    fn new(
        features: &Features,
        owners: &Owners,
        side: Side,
        layer: usize,
        line: usize,
    ) -> FrameLayer {
        let count = if side.axis() == Axis::Horizontal { features.rows } else { features.cols };
        let is_covered = |line: usize| owners[end(features, side, line)].is_some();
        let away = usize::from(is_covered(line));
        let is_seen = |line: &usize| layer >= INSIDE || !is_covered(*line);
        let lines: Vec<usize> = (0..count).filter(is_seen).collect();
        let colours: Vec<[f64; 4]> =
            lines.iter().map(|&k| seen(features, side, k, LAYER * layer + away)).collect();
        let mut steps = steps_beside(&colours);
        let at = lines.iter().position(|&other| other == line);
        if let (true, 1, Some(at)) = (features.is_photo, away, at)
            && is_overhang(&colours, at, &features.colours[end(features, side, line)])
        {
            steps[at] = [0.0; 4];
        }
        FrameLayer { lines, steps }
    }
}

/// Whether a place of the frame differs from those beside it by the colour of the bar at its line's end: a tall one hides
/// the frame behind it.
fn is_overhang(colours: &[[f64; 4]], at: usize, bar: &[f64; 3]) -> bool {
    let beside: Vec<&[f64; 4]> =
        [at.wrapping_sub(1), at + 1].into_iter().filter_map(|k| colours.get(k)).collect();
    let from = |channel: usize| {
        beside.iter().map(|colour| colour[channel]).sum::<f64>() / beside.len() as f64
    };
    let step: [f64; 3] = std::array::from_fn(|channel| colours[at][channel] - from(channel));
    let whole: [f64; 3] = std::array::from_fn(|channel| bar[channel] - from(channel));
    let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(&step, &whole) > OVERHANG * (dot(&step, &step) * dot(&whole, &whole)).sqrt()
}

/// How far each colour lies from both of two beside it, by channel; 0 where it lies between them.
fn steps_beside(colours: &[[f64; 4]]) -> Vec<[f64; 4]> {
    let beside = |k: usize| {
        let near = [k.wrapping_sub(1), k + 1, k.wrapping_sub(2), k + 2];
        let others: Vec<usize> =
            near.into_iter().filter(|&other| other < colours.len()).take(2).collect();
        std::array::from_fn(|channel| {
            let step = |&other: &usize| colours[k][channel] - colours[other][channel];
            match others.iter().map(step).collect::<Vec<_>>().as_slice() {
                &[a, b] if a * b > 0.0 => a.abs().min(b.abs()),
                _ => 0.0,
            }
        })
    };
    (0..colours.len()).map(beside).collect()
}

/// How much the frame at the two ends of a line steps out, in terms of what it does at the ends of the others.
fn odd_ends(ends: &[FrameLayer; 2], line: usize) -> [f64; 2] {
    let spread: [f64; 4] = std::array::from_fn(|channel| {
        let all = ends.iter().flat_map(|end| end.lines.iter().zip(&end.steps));
        let others = all.filter(|(other, _)| **other != line);
        let mut values: Vec<f64> = others.map(|(_, steps)| steps[channel]).collect();
        ascending(&mut values);
        values.get(values.len() * 3 / 4).copied().unwrap_or(0.0) + LEAST_SPREAD
    });
    [0, 1].map(|end| {
        let FrameLayer { lines, steps } = &ends[end];
        let Some(at) = lines.iter().position(|&other| other == line) else { return 0.0 };
        let square = |channel: usize| (steps[at][channel] / spread[channel]).powi(2);
        ((0..4).map(square).sum::<f64>() / 4.0).sqrt()
    })
}

/// The cell at the end of a line.
fn end(features: &Features, side: Side, line: usize) -> usize {
    let (rows, cols) = (features.rows, features.cols);
    match side {
        Side::Right => line * cols + cols - 1,
        Side::Left => line * cols,
        Side::Bottom => (rows - 1) * cols + line,
        Side::Top => line,
    }
}

/// What the frame counts for in the choice of the target.
const FRAME_WEIGHT: f64 = 0.25;
/// The cosine between what a bar at the end of a line does to the frame and its own colour. Of 90 drawn photographs, three
/// have their exit only with it, and two screens only without: there, a red mark lies beside a red bar.
const OVERHANG: f64 = 0.8;
/// The exit is more often at the right or at the bottom.
const USUAL_SIDE: f64 = 0.25;
/// The frame is seen in layers of so many pixels: so many inside of the field, and up to half a cell from it.
const LAYER: usize = 2;
const INSIDE: usize = 1;
const OUTSIDE: usize = CELL / 2 / LAYER;
/// Levels that differ by so little are alike.
const LEAST_SPREAD: f64 = 4.0;

/// The mean colour of a layer of the frame at the end of a line, and the spread of its lightness. It begins so many
/// pixels from the innermost one.
fn seen(features: &Features, side: Side, line: usize, near: usize) -> [f64; 4] {
    const ENDS: usize = CELL / 5;
    let start = (MARGIN + line) * CELL + ENDS;
    let wide = CELL - 2 * ENDS;
    let low = MARGIN * CELL + LAYER * INSIDE - near - LAYER;
    let high = |cells: usize| (MARGIN + cells) * CELL + near - LAYER * INSIDE;
    let (x, y, width, height) = match side {
        Side::Right => (high(features.cols), start, LAYER, wide),
        Side::Left => (low, start, LAYER, wide),
        Side::Bottom => (start, high(features.rows), wide, LAYER),
        Side::Top => (start, low, wide, LAYER),
    };
    let colours = || square(&features.flat, x, y, width, height);
    let count = (width * height) as f64;
    let mean = |k: usize| colours().map(|colour| f64::from(colour[k])).sum::<f64>() / count;
    let lightness = mean(0);
    let square = colours().map(|colour| (f64::from(colour[0]) - lightness).powi(2)).sum::<f64>();
    [lightness, mean(1), mean(2), (square / count).sqrt()]
}
