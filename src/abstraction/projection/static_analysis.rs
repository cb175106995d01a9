//! Static analysis of a start: the range and the landmark of each vehicle.

use super::landmark::Landmark;
use crate::board::Metric;
use crate::state::{Position, Ranges, StateSpace};

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
