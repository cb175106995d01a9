//! What must hold for any bytes: one function for each target, which panics where it does not.
//!
//! The crate in `fuzz/` feeds them with what libFuzzer makes up, the tests here with the corpus.

use std::collections::BTreeSet;

use rushhour::batch::BatchQuery;
use rushhour::batch::{boards, share as shared};
use rushhour::heuristic::HEURISTICS;
use rushhour::internals::{Position, StateSpace, explore};
use rushhour::lab::replay::replay as replayed;
use rushhour::reader::{TextFormat, read_text};
use rushhour::search::{ALGORITHMS, AUTO, Optimal, Query, Settings, search as run};
use rushhour::{
    Axis, Cell, Ending, Exit, Goal, Limits, Metric, Move, Puzzle, Setup, Shape, Side, VehicleId,
    Watch,
};

/// A target of the fuzzer.
pub type Target = fn(&[u8]);

/// All targets, by the names of their corpora.
pub const TARGETS: [(&str, Target); 7] = [
    ("board", board),
    ("lines", lines),
    ("replay", replay),
    ("setup", setup),
    ("search", search),
    ("share", share),
    ("texts", texts),
];

const METRICS: [Metric; 2] = [Metric::Slide, Metric::Step];
const GOALS: [Goal; 4] = [Goal::Edge, Goal::Past, Goal::Off, Goal::Clear];
/// Limits of a search: more states take seconds under a sanitizer, and larger boards find no more.
const STATES: u64 = 2000;
const LONGEST: usize = 150;

/// A board string that is read is written as it was, but for the two signs of an empty cell and
/// where rows are parted.
pub fn board(data: &[u8]) {
    let Some((text, puzzle)) = puzzle(data) else { return };
    let written = puzzle.to_string();
    let cells = |text: &str| text.replace('o', ".").replace('/', "");
    assert_eq!(cells(&written), cells(text));
    assert_eq!(written.parse().as_ref(), Ok(&puzzle));
    let canonical = || rushhour::canonical_image(&puzzle);
    assert_eq!(canonical(), canonical());
}

/// What is found in lines has neither blanks at its ends nor line ends, and is found again.
pub fn lines(data: &[u8]) {
    let found: Vec<&[u8]> = boards(data).collect();
    assert!(found.iter().all(|line| !line.is_empty() && line.trim_ascii() == *line));
    let joined = found.join(&b'\n');
    // An entry of three words gives its board, and so does `1 2 3`, of which 2 is left.
    let again: Vec<&[u8]> = boards(&joined).collect();
    assert_eq!(again, found);
}

/// Any text has boards or errors, in the format that it shows and in each; an error stands in its lines.
pub fn texts(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines = text.split(['\n', '\r']).count();
    let formats = TextFormat::NAMES.iter().map(|&(_, format)| Some(format));
    for format in formats.chain([None]) {
        let items = read_text(&text, format, None);
        assert!(!items.is_empty());
        for item in items {
            match item.setup {
                Ok(found) => drop(Puzzle::new(&found.setup)),
                Err(error) => {
                    assert!(!error.message.is_empty());
                    assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{error}");
                }
            }
        }
    }
}

/// The replay on the text finds a fault exactly where the moves of the core are not legal.
pub fn replay(data: &[u8]) {
    let Some((&goal, text)) = data.split_first() else { return };
    let (goal, text) = (GOALS[usize::from(goal % 4)], String::from_utf8_lossy(text));
    let (text, moves) = text.split_once('\n').unwrap_or((&text, ""));
    let found = replayed(text, moves, goal);
    let Some((_, puzzle)) = puzzle(text.as_bytes()) else { return };
    match (found, after(&puzzle, moves)) {
        (Ok(cost), Some((cells, _))) => assert_eq!(u64::from(cost.steps), cells),
        (Ok(_), None) => panic!("the moves are not legal"),
        (Err(fault), after) => {
            assert_eq!(after.is_some(), fault == "the goal is not reached", "{fault}");
        }
    }
}

