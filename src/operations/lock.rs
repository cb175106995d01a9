//! lock: the smallest part of a puzzle that has no solution alone, and why in words.

use std::collections::HashSet;

use crate::board::{Axis, Board, Metric, Vehicle, named};
use crate::cluster::Unfinished;
use crate::generate::minimal::{Part, all_parts, left};
use crate::operations::{GoalDistances, Options};
use crate::outcome::Watch;
use crate::phrase::{Phrase, Said};
use crate::state::{Puzzle, State};

/// Takes some milliseconds; a part whose search needs more states stays.
const MOST_STATES: u64 = 1 << 16;
/// Of a part with more states the reasons do not say how far each vehicle can move.
const MOST_RANGES: usize = 2000;

/// A part of a puzzle that has no solution alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The part: without any one of its vehicles or walls beside the target it has a solution, or the
    /// search for one was left open.
    pub board: Puzzle,
    /// Which vehicles and walls lock the target, then how far each vehicle can ever move.
    pub reasons: Vec<Phrase>,
}

/// Find the smallest part that has no solution alone; `None` if the puzzle has one.
///
/// Of the options only the goal, the limits and the threads matter. Parts are taken out one after
/// another, vehicles in their order before walls, as long as a search of 65 536 states proves that
/// what is left has no solution. A limit on states holds for each search.
///
/// # Errors
/// [`Unfinished`] where the time is over, or a limit comes before it is known whether the puzzle has a
/// solution.
///
/// ```
/// use rushhour::{Options, Puzzle, lock};
///
/// let puzzle: Puzzle = "AAB./..BD/..BD".parse()?;
/// let found = lock(&puzzle, &Options::new())?.expect("no solution");
/// assert_eq!(found.board.board().vehicles().len(), 2);
/// assert_eq!(found.lines()[0], "Vehicle B alone locks target A in:");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lock(puzzle: &Puzzle, options: &Options) -> Result<Option<Lock>, Unfinished> {
    options.watched(|watch| Lock::of(puzzle, options, watch))
}

impl Lock {
    pub(crate) fn of(
        puzzle: &Puzzle,
        options: &Options,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Lock>, Unfinished> {
        let distances = GoalDistances::by_searches(options);
        let mut is_locked = |gone: &[Part], most: u64| {
            watch.begin().map_err(|stop| Unfinished { stop, states: 0 })?;
            let part = left(puzzle, gone);
            let distance = watch.within(most, |watch| distances.distance(&part, watch));
            distance.map(|distance| distance.is_none())
        };
        if is_locked(&[], MOST_STATES).is_ok_and(|is_locked| !is_locked) {
            return Ok(None);
        }
        let mut gone = Vec::new();
        for part in all_parts(puzzle.board()) {
            gone.push(part);
            if !is_locked(&gone, MOST_STATES).unwrap_or(false) {
                gone.pop();
            }
        }
        if gone.is_empty() && !is_locked(&[], u64::MAX)? {
            return Ok(None);
        }
        let board = left(puzzle, &gone);
        Ok(Some(Lock { reasons: reasons(&board, options), board }))
    }

    /// The reasons as the lines of a text, where all but the first are indented.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |(place, reason): (usize, &Phrase)| {
            let indent = if place == 0 { "" } else { "  " };
            format!("{indent}{}", capital(&reason.to_string()))
        };
        self.reasons.iter().enumerate().map(line).collect()
    }
}

/// Which parts lock the target in, and where each vehicle stays, if few states tell it.
fn reasons(puzzle: &Puzzle, options: &Options) -> Vec<Phrase> {
    let board = puzzle.board();
    let target = ("target", Said::label(&board.vehicles()[board.target()].label));
    let mut names: Vec<Phrase> = all_parts(board).map(|part| name(board, part)).collect();
    let Some(last) = names.pop() else {
        let values = vec![target, ("exit", way_out(board).into())];
        return vec![Phrase::new("Target {target} alone cannot reach the exit, {exit}.", values)];
    };
    let last = ("last", last.into());
    let mut reasons = vec![if names.is_empty() {
        Phrase::new("{last} alone locks target {target} in:", vec![last, target])
    } else {
        let values = vec![("others", Said::List(names)), last, target];
        Phrase::new("{others} and {last} alone lock target {target} in:", values)
    }];
    for (vehicle, range) in board.vehicles().iter().zip(ranges(puzzle, options)) {
        reasons.push(stays(vehicle, range));
    }
    reasons
}

