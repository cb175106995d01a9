//! Minimality: whether every vehicle and wall beside the target makes the puzzle longer.
//!
//! Without a part every solution stays legal, so the optimum never rises; and it falls without a
//! vehicle that moves in some optimal solution. So a search for one solution settles most parts;
//! for each other part one search answers whether its absence allows a shorter solution.

#![expect(
    clippy::cast_possible_truncation,
    reason = "states are fewer than 2^32, offsets have four bits, and a hash may lose some"
)]

use super::board::Piece;

/// A set of states, emptied in constant time.
#[derive(Debug, Default)]
struct Known {
    slots: Vec<(u128, u32)>,
    round: u32,
    count: usize,
}

impl Known {
    fn clear(&mut self) {
        self.count = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 || self.slots.is_empty() {
            self.slots = vec![(0, 0); 1 << 10];
            self.round = 1;
        }
    }

    /// Add a state; false if it is known.
    fn insert(&mut self, key: u128) -> bool {
        if 2 * self.count >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, 0); 2 * old.len()];
            self.count = 0;
            for (key, round) in old {
                if round == self.round {
                    self.insert(key);
                }
            }
        }
        let mut at = self.slot(key);
        while self.slots[at].1 == self.round {
            if self.slots[at].0 == key {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = (key, self.round);
        self.count += 1;
        true
    }

    fn slot(&self, key: u128) -> usize {
        let mixed = ((key ^ key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }
}

/// A vehicle for the search: its cells at offset 0, the distance of its places, and how many.
#[derive(Clone, Copy, Debug)]
struct Vehicle {
    cells: u64,
    stride: u32,
    length: u32,
    places: u32,
}

/// A state: four bits for the offset of each vehicle, and the cells that are covered.
#[derive(Clone, Copy, Debug)]
struct State {
    key: u128,
    covered: u64,
    /// The state before, and the vehicle that moved.
    parent: u32,
    moved: u8,
}

/// Searches, with their buffers.
#[derive(Debug, Default)]
pub(super) struct Minimality {
    vehicles: Vec<Vehicle>,
    states: Vec<State>,
    known: Known,
}

impl Minimality {
    /// Whether a puzzle whose optimum is `slides` is minimal; the target is the first piece.
    pub(super) fn holds(
        &mut self,
        pieces: &[Piece],
        rows: usize,
        cols: usize,
        slides: u32,
    ) -> bool {
        if slides == 0 {
            return pieces.len() == 1;
        }
        let moved = self.moved(pieces, rows, cols, slides);
        (1..pieces.len()).filter(|part| moved >> part & 1 == 0).all(|part| {
            let mut rest = pieces.to_vec();
            rest.remove(part);
            self.search(&rest, rows, cols, slides - 1).is_some()
        })
    }

    /// The pieces that move in one optimal solution, a bit each.
    fn moved(&mut self, pieces: &[Piece], rows: usize, cols: usize, slides: u32) -> u64 {
        let mut at = self.search(pieces, rows, cols, slides).expect("it has a solution");
        let numbers: Vec<usize> =
            (0..pieces.len()).filter(|number| !pieces[*number].is_wall).collect();
        let mut moved = 1;
        while at != 0 {
            moved |= 1 << numbers[usize::from(self.states[at].moved)];
            at = self.states[at].parent as usize;
        }
        moved
    }

    /// Search for a solution of at most `most` slides, at least one; returns the state from which
    /// the target drives out.
    fn search(&mut self, pieces: &[Piece], rows: usize, cols: usize, most: u32) -> Option<usize> {
        if most == 0 {
            return None;
        }
        self.begin(pieces, rows, cols);
        let target = self.vehicles[0];
        let (mut begin, mut level) = (0, 1);
        loop {
            let end = self.states.len();
            let solved = (begin..end).find(|at| is_open(&self.states[*at], &target));
            if solved.is_some() || level == most || begin == end {
                return solved;
            }
            for at in begin..end {
                self.expand(at);
            }
            (begin, level) = (end, level + 1);
        }
    }

    fn begin(&mut self, pieces: &[Piece], rows: usize, cols: usize) {
        self.vehicles.clear();
        self.states.clear();
        self.known.clear();
        let mut start = State { key: 0, covered: 0, parent: 0, moved: 0 };
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
            if !piece.is_wall {
                start.key |= u128::from(at) << (4 * self.vehicles.len());
                let length = u32::from(piece.length);
                let places = side as u32 - length + 1;
                self.vehicles.push(Vehicle { cells, stride, length, places });
            }
        }
        self.known.insert(start.key);
        self.states.push(start);
    }

    fn expand(&mut self, at: usize) {
        let state = self.states[at];
        for (number, vehicle) in self.vehicles.iter().enumerate() {
            let offset = (state.key >> (4 * number)) as u32 & 15;
            let cells = vehicle.cells << (vehicle.stride * offset);
            let others = state.covered & !cells;
            let mut reach = |to: u32| {
                let cells = vehicle.cells << (vehicle.stride * to);
                if others & cells != 0 {
                    return false;
                }
                let key = state.key ^ u128::from(offset ^ to) << (4 * number);
                if self.known.insert(key) {
                    let (parent, moved) = (at as u32, number as u8);
                    self.states.push(State { key, covered: others | cells, parent, moved });
                }
                true
            };
            for to in (0..offset).rev() {
                if !reach(to) {
                    break;
                }
            }
            for to in offset + 1..vehicle.places {
                if !reach(to) {
                    break;
                }
            }
        }
    }
}

/// Nothing stands between the target and the exit, and it is not there yet.
fn is_open(state: &State, target: &Vehicle) -> bool {
    let offset = state.key as u32 & 15;
    let ahead = (offset + 1..target.places).fold(0, |all, to| all | target.cells << to);
    let cells = target.cells << offset;
    debug_assert!(target.length > 0);
    state.covered & ahead & !cells == 0
}
