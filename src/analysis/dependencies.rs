//! The dependency graph: which vehicles must move so that others can.
//!
//! ```text
//!     . . C C .      B blocks the target A. To free the cell of A's row, B goes one cell up, onto a
//!     . . B . .      cell of C, or two cells down, where one is off the board. So B needs C, and C
//!     A A B . .      is asked in turn to free the cell that B needs.
//!     . . . . .
//! ```

use crate::board::{Axis, Board};

/// A set of vehicles, by index: there are at most 128.
pub(super) type VehicleSet = u128;

/// A vehicle and a cell that it must free, as a place of its own line.
type Demand = (usize, i8);

/// What a person sees of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The number of vehicles between the target and its exit.
    pub(super) blockers: u8,
    /// The vehicles that the target depends on.
    pub(super) dependencies: VehicleSet,
}

const EMPTY: u8 = u8::MAX;
const WALL: u8 = u8::MAX - 1;

/// Which vehicle stands on which cell of a board.
pub(super) struct Occupancy<'a> {
    board: &'a Board,
    walls: Vec<u8>,
    cells: Vec<u8>,
    offsets: Vec<i8>,
    demands: Vec<Demand>,
}

impl<'a> Occupancy<'a> {
    pub(super) fn new(board: &'a Board) -> Occupancy<'a> {
        let mut walls = vec![EMPTY; usize::from(board.rows()) * usize::from(board.cols())];
        for wall in board.walls() {
            let at = wall.row * i64::from(board.cols()) + wall.col;
            walls[usize::try_from(at).expect("on the board")] = WALL;
        }
        let (cells, offsets, demands) = (walls.clone(), Vec::new(), Vec::new());
        Occupancy { board, walls, cells, offsets, demands }
    }

    /// Look at the state in which the vehicles have these offsets.
    ///
    /// The vehicles between the target and its exit are asked to free their cell. A vehicle that is
    /// asked to free a cell can do so in two directions, by the shortest move that stays on the board
    /// and goes through no wall; the vehicles on the cells that such a move enters are asked to free
    /// these. Each demand is followed once.
    pub(super) fn look(&mut self, offsets: &[i8]) -> Sight {
        self.place(offsets);
        self.demands.clear();
        self.demand_road();
        let blockers = self.demands.iter().fold(0, |set: VehicleSet, &(one, _)| set | 1 << one);
        let (mut next, mut dependencies) = (0, 0);
        while let Some(&(vehicle, cell)) = self.demands.get(next) {
            dependencies |= 1 << vehicle;
            let (first, length) = (self.offsets[vehicle], self.length(vehicle));
            self.follow(vehicle, first + length, cell + 1 - first);
            let back = first + length - cell;
            self.follow(vehicle, first - back, back);
            next += 1;
        }
        Sight { blockers: blockers.count_ones().to_le_bytes()[0], dependencies }
    }

    fn place(&mut self, offsets: &[i8]) {
        self.cells.copy_from_slice(&self.walls);
        self.offsets.clear();
        self.offsets.extend(offsets);
        for (vehicle, &first) in offsets.iter().enumerate() {
            for place in first..first + self.length(vehicle) {
                if let Some(at) = self.cell(vehicle, place) {
                    self.cells[at] = vehicle.to_le_bytes()[0];
                }
            }
        }
    }

    fn length(&self, vehicle: usize) -> i8 {
        self.board.vehicles()[vehicle].length.cast_signed()
    }

    /// The number of the cell at a place of a vehicle's line; `None` off the board.
    fn cell(&self, vehicle: usize, place: i8) -> Option<usize> {
        let vehicle = &self.board.vehicles()[vehicle];
        let place = u8::try_from(place).ok().filter(|&at| at < self.board.side(vehicle.axis))?;
        let (row, col) = match vehicle.axis {
            Axis::Horizontal => (vehicle.line, place),
            Axis::Vertical => (place, vehicle.line),
        };
        Some(usize::from(row) * usize::from(self.board.cols()) + usize::from(col))
    }

    /// Ask the vehicles between the target and its exit to free the cells of its line.
    fn demand_road(&mut self) {
        let target = self.board.target();
        let first = self.offsets[target];
        let road = if self.board.exit().side.is_forward() {
            let side = self.board.side(self.board.vehicles()[target].axis).cast_signed();
            first + self.length(target)..side
        } else {
            0..first
        };
        self.demand(target, road);
    }

    /// Follow a move of so many cells that enters new ones from a place on.
    fn follow(&mut self, vehicle: usize, from: i8, cells: i8) {
        let entered = from..from + cells;
        let is_open = |place| self.cell(vehicle, place).is_some_and(|at| self.cells[at] != WALL);
        if entered.clone().all(is_open) {
            self.demand(vehicle, entered);
        }
    }

    /// Ask the vehicles on these places of a vehicle's line to free them.
    fn demand(&mut self, vehicle: usize, places: std::ops::Range<i8>) {
        let own = &self.board.vehicles()[vehicle];
        for place in places {
            let Some(at) = self.cell(vehicle, place) else { continue };
            let other = usize::from(self.cells[at]);
            let Some(blocker) = self.board.vehicles().get(other) else { continue };
            let is_parallel = blocker.axis == own.axis;
            let cell = if is_parallel { place } else { own.line.cast_signed() };
            if other != vehicle && !self.demands.contains(&(other, cell)) {
                self.demands.push((other, cell));
            }
        }
    }
}
