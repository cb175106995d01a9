//! A cache of the terms of all vehicles.
//!
//! ```text
//!     . . B . . .      The term of A at its coordinate stays the same while B stays on its side of C
//!     A A B . . >      and C on its side of B: vehicles that never cross a cell that is always
//!     . C C . . .      covered leave the static ranges unchanged.
//! ```
//!
//! So a term is stored with the ranges of the other vehicles in which it holds, if these are smaller than
//! the ranges that all states share. There are few terms for each coordinate, and most look-ups find one.

use super::explain::Term;
use crate::state::{Position, Ranges, StateSpace};

/// The term of one vehicle in a position, without and with its reason.
#[derive(Clone, Copy)]
pub(super) struct TermRule {
    pub(super) value: fn(&mut Ranges, &Position<'_>, usize) -> u32,
    pub(super) explain: fn(&mut Ranges, &Position<'_>, usize, &mut Vec<Term>) -> u32,
}

/// The most terms that are stored for one coordinate; others are computed each time. The classic puzzles
/// need up to 20, the 12 x 12 boards of `puzzles/` up to 4.
const MOST: usize = 32;

/// The terms of all vehicles of a space.
pub(super) struct Terms {
    rule: TermRule,
    ranges: Ranges,
    /// The least and the greatest coordinate of each vehicle in any state.
    widest: Vec<(u8, u8)>,
    is_possible: bool,
    /// The stored terms, by vehicle and coordinate.
    known: Vec<Vec<Vec<CachedTerm>>>,
}

/// A term that holds while other vehicles stay within these ranges.
struct CachedTerm {
    within: Box<[(u8, u8, u8)]>,
    value: u32,
}

impl Terms {
    pub(super) fn new(space: &StateSpace<'_>, rule: TermRule) -> Terms {
        let mut ranges = Ranges::default();
        let is_possible = ranges.goal_is_possible(&Position::new(space));
        let widest: Vec<_> =
            (0..space.intervals().len()).map(|vehicle| ranges.of(vehicle)).collect();
        let places = |&(low, high): &(u8, u8)| (low..=high).map(|_| Vec::new()).collect();
        let known = widest.iter().map(places).collect();
        Terms { rule, ranges, widest, is_possible, known }
    }

    /// Whether the goal is reachable by the ranges that all states share.
    pub(super) fn goal_is_possible(&self) -> bool {
        self.is_possible
    }

    /// The term of a vehicle, with its reason.
    pub(super) fn explain(
        &mut self,
        position: &Position<'_>,
        vehicle: usize,
        terms: &mut Vec<Term>,
    ) -> u32 {
        (self.rule.explain)(&mut self.ranges, position, vehicle, terms)
    }

    /// The term of a vehicle.
    pub(super) fn of(&mut self, position: &Position<'_>, vehicle: usize) -> u32 {
        let bits = position.coordinates();
        let place = usize::from(bits[vehicle] - self.widest[vehicle].0);
        let known = &mut self.known[vehicle][place];
        if let Some(term) = known.iter().find(|term| term.holds(bits)) {
            return term.value;
        }
        self.ranges.note_all();
        let value = (self.rule.value)(&mut self.ranges, position, vehicle);
        if known.len() < MOST {
            let within = self.ranges.noted().zip(&self.widest).zip(0..);
            let others = within.filter(|&((range, widest), other)| {
                usize::from(other) != vehicle && range != *widest
            });
            let within = others.map(|(((low, high), _), other)| (other, low, high)).collect();
            known.push(CachedTerm { within, value });
        }
        value
    }
}

impl CachedTerm {
    fn holds(&self, coordinates: &[u8]) -> bool {
        let mut within = self.within.iter();
        within
            .all(|&(vehicle, low, high)| (low..=high).contains(&coordinates[usize::from(vehicle)]))
    }
}
