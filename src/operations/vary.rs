//! vary: the neighbours of a puzzle that are harder, easier, or subtler.

use std::cmp::Ordering;
use std::collections::VecDeque;

use crate::analysis::{exact_walk, rating};
use crate::board::{Axis, Cell, MAX_VEHICLES, Setup, named, new_labels};
use crate::generate::layout::{Grid, Piece};
use crate::generate::minimal::{Part, all_parts, left};
use crate::operations::hint::labels;
use crate::operations::minimise::slides;
use crate::operations::{Options, rounded};
use crate::outcome::{Stop, Watch};
use crate::phrase::{Phrase, Said};
use crate::state::Puzzle;

/// How a variant differs from its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariantKind {
    /// It has more slides.
    Harder,
    /// It has as many slides, and people are predicted to make more moves.
    Subtler,
    /// It has fewer slides.
    Easier,
}

impl VariantKind {
    /// All kinds with their names, in their order.
    pub const NAMES: [(&str, VariantKind); 3] = [
        ("harder", VariantKind::Harder),
        ("subtler", VariantKind::Subtler),
        ("easier", VariantKind::Easier),
    ];

    /// The name for reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        VariantKind::NAMES[self as usize].0
    }
}

/// A neighbour of a puzzle, the change that makes it, and how hard it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// How it differs from its puzzle.
    pub kind: VariantKind,
    /// The change in words.
    pub change: Phrase,
    /// The neighbour.
    pub board: Puzzle,
    /// Its optimum.
    pub slides: u32,
    /// The predicted number of moves of a person, of the subtler ones.
    pub difficulty: Option<f64>,
}

/// The variants of a puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    /// The optimum of the puzzle; `None` without a solution or where a limit came first.
    pub slides: Option<u32>,
    /// The predicted number of moves of a person.
    pub difficulty: Option<f64>,
    /// The harder ones, then the subtler, then the easier; within a kind those with the most slides
    /// and then the greatest difficulty come first.
    pub variants: Vec<Variant>,
    /// The neighbours that were tried.
    pub tried: usize,
    /// Those without a solution.
    pub unsolvable: usize,
    /// Those whose slides or difficulty a limit left open.
    pub open: usize,
    /// The limit that came before the puzzle was solved or all neighbours were tried.
    pub stop: Option<Stop>,
}

/// Find the neighbours of a puzzle that are harder, easier, or as long but harder for people.
///
/// A neighbour differs in one change: a vehicle or a wall is taken out, added or shifted by a cell across
/// its line, or a vehicle becomes a cell longer or shorter. The target and everything else stay in their
/// places. Of the options only the limits and the threads matter: those on states and memory hold for
/// each search, that on time for all. A limit ends the work with what was found so far.
///
/// ```
/// use rushhour::{Options, Puzzle, VariantKind, vary};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// let found = vary(&puzzle, &Options::new().max_states(1 << 20));
/// assert_eq!((found.slides, found.stop), (Some(2), None));
/// assert_eq!(found.variants[0].kind, VariantKind::Harder);
/// let easiest = found.variants.last().expect("some are easier");
/// assert_eq!((easiest.change.to_string().as_str(), easiest.slides), ("without B", 1));
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[must_use]
pub fn vary(puzzle: &Puzzle, options: &Options) -> Variation {
    options.watched(|watch| Variation::of(puzzle, &labels(puzzle), &mut |_, _| (), watch))
}

impl Variation {
    /// The variants, with these names of the vehicles in the changes. `tell` hears how many neighbours
    /// were tried and how many variants found, after each neighbour.
    pub(crate) fn of(
        puzzle: &Puzzle,
        names: &[String],
        tell: &mut dyn FnMut(usize, usize),
        watch: &mut Watch<'_>,
    ) -> Variation {
        let (mut found, mut equals) = (Variation::default(), VecDeque::new());
        let tried = found.try_neighbours(puzzle, names, &mut equals, tell, watch);
        found.stop =
            tried.and_then(|()| found.compare_difficulties(puzzle, &mut equals, watch)).err();
        found.open += equals.len();
        found.variants.sort_by(order);
        found
    }

