//! The ladder: which vehicles came into play, in groups, and which groups are worth a corridor.
//!
//! Each rung has the vehicles of those below it and some more, with which a further bound was
//! refuted. The corridor of a rung guides the search of the next. With fewer corridors there is
//! less to search at their rungs and more at those above; the ladder expects the sizes from those
//! that it has seen, and leaves rungs out where that costs less.

use super::Stage;
use crate::corridor::Failure;

/// A search is expected to have twice as many states if its bound is greater by 1 or its guide's
/// estimate of the start less by 1. Sizes that were seen soon take the place of those expected.
const DOUBLINGS: u32 = 40;
/// States at least by which a corridor's own expenses are counted.
const OVERHEAD: u64 = 500;

/// What was seen of a rung: the states that its search found, within which bound, by a guide
/// whose estimate of the start was so much.
#[derive(Clone, Copy, Debug)]
struct Sight {
    states: u64,
    slack: i32,
}

/// How far a bound lies above a guide's estimate of the start.
fn slack(bound: u16, guide: u16) -> i32 {
    i32::from(bound) - i32::from(guide)
}

impl Sight {
    /// The states that a search with this slack may find.
    fn expected(self, slack: i32) -> u64 {
        let doublings = slack.abs_diff(self.slack).min(DOUBLINGS);
        if slack < self.slack {
            self.states >> doublings
        } else {
            self.states.saturating_mul(1 << doublings)
        }
    }
}

/// Vehicles that came into play together.
#[derive(Clone, Debug)]
struct Rung {
    vehicles: Vec<usize>,
    /// A lower bound of the puzzle from the vehicles up to here.
    cost: u16,
    sight: Sight,
}

#[derive(Clone, Debug)]
pub(super) struct Ladder {
    rungs: Vec<Rung>,
}

impl Ladder {
    /// A ladder with the target alone, whose relaxed puzzle costs so much.
    pub(super) fn new(target: usize, cost: u16) -> Ladder {
        let sight = Sight { states: 1, slack: 0 };
        Ladder { rungs: vec![Rung { vehicles: vec![target], cost, sight }] }
    }

    /// Add vehicles that, with all others, refuted a bound in so many states.
    pub(super) fn push(&mut self, vehicles: Vec<usize>, bound: u16, guide: u16, states: usize) {
        let sight = Sight { states: states as u64, slack: slack(bound, guide) };
        self.rungs.push(Rung { vehicles, cost: bound + 1, sight });
    }

    /// Learn from a search at a rung.
    pub(super) fn note(
        &mut self,
        index: usize,
        (bound, guide): (u16, u16),
        result: &Result<Stage, Failure>,
    ) {
        let rung = &mut self.rungs[index];
        let slack = slack(bound, guide);
        match *result {
            Ok(Stage { found, cost, .. }) => {
                rung.sight = Sight { states: found as u64, slack };
                rung.cost = cost;
            }
            Err(Failure::Empty { states, .. }) => {
                rung.sight = Sight { states: states as u64, slack };
                rung.cost = bound + 1;
            }
            Err(Failure::TooLarge) => rung.sight.states = rung.sight.states.saturating_mul(2),
            Err(Failure::Stopped(_)) => {}
        }
    }

    pub(super) fn top(&self) -> usize {
        self.rungs.len() - 1
    }

    /// A lower bound of the puzzle with nothing but the target.
    pub(super) fn least(&self) -> u16 {
        self.rungs[0].cost
    }

    /// The vehicles of a rung and of all below it.
    pub(super) fn vehicles(&self, index: usize) -> Vec<usize> {
        self.rungs[..=index].iter().flat_map(|rung| &rung.vehicles).copied().collect()
    }

    /// The next rung worth a corridor above one that is done with; the top is always one.
    pub(super) fn next(&self, bound: u16, done: Option<usize>) -> usize {
        let mut planned = self.plan(bound).into_iter();
        planned.find(|&index| done.is_none_or(|done| index > done)).unwrap_or(self.top())
    }

    /// The rungs worth a corridor within a bound, from the bottom to the top.
    fn plan(&self, bound: u16) -> Vec<usize> {
        let mut best: Vec<(u64, Option<usize>)> = Vec::new();
        for rung in &self.rungs {
            let own = |guide| rung.sight.expected(slack(bound, guide)).saturating_add(OVERHEAD);
            let without = (own(self.least()), None);
            let with = best.iter().zip(&self.rungs).enumerate();
            let with = with.map(|(below, (&(cost, _), guide))| {
                (own(guide.cost).saturating_add(cost), Some(below))
            });
            best.push(with.fold(without, |a, b| if b.0 < a.0 { b } else { a }));
        }
        let mut chosen = vec![self.top()];
        while let Some(below) = best[chosen[chosen.len() - 1]].1 {
            chosen.push(below);
        }
        chosen.reverse();
        chosen
    }

    /// The states that a search within a bound at a rung may find, by a guide with this estimate of
    /// the start.
    pub(super) fn expected(&self, index: usize, bound: u16, guide: u16) -> u64 {
        self.rungs[index].sight.expected(slack(bound, guide))
    }
}
