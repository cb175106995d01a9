//! The chain of blockers: which vehicle blocks which, from the target to the one that moves.
//!
//! ```text
//! . . . B .        A needs the cell on which B stands. B has no room to leave it upwards, so it
//! A A . B .  >     must go down, onto a cell of G. So G must make way first.
//! . . . G G
//! ```
//!
//! Every link is a fact about the state: the blocker stands on a cell that the blocked vehicle must
//! enter to clear the way for the vehicle before it, in the direction of a shortest solution.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::board::{Board, Cell, Move, cell_at};
use crate::state::Puzzle;

/// Nobody can follow an explanation with more links.
const LONGEST: usize = 4;

/// Now `blocker` stands on `cell`, which `blocked` needs.
///
/// To leave it the blocker moves at least `cells`: positive to the right or down. `is_forced` says
/// that it does so in every solution, since edges, walls and vehicles on its line rule out the other
/// direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The vehicle that needs the cell, by index.
    pub blocked: usize,
    /// The vehicle that stands on it, by index.
    pub blocker: usize,
    /// The cell.
    pub cell: Cell,
    /// To leave the cell the blocker goes at least so far: positive to the right or down.
    pub cells: i64,
    /// Whether it does so in every solution, since its line rules out the other direction.
    pub is_forced: bool,
}

/// The shortest chain that ends with the first slide of a solution; empty if all are too long.
#[must_use]
pub fn chain(puzzle: &Puzzle, runs: &[Move]) -> Vec<Link> {
    let solved = SolvedPuzzle::new(puzzle, runs);
    let mut waiting = VecDeque::from([Vec::new()]);
    let mut seen = HashSet::new();
    while let Some(before) = waiting.pop_front() {
        for (number, link) in solved.blockers(&before) {
            if !seen.insert(link.blocker) {
                continue;
            }
            let links = [&before[..], &[link]].concat();
            if number == 0 {
                return links;
            }
            if links.len() < LONGEST {
                waiting.push_back(links);
            }
        }
    }
    Vec::new()
}

/// The cells that a vehicle enters when it moves, nearest first.
pub(super) fn swept(board: &Board, vehicle: usize, offset: i64, cells: i64) -> Vec<Cell> {
    let one = &board.vehicles()[vehicle];
    let front = if cells > 0 { offset + i64::from(one.length) - 1 } else { offset };
    (1..=cells.abs())
        .map(|step| cell_at(one.axis, i64::from(one.line), front + step * cells.signum()))
        .collect()
}

/// The cells of a vehicle at an offset.
pub(super) fn cells_of(board: &Board, vehicle: usize, offset: i64) -> Vec<Cell> {
    let one = &board.vehicles()[vehicle];
    (offset..offset + i64::from(one.length))
        .map(|place| cell_at(one.axis, i64::from(one.line), place))
        .collect()
}

/// A puzzle with the slides of a shortest solution.
struct SolvedPuzzle<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    runs: &'a [Move],
    /// The vehicle on each covered cell.
    standing: HashMap<Cell, usize>,
}

