//! Minimality: whether every vehicle and wall beside the target makes the puzzle longer.
//!
//! Taking a part away keeps every solution legal, so the optimum never rises; taking a vehicle away
//! that moves in some optimal solution lowers it. The known distances give such a solution, which
//! settles most parts; for each other part a search finds whether there is a shorter solution
//! without it. Few puzzles are minimal, so the part that is least likely to matter is taken away
//! first.
//!
//! Types of a line that are searched together (`lines.rs`) need no search: the state without a vehicle
//! is among the states whose distances are known.

use super::board::{BoardReader, PlacedVehicle};
use super::descent::StateAt;
use super::levels::Levels;
use super::solver::Solver;

/// Whether a vehicle is known not to be needed: without it the state has the same distance, `slides`.
pub(super) fn has_idle_vehicle(
    reader: &BoardReader<'_>,
    levels: &Levels,
    (word, bit): StateAt,
    slides: u32,
) -> bool {
    let BoardReader { orientation, words, .. } = reader;
    let place = words.place(word);
    let at = (word - place.first, bit);
    (0..orientation.following()).any(|line| {
        let kind = words.kinds[line];
        let digit = orientation.follow.digit(kind, place.pattern[line]);
        let placement = digit.placement[place.rank(line, at.0, at.1) as usize];
        orientation.follow.get(kind).without(placement.into()).iter().any(|fewer| {
            let rank = digit.rank[usize::from(*fewer)];
            let (word, bit) = place.with_rank(line, rank.into(), at);
            levels.distance(place.first + word, bit) == Some(slides)
        })
    })
}

/// Whether a puzzle is minimal, by one of its shortest solutions: its pieces before each slide and at
/// the end, the target first.
pub(super) fn is_minimal(
    solver: &mut Solver,
    solution: &[Vec<PlacedVehicle>],
    rows: usize,
    cols: usize,
) -> bool {
    let pieces = &solution[0];
    let Some(most) = (solution.len() - 1).checked_sub(1) else { return pieces.len() == 1 };
    let most = u32::try_from(most).expect("few slides");
    let is_still = |part: &usize| solution.iter().all(|at| at[*part] == pieces[*part]);
    let mut still = by_remoteness(pieces, rows, cols).into_iter().rev().filter(is_still);
    still.all(|part| {
        let rest = pieces.iter().enumerate().filter(|(number, _)| *number != part);
        solver.is_solved_within(rest.map(|(_, piece)| *piece), rows, cols, most)
    })
}

/// The parts beside the target, ordered by how far they stand from it, counted in parts of which each
/// stands in the line of the one before; last those without such a chain.
fn by_remoteness(pieces: &[PlacedVehicle], rows: usize, cols: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (1..pieces.len()).collect();
    let (mut lines, mut order) = (line(pieces[0], rows, cols), Vec::with_capacity(left.len()));
    loop {
        let (begin, known) = (order.len(), lines);
        left.retain(|part| {
            let piece = pieces[*part];
            let is_near = cells(piece, cols) & known != 0;
            if is_near {
                order.push(*part);
                lines |= line(piece, rows, cols);
            }
            !is_near
        });
        if order.len() == begin {
            order.extend(left);
            return order;
        }
    }
}

/// The cells of a piece.
fn cells(piece: PlacedVehicle, cols: usize) -> u64 {
    let stride = if piece.is_vertical { cols } else { 1 };
    let first = usize::from(piece.row) * cols + usize::from(piece.col);
    (0..usize::from(piece.length)).fold(0, |all, cell| all | 1 << (first + cell * stride))
}

/// The cells of the line in which a piece moves; none for a wall.
fn line(piece: PlacedVehicle, rows: usize, cols: usize) -> u64 {
    let whole = if piece.is_vertical {
        PlacedVehicle { row: 0, length: small(rows), ..piece }
    } else {
        PlacedVehicle { col: 0, length: small(cols), ..piece }
    };
    if piece.is_wall { 0 } else { cells(whole, cols) }
}

fn small(side: usize) -> u8 {
    u8::try_from(side).expect("at most 8 cells")
}