/// The least and the greatest offset of each vehicle in all states; none if there are many of these.
fn ranges(puzzle: &Puzzle, options: &Options) -> Vec<(i8, i8)> {
    let mut states = vec![puzzle.state().clone()];
    let mut seen: HashSet<State> = states.iter().cloned().collect();
    let mut ranges: Vec<(i8, i8)> = states[0].offsets().iter().map(|&at| (at, at)).collect();
    while let Some(state) = states.pop() {
        for (range, &at) in ranges.iter_mut().zip(state.offsets()) {
            *range = (range.0.min(at), range.1.max(at));
        }
        for step in puzzle.at(state.clone()).moves(Metric::Step, options.goal) {
            let next = state.shifted(step.vehicle.index(), step.cells);
            if seen.insert(next.clone()) {
                states.push(next);
            }
        }
        if seen.len() > MOST_RANGES {
            return Vec::new();
        }
    }
    ranges
}

fn name(board: &Board, part: Part) -> Phrase {
    match part {
        Part::Vehicle(index) => Phrase::new(
            "vehicle {label}",
            vec![("label", Said::label(&board.vehicles()[index].label))],
        ),
        Part::Wall(index) => {
            Phrase::new("the wall at {cell}", vec![("cell", board.walls()[index].said().into())])
        }
    }
}

/// Where a vehicle stays whose first cell is between two places.
fn stays(vehicle: &Vehicle, (first, last): (i8, i8)) -> Phrase {
    let name = ("vehicle", named(&vehicle.label));
    if first == last {
        return Phrase::new("{vehicle} cannot move.", vec![name]);
    }
    let text = match vehicle.axis {
        Axis::Horizontal => "{vehicle} never leaves columns {first} to {last}.",
        Axis::Vertical => "{vehicle} never leaves rows {first} to {last}.",
    };
    let last = i64::from(last) + i64::from(vehicle.length);
    Phrase::new(
        text,
        vec![name, ("first", Said::number(i64::from(first) + 1)), ("last", Said::number(last))],
    )
}

/// The exit: `right of row 3`.
fn way_out(board: &Board) -> Phrase {
    let exit = board.exit();
    let line = if exit.side.axis() == Axis::Horizontal { "row" } else { "column" };
    let text = format!("{} of {line} {{line}}", exit.side.name());
    Phrase::made(text, vec![("line", Said::number(exit.line + 1))])
}

/// A name at the beginning of a sentence; labels stay as they are.
fn capital(text: &str) -> String {
    let named = ["vehicle ", "the wall "].into_iter().any(|name| text.starts_with(name));
    let mut text = text.to_owned();
    if named {
        text[..1].make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::lock;
    use crate::operations::Options;
    use crate::outcome::Limits;
    use crate::state::Puzzle;

    fn reasons(board: &str) -> Option<Vec<String>> {
        let puzzle: Puzzle = board.parse().expect("a board");
        lock(&puzzle, &Options::new()).expect("few states").map(|found| found.lines())
    }

    #[test]
    fn a_puzzle_with_a_solution_has_no_lock() {
        assert_eq!(reasons("..B./AAB./..../...."), None);
        assert_eq!(reasons("...AA./....../....../......"), None);
    }

    #[test]
    fn the_parts_that_lock_are_named_and_where_they_stay() {
        let told = ["Vehicle C alone locks target A in:", "  A never leaves columns 1 to 3."];
        let found = reasons("AA.CCC/....../..B.../..B.../....../......").expect("no solution");
        assert_eq!(found[..2], told);
        assert_eq!(found[2..], ["  C never leaves columns 3 to 6."]);
        let found = reasons("xAAx../....../......").expect("no solution");
        assert_eq!(found[0], "The wall at row 1, column 4 alone locks target A in:");
        let found = reasons("BB.../AA.CC/.....").expect("no solution");
        assert_eq!(found[0], "Vehicle C alone locks target A in:");
    }

    #[test]
    fn no_time_leaves_it_open() {
        let puzzle: Puzzle = "AAB/..B/..B".parse().expect("a board");
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert!(lock(&puzzle, &Options::new().limits(limits)).is_err());
    }
}
