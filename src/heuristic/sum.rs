//! Sums of one term for each vehicle, from the static ranges.
//!
//! The ranges start from the intervals, which are the same in every state of a cluster, and no vehicle
//! crosses a cell that is always covered. So a move changes only the term of its own vehicle.

use super::Heuristic;
use super::explain::{Term, TermReason};
use super::terms::{TermRule, Terms};
use crate::board::Move;
use crate::state::{Position, StateSpace};

pub(super) struct Sum(Terms);

impl Sum {
    pub(super) fn of(space: &StateSpace<'_>, rule: TermRule) -> Box<dyn Heuristic> {
        Box::new(Sum(Terms::new(space, rule)))
    }
}

impl Heuristic for Sum {
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        let vehicles = 0..position.coordinates().len();
        let possible = self.0.goal_is_possible();
        possible.then(|| vehicles.map(|vehicle| self.0.of(position, vehicle)).sum())
    }

    fn explain(&mut self, position: &Position<'_>, terms: &mut Vec<Term>) -> Option<u32> {
        if !self.0.goal_is_possible() {
            terms.push(Term::of(TermReason::Ranges, position.space().board().target(), None));
            return None;
        }
        let vehicles = 0..position.coordinates().len();
        Some(vehicles.map(|vehicle| self.0.explain(position, vehicle, terms)).sum())
    }

    fn estimate_after(
        &mut self,
        position: &mut Position<'_>,
        here: u32,
        step: Move,
    ) -> Option<u32> {
        Some(sum_after(position, here, step, |position, vehicle| self.0.of(position, vehicle)))
    }
}

/// The sum of terms after a move, which changes only the term of the vehicle that moves.
pub(super) fn sum_after(
    position: &mut Position<'_>,
    here: u32,
    step: Move,
    mut term: impl FnMut(&Position<'_>, usize) -> u32,
) -> u32 {
    let vehicle = step.vehicle.index();
    let rest = here - term(position, vehicle);
    position.apply(step);
    let after = term(position, vehicle);
    position.apply(step.reversed());
    rest + after
}
