//! Puzzles: a board and a state of it, which every operation takes.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{Position, State, StateSpace};
use crate::board::{
    Board, BoardImage, Goal, InvalidBoard, Metric, Move, Setup, read_board, write_board,
    write_moves,
};

/// A valid board with the positions of its vehicles. It never changes, and clones share the board.
///
/// A puzzle is parsed from a board string, row by row: `.` or `o` is an empty cell, `x` a wall, and
/// letters or digits are vehicles; `A` is the target. Rows are separated by `/`, which a square board
/// may omit. The target leaves at its right end, or at the bottom if it is vertical.
///
/// ```
/// use rushhour::Puzzle;
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// assert_eq!(puzzle.to_string(), "..B.AAB.........");
/// assert_eq!(puzzle.board().vehicles().len(), 2);
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Arc<Board>,
    state: State,
}

impl Puzzle {
    /// Check a setup, which can place the exit anywhere and name the vehicles freely.
    ///
    /// # Errors
    /// [`InvalidBoard`] with every rule that the setup breaks.
    ///
    /// ```
    /// use rushhour::{Axis, Cell, Puzzle, Setup, Shape};
    ///
    /// let bar = |row, col, length| Shape::Bar { axis: Axis::Horizontal, cell: Cell { row, col }, length };
    /// let setup = Setup {
    ///     rows: 3,
    ///     cols: 6,
    ///     exit: None,
    ///     walls: vec![],
    ///     vehicles: vec![("red".to_owned(), bar(1, 0, 2)), ("truck".to_owned(), bar(0, 3, 3))],
    ///     target: "red".to_owned(),
    /// };
    /// assert_eq!(rushhour::solve(&Puzzle::new(&setup)?).cost(), Some(1));
    ///
    /// let invalid = Puzzle::new(&Setup { target: "blue".to_owned(), ..setup }).unwrap_err();
    /// assert_eq!(invalid.0.len(), 1);
    /// # Ok::<(), rushhour::InvalidBoard>(())
    /// ```
    pub fn new(setup: &Setup) -> Result<Puzzle, InvalidBoard> {
        Board::checked(setup, false).map(|(board, state)| Puzzle::of(board, state))
    }

    /// Check a setup whose target may stand outside the board, as after leaving through its exit.
    /// No text describes one, but a solved puzzle may be one.
    ///
    /// # Errors
    /// [`InvalidBoard`] with every rule that the setup breaks.
    ///
    /// ```
    /// use rushhour::{Axis, Cell, Exit, Goal, Puzzle, Setup, Shape, Side};
    ///
    /// let outside = Shape::Bar { axis: Axis::Horizontal, cell: Cell { row: 1, col: 4 }, length: 2 };
    /// let setup = Setup {
    ///     rows: 3,
    ///     cols: 4,
    ///     exit: Some(Exit { side: Side::Right, line: 1 }),
    ///     walls: vec![],
    ///     vehicles: vec![("A".to_owned(), outside)],
    ///     target: "A".to_owned(),
    /// };
    /// assert!(Puzzle::new(&setup).is_err());
    /// assert!(Puzzle::driven_out(&setup)?.is_solved(Goal::Off));
    /// # Ok::<(), rushhour::InvalidBoard>(())
    /// ```
    pub fn driven_out(setup: &Setup) -> Result<Puzzle, InvalidBoard> {
        Board::checked(setup, true).map(|(board, state)| Puzzle::of(board, state))
    }

