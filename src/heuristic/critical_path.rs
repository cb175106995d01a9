//! The longest chain of vehicles that must move one after another.
//!
//! ```text
//!     . . B D D .      B must leave the row of A. If it goes up, it sweeps one cell, which is
//!     A A B . . . >    free: 1. If a wall were there, it would have to go down, where C stands,
//!     . . . . . .      and C would have to go first: 2.
//!     . C C C . .
//!     . . . . . .
//! ```
//!
//! A vehicle that must free a cell can go in either direction, unless the edge or a wall is too near. It
//! sweeps cells, and every vehicle on one of them must move first: a crossing vehicle in either
//! direction, a vehicle of the same line further in the same direction. The chain is the longest of
//! these, in the better direction; the target and vehicles that are in the chain already do not count.
//! All vehicles of a chain are different and each must move, so its length is a lower bound in both
//! metrics. A move removes at most the last vehicle of a chain: those before it are blocked, and a
//! partial move leaves them the same cells or more to sweep.
//!
//! Source: Chouaibi and Bradai, "Critical Path Heuristic (CPH)": the "maximum nested blocker
//! depth".

use super::road::{cells_to_free, is_open, sum_of_needs};
use super::{CONSISTENT, Entry, Heuristic};
use crate::state::Position;
use crate::state::blockers::{Way, is_parallel, on_the_road, stands_on, swept};

pub(super) const ENTRY: Entry = Entry {
    name: "critical-path",
    help: "the longest chain of vehicles that must make way in turn (CPH of Chouaibi, Bradai)",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|_, _| Box::new(CriticalPath { chain: Vec::new() }),
};

/// The length is capped here, since the time to find a chain may grow exponentially with it. The longest
/// in the clusters of the forty classic puzzles has 9; one of 16 among 80 vehicles on 16 x 16 was found
/// within a millisecond.
const LONGEST: u32 = 16;

struct CriticalPath {
    /// The vehicles of the chain so far.
    chain: Vec<usize>,
}

impl Heuristic for CriticalPath {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        sum_of_needs(position)?;
        let target = position.space().board().target();
        self.chain.clear();
        self.chain.push(target);
        let cell = position.space().intervals()[target].crossing;
        let mut is_as_long =
            |length| on_the_road(position).any(|b| self.must_free(position, b, cell, length));
        let longest = (1..=LONGEST).take_while(|&length| is_as_long(length)).last();
        Some(longest.unwrap_or(0))
    }
}

impl CriticalPath {
    /// Whether it takes a chain of at least this length to get a vehicle off a cell of its line.
    fn must_free(
        &mut self,
        position: &Position<'_>,
        vehicle: usize,
        cell: u8,
        length: u32,
    ) -> bool {
        length <= 1
            || [Way::Back, Way::Forth]
                .into_iter()
                .all(|way| self.must_go(position, vehicle, cell, way, length))
    }

    /// The same for one direction; true for any length if that direction is closed.
    fn must_go(
        &mut self,
        position: &Position<'_>,
        vehicle: usize,
        cell: u8,
        way: Way,
        length: u32,
    ) -> bool {
        let cells = cells_to_free(position, vehicle, cell, way);
        if length <= 1 || !is_open(position, vehicle, way, cells) {
            return true;
        }
        let swept = swept(position, vehicle, way, cells);
        let (line, last) = (
            position.space().intervals()[vehicle].crossing,
            if way == Way::Back { swept.start } else { swept.end - 1 },
        );
        self.chain.push(vehicle);
        let found = (0..position.coordinates().len()).any(|other| {
            if self.chain.contains(&other) || !stands_on(position, other, vehicle, &swept) {
                false
            } else if is_parallel(position, other, vehicle) {
                self.must_go(position, other, last, way, length - 1)
            } else {
                self.must_free(position, other, line, length - 1)
            }
        });
        self.chain.pop();
        found
    }
}