/// The cells gone and the state after moves, by the rules of the core; `None` where one is not legal.
fn after(puzzle: &Puzzle, moves: &str) -> Option<(u64, Puzzle)> {
    let (mut here, mut cells) = (puzzle.clone(), 0);
    for word in moves.split_whitespace() {
        let symbol = word.chars().next()?;
        let rest = &word[symbol.len_utf8()..];
        let count: i8 = rest.starts_with(['+', '-']).then(|| rest.parse().ok())??;
        let is_it = |vehicle: &rushhour::Vehicle| vehicle.label == symbol.to_string();
        let vehicle = VehicleId::new(here.board().vehicles().iter().position(is_it)?);
        here = here.apply(Move { vehicle, cells: count })?;
        cells += u64::from(count.unsigned_abs());
    }
    Some((cells, here))
}

/// Any description is a board or is refused with reasons; a board holds all its vehicles.
pub fn setup(data: &[u8]) {
    let setup = Numbers(data).setup();
    match Puzzle::new(&setup) {
        Ok(puzzle) => {
            assert!(stands_on_the_board(&puzzle));
            assert_eq!(Puzzle::driven_out(&setup), Ok(puzzle));
        }
        Err(invalid) => assert!(!invalid.to_string().is_empty()),
    }
    if let Ok(puzzle) = Puzzle::driven_out(&setup) {
        let space = StateSpace::new(&puzzle, Goal::Off);
        let position = Position::new(&space);
        position.for_each_move(Metric::Slide, |step| assert!(puzzle.apply(step).is_some()));
        assert!(!puzzle.to_string().is_empty());
    }
}

/// Whether the vehicles stand on different cells of the board.
fn stands_on_the_board(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    let mut taken: BTreeSet<(i64, i64)> =
        board.walls().iter().map(|wall| (wall.row, wall.col)).collect();
    board.vehicles().iter().zip(puzzle.state().offsets()).all(|(vehicle, &offset)| {
        (0..i64::from(vehicle.length)).all(|step| {
            let (line, along) = (i64::from(vehicle.line), i64::from(offset) + step);
            let cell = match vehicle.axis {
                Axis::Horizontal => (line, along),
                Axis::Vertical => (along, line),
            };
            let is_on = cell.0 < i64::from(board.rows()) && cell.1 < i64::from(board.cols());
            cell.0 >= 0 && cell.1 >= 0 && is_on && taken.insert(cell)
        })
    })
}

/// Every algorithm finds what exploring the cluster finds.
pub fn search(data: &[u8]) {
    let [first, second, text @ ..] = data else { return };
    let Some((_, puzzle)) = puzzle(text) else { return };
    let (metric, goal) = (METRICS[usize::from(first % 2)], GOALS[usize::from(first / 2 % 4)]);
    let mut heuristic = &HEURISTICS[usize::from(*second) % HEURISTICS.len()];
    if heuristic.name.starts_with("pattern") && text.len() > 40 {
        heuristic = &HEURISTICS[0]; // tables of large boards take seconds
    }
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let query =
        Query { metric, goal, own_goal: None, heuristic, settings: Settings::default(), limits };
    let mut never = |_| false;
    let cluster = explore(&puzzle, metric, goal, &mut Watch::new(limits, &mut never));
    let optimum = cluster.as_ref().ok().map(|cluster| cluster.distance(puzzle.state()));
    for algorithm in ALGORITHMS.iter().chain([AUTO]).filter(|other| other.name != "ida") {
        let outcome = run(algorithm, &puzzle, &query, &mut |_| false);
        let cost = match &outcome.ending {
            Ending::Unknown(_) => continue,
            Ending::Unsolvable => None,
            Ending::Solved(moves) => {
                let text = puzzle.format_moves(moves);
                assert!(after(&puzzle, &text).is_some(), "{text}");
                u32::try_from(moves.len()).ok()
            }
        };
        let promise = heuristic.promise(metric);
        let is_optimal = algorithm.optimal == Optimal::Always
            || algorithm.optimal == Optimal::Admissible && promise.admissible;
        if let Some(optimum) = optimum {
            assert_eq!(cost.is_some(), optimum.is_some(), "{}", algorithm.name);
            assert!(!is_optimal || cost == optimum, "{}: {cost:?}", algorithm.name);
            assert!(optimum.is_none_or(|most| outcome.lower_bound <= most), "{}", algorithm.name);
        }
    }
}

