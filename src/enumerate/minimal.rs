//! Minimality: whether every vehicle and wall beside the target makes the puzzle longer.
//!
//! Taking a part away keeps every solution legal, so the optimum never rises; taking a vehicle away
//! that moves in some optimal solution lowers it. So one search for a solution settles most parts,
//! and one more search for each other part finds whether there is a shorter solution without it.

use super::board::PlacedVehicle;
use super::solver::Solver;

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
    assert!(solver.search::<false>(pieces, rows, cols, slides), "it has a solution");
    let (moving, mut numbers) = (solver.moved(), 0..);
    let mut is_moving = |piece: &PlacedVehicle| {
        !piece.is_wall && moving >> numbers.next().expect("vehicles have numbers") & 1 == 1
    };
    let still: Vec<usize> = (0..pieces.len()).filter(|part| !is_moving(&pieces[*part])).collect();
    still.into_iter().filter(|part| *part != 0).all(|part| {
        let mut rest = pieces.to_vec();
        rest.remove(part);
        solver.search::<false>(&rest, rows, cols, slides - 1)
    })
}
