//! Duties: cells that a vehicle must leave at some time, whatever the solution.
//!
//! ```text
//!     . . B . .      As long as B stays on its first three places it covers the road of A, and
//!     A A B . . >    the static ranges prove that the goal is lost. So B owes a slide, or a step
//!     . . B . .      for each place up to the fourth, until it has been there once. Later it owes
//!     . . . . .      nothing, even if it comes back.
//!     . . . . .
//! ```
//!
//! Duties of different vehicles are different moves, so they add up. Whether one is met is part of
//! a state of a relaxed puzzle: the same places with and without it are two states.

use crate::board::Metric;
use crate::state::{Position, Ranges};

/// The places, as bits, that a vehicle must leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landmark {
    from: u8,
    to: u8,
    /// The nearest places outside, where there are any within the range.
    exits: (Option<u8>, Option<u8>),
    metric: Metric,
}

impl Landmark {
    /// The landmark of a vehicle within its range, if it has one at the start.
    pub(super) fn of(
        ranges: &mut Ranges,
        position: &Position<'_>,
        metric: Metric,
        (vehicle, (low, high)): (usize, (u8, u8)),
    ) -> Option<Landmark> {
        let at = position.coordinates()[vehicle];
        let mut is_stuck = |from, to| !ranges.goal_is_possible_with(position, vehicle, (from, to));
        if !is_stuck(at, at) {
            return None;
        }
        let (mut from, mut to) = (at, at);
        while let Some(wider) = wider((from, to), (low, high)).find(|&(a, b)| is_stuck(a, b)) {
            (from, to) = wider;
        }
        let exits = ((from > low).then(|| from - 1), (to < high).then(|| to + 1));
        Some(Landmark { from, to, exits, metric })
    }

    /// Whether a vehicle at this place meets its landmark.
    pub(super) fn is_passed_at(self, at: u8) -> bool {
        !(self.from..=self.to).contains(&at)
    }

    /// The least that a vehicle has to pay at this place if its landmark has not been met.
    pub(super) fn landmark_cost(self, at: u8) -> u16 {
        if self.is_passed_at(at) {
            return 0;
        }
        let steps = [self.exits.0, self.exits.1].into_iter().flatten();
        match self.metric {
            Metric::Slide => 1,
            Metric::Step => steps.map(|exit| exit.abs_diff(at).into()).min().unwrap_or(0),
        }
    }
}

/// Wider intervals within a range: both ends, one end, the other.
fn wider((from, to): (u8, u8), (low, high): (u8, u8)) -> impl Iterator<Item = (u8, u8)> {
    let (less, more) = (from.saturating_sub(1).max(low), (to + 1).min(high));
    let wider = [(less, more), (less, to), (from, more)];
    wider.into_iter().filter(move |&wider| wider != (from, to))
}
