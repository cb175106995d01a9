//! Why a shortest solution begins as it does.
//!
//! ```text
//! a shortest solution --chain--> blockers --words--> reason
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use crate::board::{Axis, Board, Cell, Move, cell_at, named};
use crate::phrase::{Phrase, Said};
use crate::state::Puzzle;

/// The moves as slides: consecutive moves of one vehicle in one direction are merged.
#[must_use]
pub fn runs(moves: &[Move]) -> Vec<Move> {
    let mut runs: Vec<Move> = Vec::new();
    for step in moves {
        match runs.last_mut() {
            Some(run) if run.goes_on(*step) => run.cells += step.cells,
            _ => runs.push(*step),
        }
    }
    runs
}

// The chain of blockers: which vehicle blocks which, from the target to the one that moves.
//
// ```text
// . . . B .        A needs the cell on which B stands. B has no room to leave it upwards, so it
// A A . B .  >     must go down, onto a cell of G. So G must make way first.
// . . . G G
// ```
//
// Every link is a fact about the state: the blocker stands on a cell that the blocked vehicle must
// enter to clear the way for the vehicle before it, in the direction of a shortest solution.

/// Nobody can follow an explanation with more links.
const LONGEST: usize = 4;

/// Now `blocker` stands on `cell`, which `blocked` needs.
///
/// To leave it the blocker moves at least `cells`: positive to the right or down. `is_forced` says
/// that it does so in every solution, since edges, walls and vehicles on its line rule out the other
/// direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The vehicle that needs the cell, by index.
    pub blocked: usize,
    /// The vehicle that stands on it, by index.
    pub blocker: usize,
    /// The cell.
    pub cell: Cell,
    /// To leave the cell the blocker goes at least so far: positive to the right or down.
    pub cells: i64,
    /// Whether it does so in every solution, since its line rules out the other direction.
    pub is_forced: bool,
}

/// The shortest chain that ends with the first slide of a solution; empty if all are too long.
#[must_use]
pub fn chain(puzzle: &Puzzle, runs: &[Move]) -> Vec<Link> {
    let solved = SolvedPuzzle::new(puzzle, runs);
    let mut waiting = VecDeque::from([Vec::new()]);
    let mut seen = HashSet::new();
    while let Some(before) = waiting.pop_front() {
        for (number, link) in solved.blockers(&before) {
            if !seen.insert(link.blocker) {
                continue;
            }
            let links = [&before[..], &[link]].concat();
            if number == 0 {
                return links;
            }
            if links.len() < LONGEST {
                waiting.push_back(links);
            }
        }
    }
    Vec::new()
}

/// The cells that a vehicle enters when it moves, nearest first.
fn swept(board: &Board, vehicle: usize, offset: i64, cells: i64) -> Vec<Cell> {
    let one = &board.vehicles()[vehicle];
    let front = if cells > 0 { offset + i64::from(one.length) - 1 } else { offset };
    (1..=cells.abs())
        .map(|step| cell_at(one.axis, i64::from(one.line), front + step * cells.signum()))
        .collect()
}

/// The cells of a vehicle at an offset.
fn cells_of(board: &Board, vehicle: usize, offset: i64) -> Vec<Cell> {
    let one = &board.vehicles()[vehicle];
    (offset..offset + i64::from(one.length))
        .map(|place| cell_at(one.axis, i64::from(one.line), place))
        .collect()
}

/// A puzzle with the slides of a shortest solution.
struct SolvedPuzzle<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    runs: &'a [Move],
    /// The vehicle on each covered cell.
    standing: HashMap<Cell, usize>,
}

