//! Minimality: whether every vehicle and wall beside the target makes the puzzle longer.
//!
//! Taking a part away keeps every solution legal, so the optimum never rises; taking a vehicle away
//! that moves in some optimal solution lowers it. So one search for a solution settles most parts,
//! and one more search for each other part finds whether there is a shorter solution without it.
//! Few puzzles are minimal, so the part that is least likely to matter is taken away first.
//!
//! Types of a line that are searched together (`groups.rs`) need no search: the state without a vehicle
//! is among the states whose distances are known.

use super::board::{BoardReader, FoundState, PlacedVehicle};
use super::levels::Levels;
use super::solver::Solver;

/// Whether a vehicle is known not to be needed: without it the state has the same distance, `slides`.
pub(super) fn has_idle_vehicle(
    reader: &BoardReader<'_>,
    levels: &Levels,
    state: &FoundState,
    slides: u32,
) -> bool {
    let BoardReader { orientation, words, .. } = reader;
    let place = words.place(state.word);
    let at = (state.word - place.first, state.bit);
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

/// Whether a puzzle whose optimum is `slides` is minimal; the target is the first piece.
pub(super) fn is_minimal(
    solver: &mut Solver,
    pieces: &[PlacedVehicle],
    rows: usize,
    cols: usize,
    slides: u32,
) -> bool {
    if slides == 0 {
        return pieces.len() == 1;
    }
    let is_needed = |solver: &mut Solver, part: usize| {
        let mut rest = pieces.to_vec();
        rest.remove(part);
        solver.search::<false>(&rest, rows, cols, slides - 1)
    };
    let first = remotest(pieces, rows, cols);
    if first.is_some_and(|part| !is_needed(solver, part)) {
        return false;
    }
    assert!(solver.search::<false>(pieces, rows, cols, slides), "it has a solution");
    let (moving, mut numbers) = (solver.moved(), 0..);
    let mut is_moving = |piece: &PlacedVehicle| {
        !piece.is_wall && moving >> numbers.next().expect("vehicles have numbers") & 1 == 1
    };
    let still: Vec<usize> = (0..pieces.len()).filter(|part| !is_moving(&pieces[*part])).collect();
    still.into_iter().all(|part| part == 0 || Some(part) == first || is_needed(solver, part))
}

/// The part that stands farthest from the target, counted in parts of which each stands in the line of
/// the one before; `None` if there is the target alone.
fn remotest(pieces: &[PlacedVehicle], rows: usize, cols: usize) -> Option<usize> {
    let mut left: Vec<usize> = (1..pieces.len()).collect();
    let (mut lines, mut remotest) = (line(pieces[0], rows, cols), None);
    while let Some(last) = left.last() {
        remotest = Some(*last);
        let (near, far): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|part| cells(pieces[**part], cols) & lines != 0);
        if near.is_empty() {
            break;
        }
        lines = near.iter().fold(lines, |lines, part| lines | line(pieces[*part], rows, cols));
        left = far;
    }
    remotest
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
