//! What each vehicle has to do where it stands, remembered.
//!
//! ```text
//!     . . B . . .      What the static ranges say of A where it stands is the same as long as B
//!     A A B . . >      stays on this side of C, and C on this side of B: vehicles that never cross
//!     . C C . . .      a cell that is covered for ever leave all of them as they are.
//! ```
//!
//! So an answer is kept with the ranges in which it holds: those in which the question left the
//! other vehicles, where they are shorter than what all states share. A place has few such answers,
//! and most states find theirs.

use crate::state::{Position, Ranges, StateSpace};

/// What one vehicle has to do where it stands.
pub(super) type Term = fn(&mut Ranges, &Position<'_>, usize) -> u32;

/// The most answers that are kept of one place. The classics need up to 20, the 12 x 12 of `puzzles/`
/// up to 4; beyond, others are computed each time.
const MOST: usize = 32;

/// The terms of all vehicles of a space.
pub(super) struct Terms {
    term: Term,
    ranges: Ranges,
    /// The least and the greatest bit of each vehicle in any state.
    widest: Vec<(u8, u8)>,
    is_possible: bool,
    /// For each vehicle, and each bit from its least on, what is known.
    known: Vec<Vec<Vec<Answer>>>,
}

/// What holds as long as other vehicles stay within these bits.
struct Answer {
    within: Box<[(u8, u8, u8)]>,
    value: u32,
}

impl Terms {
    pub(super) fn new(space: &StateSpace<'_>, term: Term) -> Terms {
        let mut ranges = Ranges::default();
        let is_possible = ranges.goal_is_possible(&Position::new(space));
        let widest: Vec<_> =
            (0..space.intervals().len()).map(|vehicle| ranges.of(vehicle)).collect();
        let places = |&(low, high): &(u8, u8)| (low..=high).map(|_| Vec::new()).collect();
        let known = widest.iter().map(places).collect();
        Terms { term, ranges, widest, is_possible, known }
    }

    /// Whether the ranges that all states share leave room for the goal.
    pub(super) fn goal_is_possible(&self) -> bool {
        self.is_possible
    }

    /// What a vehicle has to do where it stands.
    pub(super) fn of(&mut self, position: &Position<'_>, vehicle: usize) -> u32 {
        let bits = position.coordinates();
        let place = usize::from(bits[vehicle] - self.widest[vehicle].0);
        let known = &mut self.known[vehicle][place];
        if let Some(answer) = known.iter().find(|answer| answer.holds(bits)) {
            return answer.value;
        }
        self.ranges.note_all();
        let value = (self.term)(&mut self.ranges, position, vehicle);
        if known.len() < MOST {
            let within = self.ranges.noted().zip(&self.widest).zip(0..);
            let others = within.filter(|&((range, widest), other)| {
                usize::from(other) != vehicle && range != *widest
            });
            let within = others.map(|(((low, high), _), other)| (other, low, high)).collect();
            known.push(Answer { within, value });
        }
        value
    }
}

impl Answer {
    fn holds(&self, bits: &[u8]) -> bool {
        let mut within = self.within.iter();
        within.all(|&(vehicle, low, high)| (low..=high).contains(&bits[usize::from(vehicle)]))
    }
}
