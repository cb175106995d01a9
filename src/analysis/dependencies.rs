//! The dependency graph: which vehicles must move so that others can.
//!
//! ```text
//!     . . C C .      B blocks the target A. To free the cell of A's row, B goes one cell up, onto a
//!     . . B . .      cell of C, or two cells down, where one is off the board. So B needs C, and C
//!     A A B . .      in turn must free the cell that B needs.
//!     . . . . .
//! ```

use crate::board::{Axis, Board, Vehicle};

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
    lanes: Vec<Lane>,
    walls: Vec<u8>,
    cells: Vec<u8>,
    offsets: Vec<i8>,
    demands: Vec<Demand>,
    /// The places that each vehicle must free, as bits.
    demanded: Vec<u32>,
}

/// The line of a vehicle: place p of it is cell `first + p * stride` of the board.
#[derive(Clone, Copy)]
struct Lane {
    axis: Axis,
    line: i8,
    length: i8,
    places: i8,
    first: usize,
    stride: usize,
}

impl Lane {
    fn of(board: &Board, vehicle: &Vehicle) -> Lane {
        let (line, cols) = (usize::from(vehicle.line), usize::from(board.cols()));
        let (first, stride) = match vehicle.axis {
            Axis::Horizontal => (line * cols, 1),
            Axis::Vertical => (line, cols),
        };
        Lane {
            axis: vehicle.axis,
            line: vehicle.line.cast_signed(),
            length: vehicle.length.cast_signed(),
            places: board.side(vehicle.axis).cast_signed(),
            first,
            stride,
        }
    }

    /// The cell at a place; `None` off the board.
    fn cell(&self, place: i8) -> Option<usize> {
        let place = usize::try_from(place).ok().filter(|_| place < self.places)?;
        Some(self.first + place * self.stride)
    }
}

impl<'a> Occupancy<'a> {
    pub(super) fn new(board: &'a Board) -> Occupancy<'a> {
        let mut walls = vec![EMPTY; usize::from(board.rows()) * usize::from(board.cols())];
        for wall in board.walls() {
            let at = wall.row * i64::from(board.cols()) + wall.col;
            walls[usize::try_from(at).expect("on the board")] = WALL;
        }
        let lanes: Vec<Lane> =
            board.vehicles().iter().map(|vehicle| Lane::of(board, vehicle)).collect();
        Occupancy {
            board,
            cells: walls.clone(),
            walls,
            offsets: Vec::new(),
            demands: Vec::new(),
            demanded: vec![0; lanes.len()],
            lanes,
        }
    }

    /// The dependencies in the state in which the vehicles have these offsets.
    ///
    /// The vehicles between the target and its exit must free their cell. A vehicle that must free a
    /// cell can do so in two directions, by the shortest move that stays on the board and goes through
    /// no wall; the vehicles on the cells that such a move enters must free these. Each demand is
    /// followed once.
    pub(super) fn look(&mut self, offsets: &[i8]) -> Sight {
        self.place(offsets);
        self.demands.clear();
        self.demanded.fill(0);
        self.demand_road();
        let blockers = self.demands.iter().fold(0, |set: VehicleSet, &(one, _)| set | 1 << one);
        let (mut next, mut dependencies) = (0, 0);
        while let Some(&(vehicle, cell)) = self.demands.get(next) {
            dependencies |= 1 << vehicle;
            let (first, length) = (self.offsets[vehicle], self.lanes[vehicle].length);
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
        for (vehicle, (lane, &first)) in self.lanes.iter().zip(offsets).enumerate() {
            for at in (first..first + lane.length).filter_map(|place| lane.cell(place)) {
                self.cells[at] = vehicle.to_le_bytes()[0];
            }
        }
    }

    /// Add the demands of the target on the vehicles between it and its exit.
    fn demand_road(&mut self) {
        let target = self.board.target();
        let first = self.offsets[target];
        let road = if self.board.exit().side.is_forward() {
            first + self.lanes[target].length..self.lanes[target].places
        } else {
            0..first
        };
        self.demand(target, road);
    }

    /// Add the demands of a move that enters `cells` cells from place `from` on, if it is possible.
    fn follow(&mut self, vehicle: usize, from: i8, cells: i8) {
        let (entered, lane) = (from..from + cells, &self.lanes[vehicle]);
        let is_open = |place| lane.cell(place).is_some_and(|at| self.cells[at] != WALL);
        if entered.clone().all(is_open) {
            self.demand(vehicle, entered);
        }
    }

    /// Add the demands of a vehicle on the vehicles that stand on these places of its line.
    fn demand(&mut self, vehicle: usize, places: std::ops::Range<i8>) {
        let own = self.lanes[vehicle];
        for place in places {
            let Some(at) = own.cell(place) else { continue };
            let other = usize::from(self.cells[at]);
            let Some(blocker) = self.lanes.get(other) else { continue };
            let cell = if blocker.axis == own.axis { place } else { own.line };
            let (demanded, bit) = (&mut self.demanded[other], 1 << cell);
            if other != vehicle && *demanded & bit == 0 {
                *demanded |= bit;
                self.demands.push((other, cell));
            }
        }
    }
}