    /// Solve the puzzle and its neighbours. Those that are as long are equals, to be compared later.
    fn try_neighbours(
        &mut self,
        puzzle: &Puzzle,
        names: &[String],
        equals: &mut VecDeque<ChangedBoard>,
        tell: &mut dyn FnMut(usize, usize),
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        self.slides = slides(puzzle, watch)?;
        let Some(own) = self.slides else { return Ok(()) };
        for neighbour in neighbours(puzzle, names) {
            let slides = match slides(&neighbour.board, watch) {
                Err(stop @ (Stop::Time | Stop::Interrupted)) => return Err(stop),
                slides => slides,
            };
            self.tried += 1;
            match slides {
                Err(_) => self.open += 1,
                Ok(None) => self.unsolvable += 1,
                Ok(Some(slides)) => match slides.cmp(&own) {
                    Ordering::Equal => equals.push_back(neighbour),
                    Ordering::Greater => self.add(VariantKind::Harder, neighbour, slides, None),
                    Ordering::Less => self.add(VariantKind::Easier, neighbour, slides, None),
                },
            }
            tell(self.tried, self.variants.len());
        }
        Ok(())
    }

    /// Compare the difficulties of equals, which takes longer than to solve them. A solved puzzle has
    /// no difficulty, nor have its equals.
    fn compare_difficulties(
        &mut self,
        puzzle: &Puzzle,
        equals: &mut VecDeque<ChangedBoard>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let Some(slides @ 1..) = self.slides else {
            equals.clear();
            return Ok(());
        };
        self.difficulty = difficulty(puzzle, slides, watch)?;
        let Some(own) = self.difficulty else { return Ok(()) };
        while let Some(neighbour) = equals.front() {
            let found = difficulty(&neighbour.board, slides, watch)?;
            let neighbour = equals.pop_front().expect("it is the first");
            match found {
                None => self.open += 1,
                // As exact as JSON shows it: the last digits depend on how equations are solved.
                Some(found) if rounded(found) > rounded(own) => {
                    self.add(VariantKind::Subtler, neighbour, slides, Some(found));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, kind: VariantKind, neighbour: ChangedBoard, slides: u32, moves: Option<f64>) {
        let ChangedBoard { change, board } = neighbour;
        self.variants.push(Variant { kind, change, board, slides, difficulty: moves });
    }
}

/// The predicted number of moves of a person; `None` if the cluster is too large for exact ones.
///
/// # Errors
/// The time is over, or the caller ended the work.
fn difficulty(puzzle: &Puzzle, slides: u32, watch: &mut Watch<'_>) -> Result<Option<f64>, Stop> {
    watch.begin()?;
    match exact_walk(puzzle, watch) {
        Err(stop @ (Stop::Time | Stop::Interrupted)) => Err(stop),
        walk => Ok(walk.ok().flatten().map(|walk| rating::difficulty(slides.into(), walk))),
    }
}

/// By kind, then the hardest first.
fn order(one: &Variant, other: &Variant) -> Ordering {
    let difficulty = |variant: &Variant| variant.difficulty.unwrap_or(0.0);
    (one.kind.cmp(&other.kind))
        .then_with(|| other.slides.cmp(&one.slides))
        .then_with(|| difficulty(other).total_cmp(&difficulty(one)))
        .then_with(|| one.change.to_string().cmp(&other.change.to_string()))
}

/// A board and, in words, the change that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedBoard {
    pub(crate) change: Phrase,
    pub(crate) board: Puzzle,
}

/// Every neighbour of a puzzle, in a fixed order, with these names of the vehicles.
///
/// The target stays as it is, and no other vehicle comes to lie along its road. Added vehicles have 2 or
/// 3 cells.
pub(crate) fn neighbours(puzzle: &Puzzle, names: &[String]) -> Vec<ChangedBoard> {
    let mut changes =
        Changes { puzzle, setup: puzzle.setup(), grid: Grid::of_puzzle(puzzle), found: Vec::new() };
    changes.take_out(names);
    changes.change_vehicles(names);
    changes.move_walls();
    changes.add();
    changes.found
}

/// The neighbours so far.
struct Changes<'a> {
    puzzle: &'a Puzzle,
    setup: Setup,
    grid: Grid,
    found: Vec<ChangedBoard>,
}

impl Changes<'_> {
    fn take_out(&mut self, names: &[String]) {
        for part in all_parts(self.puzzle.board()) {
            let change = match part {
                Part::Vehicle(index) => {
                    Phrase::new("without {parts}", vec![("parts", named(&names[index]))])
                }
                Part::Wall(index) => {
                    let cell = self.setup.walls[index].said().into();
                    Phrase::new("without wall at {cell}", vec![("cell", cell)])
                }
            };
            self.found.push(ChangedBoard { change, board: left(self.puzzle, &[part]) });
        }
    }

