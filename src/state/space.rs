//! The state space of a board under a goal: the interval of each vehicle, and the keys of states.

use std::ops::Range;

use crate::board::{Axis, Board, Exit, Goal, Vehicle, along};
use crate::state::{Codec, Key, Puzzle, State};

/// The coordinates that a vehicle's first cell can take, and where its line lies.
///
/// Walls and the fixed order of the vehicles in a line bound the interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    /// The least coordinate of its first cell.
    pub(crate) low: u8,
    /// The greatest coordinate of its first cell.
    pub(crate) high: u8,
    /// The vehicle's length, and the index of its line in [`StateSpace::lines`].
    pub(crate) length: u8,
    pub(crate) line: usize,
    /// The coordinate of its cells in every line that crosses its own.
    pub(crate) crossing: u8,
    /// The index of the first line that crosses its own, and the coordinates of its line that lie
    /// on the board: `from..to`.
    pub(crate) across: usize,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Interval {
    /// The indices in [`StateSpace::lines`] of the lines that cross these cells of its own.
    pub(crate) fn crossed(&self, coordinates: Range<u8>) -> Range<usize> {
        let from = coordinates.start.max(self.from);
        let to = coordinates.end.min(self.to).max(from);
        let first = self.across + usize::from(from - self.from);
        first..first + usize::from(to - from)
    }
}

/// Everything about a board and a goal that a search looks up repeatedly.
///
/// A line of the board is one `u64` with a bit for each cell; a coordinate is the index of such a
/// bit. If the target leaves on the left or at the top, the lines along its axis begin with a
/// margin for the cells outside the board. On the right or at the bottom those cells simply follow
/// the others.
#[derive(Clone, Debug)]
pub struct StateSpace<'a> {
    board: &'a Board,
    goal: Goal,
    start: Vec<u8>,
    intervals: Vec<Interval>,
    codec: Codec,
    /// The number of margin cells before each horizontal and each vertical line.
    margins: [u8; 2],
    /// The vehicles of each line in order: first the rows, then the columns.
    lines: Vec<Vec<usize>>,
    /// The walls of each line as bits.
    walls: Vec<u64>,
}

