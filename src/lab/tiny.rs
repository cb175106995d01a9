//! Small-scope boards: one state of every cluster with so many cells and so many vehicles.
//!
//! ```text
//!     A A . . >     4 cells, 1 vehicle: the smallest board on which the target has a choice
//! ```
//!
//! A false claim about all boards usually fails on one of these already (the small-scope hypothesis), and
//! a small counterexample is easy to understand. The boards have no walls; the target is horizontal and
//! leaves on the right; every vehicle has 2 or 3 cells.

use std::collections::HashSet;

use crate::board::{Axis, Cell, Goal, Metric, Setup, Shape, cell_at};
use crate::state::{Puzzle, StateSpace, for_each_neighbour};

/// One state of every cluster on boards of so many cells with so many vehicles, the target included.
/// Boards that differ only in the order of their vehicles count once.
///
/// ```
/// use rushhour::lab::tiny;
///
/// assert_eq!(tiny(4, 1).count(), 4);
/// ```
pub fn tiny(cells: u8, vehicles: usize) -> impl Iterator<Item = Puzzle> {
    let sizes = (1..=cells)
        .filter(move |rows| cells.is_multiple_of(*rows))
        .map(move |rows| Size { rows: rows.into(), cols: (cells / rows).into() });
    sizes
        .flat_map(move |size| size.selections(vehicles).map(move |tracks| (size, tracks)))
        .flat_map(|(size, tracks)| size.clusters(&tracks))
}

/// The axis, line and length of a vehicle.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Track {
    axis: Axis,
    line: i64,
    length: i64,
}

#[derive(Clone, Copy)]
struct Size {
    rows: i64,
    cols: i64,
}

impl Size {
    /// Every track on which a vehicle fits.
    fn tracks(self) -> Vec<Track> {
        let axis = |axis, lines, side| {
            let lengths = (2..=3).filter(move |&length| length <= side);
            lengths.flat_map(move |length| (0..lines).map(move |line| Track { axis, line, length }))
        };
        let rows = axis(Axis::Horizontal, self.rows, self.cols);
        rows.chain(axis(Axis::Vertical, self.cols, self.rows)).collect()
    }

    /// Every choice of so many tracks, that of the target first.
    fn selections(self, vehicles: usize) -> impl Iterator<Item = Vec<Track>> {
        let targets = self.tracks().into_iter().filter(|track| track.axis == Axis::Horizontal);
        targets.flat_map(move |target| {
            let others = selections(&self.tracks(), vehicles.saturating_sub(1));
            others.into_iter().map(move |others| [target].into_iter().chain(others).collect())
        })
    }

    /// One state of every cluster of vehicles on these tracks.
    fn clusters(self, tracks: &[Track]) -> Vec<Puzzle> {
        let (mut known, mut found) = (HashSet::new(), Vec::new());
        for offsets in self.placements(tracks) {
            if !known.contains(&offsets)
                && let Ok(puzzle) = Puzzle::new(&self.setup(tracks, &offsets))
            {
                explore(&puzzle, &mut known);
                found.push(puzzle);
            }
        }
        found
    }

    /// Every assignment of offsets to tracks; vehicles on equal tracks are in order.
    fn placements(self, tracks: &[Track]) -> Vec<Vec<i8>> {
        let mut found = vec![Vec::new()];
        for (index, track) in tracks.iter().enumerate() {
            let side = if track.axis == Axis::Horizontal { self.cols } else { self.rows };
            let places = 0..=small(side - track.length);
            let longer = |head: &Vec<i8>, place| head.iter().copied().chain([place]).collect();
            found = found
                .iter()
                .flat_map(|head: &Vec<i8>| {
                    let twin = index > 1 && tracks[index - 1] == *track;
                    let least = if twin { head[index - 1] + 1 } else { 0 };
                    places.clone().filter(move |&p| p >= least).map(move |p| longer(head, p))
                })
                .collect();
        }
        found
    }

    fn setup(self, tracks: &[Track], offsets: &[i8]) -> Setup {
        let vehicle = |(label, (track, &offset)): (char, (&Track, &i8))| {
            let cell: Cell = cell_at(track.axis, track.line, offset.into());
            (label.to_string(), Shape::Bar { axis: track.axis, cell, length: track.length })
        };
        let vehicles = ('A'..).zip(tracks.iter().zip(offsets)).map(vehicle).collect();
        let (Size { rows, cols }, target) = (self, "A".to_owned());
        Setup { rows, cols, exit: None, walls: Vec::new(), vehicles, target }
    }
}

/// Every multiset of so many tracks, in order.
fn selections(tracks: &[Track], count: usize) -> Vec<Vec<Track>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let from = |first: usize| {
        selections(&tracks[first..], count - 1)
            .into_iter()
            .map(move |rest| [tracks[first]].into_iter().chain(rest).collect())
    };
    (0..tracks.len()).flat_map(from).collect()
}

/// Insert every reachable state into `known`.
fn explore(puzzle: &Puzzle, known: &mut HashSet<Vec<i8>>) {
    let space = StateSpace::new(puzzle, Goal::Edge);
    let mut waiting = vec![puzzle.state().clone()];
    known.insert(puzzle.state().offsets().to_vec());
    while let Some(state) = waiting.pop() {
        for_each_neighbour(&space, &state, Metric::Step, |_, next| {
            if known.insert(next.offsets().to_vec()) {
                waiting.push(next);
            }
        });
    }
}

fn small(number: i64) -> i8 {
    i8::try_from(number).expect("a small board")
}
