//! The reason for a best move in words, which claim no more than is proved.

use super::chain::{Link, cells_of, offset, swept};
use crate::board::{Axis, Move};
use crate::state::Puzzle;

/// Said of a move from which no short chain of blockers leads to the exit.
const LATER: &str = "how this opens the way to the exit shows only later";

/// Why a shortest solution begins with its first slide: `B must go down 2 to clear the exit`. `names`
/// are the labels of the vehicles as they are shown.
#[must_use]
pub fn reason(puzzle: &Puzzle, runs: &[Move], links: &[Link], names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|label| in_a_sentence(label)).collect();
    let speaker = Speaker { puzzle, runs, names: &names };
    let target = puzzle.board().target();
    if let Some(last) = links.last() {
        return speaker.first_move(last) + &speaker.purpose(links) + &speaker.rest(last);
    }
    if let [only] = runs
        && only.vehicle.index() == target
    {
        return format!("{}: its road to the exit is clear", speaker.goes(*only));
    }
    speaker.room().unwrap_or_else(|| speaker.what_follows())
}

/// A label beside numbers of cells: `B`, but `vehicle 7`.
fn in_a_sentence(label: &str) -> String {
    let is_number = label.chars().all(|character| character.is_ascii_digit());
    if is_number { format!("vehicle {label}") } else { label.to_owned() }
}

struct Speaker<'a> {
    puzzle: &'a Puzzle,
    runs: &'a [Move],
    names: &'a [String],
}

impl Speaker<'_> {
    /// The move as it is made; where it goes farther than the last link needs, both numbers.
    fn first_move(&self, last: &Link) -> String {
        let run = self.runs[0];
        match (last.is_forced, self.more(last)) {
            (true, 0) => self.moves(run, "must go"),
            (false, 0) => self.goes(run),
            (true, _) => format!("{}: it must go at least {}", self.goes(run), last.cells.abs()),
            (false, _) => format!("{}: at least {}", self.goes(run), last.cells.abs()),
        }
    }

    /// How many cells the first move goes farther than the last link needs.
    fn more(&self, last: &Link) -> i64 {
        i64::from(self.runs[0].cells).abs() - last.cells.abs()
    }

    /// What the cells are for that the last link does not need.
    fn rest(&self, last: &Link) -> String {
        match (self.more(last), self.first_in_the_way(last)) {
            (0, _) => String::new(),
            (1, Some(vehicle)) => format!("; 1 more makes room for {}", self.names[vehicle]),
            (more, Some(vehicle)) => format!("; {more} more make room for {}", self.names[vehicle]),
            (1, None) => "; 1 more does no harm".to_owned(),
            (more, None) => format!("; {more} more do no harm"),
        }
    }

    /// The first vehicle that could not pass if the first one stopped where the last link lets it.
    fn first_in_the_way(&self, last: &Link) -> Option<usize> {
        let mover = self.runs[0].vehicle;
        let stays = self.runs[1..].iter().take_while(|run| run.vehicle != mover).count();
        let (_, run) = self.user(last.cells, 1 + stays)?;
        Some(run.vehicle.index())
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

    /// The first move, and the first vehicle that uses a cell which it has left.
    fn room(&self) -> Option<String> {
        let (number, run) = self.user(0, self.runs.len())?;
        let when =
            if number == 2 { "next".to_owned() } else { format!("as move {number} from here") };
        let (goes, uses) = (self.goes(self.runs[0]), self.goes(run));
        Some(format!("{goes} to make room: {uses} {when}; {LATER}"))
    }

    /// The number and the slide of the first vehicle, among those of the first slides, that enters a cell
    /// which the first one would cover if it stopped after so many cells.
    fn user(&self, cells: i64, slides: usize) -> Option<(usize, Move)> {
        let (board, first) = (self.puzzle.board(), *self.runs.first()?);
        let mover = first.vehicle.index();
        let start = offset(self.puzzle, mover);
        let after = cells_of(board, mover, start + i64::from(first.cells));
        let mut room = cells_of(board, mover, start + cells);
        room.retain(|cell| !after.contains(cell));
        let mut offsets: Vec<i64> =
            (0..board.vehicles().len()).map(|vehicle| offset(self.puzzle, vehicle)).collect();
        for (number, &run) in (2..).zip(&self.runs[1..slides]) {
            let vehicle = run.vehicle.index();
            let entered = swept(board, vehicle, offsets[vehicle], run.cells.into());
            if vehicle != mover && entered.iter().any(|cell| room.contains(cell)) {
                return Some((number, run));
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
        format!("{}{follows}; {LATER}", goes[0])
    }

    fn goes(&self, run: Move) -> String {
        self.moves(run, "goes")
    }

    fn moves(&self, run: Move, verb: &str) -> String {
        let vehicle = run.vehicle.index();
        let way = self.direction(vehicle, run.cells > 0);
        format!("{} {verb} {way} {}", self.names[vehicle], run.cells.unsigned_abs())
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
