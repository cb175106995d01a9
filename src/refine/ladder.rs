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
/// What it takes to measure a state of a corridor, in states found.
const MEASURE: u64 = 2;
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
    /// The states of its corridor among a thousand that were found.
    share: u64,
}

/// The least that is expected of searches up to a rung, with what the rung's own finds, and the rung
/// before it.
#[derive(Clone, Copy, Debug)]
struct Climb {
    states: u64,
    own: u64,
    below: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Ladder {
    rungs: Vec<Rung>,
}

impl Ladder {
    /// A ladder with the target alone, whose relaxed puzzle costs so much.
    pub(super) fn new(target: usize, cost: u16) -> Ladder {
        let sight = Sight { states: 1, slack: 0 };
        Ladder { rungs: vec![Rung { vehicles: vec![target], cost, sight, share: 0 }] }
    }

    /// Add vehicles that, with all others, refuted a bound in so many states.
    pub(super) fn push(&mut self, vehicles: Vec<usize>, bound: u16, guide: u16, states: usize) {
        let sight = Sight { states: states as u64, slack: slack(bound, guide) };
        self.rungs.push(Rung { vehicles, cost: bound + 1, sight, share: 0 });
    }

    /// Learn from a search at a rung.
    pub(super) fn note(
        &mut self,
        index: usize,
        (bound, guide): (u16, u16),
        most_states: u64,
        result: &Result<Stage, Failure>,
    ) {
        let slack = slack(bound, guide);
        let fewer = index.checked_sub(1).map_or(0, |below| self.expected(below, bound, guide));
        let rung = &mut self.rungs[index];
        match *result {
            Ok(Stage { found, cost, ref corridor, .. }) => {
                rung.share = 1000 * corridor.states() as u64 / found.max(1) as u64;
                rung.sight = Sight { states: found as u64, slack };
                rung.cost = cost;
            }
            Err(Failure::Empty { states, .. }) => {
                rung.sight = Sight { states: states as u64, slack };
                rung.cost = bound + 1;
            }
            // So the guess was wrong; with more vehicles a search has often twice the states.
            Err(Failure::TooLarge) => {
                let states = most_states.max(fewer.saturating_mul(2));
                rung.sight = Sight { states, slack };
            }
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

    /// The next rung worth a corridor, from one on, with a guide whose estimate of the start is so
    /// much; the top is always one.
    pub(super) fn next(&self, bound: u16, from: usize, guide: u16) -> usize {
        let (climbs, mut next) = (self.climbs(bound, from, guide), self.top());
        while next > from
            && let Some(below) = climbs[next - from].below
        {
            next = below;
        }
        next
    }

    /// The cheapest climbs to the rungs from one on, with a guide at hand.
    fn climbs(&self, bound: u16, from: usize, guide: u16) -> Vec<Climb> {
        let mut climbs: Vec<Climb> = Vec::new();
        for index in from..self.rungs.len() {
            let own = self.expected(index, bound, guide);
            let mut best = Climb { states: own, own, below: None };
            for (below, climb) in (from..index).zip(&climbs) {
                let own = self.expected(index, bound, self.rungs[below].cost);
                let states = self.with_corridor(below, climb).saturating_add(own);
                if states < best.states {
                    best = Climb { states, own, below: Some(below) };
                }
            }
            climbs.push(best);
        }
        climbs
    }

    /// The states of a climb to a rung and, in states, what it takes to measure the corridor there.
    fn with_corridor(&self, index: usize, climb: &Climb) -> u64 {
        let corridor = climb.own.saturating_mul(self.rungs[index].share) / 1000;
        climb.states.saturating_add(corridor.saturating_mul(MEASURE))
    }

    /// The states, and a corridor's expenses in states, that a search within a bound at a rung may
    /// take, by a guide with this estimate of the start.
    pub(super) fn expected(&self, index: usize, bound: u16, guide: u16) -> u64 {
        self.rungs[index].sight.expected(slack(bound, guide)).saturating_add(OVERHEAD)
    }
}