impl<'a> SolvedPuzzle<'a> {
    fn new(puzzle: &'a Puzzle, runs: &'a [Move]) -> SolvedPuzzle<'a> {
        let board = puzzle.board();
        let cells = |vehicle| cells_of(board, vehicle, offset(puzzle, vehicle));
        let standing = (0..board.vehicles().len())
            .flat_map(|vehicle| cells(vehicle).into_iter().map(move |cell| (cell, vehicle)))
            .collect();
        SolvedPuzzle { puzzle, board, runs, standing }
    }

    /// The blockers of the last vehicle of a chain, each with the slide that removes it.
    fn blockers(&self, before: &[Link]) -> Vec<(usize, Link)> {
        let (waiting, needed) = match before.last() {
            Some(last) => (last.blocker, self.swept(last.blocker, last.cells)),
            None => (self.board.target(), self.road()),
        };
        let is_needed = before.iter().all(|link| link.is_forced);
        let mut found = Vec::new();
        for &cell in needed.iter().rev() {
            // The cell that takes the longest move to leave comes first.
            let Some(&blocker) = self.standing.get(&cell).filter(|&&other| other != waiting) else {
                continue;
            };
            let (number, way) = self.departure(blocker, cell);
            // Vehicles on a line cannot pass each other.
            let is_pushed = self.axis(blocker) == self.axis(waiting);
            let is_forced = is_needed && (is_pushed || !self.can_leave(blocker, cell, -way));
            let cells = self.to_leave(blocker, cell, way);
            found.push((number, Link { blocked: waiting, blocker, cell, cells, is_forced }));
        }
        found
    }

    /// The cells between the target and its exit, nearest first.
    fn road(&self) -> Vec<Cell> {
        let (target, side) = (self.board.target(), self.board.exit().side);
        let one = &self.board.vehicles()[target];
        let offset = offset(self.puzzle, target);
        let ahead = if side.is_forward() {
            i64::from(self.board.side(one.axis)) - offset - i64::from(one.length)
        } else {
            -offset
        };
        if ahead * self.outward() > 0 { self.swept(target, ahead) } else { Vec::new() }
    }

    /// The index of the slide that takes a vehicle off a cell, and how far it has gone by then.
    fn departure(&self, vehicle: usize, cell: Cell) -> (usize, i64) {
        let mut offset = offset(self.puzzle, vehicle);
        let start = offset;
        for (number, run) in self.runs.iter().enumerate() {
            if run.vehicle.index() == vehicle {
                offset += i64::from(run.cells);
            }
            if !cells_of(self.board, vehicle, offset).contains(&cell) {
                return (number, offset - start);
            }
        }
        unreachable!("a solution clears the cells that its own moves enter")
    }

    /// The fewest cells, signed like `way`, that a vehicle must move to leave a cell it covers.
    fn to_leave(&self, vehicle: usize, cell: Cell, way: i64) -> i64 {
        let cells = cells_of(self.board, vehicle, offset(self.puzzle, vehicle));
        let place = cells.iter().position(|&other| other == cell).expect("it covers the cell");
        let (place, length) = (place_of(place), place_of(cells.len()));
        if way > 0 { place + 1 } else { place - length }
    }

    /// Whether its line has room that way: cells up to an edge or wall, less other vehicles.
    fn can_leave(&self, vehicle: usize, cell: Cell, way: i64) -> bool {
        let target = self.board.target();
        if vehicle == target && way * self.outward() > 0 {
            return true;
        }
        let room = self.to_the_end(vehicle, way).into_iter().filter(|cell| {
            // The target may drive out, so it may take no room.
            let other = self.standing.get(cell).filter(|&&other| other != target);
            other.is_none_or(|&other| self.axis(other) != self.axis(vehicle))
        });
        place_of(room.count()) >= self.to_leave(vehicle, cell, way).abs()
    }

    /// The cells in front of a vehicle, up to a wall or the edge.
    fn to_the_end(&self, vehicle: usize, way: i64) -> Vec<Cell> {
        let (rows, cols) = (i64::from(self.board.rows()), i64::from(self.board.cols()));
        let is_open = |cell: &Cell| {
            (0..rows).contains(&cell.row)
                && (0..cols).contains(&cell.col)
                && !self.board.walls().contains(cell)
        };
        let ahead = self.swept(vehicle, way.signum() * rows.max(cols));
        ahead.into_iter().take_while(is_open).collect()
    }

    fn swept(&self, vehicle: usize, cells: i64) -> Vec<Cell> {
        swept(self.board, vehicle, offset(self.puzzle, vehicle), cells)
    }

    fn axis(&self, vehicle: usize) -> crate::board::Axis {
        self.board.vehicles()[vehicle].axis
    }

    fn outward(&self) -> i64 {
        if self.board.exit().side.is_forward() { 1 } else { -1 }
    }
}

pub(super) fn offset(puzzle: &Puzzle, vehicle: usize) -> i64 {
    puzzle.state().offsets()[vehicle].into()
}

/// A place in a line, which has at most `MAX_SIDE` cells.
fn place_of(place: usize) -> i64 {
    i64::try_from(place).expect("within a line")
}
