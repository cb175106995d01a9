//! What was tried, and why it was refused.

use crate::generate::layout::{Layout, Outline};
use crate::outcome::Stop;
use crate::state::Puzzle;

/// A test that a board must pass. The tests run in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(usize)]
pub enum Test {
    /// Its vehicles and walls find a place.
    Placed,
    /// Its cluster has few enough states.
    Size,
    /// A state of its cluster is solved.
    Solvable,
    /// The optimum in slides.
    Slides,
    /// The number of vehicles, after superfluous ones are removed.
    Vehicles,
    /// The number of walls, after the same removal.
    Walls,
    /// The number of cells that are not empty, after the same removal.
    Density,
    /// The optimum in steps.
    Steps,
    /// Every vehicle moves in some optimal solution.
    Idle,
    /// The number of optimal solutions.
    Solutions,
    /// The difficulty for people.
    Difficulty,
    /// What the analysis finds.
    Measures,
    /// It is not a known puzzle.
    New,
}

impl Test {
    /// All tests, in their order, by the names that users see.
    pub const NAMES: [(&'static str, Test); 13] = [
        ("placed", Test::Placed),
        ("states", Test::Size),
        ("solvable", Test::Solvable),
        ("slides", Test::Slides),
        ("vehicles", Test::Vehicles),
        ("walls", Test::Walls),
        ("density", Test::Density),
        ("steps", Test::Steps),
        ("no-idle", Test::Idle),
        ("solutions", Test::Solutions),
        ("difficulty", Test::Difficulty),
        ("measures", Test::Measures),
        ("new", Test::New),
    ];
}

/// How many boards were tried, and how many failed each test first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The boards.
    pub boards: u64,
    /// The boards whose first failed test is this one, in the order of [`Test::NAMES`].
    pub failed: [u64; Test::NAMES.len()],
}

impl Tally {
    pub(super) fn fail(&mut self, test: Test) {
        self.failed[test as usize] += 1;
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.boards += other.boards;
        for (sum, more) in self.failed.iter_mut().zip(other.failed) {
            *sum += more;
        }
    }
}

/// The board nearest to the order so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Its distance from the order, in hundredths of a slide or an equivalent.
    pub distance: u64,
    /// Its optimum in slides.
    pub slides: u32,
    pub(super) outline: Outline,
    pub(super) layout: Layout,
}

impl Nearest {
    /// The hardest state of the board, or the one that was judged.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        self.layout.puzzle(self.outline)
    }
}

// Why a board is refused, and how far it is from an order.

/// The distance of one slide, vehicle, wall or idle vehicle too many or too few.
pub(super) const UNIT: u64 = 100;
/// The distance of a board from which no search continues.
pub(super) const NEVER: u64 = u64::MAX;

/// Why a board is refused.
pub(super) enum Refusal {
    /// It fails a test by this distance.
    Fails(Test, u64),
    /// A limit came first.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

/// Refuse a board unless its distance from passing a test is 0.
pub(super) fn require(test: Test, gap: u64) -> Result<(), Refusal> {
    if gap == 0 { Ok(()) } else { Err(Refusal::Fails(test, gap)) }
}
