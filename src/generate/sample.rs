//! Random boards, placed on an empty grid.

use crate::board::{Axis, Cell};
use crate::generate::layout::{Grid, Layout, Outline, Piece};
use crate::generate::order::{Order, Span};
use crate::random::SplitMix;

/// Places to try for one vehicle or wall before the board counts as full.
const TRIES: usize = 64;

/// Place vehicles and walls at random; `None` if not all of them fit.
pub(super) fn sample(order: &Order, rng: &mut SplitMix) -> Option<Layout> {
    let request = &order.request;
    let (vehicles, walls) = (pick(request.vehicles, order, rng), pick(request.walls, order, rng));
    let mut layout = Layout { pieces: vec![target(order, rng)], walls: Vec::new() };
    let mut grid = Grid::of(order.outline, &layout);
    for _ in 0..walls {
        layout.walls.push(place_wall(order, &mut grid, rng)?);
    }
    while layout.pieces.len() < vehicles {
        match place(order, &mut grid, rng) {
            Some(piece) => layout.pieces.push(piece),
            None => break,
        }
    }
    request.vehicles.holds(layout.pieces.len() as u64).then_some(layout)
}

/// A random number of a range, as far as the board has cells for it.
fn pick(span: Span, order: &Order, rng: &mut SplitMix) -> usize {
    let most = span.most.min(order.outline.cells() as u64).max(span.least);
    let (least, count) = (span.least, most - span.least + 1);
    let small = |number: u64| usize::try_from(number).expect("at most the cells of a board");
    small(least) + rng.below(small(count))
}

/// The target at a random place of its line, except at the exit.
fn target(order: &Order, rng: &mut SplitMix) -> Piece {
    let (exit, length) = (order.outline.exit, order.lengths[0]);
    let axis = exit.side.axis();
    let places = order.outline.side(axis) - length;
    let offset = below(places, rng) + u8::from(!exit.side.is_forward());
    let line = u8::try_from(exit.line).expect("checked: on the board");
    Piece { axis, line, offset, length }
}

/// Put a wall on a random free cell; `None` if none was found.
pub(super) fn place_wall(order: &Order, grid: &mut Grid, rng: &mut SplitMix) -> Option<Cell> {
    let Outline { rows, cols, .. } = order.outline;
    let mut cells = (0..TRIES)
        .map(|_| Cell { row: i64::from(below(rows, rng)), col: i64::from(below(cols, rng)) });
    let cell = cells.find(|&cell| grid.takes_wall(cell))?;
    grid.put_wall(cell);
    Some(cell)
}

/// Put a vehicle on random free cells; `None` if none were found.
pub(super) fn place(order: &Order, grid: &mut Grid, rng: &mut SplitMix) -> Option<Piece> {
    let piece = (0..TRIES).find_map(|_| {
        let length = order.lengths[rng.below(order.lengths.len())];
        let piece = anywhere(order.outline, length, rng)?;
        grid.takes(piece).then_some(piece)
    })?;
    grid.put(piece);
    Some(piece)
}

/// A vehicle at a random place, free or not; `None` if no line is long enough.
fn anywhere(outline: Outline, length: u8, rng: &mut SplitMix) -> Option<Piece> {
    let axis = [Axis::Horizontal, Axis::Vertical][rng.below(2)];
    let line = below(outline.lines(axis), rng);
    let places = (outline.side(axis) + 1).checked_sub(length).filter(|&places| places > 0)?;
    Some(Piece { axis, line, offset: below(places, rng), length })
}

/// A random number below a small one.
pub(super) fn below(count: u8, rng: &mut SplitMix) -> u8 {
    u8::try_from(rng.below(count.into())).expect("below a small number")
}