impl<'a> SolvedPuzzle<'a> {
    fn new(puzzle: &'a Puzzle, runs: &'a [Move]) -> SolvedPuzzle<'a> {
        let board = puzzle.board();
        let cells = |vehicle| cells_of(board, vehicle, offset(puzzle, vehicle));
        let standing = (0..board.vehicles().len())
            .flat_map(|vehicle| cells(vehicle).into_iter().map(move |cell| (cell, vehicle)))
            .collect();
        SolvedPuzzle { puzzle, board, runs, standing }
    }

    /// The blockers of the last vehicle of a chain, each with the slide that removes it.
    fn blockers(&self, before: &[Link]) -> Vec<(usize, Link)> {
        let (waiting, needed) = match before.last() {
            Some(last) => (last.blocker, self.swept(last.blocker, last.cells)),
            None => (self.board.target(), self.road()),
        };
        let is_needed = before.iter().all(|link| link.is_forced);
        let mut found = Vec::new();
        for &cell in needed.iter().rev() {
            // The cell that takes the longest move to leave comes first.
            let Some(&blocker) = self.standing.get(&cell).filter(|&&other| other != waiting) else {
                continue;
            };
            let (number, way) = self.departure(blocker, cell);
            // Vehicles on a line cannot pass each other.
            let is_pushed = self.axis(blocker) == self.axis(waiting);
            let is_forced = is_needed && (is_pushed || !self.can_leave(blocker, cell, -way));
            let cells = self.to_leave(blocker, cell, way);
            found.push((number, Link { blocked: waiting, blocker, cell, cells, is_forced }));
        }
        found
    }

    /// The cells between the target and its exit, nearest first.
    fn road(&self) -> Vec<Cell> {
        let (target, side) = (self.board.target(), self.board.exit().side);
        let one = &self.board.vehicles()[target];
        let offset = offset(self.puzzle, target);
        let ahead = if side.is_forward() {
            i64::from(self.board.side(one.axis)) - offset - i64::from(one.length)
        } else {
            -offset
        };
        if ahead * self.outward() > 0 { self.swept(target, ahead) } else { Vec::new() }
    }

    /// The index of the slide that takes a vehicle off a cell, and how far it has gone by then.
    fn departure(&self, vehicle: usize, cell: Cell) -> (usize, i64) {
        let mut offset = offset(self.puzzle, vehicle);
        let start = offset;
        for (number, run) in self.runs.iter().enumerate() {
            if run.vehicle.index() == vehicle {
                offset += i64::from(run.cells);
            }
            if !cells_of(self.board, vehicle, offset).contains(&cell) {
                return (number, offset - start);
            }
        }
        unreachable!("a solution clears the cells that its own moves enter")
    }

    /// The fewest cells, signed like `way`, that a vehicle must move to leave a cell it covers.
    fn to_leave(&self, vehicle: usize, cell: Cell, way: i64) -> i64 {
        let cells = cells_of(self.board, vehicle, offset(self.puzzle, vehicle));
        let place = cells.iter().position(|&other| other == cell).expect("it covers the cell");
        let (place, length) = (place_of(place), place_of(cells.len()));
        if way > 0 { place + 1 } else { place - length }
    }

    /// Whether its line has room that way: cells up to an edge or wall, less other vehicles.
    fn can_leave(&self, vehicle: usize, cell: Cell, way: i64) -> bool {
        let target = self.board.target();
        if vehicle == target && way * self.outward() > 0 {
            return true;
        }
        let room = self.to_the_end(vehicle, way).into_iter().filter(|cell| {
            // The target may drive out, so it may take no room.
            let other = self.standing.get(cell).filter(|&&other| other != target);
            other.is_none_or(|&other| self.axis(other) != self.axis(vehicle))
        });
        place_of(room.count()) >= self.to_leave(vehicle, cell, way).abs()
    }

    /// The cells in front of a vehicle, up to a wall or the edge.
    fn to_the_end(&self, vehicle: usize, way: i64) -> Vec<Cell> {
        let (rows, cols) = (i64::from(self.board.rows()), i64::from(self.board.cols()));
        let is_open = |cell: &Cell| {
            (0..rows).contains(&cell.row)
                && (0..cols).contains(&cell.col)
                && !self.board.walls().contains(cell)
        };
        let ahead = self.swept(vehicle, way.signum() * rows.max(cols));
        ahead.into_iter().take_while(is_open).collect()
    }

    fn swept(&self, vehicle: usize, cells: i64) -> Vec<Cell> {
        swept(self.board, vehicle, offset(self.puzzle, vehicle), cells)
    }

    fn axis(&self, vehicle: usize) -> crate::board::Axis {
        self.board.vehicles()[vehicle].axis
    }

    fn outward(&self) -> i64 {
        if self.board.exit().side.is_forward() { 1 } else { -1 }
    }
}

