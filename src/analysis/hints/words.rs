//! The reason for a best move in words, which claim no more than is proved.

use super::chain::{Link, cells_of, offset, swept};
use crate::board::{Axis, Move};
use crate::facade::Puzzle;

/// Why a shortest solution begins with its first slide: `B must go down 2 to clear the exit`. `names`
/// are the labels of the vehicles as they are shown.
pub(crate) fn reason(puzzle: &Puzzle, runs: &[Move], links: &[Link], names: &[String]) -> String {
    let speaker = Speaker { puzzle, runs, names };
    let target = puzzle.board().target();
    if let Some(last) = links.last() {
        return speaker.first_move(last) + &speaker.purpose(links);
    }
    if let [only] = runs
        && only.vehicle.index() == target
    {
        return format!("{} has a clear road to the exit", names[target]);
    }
    speaker.room().unwrap_or_else(|| speaker.what_follows())
}

struct Speaker<'a> {
    puzzle: &'a Puzzle,
    runs: &'a [Move],
    names: &'a [String],
}

impl Speaker<'_> {
    fn first_move(&self, last: &Link) -> String {
        let run = self.runs[0];
        if !last.is_forced {
            return self.goes(run);
        }
        let name = &self.names[run.vehicle.index()];
        let way = self.direction(run.vehicle.index(), last.cells > 0);
        let more = if i64::from(run.cells) == last.cells { "" } else { "at least " };
        format!("{name} must go {way} {more}{}", last.cells.abs())
    }

    /// What each cell of a chain is needed for, from the one that is left to the target's road.
    fn purpose(&self, links: &[Link]) -> String {
        if links.len() == 1 {
            return " to clear the exit".to_owned();
        }
        let is_forced = links[links.len() - 1].is_forced;
        let (opening, verb) = if is_forced { ("since", "needs") } else { ("so that", "can use") };
        let clause = |place: usize| {
            let is_last = place == links.len() - 1;
            let [who, whose] =
                [links[place].blocked, links[place].blocker].map(|vehicle| &self.names[vehicle]);
            let cell = if is_last { "its cell".to_owned() } else { format!("{whose}'s") };
            format!("{who} {verb} {cell} to {}", self.aim(links, place))
        };
        let mut clauses: Vec<String> = (1..links.len()).rev().map(clause).collect();
        let last = clauses.pop().expect("a chain of at least two links");
        let and = if clauses.is_empty() { "" } else { ", and " };
        format!(", {opening} {}{and}{last}", clauses.join(", "))
    }

    fn aim(&self, links: &[Link], place: usize) -> String {
        match place {
            1 => "clear the exit".to_owned(),
            _ => format!("make way for {}", self.names[links[place - 1].blocked]),
        }
    }

    /// The first vehicle that uses a cell which the first move has left.
    fn room(&self) -> Option<String> {
        let (board, (&first, others)) = (self.puzzle.board(), self.runs.split_first()?);
        let mover = first.vehicle.index();
        let start = offset(self.puzzle, mover);
        let after = cells_of(board, mover, start + i64::from(first.cells));
        let mut room = cells_of(board, mover, start);
        room.retain(|cell| !after.contains(cell));
        let mut offsets: Vec<i64> =
            (0..board.vehicles().len()).map(|vehicle| offset(self.puzzle, vehicle)).collect();
        for (number, &run) in (2..).zip(others) {
            let vehicle = run.vehicle.index();
            let entered = swept(board, vehicle, offsets[vehicle], run.cells.into());
            if vehicle != mover && entered.iter().any(|cell| room.contains(cell)) {
                let when = match number {
                    2 => "next".to_owned(),
                    _ => format!("as move {number} from here"),
                };
                let (goes, uses) = (self.goes(first), self.goes(run));
                let tail = "no short chain leads to the exit";
                return Some(format!("{goes} to make room: {uses} {when}; {tail}"));
            }
            offsets[vehicle] += i64::from(run.cells);
        }
        None
    }

    fn what_follows(&self) -> String {
        let goes: Vec<String> = self.runs.iter().take(4).map(|&run| self.goes(run)).collect();
        let next = &goes[1..];
        let follows =
            if next.is_empty() { String::new() } else { format!("; next {}", next.join(", ")) };
        format!("{}{follows}; no short chain of blockers explains it", goes[0])
    }

    fn goes(&self, run: Move) -> String {
        let vehicle = run.vehicle.index();
        let way = self.direction(vehicle, run.cells > 0);
        format!("{} goes {way} {}", self.names[vehicle], run.cells.unsigned_abs())
    }

    fn direction(&self, vehicle: usize, is_forward: bool) -> &'static str {
        match (self.puzzle.board().vehicles()[vehicle].axis, is_forward) {
            (Axis::Horizontal, true) => "right",
            (Axis::Horizontal, false) => "left",
            (Axis::Vertical, true) => "down",
            (Axis::Vertical, false) => "up",
        }
    }
}
