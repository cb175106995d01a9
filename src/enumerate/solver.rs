//! One board: its shortest solutions, by a breadth-first search within a bound.

#![expect(
    clippy::cast_possible_truncation,
    reason = "states are fewer than 2^32, offsets have four bits, and a hash may lose some"
)]

use super::board::{BoardReader, FoundState, PlacedVehicle};
use super::leading::NONE;
use super::levels::Levels;

/// The numbers of states by their keys, emptied in constant time.
#[derive(Debug, Default)]
struct KeyNumbers {
    slots: Vec<(u128, u32, u32)>,
    round: u32,
    count: usize,
}

impl KeyNumbers {
    fn clear(&mut self) {
        self.count = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 || self.slots.is_empty() {
            self.slots = vec![(0, 0, 0); 1 << 10];
            self.round = 1;
        }
    }

    /// Add a state with a number, unless it is known; then return its number.
    fn insert(&mut self, key: u128, number: u32) -> Option<u32> {
        if 2 * self.count >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, 0, 0); 2 * old.len()];
            self.count = 0;
            for (key, round, number) in old {
                if round == self.round {
                    self.insert(key, number);
                }
            }
        }
        let mut at = self.slot(key);
        while self.slots[at].1 == self.round {
            if self.slots[at].0 == key {
                return Some(self.slots[at].2);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = (key, self.round, number);
        self.count += 1;
        None
    }

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
    /// The state before, and the vehicle that moved.
    parent: u32,
    moved: u8,
}

/// A search, with its buffers.
#[derive(Debug, Default)]
pub(super) struct Solver {
    vehicles: Vec<SolverVehicle>,
    states: Vec<SolverState>,
    /// By state: the number of shortest paths to it.
    ways: Vec<u128>,
    known: KeyNumbers,
    /// The cells of the target's row.
    row: u64,
    /// The solved states of the level that was reached last.
    goals: Vec<u32>,
}

impl Solver {
    /// Search for the solutions of at most `most` moves; true if there is one.
    ///
    /// The target is the first piece. A state is left out if its moves so far and a lower bound for
    /// the rest, which is consistent, exceed `most`.
    pub(super) fn search<const STEP: bool>(
        &mut self,
        pieces: &[PlacedVehicle],
        rows: usize,
        cols: usize,
        most: u32,
    ) -> bool {
        self.begin(pieces, rows, cols);
        let (mut begin, mut level) = (0, 0);
        if self.bound::<STEP>(&self.states[0]) > most {
            return false;
        }
        loop {
            let end = self.states.len();
            if begin == end || !self.goals.is_empty() {
                return begin < end;
            }
            level += 1;
            for at in begin..end {
                self.expand::<STEP>(at, end, most - level.min(most));
            }
            begin = end;
        }
    }

    /// How many shortest solutions the last search found; `u128::MAX` if there are more.
    pub(super) fn solutions(&self) -> u128 {
        self.goals.iter().map(|at| self.ways[*at as usize]).fold(0, u128::saturating_add)
    }

    /// The vehicles that move in one of these solutions, a bit each.
    pub(super) fn moved(&self) -> u64 {
        let mut at = self.goals[0] as usize;
        let mut moved = 1;
        while self.states[at].parent != NONE {
            moved |= 1 << self.states[at].moved;
            at = self.states[at].parent as usize;
        }
        moved
    }

    fn begin(&mut self, pieces: &[PlacedVehicle], rows: usize, cols: usize) {
        self.vehicles.clear();
        self.states.clear();
        self.ways.clear();
        self.known.clear();
        self.row = ((1 << cols) - 1) << (usize::from(pieces[0].row) * cols);
        let mut start = SolverState { key: 0, covered: 0, parent: NONE, moved: 0 };
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
                let places = side as u32 - u32::from(piece.length) + 1;
                self.vehicles.push(SolverVehicle { cells, stride, places });
            }
        }
        self.goals.clear();
        self.known.insert(start.key, 0);
        self.push(start, 1);
    }

    /// A lower bound: each vehicle between the target and the exit must move, and so must the target.
    #[inline]
    fn bound<const STEP: bool>(&self, state: &SolverState) -> u32 {
        let target = &self.vehicles[0];
        let offset = state.key as u32 & 15;
        let left = target.places - 1 - offset;
        if left == 0 {
            return 0;
        }
        let behind = target.cells << offset | ((target.cells << offset) - 1);
        let blockers = (state.covered & self.row & !behind).count_ones();
        blockers + if STEP { left } else { 1 }
    }

    fn push(&mut self, state: SolverState, ways: u128) {
        if state.key as u32 & 15 == self.vehicles[0].places - 1 {
            self.goals.push(self.states.len() as u32);
        }
        self.states.push(state);
        self.ways.push(ways);
    }

    /// Add the states one move after a state, whose level begins at `next`; `left` moves may follow.
    fn expand<const STEP: bool>(&mut self, at: usize, next: usize, left: u32) {
        let state = self.states[at];
        for number in 0..self.vehicles.len() {
            let vehicle = self.vehicles[number];
            let offset = (state.key >> (4 * number)) as u32 & 15;
            let others = state.covered & !(vehicle.cells << (vehicle.stride * offset));
            let mut reach = |to: u32| {
                let cells = vehicle.cells << (vehicle.stride * to);
                if others & cells != 0 {
                    return false;
                }
                let key = state.key ^ u128::from(offset ^ to) << (4 * number);
                let (covered, parent, moved) = (others | cells, at as u32, number as u8);
                self.add::<STEP>(SolverState { key, covered, parent, moved }, next, left);
                !STEP
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

    #[inline]
    fn add<const STEP: bool>(&mut self, state: SolverState, next: usize, left: u32) {
        if self.bound::<STEP>(&state) > left {
            return;
        }
        let ways = self.ways[state.parent as usize];
        match self.known.insert(state.key, self.states.len() as u32) {
            None => self.push(state, ways),
            Some(number) if number as usize >= next => {
                let known = &mut self.ways[number as usize];
                *known = known.saturating_add(ways);
            }
            Some(_) => {}
        }
    }
}

// Minimality: whether every vehicle and wall beside the target makes the puzzle longer.
//
// Taking a part away keeps every solution legal, so the optimum never rises; taking a vehicle away
// that moves in some optimal solution lowers it. So one search for a solution settles most parts,
// and one more search for each other part finds whether there is a shorter solution without it.
// Few puzzles are minimal, so the part that is least likely to matter is taken away first.
//
// Types of a line that are searched together (`lines.rs`) need no search: the state without a vehicle
// is among the states whose distances are known.

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
