//! Landmarks: ranges of coordinates that a vehicle must leave at some time in every solution.
//!
//! ```text
//!     . . B . .      As long as B stays on its first three places it covers the row of A, and the
//!     A A B . . >    static ranges prove that there is no solution. So B costs a slide, or one step
//!     . . B . .      for each place up to the fourth, until it has once been there. After that the
//!     . . . . .      landmark is passed and costs nothing, even if B returns.
//!     . . . . .
//! ```
//!
//! The landmarks of different vehicles are different moves, so their costs add up. Whether a
//! landmark is passed is part of an abstract state: the same coordinates with and without it are
//! two states. (Hoffmann, Porteous and Sebastia, "Ordered landmarks in planning", 2004.)

use crate::board::Metric;
use crate::state::{Position, Ranges, StateSpace};

/// The range of coordinates that a vehicle must leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landmark {
    from: u8,
    to: u8,
    /// The nearest coordinates outside it, where the vehicle's range has any.
    exits: (Option<u8>, Option<u8>),
    metric: Metric,
}

impl Landmark {
    /// The landmark of a vehicle at the start; `None` if it need not move.
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

    /// Whether a vehicle at this coordinate passes its landmark.
    pub(super) fn is_passed_at(self, at: u8) -> bool {
        !(self.from..=self.to).contains(&at)
    }

    /// The least cost for a vehicle at this coordinate to pass a landmark that it has not passed.
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

/// The ranges that are wider by one coordinate at both ends or at either end.
fn wider((from, to): (u8, u8), (low, high): (u8, u8)) -> impl Iterator<Item = (u8, u8)> {
    let (less, more) = (from.saturating_sub(1).max(low), (to + 1).min(high));
    let wider = [(less, more), (less, to), (from, more)];
    wider.into_iter().filter(move |&wider| wider != (from, to))
}

// Static analysis of a start: the range and the landmark of each vehicle.

/// The ranges and landmarks of all vehicles, by index on the board.
#[derive(Clone, Debug)]
pub(crate) struct StaticAnalysis {
    ranges: Vec<(u8, u8)>,
    landmarks: Vec<Option<Landmark>>,
}

impl StaticAnalysis {
    /// The ranges alone; `None` if they prove that there is no solution.
    pub(crate) fn without_landmarks(space: &StateSpace<'_>) -> Option<StaticAnalysis> {
        let mut ranges = Ranges::default();
        let possible = ranges.goal_is_possible(&Position::new(space));
        let count = space.vehicles().len();
        possible.then(|| StaticAnalysis {
            ranges: (0..count).map(|vehicle| ranges.of(vehicle)).collect(),
            landmarks: vec![None; count],
        })
    }

    /// Ranges and landmarks; `None` if the ranges prove that there is no solution.
    pub(crate) fn new(space: &StateSpace<'_>, metric: Metric) -> Option<StaticAnalysis> {
        let mut analysis = StaticAnalysis::without_landmarks(space)?;
        let (position, mut ranges) = (Position::new(space), Ranges::default());
        for (vehicle, landmark) in analysis.landmarks.iter_mut().enumerate() {
            *landmark =
                Landmark::of(&mut ranges, &position, metric, (vehicle, analysis.ranges[vehicle]));
        }
        Some(analysis)
    }

    /// The least and the greatest coordinate of a vehicle in any reachable state.
    pub(super) fn range(&self, vehicle: usize) -> (u8, u8) {
        self.ranges[vehicle]
    }

    pub(super) fn landmark(&self, vehicle: usize) -> Option<Landmark> {
        self.landmarks[vehicle]
    }

    /// The cost of a vehicle's landmark at the start.
    pub(crate) fn landmark_cost(&self, space: &StateSpace<'_>, vehicle: usize) -> u16 {
        self.landmarks[vehicle]
            .map_or(0, |landmark| landmark.landmark_cost(space.start_coordinates()[vehicle]))
    }
}