/// Boards that are solved together have the answers that each has by itself.
pub fn share(data: &[u8]) {
    let Some((&first, text)) = data.split_first() else { return };
    let boards: Vec<(&str, Puzzle)> = boards(text).take(6).filter_map(puzzle).collect();
    let rows: Vec<Puzzle> = boards.iter().map(|(_, puzzle)| puzzle.clone()).collect();
    let (metric, goal) = (METRICS[usize::from(first % 2)], GOALS[usize::from(first / 2 % 4)]);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let query = Query {
        metric,
        goal,
        own_goal: None,
        heuristic: &HEURISTICS[0],
        settings: Settings::default(),
        limits,
    };
    let ask = BatchQuery { algorithm: AUTO, query, both: true, states: first & 8 != 0 };
    let mut seen = BTreeSet::new();
    for group in shared::groups(rows.iter().map(Some)) {
        for (row, answer) in group.answers(&ask, &mut |_| false) {
            assert!(seen.insert(row), "row {row} is answered again");
            let own = ask.answer(&rows[row], &mut |_| false);
            if let Some(moves) = &answer.moves {
                let text = rows[row].format_moves(moves);
                assert!(replayed(boards[row].0, &text, goal).is_ok(), "{text}");
            }
            if answer.status != "unknown" && own.status != "unknown" {
                assert_eq!(answer.status, own.status);
                let costs = [(answer.slides, own.slides), (answer.steps, own.steps)];
                assert!(costs.iter().all(|(one, other)| one == other || one.xor(*other).is_some()));
            }
        }
    }
    assert_eq!(seen.len(), rows.len());
}

/// The board of a text that is plainly one, of a size that is searched at once.
fn puzzle(text: &[u8]) -> Option<(&str, Puzzle)> {
    let text = str::from_utf8(text).ok().filter(|text| text.len() <= LONGEST)?;
    Some((text, text.parse().ok()?))
}

/// Numbers from bytes: small ones, and those at the ends of what can be counted.
struct Numbers<'a>(&'a [u8]);

const EXTREMES: [i64; 6] = [i64::MAX, i64::MIN, i64::MAX - 1, 1 << 31, -(1 << 31), 1 << 8];

impl Numbers<'_> {
    fn next(&mut self) -> i64 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        let extreme = usize::from(byte).checked_sub(256 - EXTREMES.len());
        extreme.map_or(i64::from(byte) - 16, |place| EXTREMES[place])
    }

    /// A number of things, at most 140.
    fn count(&mut self) -> i64 {
        self.next().clamp(0, 140)
    }

    fn axis(&mut self) -> Axis {
        if self.next() % 2 == 0 { Axis::Horizontal } else { Axis::Vertical }
    }

    fn cell(&mut self) -> Cell {
        Cell { row: self.next(), col: self.next() }
    }

    fn shape(&mut self) -> Shape {
        match self.next() {
            20.. => Shape::Cells((0..self.count() % 6).map(|_| self.cell()).collect()),
            _ => Shape::Bar { axis: self.axis(), cell: self.cell(), length: self.next() },
        }
    }

    fn setup(&mut self) -> Setup {
        let (rows, cols) = (self.next(), self.next());
        let side = Side::ALL.get(usize::try_from(self.next()).unwrap_or(9)).copied();
        let exit = side.map(|side| Exit { side, line: self.next() });
        let target = self.next().to_string();
        let walls = (0..self.count()).map(|_| self.cell()).collect();
        let vehicles = (0..self.count()).map(|at| {
            let label = if self.next() == 30 { self.next() } else { at };
            (label.to_string(), self.shape())
        });
        let vehicles = vehicles.collect();
        Setup { rows, cols, exit, walls, vehicles, target }
    }
}