impl<'a> StateSpace<'a> {
    /// The space of a puzzle; all states of a cluster have the same.
    ///
    /// # Panics
    /// Never for a state of its board.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, goal: Goal) -> StateSpace<'a> {
        let (board, start) = (puzzle.board(), puzzle.state());
        let beyond = reach(board, start, goal);
        let mut margins = [0; 2];
        if !board.exit().side.is_forward() {
            margins[board.exit().side.axis() as usize] = beyond;
        }
        let at = |(vehicle, &offset): (&Vehicle, &i8)| {
            (offset + i8::try_from(margins[vehicle.axis as usize]).expect("short")).unsigned_abs()
        };
        let start: Vec<u8> = board.vehicles().iter().zip(start.offsets()).map(at).collect();
        let lines = lines(board, &start);
        let intervals = Intervals { board, start: &start, margins, beyond }.all(&lines);
        let codec = Codec::new(intervals.iter().map(places));
        let walls = wall_lines(board, margins);
        StateSpace { board, goal, start, intervals, codec, margins, lines, walls }
    }

    /// The same space with the smallest keys, which take longer to read.
    pub(crate) fn compact(self) -> StateSpace<'a> {
        let codec = Codec::compact(self.intervals.iter().map(places));
        StateSpace { codec, ..self }
    }

    /// The same space without some vehicles, whose cells are free in all of its states. They keep their
    /// indices, and never move.
    pub(crate) fn without(&self, vehicles: &[usize]) -> StateSpace<'a> {
        let mut space = self.clone();
        for &vehicle in vehicles {
            let at = space.start[vehicle];
            let interval = &mut space.intervals[vehicle];
            (interval.low, interval.high, interval.length) = (at, at, 0);
        }
        space.codec = Codec::new(space.intervals.iter().map(places));
        space
    }

    /// The board of the space.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// The goal; it bounds how far the target may leave the board.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The number of words of a key.
    #[must_use]
    pub fn words(&self) -> usize {
        self.codec.words()
    }

    /// The key of the start.
    #[must_use]
    pub fn start<const W: usize>(&self) -> Key<W> {
        self.pack(&self.start)
    }

    pub(crate) fn vehicles(&self) -> &'a [Vehicle] {
        self.board.vehicles()
    }

    pub(crate) fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// No state has more moves.
    pub(crate) fn most_moves(&self) -> usize {
        self.intervals.iter().map(|interval| usize::from(interval.high - interval.low)).sum()
    }

    /// The coordinates of a state of this space.
    pub(crate) fn coordinates_of(&self, state: &State) -> Vec<u8> {
        self.checked_coordinates(state)
            .map(|coordinate| coordinate.expect("a state of this space"))
            .collect()
    }

    pub(crate) fn start_coordinates(&self) -> &[u8] {
        &self.start
    }

    pub(crate) fn margin(&self, axis: Axis) -> u8 {
        self.margins[axis as usize]
    }

    /// The vehicles of each line in order: first the rows, then the columns.
    pub(crate) fn lines(&self) -> &[Vec<usize>] {
        &self.lines
    }

    /// The walls of each line as bits: first the rows, then the columns.
    pub(crate) fn walls(&self) -> &[u64] {
        &self.walls
    }

    pub(crate) fn pack<const W: usize>(&self, coordinates: &[u8]) -> Key<W> {
        self.codec.pack(
            coordinates
                .iter()
                .zip(&self.intervals)
                .map(|(coordinate, interval)| coordinate - interval.low),
        )
    }

    /// Write the coordinate of each vehicle's first cell.
    pub(crate) fn unpack<const W: usize>(&self, key: &Key<W>, coordinates: &mut Vec<u8>) {
        coordinates.resize(self.intervals.len(), 0);
        self.codec.unpack(key, coordinates);
        for (coordinate, interval) in coordinates.iter_mut().zip(&self.intervals) {
            *coordinate += interval.low;
        }
    }

    /// The key of a state; `None` if the state does not belong to this space.
    pub(crate) fn key<const W: usize>(&self, state: &State) -> Option<Key<W>> {
        let coordinates: Option<Vec<u8>> = self.checked_coordinates(state).collect();
        coordinates.map(|coordinates| self.pack(&coordinates))
    }

    /// Whether every vehicle of a state stands in its interval.
    #[must_use]
    pub fn holds(&self, state: &State) -> bool {
        state.offsets().len() == self.intervals.len()
            && self.checked_coordinates(state).all(|coordinate| coordinate.is_some())
    }

    /// The coordinate of each vehicle's first cell; `None` for a vehicle outside its interval.
    fn checked_coordinates(&self, state: &State) -> impl Iterator<Item = Option<u8>> {
        let placed = state.offsets().iter().zip(self.vehicles()).zip(&self.intervals);
        placed.map(|((&offset, vehicle), interval)| {
            let coordinate =
                u8::try_from(i16::from(offset) + i16::from(self.margin(vehicle.axis))).ok()?;
            (interval.low..=interval.high).contains(&coordinate).then_some(coordinate)
        })
    }

    /// The word of a key that a vehicle changes, and by how much for each cell.
    pub(crate) fn digit(&self, vehicle: usize) -> (usize, u64) {
        self.codec.digit(vehicle)
    }

    /// The words of a key that are in use, for a state of this space.
    pub(crate) fn key_words(&self, state: &State) -> Box<[u64]> {
        crate::state::with_words!(self.words(), W => {
            let key: Key<W> = self.pack(&self.coordinates_of(state));
            key.0[..self.words()].into()
        })
    }

    /// The word of a key that holds a vehicle's digit.
    pub(crate) fn word(&self, vehicle: usize) -> usize {
        self.codec.word(vehicle)
    }

    /// The value of one place of a vehicle in its word of a key.
    pub(crate) fn unit(&self, vehicle: usize) -> u64 {
        self.codec.unit(vehicle)
    }

    /// The number of values of a vehicle's digit.
    pub(crate) fn radix(&self, vehicle: usize) -> u64 {
        self.codec.radix(vehicle)
    }

    /// Whether each digit of a key has bits of its own.
    pub(crate) fn is_binary(&self) -> bool {
        self.codec.is_binary()
    }

    pub(crate) fn shift<const W: usize>(&self, key: &Key<W>, vehicle: usize, by: i8) -> Key<W> {
        self.codec.shift(key, vehicle, by)
    }

    /// The state of a key.
    ///
    /// # Panics
    /// Never for a key of this space.
    #[must_use]
    pub fn state<const W: usize>(&self, key: &Key<W>) -> State {
        let mut coordinates = Vec::new();
        self.unpack(key, &mut coordinates);
        State::new(self.offsets(&coordinates).collect())
    }

    /// The offset of each vehicle with its first cell at these coordinates.
    pub(crate) fn offsets(&self, coordinates: &[u8]) -> impl ExactSizeIterator<Item = i8> {
        coordinates.iter().zip(self.vehicles()).map(|(coordinate, vehicle)| {
            coordinate.cast_signed() - self.margin(vehicle.axis).cast_signed()
        })
    }

    /// The coordinate of the target's first cell at the goal, for every goal but `clear`.
    pub(crate) fn finish(&self) -> u8 {
        let target = &self.vehicles()[self.board.target()];
        let out = self.goal.beyond(target.length);
        let (margin, side) = (self.margin(target.axis), self.board.side(target.axis));
        if self.board.exit().side.is_forward() {
            margin + side + out - target.length
        } else {
            margin - out
        }
    }

    /// Whether a target at this coordinate has reached the goal, for every goal but `clear`.
    pub(crate) fn is_finished(&self, coordinate: u8) -> bool {
        let forward = self.board.exit().side.is_forward();
        if forward { coordinate >= self.finish() } else { coordinate <= self.finish() }
    }
}