fn offset(puzzle: &Puzzle, vehicle: usize) -> i64 {
    puzzle.state().offsets()[vehicle].into()
}

/// A place in a line, which has at most `MAX_SIDE` cells.
fn place_of(place: usize) -> i64 {
    i64::try_from(place).expect("within a line")
}

// The reason for a best move in words, which claim no more than is proved.

/// Why a shortest solution begins with its first slide: `B must go down 2 to clear the exit`. `line`
/// has its moves and `runs` its slides; `names` are the labels of the vehicles as they are shown.
#[must_use]
pub fn reason(
    puzzle: &Puzzle,
    line: &[Move],
    runs: &[Move],
    links: &[Link],
    names: &[String],
) -> Phrase {
    let names: Vec<Said> = names.iter().map(|label| named(label)).collect();
    let speaker = Speaker { puzzle, line, runs, names: &names };
    let target = puzzle.board().target();
    if let Some(last) = links.last() {
        return speaker.rest(last, speaker.purpose(links, speaker.first_move(last)));
    }
    if let [only] = runs
        && only.vehicle.index() == target
    {
        return speaker.about_move("{move}: its road to the exit is clear", "goes");
    }
    speaker.room().unwrap_or_else(|| speaker.what_follows())
}

// Said of a move from which no short chain of blockers leads to the exit.
const LATER: &str = "{move}; how this opens the way to the exit shows only later";
const NEXT: &str = "{move}; next {next}; how this opens the way to the exit shows only later";
const ROOM: &str = "{move} to make room: {uses} as move {number} from here; \
                    how this opens the way to the exit shows only later";
const ROOM_NEXT: &str =
    "{move} to make room: {uses} next; how this opens the way to the exit shows only later";

struct Speaker<'a> {
    puzzle: &'a Puzzle,
    line: &'a [Move],
    runs: &'a [Move],
    names: &'a [Said],
}

