//! One board: whether it has a solution within a bound, by a breadth-first search.
//!
//! Each vehicle between the target and the exit, a *blocker*, must leave the target's row. Only
//! vehicles that are no blockers can stand in its way. If none of them does, each blocker leaves by one
//! slide and the target follows; otherwise one more slide is needed at least.

#![expect(
    clippy::cast_possible_truncation,
    reason = "offsets have four bits, and a hash loses some"
)]

use std::ops::Range;

use super::board::PlacedVehicle;
use super::family::MAX_SIDE;

/// No state: no offset is 15.
const EMPTY: u128 = u128::MAX;

/// Slots that a search begins with, and how much more it takes when half of them are full.
const SLOTS: usize = 1 << 8;
const GROWTH: usize = 4;

/// A set of keys. Its slots are those that it needs: a small set stays in the cache of the processor.
#[derive(Debug, Default)]
struct KeySet {
    slots: Vec<u128>,
    count: usize,
}

impl KeySet {
    fn clear(&mut self) {
        self.count = 0;
        self.slots.clear();
        self.slots.resize(SLOTS, EMPTY);
    }

    /// Add a key; false if it is known.
    #[inline]
    fn insert(&mut self, key: u128) -> bool {
        if 2 * self.count >= self.slots.len() {
            self.grow();
        }
        let mut at = self.slot(key);
        while self.slots[at] != EMPTY {
            if self.slots[at] == key {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = key;
        self.count += 1;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let more = vec![EMPTY; GROWTH * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, more);
        self.count = 0;
        for key in old.into_iter().filter(|key| *key != EMPTY) {
            self.insert(key);
        }
    }

    #[inline]
    fn slot(&self, key: u128) -> usize {
        let mixed = ((key ^ key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }
}

/// A vehicle: its cells at offset 0, the distance between neighbouring places, and their number.
#[derive(Clone, Copy, Debug)]
struct SolverVehicle {
    cells: u64,
    stride: u32,
    places: u32,
}

/// A state: four bits for the offset of each vehicle, and the cells that are covered.
#[derive(Clone, Copy, Debug)]
struct SolverState {
    key: u128,
    covered: u64,
}

/// A vehicle across the target's row.
#[derive(Clone, Copy, Debug, Default)]
struct Crosser {
    number: usize,
    /// The cell where it crosses.
    cell: u64,
    /// By offset: the cells that it needs to leave the row up and down, or all cells.
    ways: [[u64; 2]; MAX_SIDE],
}

/// A search, with its buffers.
#[derive(Debug, Default)]
pub(super) struct Solver {
    vehicles: Vec<SolverVehicle>,
    crossers: Vec<Crosser>,
    states: Vec<SolverState>,
    known: KeySet,
    /// The cells of the target's row.
    row: u64,
}

impl Solver {
    /// Whether a board that is not solved has a solution of at most `most` slides.
    ///
    /// The target is the first piece.
    pub(super) fn is_solved_within(
        &mut self,
        pieces: impl Iterator<Item = PlacedVehicle>,
        rows: usize,
        cols: usize,
        most: u32,
    ) -> bool {
        let Some(most) = most.checked_sub(1) else { return false }; // the last slide is the target's
        let start = self.begin(pieces, rows, cols);
        if self.reach(start, most) {
            return true;
        }
        let mut begin = 0;
        for left in (0..most).rev() {
            let end = self.states.len();
            for at in begin..end {
                if self.expand(self.states[at], left) {
                    return true;
                }
            }
            begin = end;
        }
        false
    }

    fn begin(
        &mut self,
        pieces: impl Iterator<Item = PlacedVehicle>,
        rows: usize,
        cols: usize,
    ) -> SolverState {
        self.vehicles.clear();
        self.crossers.clear();
        self.states.clear();
        self.known.clear();
        let mut start = SolverState { key: 0, covered: 0 };
        let mut exit_row = None;
        for piece in pieces {
            let (stride, line, at, side) = if piece.is_vertical {
                (cols, usize::from(piece.col), piece.row, rows)
            } else {
                (1, usize::from(piece.row) * cols, piece.col, cols)
            };
            let cells = (0..piece.length).map(|cell| 1_u64 << (line + usize::from(cell) * stride));
            let cells = cells.fold(0, |all, cell| all | cell);
            let stride = stride as u32;
            start.covered |= cells << (stride * u32::from(at));
            if piece.is_wall {
                continue;
            }
            let number = self.vehicles.len();
            start.key |= u128::from(at) << (4 * number);
            let places = side as u32 - u32::from(piece.length) + 1;
            self.vehicles.push(SolverVehicle { cells, stride, places });
            let exit_row = *exit_row.get_or_insert(usize::from(piece.row));
            self.row = ((1 << cols) - 1) << (exit_row * cols);
            if piece.is_vertical {
                self.crossers.push(Crosser::new(number, piece, exit_row, rows, cols));
            }
        }
        start
    }

    /// Add a state of which `left` slides may follow before that of the target, unless more are needed
    /// or it is known; true if they are enough.
    #[inline]
    fn reach(&mut self, state: SolverState, left: u32) -> bool {
        let target = self.vehicles[0].cells << (state.key as u32 & 15);
        let ahead = state.covered & self.row & !(target | (target - 1));
        let blockers = ahead.count_ones();
        if blockers > left || !self.known.insert(state.key) {
            return false;
        }
        let is_stuck = |crosser: &Crosser| {
            let ways = crosser.ways[(state.key >> (4 * crosser.number)) as usize & 15];
            ahead & crosser.cell != 0 && ways.iter().all(|way| state.covered & way != 0)
        };
        let is_stuck = self.crossers.iter().any(is_stuck);
        if is_stuck && blockers < left {
            self.states.push(state);
        }
        !is_stuck
    }

    /// Reach the states one slide after a state, of which `left` slides may follow before that of the
    /// target; true if they are enough for one.
    fn expand(&mut self, state: SolverState, left: u32) -> bool {
        for number in 0..self.vehicles.len() {
            let vehicle = self.vehicles[number];
            let offset = (state.key >> (4 * number)) as u32 & 15;
            let place = |to: u32| vehicle.cells << (vehicle.stride * to);
            let others = state.covered & !place(offset);
            let is_free = |to: &u32| others & place(*to) == 0;
            let back = (0..offset).rev().take_while(is_free);
            let forward = (offset + 1..vehicle.places).take_while(is_free);
            for to in back.chain(forward) {
                let key = state.key ^ u128::from(offset ^ to) << (4 * number);
                if self.reach(SolverState { key, covered: others | place(to) }, left) {
                    return true;
                }
            }
        }
        false
    }
}

impl Crosser {
    fn new(
        number: usize,
        piece: PlacedVehicle,
        exit_row: usize,
        rows: usize,
        cols: usize,
    ) -> Crosser {
        let (length, col) = (usize::from(piece.length), usize::from(piece.col));
        let cells = |rows: Range<usize>| rows.fold(0, |all, row| all | 1_u64 << (row * cols + col));
        let mut crosser =
            Crosser { number, cell: cells(exit_row..exit_row + 1), ..Crosser::default() };
        for offset in (0..=exit_row).filter(|at| at + length > exit_row && at + length <= rows) {
            let up = exit_row.checked_sub(length).map(|to| cells(to..offset));
            let below = exit_row + 1 + length;
            let down = (below <= rows).then(|| cells(offset + length..below));
            crosser.ways[offset] = [up.unwrap_or(!0), down.unwrap_or(!0)];
        }
        crosser
    }
}