/// The number of coordinates of an interval.
fn places(interval: &Interval) -> u8 {
    interval.high - interval.low + 1
}

/// The number of cells beyond the edge that the target may take: up to the goal, or to where it
/// stands already.
fn reach(board: &Board, start: &State, goal: Goal) -> u8 {
    let Exit { side, .. } = board.exit();
    let target = &board.vehicles()[board.target()];
    let (offset, length) = (i16::from(start.offsets()[board.target()]), i16::from(target.length));
    let out = if side.is_forward() {
        offset + length - i16::from(board.side(side.axis()))
    } else {
        -offset
    };
    goal.beyond(target.length).max(u8::try_from(out.max(0)).expect("at most its length"))
}

fn lines(board: &Board, start: &[u8]) -> Vec<Vec<usize>> {
    let mut lines = vec![Vec::new(); usize::from(board.rows()) + usize::from(board.cols())];
    for (index, vehicle) in board.vehicles().iter().enumerate() {
        lines[line_index(board, vehicle)].push(index);
    }
    for line in &mut lines {
        line.sort_unstable_by_key(|&index| start[index]);
    }
    lines
}

fn wall_lines(board: &Board, margins: [u8; 2]) -> Vec<u64> {
    let rows = usize::from(board.rows());
    let mut lines = vec![0; rows + usize::from(board.cols())];
    for wall in board.walls() {
        for (before, axis) in [(0, Axis::Horizontal), (rows, Axis::Vertical)] {
            let (line, offset) = along(axis, *wall);
            let line = usize::try_from(line).expect("on the board");
            lines[before + line] |= 1 << (offset + i64::from(margins[axis as usize]));
        }
    }
    lines
}

/// The index of a vehicle's line in [`StateSpace::lines`].
pub(crate) fn line_index(board: &Board, vehicle: &Vehicle) -> usize {
    let before = if vehicle.axis == Axis::Horizontal { 0 } else { board.rows() };
    usize::from(before + vehicle.line)
}

/// Computes the interval of each vehicle from walls and neighbours in its line.
struct Intervals<'a> {
    board: &'a Board,
    start: &'a [u8],
    margins: [u8; 2],
    beyond: u8,
}

impl Intervals<'_> {
    fn all(&self, lines: &[Vec<usize>]) -> Vec<Interval> {
        let mut intervals: Vec<Interval> =
            self.board.vehicles().iter().map(|v| self.interval(v)).collect();
        for line in lines {
            let mut least = 0;
            for &index in line {
                intervals[index].low = self.segment(index).0.max(least);
                least = intervals[index].low + self.board.vehicles()[index].length;
            }
            let mut end = u8::MAX;
            for &index in line.iter().rev() {
                intervals[index].high =
                    self.segment(index).1.min(end) - self.board.vehicles()[index].length;
                end = intervals[index].high;
            }
        }
        intervals
    }

    /// The interval of a vehicle before its bounds are known.
    fn interval(&self, vehicle: &Vehicle) -> Interval {
        let from = self.margins[vehicle.axis as usize];
        Interval {
            low: 0,
            high: 0,
            length: vehicle.length,
            line: line_index(self.board, vehicle),
            crossing: vehicle.line + self.margins[1 - vehicle.axis as usize],
            across: if vehicle.axis == Axis::Horizontal { self.board.rows().into() } else { 0 },
            from,
            to: from + self.board.side(vehicle.axis),
        }
    }

    /// The free segment around a vehicle, between walls or edges: its first coordinate and the one
    /// after its last. For the target it includes the cells outside the exit.
    fn segment(&self, index: usize) -> (u8, u8) {
        let (vehicle, at) = (&self.board.vehicles()[index], self.start[index]);
        let margin = self.margins[vehicle.axis as usize];
        let side = self.board.side(vehicle.axis);
        let (mut from, mut to) = (margin, margin + side);
        if index == self.board.target() {
            if self.board.exit().side.is_forward() {
                to += self.beyond;
            } else {
                from -= self.beyond;
            }
        }
        for wall in self.board.walls() {
            let (line, offset) = along(vehicle.axis, *wall);
            if line == i64::from(vehicle.line) {
                let coordinate = u8::try_from(offset).expect("on the board") + margin;
                if coordinate < at {
                    from = from.max(coordinate + 1);
                } else {
                    to = to.min(coordinate);
                }
            }
        }
        (from, to)
    }
}
