//! Small changes of a board: add, remove, move, lengthen, swap.

use crate::board::{Axis, Cell};
use crate::generate::layout::{Grid, Layout, Outline, Piece};
use crate::generate::order::{Order, Span};
use crate::random::SplitMix;

/// Changes to try before a board counts as stuck.
const TRIES: usize = 64;

/// A random neighbour of a layout; `None` if no try found one.
pub(super) fn mutate(order: &Order, layout: &Layout, rng: &mut SplitMix) -> Option<Layout> {
    (0..TRIES).find_map(|_| {
        let mut change = Change::of(order, layout);
        let is_made = match rng.below(16) {
            0..2 => change.add(rng),
            2..4 => change.remove(rng),
            4..8 => change.replace(rng),
            8..11 => change.shift(rng),
            11..13 => change.lengthen(rng),
            13 => change.swap(rng),
            _ => change.walls(rng),
        };
        is_made.and_then(|()| change.fits().then_some(change.layout))
    })
}

/// A layout that is being changed, and its cells.
struct Change<'a> {
    order: &'a Order,
    layout: Layout,
    grid: Grid,
}

impl Change<'_> {
    fn of<'a>(order: &'a Order, layout: &Layout) -> Change<'a> {
        let grid = Grid::of(order.outline, layout);
        Change { order, layout: layout.clone(), grid }
    }

    /// Whether there are not too many vehicles and walls; too few are allowed during the search.
    fn fits(&self) -> bool {
        let request = &self.order.request;
        let (vehicles, walls) = (self.layout.pieces.len() as u64, self.layout.walls.len() as u64);
        vehicles <= request.vehicles.most && walls <= request.walls.most && vehicles > 1
    }

    fn add(&mut self, rng: &mut SplitMix) -> Option<()> {
        let piece = place(self.order, &mut self.grid, rng)?;
        self.layout.pieces.push(piece);
        Some(())
    }

    /// Take a vehicle beside the target off the board.
    fn remove(&mut self, rng: &mut SplitMix) -> Option<()> {
        self.take(rng).map(drop)
    }

    fn take(&mut self, rng: &mut SplitMix) -> Option<Piece> {
        let index = self.choose(rng)?;
        let piece = self.layout.pieces.swap_remove(index);
        self.grid.put(piece);
        Some(piece)
    }

    fn choose(&self, rng: &mut SplitMix) -> Option<usize> {
        let others = self.layout.pieces.len() - 1;
        (others > 0).then(|| 1 + rng.below(others))
    }

    /// Move a vehicle anywhere.
    fn replace(&mut self, rng: &mut SplitMix) -> Option<()> {
        self.take(rng)?;
        self.add(rng)
    }

    /// Move a vehicle to the next line, or by a few cells of its own.
    fn shift(&mut self, rng: &mut SplitMix) -> Option<()> {
        let piece = self.take(rng)?;
        let outline = self.order.outline;
        let (lines, side) = (outline.lines(piece.axis), outline.side(piece.axis));
        let changed = if rng.below(2) == 0 {
            let line = neighbour(piece.line, rng)?;
            Piece { line, ..piece }
        } else {
            Piece { offset: below(side - piece.length + 1, rng), ..piece }
        };
        (changed.line < lines && changed != piece).then_some(())?;
        self.put(changed)
    }

    /// Give a vehicle another length, at either end.
    fn lengthen(&mut self, rng: &mut SplitMix) -> Option<()> {
        let piece = self.take(rng)?;
        let length = self.order.lengths[rng.below(self.order.lengths.len())];
        let last = piece.offset + piece.length;
        let offset = if rng.below(2) == 0 { Some(piece.offset) } else { last.checked_sub(length) };
        (length != piece.length).then_some(())?;
        self.put(Piece { offset: offset?, length, ..piece })
    }

    /// Exchange the axes of a vehicle, around one of its cells.
    fn swap(&mut self, rng: &mut SplitMix) -> Option<()> {
        let piece = self.take(rng)?;
        let axis = match piece.axis {
            Axis::Horizontal => Axis::Vertical,
            Axis::Vertical => Axis::Horizontal,
        };
        let line = piece.offset + below(piece.length, rng);
        let offset = piece.line.checked_sub(below(piece.length, rng))?;
        self.put(Piece { axis, line, offset, ..piece })
    }

    fn put(&mut self, piece: Piece) -> Option<()> {
        self.grid.takes(piece).then(|| {
            self.grid.put(piece);
            self.layout.pieces.push(piece);
        })
    }

    /// Add, remove or move a wall.
    fn walls(&mut self, rng: &mut SplitMix) -> Option<()> {
        let (kind, count) = (rng.below(4), self.layout.walls.len());
        if kind > 0 && count > 0 {
            let wall = self.layout.walls.swap_remove(rng.below(count));
            self.grid.put_wall(wall);
        }
        if kind != 1 {
            let wall = place_wall(self.order, &mut self.grid, rng)?;
            self.layout.walls.push(wall);
        }
        Some(())
    }
}

/// The line before or after.
fn neighbour(line: u8, rng: &mut SplitMix) -> Option<u8> {
    if rng.below(2) == 0 { line.checked_sub(1) } else { line.checked_add(1) }
}

// Random boards, placed on an empty grid.

/// Places to try for one vehicle or wall before the board counts as full.
const PLACES: usize = 64;

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
    let mut cells = (0..PLACES)
        .map(|_| Cell { row: i64::from(below(rows, rng)), col: i64::from(below(cols, rng)) });
    let cell = cells.find(|&cell| grid.takes_wall(cell))?;
    grid.put_wall(cell);
    Some(cell)
}

/// Put a vehicle on random free cells; `None` if none were found.
pub(super) fn place(order: &Order, grid: &mut Grid, rng: &mut SplitMix) -> Option<Piece> {
    let piece = (0..PLACES).find_map(|_| {
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
