//! Random small boards for properties: all sizes up to 7x7, any exit, walls, crowded or empty.

use proptest::prelude::*;
use rushhour::{Axis, Cell, Exit, Puzzle, Setup, Shape, Side};

/// A bar that may become a vehicle: axis, row, column and length.
type Bar = (bool, i64, i64, i64);

/// Valid boards.
pub fn boards() -> impl Strategy<Value = Puzzle> {
    let size = (2..=7_i64, 2..=7_i64);
    let setup = size.prop_flat_map(|(rows, cols)| {
        let bar = (any::<bool>(), 0..rows, 0..cols, prop_oneof![4 => Just(2_i64), 1 => Just(3)]);
        let bars = prop::collection::vec(bar, 1..40);
        let walls = prop::collection::vec((0..rows, 0..cols), 0..3);
        (bars, walls, any::<bool>()).prop_map(move |(bars, walls, is_forward)| {
            setup((rows, cols), &bars, &walls, is_forward)
        })
    });
    let valid = setup.prop_map(|setup| Puzzle::new(&setup).ok());
    valid.prop_filter_map("the first bar does not fit", |puzzle| puzzle)
}

/// The bars that fit one after another; the first one is the target.
fn setup((rows, cols): (i64, i64), bars: &[Bar], walls: &[(i64, i64)], is_forward: bool) -> Setup {
    let (mut taken, mut vehicles): (Vec<(i64, i64)>, Vec<_>) = (Vec::new(), Vec::new());
    for &bar in bars {
        let cells = cells(bar);
        let is_inside = cells.iter().all(|&(row, col)| row < rows && col < cols);
        if is_inside && cells.iter().all(|cell| !taken.contains(cell)) {
            taken.extend(cells);
            vehicles.push((format!("V{}", vehicles.len()), shape(bar)));
        }
    }
    let free = walls.iter().filter(|wall| !taken.contains(wall));
    let walls = free.map(|&(row, col)| Cell { row, col }).collect();
    let exit = vehicles.first().map(|(_, shape)| exit(shape, is_forward));
    Setup { rows, cols, exit, walls, vehicles, target: "V0".to_owned() }
}

fn cells((is_row, row, col, length): Bar) -> Vec<(i64, i64)> {
    let cell = |step| if is_row { (row, col + step) } else { (row + step, col) };
    (0..length).map(cell).collect()
}

fn shape((is_row, row, col, length): Bar) -> Shape {
    let axis = if is_row { Axis::Horizontal } else { Axis::Vertical };
    Shape::Bar { axis, cell: Cell { row, col }, length }
}

fn exit(target: &Shape, is_forward: bool) -> Exit {
    let Shape::Bar { axis, cell, .. } = *target else { unreachable!("all are bars") };
    match (axis, is_forward) {
        (Axis::Horizontal, true) => Exit { side: Side::Right, line: cell.row },
        (Axis::Horizontal, false) => Exit { side: Side::Left, line: cell.row },
        (Axis::Vertical, true) => Exit { side: Side::Bottom, line: cell.col },
        (Axis::Vertical, false) => Exit { side: Side::Top, line: cell.col },
    }
}
