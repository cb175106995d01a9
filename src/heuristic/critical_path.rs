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

use super::explain::{Explained, PlacedMove, Sink, Term, TermReason};
use super::road::{cells_to_free, is_open, sum_of_needs};
use super::{CONSISTENT, Entry};
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

/// A vehicle that must leave a cell of its line, in one direction or in either.
struct Duty {
    vehicle: usize,
    cell: u8,
    way: Option<Way>,
}

struct CriticalPath {
    /// The vehicles of the chain so far.
    chain: Vec<usize>,
}

impl Explained for CriticalPath {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        if position.is_goal() {
            return Some(0);
        }
        let mut needs = S::default();
        if sum_of_needs(position, &mut needs).is_none() {
            sink.take(needs);
            return None;
        }
        let target = position.space().board().target();
        self.chain.clear();
        self.chain.push(target);
        let cell = position.space().intervals()[target].crossing;
        let mut is_as_long =
            |length| on_the_road(position).any(|b| self.must_free(position, b, cell, length));
        let longest = (1..=LONGEST).take_while(|&length| is_as_long(length)).last();
        let longest = longest.unwrap_or(0);
        sink.note_all(|| self.links(position, cell, longest));
        Some(longest)
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
        length <= 1
            || !is_open(position, vehicle, way, cells)
            || self.next(position, vehicle, cells, way, length).is_some()
    }

    /// A vehicle on the cells that this one sweeps, from which the rest of such a chain begins.
    fn next(
        &mut self,
        position: &Position<'_>,
        vehicle: usize,
        cells: u8,
        way: Way,
        length: u32,
    ) -> Option<Duty> {
        let swept = swept(position, vehicle, way, cells);
        let (line, last) = (
            position.space().intervals()[vehicle].crossing,
            if way == Way::Back { swept.start } else { swept.end - 1 },
        );
        self.chain.push(vehicle);
        let found = (0..position.coordinates().len()).find_map(|other| {
            if self.chain.contains(&other) || !stands_on(position, other, vehicle, &swept) {
                None
            } else if is_parallel(position, other, vehicle) {
                let duty = Duty { vehicle: other, cell: last, way: Some(way) };
                self.must_go(position, other, last, way, length - 1).then_some(duty)
            } else {
                let duty = Duty { vehicle: other, cell: line, way: None };
                self.must_free(position, other, line, length - 1).then_some(duty)
            }
        });
        self.chain.pop();
        found
    }

    /// The first chain of this length, from the road on.
    fn links(&mut self, position: &Position<'_>, cell: u8, length: u32) -> Vec<Term> {
        let first = on_the_road(position).find(|&b| self.must_free(position, b, cell, length));
        let mut duty = first.map(|vehicle| Duty { vehicle, cell, way: None });
        let (mut terms, mut left) = (Vec::new(), length);
        while let Some(Duty { vehicle, cell, way }) = duty.take().filter(|_| left > 0) {
            if left == 1 {
                terms.push(Term::of(TermReason::Last, vehicle, 1));
                break;
            }
            let Some(way) = self.better(position, vehicle, cell, way, left) else {
                terms.push(Term::of(TermReason::Closed, vehicle, left));
                break;
            };
            let cells = cells_to_free(position, vehicle, cell, way);
            duty = self.next(position, vehicle, cells, way, left);
            let step = PlacedMove::of(position, vehicle, way, cells);
            let met = duty.as_ref().map(|duty| duty.vehicle);
            terms.push(Term::of(TermReason::Meets, vehicle, 1).with_moves([step]).with_others(met));
            self.chain.push(vehicle);
            left -= 1;
        }
        terms
    }

    /// The open direction in which the chain is shorter; `None` if both are closed.
    fn better(
        &mut self,
        position: &Position<'_>,
        vehicle: usize,
        cell: u8,
        way: Option<Way>,
        length: u32,
    ) -> Option<Way> {
        let ways = way.map_or(vec![Way::Back, Way::Forth], |way| vec![way]);
        let open = |&way: &Way| {
            is_open(position, vehicle, way, cells_to_free(position, vehicle, cell, way))
        };
        let open: Vec<_> = ways.into_iter().filter(open).collect();
        let shorter =
            open.iter().find(|&&way| !self.must_go(position, vehicle, cell, way, length + 1));
        shorter.or(open.first()).copied()
    }
}