impl Speaker<'_> {
    /// The move as it is made; where it goes farther than the last link needs, both numbers.
    fn first_move(&self, last: &Link) -> Phrase {
        let text = match (last.is_forced, self.more(last)) {
            (true, 0) => return self.begins("must go"),
            (false, 0) => return self.begins("goes"),
            (true, _) => "{move}: it must go at least {needed}",
            (false, _) => "{move}: at least {needed}",
        };
        let mut phrase = self.about_move(text, "goes");
        phrase.values.push(("needed", Said::number(last.cells.abs())));
        phrase
    }

    /// The first move; where it is one step of a slide, the slide too.
    fn begins(&self, verb: &str) -> Phrase {
        let (step, run) = (self.line[0], self.runs[0]);
        let moves = self.moves(step, verb);
        if step == run {
            return moves;
        }
        let all = Said::number(run.cells.unsigned_abs().into());
        Phrase::new("{move} (the first of {all})", vec![("move", moves.into()), ("all", all)])
    }

    /// A text about the first move.
    fn about_move(&self, text: &'static str, verb: &str) -> Phrase {
        Phrase::new(text, vec![("move", self.begins(verb).into())])
    }

    /// How many cells the first move goes farther than the last link needs.
    fn more(&self, last: &Link) -> i64 {
        i64::from(self.runs[0].cells).abs() - last.cells.abs()
    }

    /// A reason, and what the cells are for that the last link does not need.
    fn rest(&self, last: &Link, reason: Phrase) -> Phrase {
        let (more, vehicle) = (self.more(last), self.first_in_the_way(last));
        let text = match (more, vehicle) {
            (0, _) => return reason,
            (1, Some(_)) => "{reason}; 1 more makes room for {vehicle}",
            (_, Some(_)) => "{reason}; {more} more make room for {vehicle}",
            (1, None) => "{reason}; 1 more does no harm",
            (_, None) => "{reason}; {more} more do no harm",
        };
        let mut values = vec![("reason", reason.into())];
        if more > 1 {
            values.push(("more", Said::number(more)));
        }
        values.extend(vehicle.map(|vehicle| ("vehicle", self.names[vehicle].clone())));
        Phrase::new(text, values)
    }

    /// The first vehicle that could not pass if the first one stopped where the last link lets it.
    fn first_in_the_way(&self, last: &Link) -> Option<usize> {
        let mover = self.runs[0].vehicle;
        let stays = self.runs[1..].iter().take_while(|run| run.vehicle != mover).count();
        let (_, run) = self.user(last.cells, 1 + stays)?;
        Some(run.vehicle.index())
    }

    /// A move, and what each cell of a chain is needed for, from the one that is left to the target's road.
    fn purpose(&self, links: &[Link], first: Phrase) -> Phrase {
        if links.len() == 1 {
            return Phrase::new("{move} to clear the exit", vec![("move", first.into())]);
        }
        let is_forced = links[links.len() - 1].is_forced;
        let mut clauses: Vec<Phrase> =
            (1..links.len()).rev().map(|place| self.clause(links, place, is_forced)).collect();
        let last = clauses.pop().expect("a chain of at least two links");
        let needs = if clauses.is_empty() {
            last
        } else {
            let values = vec![("clauses", Said::List(clauses)), ("last", last.into())];
            Phrase::new("{clauses}, and {last}", values)
        };
        let text = if is_forced { "{move}, since {needs}" } else { "{move}, so that {needs}" };
        Phrase::new(text, vec![("move", first.into()), ("needs", needs.into())])
    }

    /// What a cell of a chain is needed for: `B needs its cell to clear the exit`.
    fn clause(&self, links: &[Link], place: usize, is_forced: bool) -> Phrase {
        let is_last = place == links.len() - 1;
        let verb = if is_forced { "needs" } else { "can use" };
        let cell = if is_last { "its cell" } else { "{whose}'s" };
        let aim = if place == 1 { "clear the exit" } else { "make way for {whom}" };
        let mut values = vec![("who", self.names[links[place].blocked].clone())];
        if !is_last {
            values.push(("whose", self.names[links[place].blocker].clone()));
        }
        if place > 1 {
            values.push(("whom", self.names[links[place - 1].blocked].clone()));
        }
        Phrase::made(format!("{{who}} {verb} {cell} to {aim}"), values)
    }

    /// The first move, and the first vehicle that uses a cell which it has left.
    fn room(&self) -> Option<Phrase> {
        let (slide, run) = self.user(0, self.runs.len())?;
        let number = self.number(slide);
        let uses = ("uses", self.moves(run, "goes").into());
        let mut phrase = self.about_move(if number == 2 { ROOM_NEXT } else { ROOM }, "goes");
        phrase.values.push(uses);
        if number != 2 {
            phrase.values.push(("number", Said::number(number.try_into().unwrap_or(i64::MAX))));
        }
        Some(phrase)
    }

    /// Which move of the solution begins a slide, both counted from 1.
    fn number(&self, slide: usize) -> usize {
        let cells = |runs: &[Move]| -> usize {
            runs.iter().map(|run| usize::from(run.cells.unsigned_abs())).sum()
        };
        let is_in_steps = cells(self.runs) == self.line.len();
        if is_in_steps { 1 + cells(&self.runs[..slide - 1]) } else { slide }
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

    fn what_follows(&self) -> Phrase {
        let next: Vec<Phrase> =
            self.runs.iter().skip(1).take(3).map(|&run| self.moves(run, "goes")).collect();
        if next.is_empty() {
            return self.about_move(LATER, "goes");
        }
        let mut phrase = self.about_move(NEXT, "goes");
        phrase.values.push(("next", Said::List(next)));
        phrase
    }

    fn moves(&self, run: Move, verb: &str) -> Phrase {
        let vehicle = run.vehicle.index();
        let way = self.direction(vehicle, run.cells > 0);
        let cells = Said::number(run.cells.unsigned_abs().into());
        let values = vec![("vehicle", self.names[vehicle].clone()), ("cells", cells)];
        Phrase::made(format!("{{vehicle}} {verb} {way} {{cells}}"), values)
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