    /// The size, the walls, the exit and the vehicles: what no move changes.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// let board = puzzle.board();
    /// assert_eq!((board.rows(), board.cols()), (4, 4));
    /// assert_eq!(board.vehicles()[board.target()].label, "A");
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The positions of the vehicles: the column or row of each vehicle's first cell.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// assert_eq!(puzzle.state().offsets(), [0, 0]);
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The same board in another state, such as one of a cluster; `None` if the state belongs to
    /// another board.
    ///
    /// ```
    /// use rushhour::{Puzzle, Watch, explore};
    ///
    /// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
    /// let cluster = explore(&puzzle)?;
    /// let hardest = cluster.hardest(&mut Watch::unlimited()).expect("no limit");
    /// let hardest = puzzle.with_state(hardest[0].clone()).expect("the same board");
    /// assert_eq!(rushhour::solve(&hardest).cost(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_state(&self, state: State) -> Option<Puzzle> {
        self.space(Goal::Off).holds(&state).then(|| self.at(state))
    }

    /// The description of the puzzle, to be changed and checked again.
    ///
    /// ```
    /// use rushhour::Puzzle;
    ///
    /// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
    /// let mut setup = puzzle.setup();
    /// setup.vehicles.retain(|(label, _)| label != "B");
    /// assert_eq!(Puzzle::new(&setup)?.to_string(), "....AA..........");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> Setup {
        BoardImage::of(&self.board, 0).setup(&self.state)
    }

    /// An image under rotation and reflection, by its number below 8: the bits say whether the order of
    /// the rows is mirrored (1), that of the columns (2), and whether rows and columns are then
    /// exchanged (4).
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// assert_eq!(puzzle.image(1).to_string(), "........AAB...B.");
    /// assert_eq!(puzzle.image(4).to_string(), ".A...A..BB......");
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn image(&self, number: u8) -> Puzzle {
        Puzzle::of_rules(&BoardImage::of(&self.board, number % 8).setup(&self.state))
    }

    /// The reflection that leaves the exit on its side.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// assert_eq!(puzzle.mirrored().to_string(), "........AAB...B.");
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Puzzle {
        Puzzle::of_rules(&BoardImage::mirrored(&self.board, true).setup(&self.state))
    }

    /// The puzzle of a setup that keeps the rules, whose target may stand beyond its exit.
    pub(crate) fn of_rules(setup: &Setup) -> Puzzle {
        Puzzle::driven_out(setup).expect("a change that keeps the rules")
    }

    /// The legal moves in the order in which searches generate them.
    ///
    /// ```
    /// use rushhour::{Goal, Metric};
    ///
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// let moves = puzzle.moves(Metric::Slide, Goal::Edge);
    /// assert_eq!(puzzle.format_moves(&moves), "B+1 B+2");
    /// assert_eq!(puzzle.moves(Metric::Step, Goal::Edge).len(), 1);
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, metric: Metric, goal: Goal) -> Vec<Move> {
        let (space, mut moves) = (self.space(goal), Vec::new());
        Position::new(&space).for_each_move(metric, |step| moves.push(step));
        moves
    }

    /// Whether the goal is reached.
    ///
    /// ```
    /// use rushhour::Goal;
    ///
    /// let puzzle: rushhour::Puzzle = "..AA/..../..../....".parse()?;
    /// assert!(puzzle.is_solved(Goal::Edge));
    /// assert!(!puzzle.is_solved(Goal::Past));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn is_solved(&self, goal: Goal) -> bool {
        Position::new(&self.space(goal)).is_goal()
    }

    /// The puzzle after a move; `None` if the move is illegal.
    ///
    /// ```
    /// use rushhour::Goal;
    ///
    /// let mut puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// for step in rushhour::solve(&puzzle).solution().unwrap_or_default() {
    ///     puzzle = puzzle.apply(*step).expect("a legal move");
    /// }
    /// assert!(puzzle.is_solved(Goal::Edge));
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn apply(&self, step: Move) -> Option<Puzzle> {
        let (back, forth) = Position::new(&self.space(Goal::Off)).free(step.vehicle.index());
        let legal =
            (-back.cast_signed()..=forth.cast_signed()).contains(&step.cells) && step.cells != 0;
        legal.then(|| self.at(self.state.shifted(step.vehicle.index(), step.cells)))
    }

    /// Moves as text, each vehicle by its label and + for right or down.
    ///
    /// ```
    /// let puzzle: rushhour::Puzzle = "..B./AAB./..../....".parse()?;
    /// let outcome = rushhour::solve(&puzzle);
    /// assert_eq!(puzzle.format_moves(outcome.solution().unwrap_or_default()), "B+2 A+2");
    /// # Ok::<(), rushhour::ParsePuzzleError>(())
    /// ```
    #[must_use]
    pub fn format_moves(&self, moves: &[Move]) -> String {
        write_moves(&self.board, moves)
    }

    /// A board and one of its states.
    pub(crate) fn of(board: impl Into<Arc<Board>>, state: State) -> Puzzle {
        Puzzle { board: board.into(), state }
    }

    /// The same board in another of its states.
    pub(crate) fn at(&self, state: State) -> Puzzle {
        Puzzle::of(Arc::clone(&self.board), state)
    }

    /// The state space whose start is this puzzle.
    pub(crate) fn space(&self, goal: Goal) -> StateSpace<'_> {
        StateSpace::new(self, goal)
    }
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    /// Parse a board string.
    ///
    /// # Errors
    /// [`ParsePuzzleError`] for text that is not a board string, or not a valid board.
    fn from_str(text: &str) -> Result<Puzzle, ParsePuzzleError> {
        let setup = read_board(text).ok_or(ParsePuzzleError::Syntax)?;
        Puzzle::new(&setup).map_err(ParsePuzzleError::Invalid)
    }
}

/// The board string; a target that has driven out is cut off at the edge.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_board(&self.board, &self.state))
    }
}

/// Why text is not a puzzle.
///
/// ```
/// use rushhour::{ParsePuzzleError, Puzzle};
///
/// assert_eq!("AA?.".parse::<Puzzle>(), Err(ParsePuzzleError::Syntax));
/// let error = "B../B../...".parse::<Puzzle>().unwrap_err();
/// assert!(matches!(error, ParsePuzzleError::Invalid(_)));
/// assert!(error.to_string().contains("target"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePuzzleError {
    /// The text is not a board string: another symbol, rows of different lengths, cells of one
    /// vehicle that are not in a line, or a label besides `A` that could be the target's.
    Syntax,
    /// The board breaks rules.
    Invalid(InvalidBoard),
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePuzzleError::Syntax => f.write_str(
                "expected a board string: rows of '.', 'x', letters and digits, separated by '/', \
                 with the target A and no other label that could be the target's",
            ),
            ParsePuzzleError::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl Error for ParsePuzzleError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParsePuzzleError::Syntax => None,
            ParsePuzzleError::Invalid(invalid) => Some(invalid),
        }
    }
}