    /// Shift vehicles across their lines, and make them longer and shorter.
    fn change_vehicles(&mut self, names: &[String]) {
        for (index, name) in names.iter().enumerate() {
            if index == self.puzzle.board().target() {
                continue;
            }
            let own = Piece::of(self.puzzle, index);
            self.grid.put(own);
            for (piece, words) in changes(own) {
                let Some(piece) = piece.filter(|piece| self.grid.takes(*piece)) else { continue };
                let mut setup = self.setup.clone();
                setup.vehicles[index].1 = piece.shape();
                let vehicle = vec![("vehicle", named(name))];
                self.push(Phrase::made(format!("{{vehicle}} {words}"), vehicle), &setup);
            }
            self.grid.put(own);
        }
    }

    fn move_walls(&mut self) {
        for (index, wall) in self.setup.walls.clone().into_iter().enumerate() {
            for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let cell = Cell { row: wall.row + down, col: wall.col + right };
                if self.grid.takes_wall(cell) {
                    let mut setup = self.setup.clone();
                    setup.walls[index] = cell;
                    let values = vec![("from", wall.said().into()), ("to", cell.said().into())];
                    self.push(Phrase::new("wall at {from} to {to}", values), &setup);
                }
            }
        }
    }

    /// Add vehicles and walls.
    fn add(&mut self) {
        let is_new = |label: &String| self.setup.vehicles.iter().all(|(taken, _)| taken != label);
        let label = new_labels().find(is_new).expect("endless");
        let has_room = self.setup.vehicles.len() < MAX_VEHICLES;
        let (rows, cols) = (self.setup.rows, self.setup.cols);
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell { row, col }));
        for cell in cells.filter(|&cell| self.grid.is_free(cell)).collect::<Vec<_>>() {
            for (axis, way) in [(Axis::Horizontal, "right"), (Axis::Vertical, "down")] {
                for length in [2, 3] {
                    let piece = Piece::at(axis, cell, length);
                    if has_room && self.grid.takes(piece) {
                        let mut setup = self.setup.clone();
                        setup.vehicles.push((label.clone(), piece.shape()));
                        let cell = ("cell", cell.said().into());
                        let values = vec![
                            ("label", Said::label(&label)),
                            ("length", Said::number(length.into())),
                            cell,
                        ];
                        let text = format!("new {{label}}, {{length}} cells {way} from {{cell}}");
                        self.push(Phrase::made(text, values), &setup);
                    }
                }
            }
            if self.grid.takes_wall(cell) {
                let mut setup = self.setup.clone();
                setup.walls.push(cell);
                let values = vec![("cell", cell.said().into())];
                self.push(Phrase::new("new wall at {cell}", values), &setup);
            }
        }
    }

    fn push(&mut self, change: Phrase, setup: &Setup) {
        self.found.push(ChangedBoard { change, board: Puzzle::of_rules(setup) });
    }
}

/// A vehicle shifted across its line, longer and shorter, with words for the change; `None` where it has
/// no room for that on the board, or no two cells.
fn changes(piece: Piece) -> [(Option<Piece>, &'static str); 6] {
    let Piece { line, offset, length, .. } = piece;
    let shorter = (length > 2).then(|| length - 1);
    let pieces = [
        line.checked_sub(1).map(|line| Piece { line, ..piece }),
        Some(Piece { line: line + 1, ..piece }),
        offset.checked_sub(1).map(|offset| Piece { offset, length: length + 1, ..piece }),
        Some(Piece { length: length + 1, ..piece }),
        shorter.map(|length| Piece { offset: offset + 1, length, ..piece }),
        shorter.map(|length| Piece { length, ..piece }),
    ];
    let words = match piece.axis {
        Axis::Horizontal => [
            "one row up",
            "one row down",
            "longer at the left",
            "longer at the right",
            "shorter at the left",
            "shorter at the right",
        ],
        Axis::Vertical => [
            "one column left",
            "one column right",
            "longer at the top",
            "longer at the bottom",
            "shorter at the top",
            "shorter at the bottom",
        ],
    };
    let mut words = words.into_iter();
    pieces.map(|piece| (piece, words.next().expect("one for each")))
}
