//! Minimal puzzles: no vehicle but the target and no wall can be taken out without lowering the optimum
//! in slides.
//!
//! Removing a part leaves every solution legal, so the optimum never rises and a solvable puzzle
//! stays solvable. A part that cannot be removed now cannot be removed after other parts either:
//! without it there is a shorter solution, which stays legal. So one pass over the parts is enough.

use crate::bfs;
use crate::board::{Board, Goal, Metric};
use crate::generate::layout::{Layout, Outline};
use crate::outcome::{Ending, Stop, Watch};
use crate::state::{Puzzle, StateSpace};

/// A part of a board that can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A vehicle, by its index.
    Vehicle(usize),
    /// A wall, by its index.
    Wall(usize),
}

/// Every part of a puzzle that can be removed by itself without changing the optimum in slides;
/// `None` if the puzzle has no solution. A puzzle without such parts is minimal.
///
/// # Errors
/// The limit of `watch` that came first.
pub fn removable(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Option<Vec<Part>>, Stop> {
    let Some(slides) = optimum(puzzle, watch)? else { return Ok(None) };
    let mut found = Vec::new();
    for part in all_parts(puzzle.board()) {
        if optimum(&left(puzzle, &[part]), watch)? == Some(slides) {
            found.push(part);
        }
    }
    Ok(Some(found))
}

/// The parts of a board: vehicles in their order, then walls.
pub(crate) fn all_parts(board: &Board) -> impl Iterator<Item = Part> + use<> {
    let (vehicles, target) = (board.vehicles().len(), board.target());
    let others = (0..vehicles).filter(move |&index| index != target).map(Part::Vehicle);
    others.chain((0..board.walls().len()).map(Part::Wall))
}

/// The puzzle without some of its parts.
pub(crate) fn left(puzzle: &Puzzle, parts: &[Part]) -> Puzzle {
    let mut setup = puzzle.setup();
    let mut indices = 0..;
    setup.vehicles.retain(|_| !parts.contains(&Part::Vehicle(indices.next().expect("endless"))));
    let mut indices = 0..;
    setup.walls.retain(|_| !parts.contains(&Part::Wall(indices.next().expect("endless"))));
    Puzzle::of_rules(&setup)
}

/// Take out parts, one after another, as long as the optimum remains.
pub(super) fn reduce(
    outline: Outline,
    layout: &Layout,
    slides: u32,
    watch: &mut Watch<'_>,
) -> Result<Layout, Stop> {
    let walls = (0..layout.walls.len()).map(Part::Wall);
    let mut left = layout.clone();
    for part in (1..layout.pieces.len()).map(Part::Vehicle).chain(walls).rev() {
        let mut less = left.clone();
        match part {
            Part::Vehicle(index) => drop(less.pieces.remove(index)),
            Part::Wall(index) => drop(less.walls.remove(index)),
        }
        if optimum(&less.puzzle(outline), watch)? == Some(slides) {
            left = less;
        }
    }
    Ok(left)
}

/// The optimum in slides; `None` without a solution.
fn optimum(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Option<u32>, Stop> {
    Ok(shortest(puzzle, Metric::Slide, watch)?
        .map(|moves| u32::try_from(moves.len()).expect("fewer moves than states")))
}

/// A shortest solution; `None` if there is none.
pub(super) fn shortest(
    puzzle: &Puzzle,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<crate::board::Move>>, Stop> {
    let space = StateSpace::new(puzzle, Goal::Edge);
    match bfs::solve(&space, metric, watch).ending {
        Ending::Solved(moves) => Ok(Some(moves)),
        Ending::Unsolvable => Ok(None),
        Ending::Unknown(stop) => Err(stop),
    }
}
