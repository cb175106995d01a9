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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    let board = puzzle.board();
    let Some(slides) = optimum(puzzle, watch)? else { return Ok(None) };
    if slides == 0 {
        // A solved puzzle stays solved. Its target may stand beyond the edge, as in no layout.
        return Ok(Some(all_parts(board).collect()));
    }
    let (outline, layout) = (Outline::of(board), Layout::of(puzzle));
    let mut found = Vec::new();
    for part in parts(&layout) {
        if can_go(outline, &layout, part, slides, watch)? {
            found.push(match part {
                // The layout has the target first.
                Part::Vehicle(index) if index <= board.target() => Part::Vehicle(index - 1),
                other => other,
            });
        }
    }
    Ok(Some(found))
}

/// The parts of a board.
fn all_parts(board: &Board) -> impl Iterator<Item = Part> + use<> {
    let (vehicles, target) = (board.vehicles().len(), board.target());
    let others = (0..vehicles).filter(move |&index| index != target).map(Part::Vehicle);
    others.chain((0..board.walls().len()).map(Part::Wall))
}

/// Take out parts, one after another, as long as the optimum remains.
pub(super) fn reduce(
    outline: Outline,
    layout: &Layout,
    slides: u32,
    watch: &mut Watch<'_>,
) -> Result<Layout, Stop> {
    let mut left = layout.clone();
    for part in parts(layout).rev() {
        if can_go(outline, &left, part, slides, watch)? {
            left = without(&left, part);
        }
    }
    Ok(left)
}

/// The parts of a layout beside the target.
fn parts(layout: &Layout) -> impl DoubleEndedIterator<Item = Part> + use<> {
    let walls = (0..layout.walls.len()).map(Part::Wall);
    (1..layout.pieces.len()).map(Part::Vehicle).chain(walls)
}

fn without(layout: &Layout, part: Part) -> Layout {
    let mut left = layout.clone();
    match part {
        Part::Vehicle(index) => drop(left.pieces.remove(index)),
        Part::Wall(index) => drop(left.walls.remove(index)),
    }
    left
}

fn can_go(
    outline: Outline,
    layout: &Layout,
    part: Part,
    slides: u32,
    watch: &mut Watch<'_>,
) -> Result<bool, Stop> {
    let puzzle = without(layout, part).puzzle(outline);
    Ok(optimum(&puzzle, watch)? == Some(slides))
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
