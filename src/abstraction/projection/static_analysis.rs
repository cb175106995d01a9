//! What static ranges say of a start: how far each vehicle can ever go, and what it owes.

use super::landmark::Landmark;
use crate::board::Metric;
use crate::state::{Position, Ranges, StateSpace};

/// Ranges and duties of all vehicles, by index.
#[derive(Clone, Debug)]
pub(crate) struct StaticAnalysis {
    ranges: Vec<(u8, u8)>,
    duties: Vec<Option<Landmark>>,
}

impl StaticAnalysis {
    /// The ranges alone; `None` where they prove that there is no solution.
    pub(crate) fn without_duties(space: &StateSpace<'_>) -> Option<StaticAnalysis> {
        let mut ranges = Ranges::default();
        let possible = ranges.goal_is_possible(&Position::new(space));
        let count = space.vehicles().len();
        possible.then(|| StaticAnalysis {
            ranges: (0..count).map(|vehicle| ranges.of(vehicle)).collect(),
            duties: vec![None; count],
        })
    }

    /// Ranges and duties; `None` where the ranges prove that there is no solution.
    pub(crate) fn new(space: &StateSpace<'_>, metric: Metric) -> Option<StaticAnalysis> {
        let mut scope = StaticAnalysis::without_duties(space)?;
        let (position, mut ranges) = (Position::new(space), Ranges::default());
        for (vehicle, duty) in scope.duties.iter_mut().enumerate() {
            *duty = Landmark::of(&mut ranges, &position, metric, (vehicle, scope.ranges[vehicle]));
        }
        Some(scope)
    }

    /// The least and the greatest bit of a vehicle's first cell in any state that can be reached.
    pub(super) fn range(&self, vehicle: usize) -> (u8, u8) {
        self.ranges[vehicle]
    }

    pub(super) fn duty(&self, vehicle: usize) -> Option<Landmark> {
        self.duties[vehicle]
    }

    /// What a vehicle owes at the start.
    pub(crate) fn owed(&self, space: &StateSpace<'_>, vehicle: usize) -> u16 {
        self.duties[vehicle].map_or(0, |duty| duty.owed(space.start_bits()[vehicle]))
    }
}
