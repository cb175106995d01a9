//! The terms of an estimate: what a heuristic counts, and why.
//!
//! ```text
//!     . . B . . .      blocking is the sum of two terms: 1 for A, which must leave, and 1 for B,
//!     A A B . . . >    which stands in its way
//! ```
//!
//! A heuristic is written once, with a sink that takes its terms. A search passes `()`, which takes none, so
//! that no term is made.

use super::Heuristic;
use crate::state::Position;
use crate::state::blockers::Way;

/// A part of an estimate, which is the sum of its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is counted.
    pub reason: TermReason,
    /// The index of the vehicle that it is about; `None` if it is about several.
    pub vehicle: Option<usize>,
    /// `None` if it proves that there is no solution.
    pub amount: Option<u32>,
    /// Moves of the reason, each with the coordinate from which it goes.
    pub moves: Vec<PlacedMove>,
    /// The indices of other vehicles of the reason.
    pub others: Vec<usize>,
}

/// A move from a coordinate, which need not be the one where the vehicle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedMove {
    /// The index of the vehicle.
    pub vehicle: usize,
    /// The coordinate of its first cell before the move.
    pub from: u8,
    /// The signed number of cells.
    pub cells: i8,
}

/// What a term counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermReason {
    /// The target must move.
    Leaves,
    /// The target moves once for another vehicle.
    Follows,
    /// The target has these cells to drive.
    Drives,
    /// The target is so many cells from the edge.
    Edge,
    /// The vehicle stands between the target and its exit.
    Blocks,
    /// The vehicle leaves the road by any of these moves; it cannot if there are none.
    Needs,
    /// The vehicle has these empty cells in both directions, and 1.
    Free,
    /// The goal is lost while the vehicle stays.
    Stays,
    /// The goal is lost until the vehicle makes one of these moves, or a longer one.
    Moves,
    /// The goal is lost until the vehicle makes all these moves, one after another.
    Walks,
    /// The vehicle has to make this move, where another vehicle stands.
    Meets,
    /// The vehicle is the last of a chain.
    Last,
    /// The vehicle has no direction in which it could go, which counts as a chain of any length.
    Closed,
    /// The vehicle touches another.
    Touches,
    /// The vehicle stands before another, which has to make this move.
    Keeps,
    /// The move that leads to the state of the other terms.
    After,
    /// A move without deletions.
    Relaxed,
    /// Moves of which every solution has one.
    Landmark,
    /// The distance in a pattern database of these vehicles.
    Pattern,
    /// The sum is more than the most that it may be.
    Capped,
    /// The static ranges exclude the goal.
    Ranges,
    /// A pattern database has no solution.
    Patterns,
    /// No move leads to a state that has an estimate.
    Stuck,
    /// The goal is not reached even if nothing is deleted.
    Unreached,
}

impl TermReason {
    /// All reasons with their names.
    pub const NAMES: [(&'static str, TermReason); 24] = [
        ("leaves", TermReason::Leaves),
        ("follows", TermReason::Follows),
        ("drives", TermReason::Drives),
        ("edge", TermReason::Edge),
        ("blocks", TermReason::Blocks),
        ("needs", TermReason::Needs),
        ("free", TermReason::Free),
        ("stays", TermReason::Stays),
        ("moves", TermReason::Moves),
        ("walks", TermReason::Walks),
        ("meets", TermReason::Meets),
        ("last", TermReason::Last),
        ("closed", TermReason::Closed),
        ("touches", TermReason::Touches),
        ("keeps", TermReason::Keeps),
        ("after", TermReason::After),
        ("relaxed", TermReason::Relaxed),
        ("landmark", TermReason::Landmark),
        ("pattern", TermReason::Pattern),
        ("capped", TermReason::Capped),
        ("ranges", TermReason::Ranges),
        ("patterns", TermReason::Patterns),
        ("stuck", TermReason::Stuck),
        ("unreached", TermReason::Unreached),
    ];

    /// The name of the reason.
    ///
    /// # Panics
    /// Never: every reason has a name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = TermReason::NAMES.iter().find(|(_, reason)| *reason == self);
        named.expect("every reason has a name").0
    }
}

impl Term {
    /// A term of one vehicle.
    pub(super) fn of(reason: TermReason, vehicle: usize, amount: impl Into<Option<u32>>) -> Term {
        Term { vehicle: Some(vehicle), ..Term::about(reason, amount) }
    }

    /// A term of no vehicle, or of several.
    pub(super) fn about(reason: TermReason, amount: impl Into<Option<u32>>) -> Term {
        let (moves, others) = (Vec::new(), Vec::new());
        Term { reason, vehicle: None, amount: amount.into(), moves, others }
    }

    pub(super) fn with_moves(self, moves: impl IntoIterator<Item = PlacedMove>) -> Term {
        Term { moves: moves.into_iter().collect(), ..self }
    }

    pub(super) fn with_others(self, others: impl IntoIterator<Item = usize>) -> Term {
        Term { others: others.into_iter().collect(), ..self }
    }
}

impl PlacedMove {
    /// The move of a vehicle from where it stands; it may be longer than the board.
    pub(super) fn of(position: &Position<'_>, vehicle: usize, way: Way, cells: u8) -> PlacedMove {
        let cells = cells.cast_signed();
        let cells = if way == Way::Back { -cells } else { cells };
        PlacedMove { vehicle, from: position.coordinates()[vehicle], cells }
    }
}

/// What takes the terms of an estimate.
pub(super) trait Sink: Default {
    /// Take the terms that `make` returns.
    fn note_all(&mut self, make: impl FnOnce() -> Vec<Term>);

    /// Take the term that `make` returns.
    fn note(&mut self, make: impl FnOnce() -> Term) {
        self.note_all(|| vec![make()]);
    }

    /// Take the terms of another sink.
    fn take(&mut self, other: Self);
}

/// Takes none, and makes none.
impl Sink for () {
    fn note_all(&mut self, _: impl FnOnce() -> Vec<Term>) {}

    fn take(&mut self, (): ()) {}
}

impl Sink for Vec<Term> {
    fn note_all(&mut self, make: impl FnOnce() -> Vec<Term>) {
        self.extend(make());
    }

    fn take(&mut self, other: Vec<Term>) {
        self.extend(other);
    }
}

/// A heuristic whose estimate and terms are one computation.
pub(super) trait Explained {
    /// The estimate of a state; its terms go to the sink.
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32>;
}

impl<H: Explained> Heuristic for H {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        self.value(position, &mut ())
    }

    fn explain(&mut self, position: &Position<'_>, terms: &mut Vec<Term>) -> Option<u32> {
        self.value(position, terms)
    }
}
