//! Sums of one term for each vehicle, from the static ranges.
//!
//! The ranges start from the rooms, which are the same in every state of a cluster, and a cell that
//! is covered for ever is never crossed. So a term depends on where its own vehicle stands and on
//! nothing else, and the estimate after a move needs only the term of the vehicle that moved.

use super::Heuristic;
use crate::moves::{Move, Traffic};
use crate::ranges::Ranges;

/// What one vehicle has to do where it stands.
pub(super) type Term = fn(&mut Ranges, &Traffic<'_>, usize) -> u32;

pub(super) struct Sum {
    term: Term,
    ranges: Ranges,
}

impl Sum {
    pub(super) fn of(term: Term) -> Box<dyn Heuristic> {
        Box::new(Sum { term, ranges: Ranges::default() })
    }

    fn term(&mut self, traffic: &Traffic<'_>, vehicle: usize) -> u32 {
        (self.term)(&mut self.ranges, traffic, vehicle)
    }
}

impl Heuristic for Sum {
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32> {
        let vehicles = 0..traffic.bits().len();
        let possible = self.ranges.goal_is_possible(traffic);
        possible.then(|| vehicles.map(|vehicle| self.term(traffic, vehicle)).sum())
    }

    fn estimate_after(&mut self, traffic: &mut Traffic<'_>, here: u32, step: Move) -> Option<u32> {
        let vehicle = usize::from(step.vehicle);
        let rest = here - self.term(traffic, vehicle);
        traffic.apply(step);
        let term = self.term(traffic, vehicle);
        traffic.apply(step.reversed());
        Some(rest + term)
    }
}
