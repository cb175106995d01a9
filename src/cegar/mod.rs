//! Proofs by refinement: is there a solution that costs at most so much? No, until yes.
//!
//! A few vehicles in play are a small puzzle, and what it costs at least, the puzzle itself costs
//! (`abstraction/projection/`). If no way of theirs is within the bound (`cegar/corridor/`), the bound is refuted and
//! raised by 1. If ways are, one of them is a solution, or each runs into vehicles that are not in
//! play (`flaw.rs`): these come into play, and so on (`refinement.rs`). The vehicles that refuted a
//! bound stay in play for those that follow, in groups (`hierarchy.rs`): the smaller ones guide the
//! search of the larger (`schedule.rs`). Between, searches of growing size look for solutions, which
//! end the proof early (`upper_bound.rs`).
//!
//! Source: counterexample-guided refinement, Clarke et al. 2000, on pattern databases, Culberson and
//! Schaeffer 1998; as an any-time proof with corridors it is ours.

pub(crate) mod corridor;
mod flaw;
mod hierarchy;
mod ledger;
mod refinement;
mod schedule;
#[cfg(test)]
mod tests;
mod upper_bound;

use std::rc::Rc;

use crate::abstraction::projection::{Projection, StaticAnalysis};
use crate::board::{Metric, Move};
use crate::cegar::corridor::{AbstractHeuristic, Corridor, Failure, Forward, MOST, Nothing, Rng};
use crate::outcome::{Counters, Ending, Outcome, Stop, Watch};
use crate::state::{Position, StateSpace, with_words};
use hierarchy::Hierarchy;
use ledger::{MemoryLedger, Reservation};
use upper_bound::FullPatternDatabase;

/// A corridor, the vehicles in play in it, and what it took.
struct Stage {
    vehicles: Vec<usize>,
    corridor: Rc<dyn AbstractHeuristic>,
    /// A lower bound of the puzzle: its cost at the start and what the vehicles out of play owe.
    cost: u16,
    /// States that were found on the way.
    found: usize,
    #[expect(dead_code, reason = "the corridor is on the shelf as long as this is there")]
    held: Reservation,
}

impl Stage {
    /// Nothing in play, and a lower bound.
    fn nothing(cost: u16) -> Stage {
        let corridor = Rc::new(Nothing);
        let held = MemoryLedger::default().hold(0, 0);
        Stage { vehicles: Vec::new(), corridor, cost, found: 0, held }
    }
}

/// Find a shortest solution, or prove that there is none.
pub fn solve(space: &StateSpace<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
    let effort = Effort { expansions: u64::MAX, seed: 0 };
    solve_with(space, metric, effort, watch)
}

/// How far a proof goes before it is given up as if the limit on states were reached, and the seed
/// that decides which of equally short ways are looked at, and so which vehicles come into play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) expansions: u64,
    pub(crate) seed: u64,
}

/// The same with so much effort.
pub(crate) fn solve_with(
    space: &StateSpace<'_>,
    metric: Metric,
    effort: Effort,
    watch: &mut Watch<'_>,
) -> Outcome {
    if Position::new(space).is_goal() {
        return Outcome::new(Ending::Solved(Vec::new()), 0, Counters::default());
    }
    let Some(scope) = StaticAnalysis::new(space, metric) else {
        return Outcome::new(Ending::Unsolvable, 1, Counters::default());
    };
    let outcome = Refine::new(space, metric, scope, effort).run(watch);
    watch.hold((0, 0));
    outcome
}

struct Refine<'a> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    scope: StaticAnalysis,
    dice: Rng,
    /// The most expansions.
    expansions: u64,
    hierarchy: Hierarchy,
    /// Every solution costs at least so much.
    bound: u16,
    /// What guides the searches for solutions that need not be shortest, and the states that were
    /// made for them.
    whole: FullPatternDatabase,
    aimed: u64,
    shelf: MemoryLedger,
    /// The cheapest solution so far.
    best: Option<Vec<Move>>,
    counters: Counters,
}

impl<'a> Refine<'a> {
    fn new(
        space: &'a StateSpace<'a>,
        metric: Metric,
        scope: StaticAnalysis,
        effort: Effort,
    ) -> Self {
        let owed: u16 = (0..space.vehicles().len()).map(|v| scope.landmark_cost(space, v)).sum();
        let bound = owed.max(1);
        Refine {
            space,
            metric,
            scope,
            dice: Rng::new(effort.seed),
            expansions: effort.expansions,
            hierarchy: Hierarchy::new(space.board().target(), bound),
            bound,
            whole: FullPatternDatabase::nothing(bound),
            aimed: 0,
            shelf: MemoryLedger::default(),
            best: None,
            counters: Counters::default(),
        }
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        loop {
            watch.prove(self.bound.into());
            match self.round(watch) {
                Ok(way) => return self.ended(Ending::Solved(way)),
                Err(Failure::Empty { complete: true, .. }) => {
                    return self.ended(Ending::Unsolvable);
                }
                Err(Failure::Stopped(stop)) => return self.ended(Ending::Unknown(stop)),
                Err(Failure::Empty { .. }) if self.bound < MOST => self.bound += 1,
                Err(_) => return self.ended(Ending::Unknown(Stop::States)),
            }
        }
    }

    fn ended(self, ending: Ending) -> Outcome {
        let best = self.best.filter(|_| matches!(ending, Ending::Unknown(_)));
        Outcome { best, ..Outcome::new(ending, self.bound.into(), self.counters) }
    }

    /// A solution that costs as much as the bound.
    ///
    /// # Errors
    /// There is none, or a limit came first.
    fn round(&mut self, watch: &mut Watch<'_>) -> Result<Vec<Move>, Failure> {
        if self.settled().is_none() {
            self.aim(watch)?;
        }
        if let Some(best) = self.settled() {
            return Ok(best);
        }
        let top = self.climb(watch)?;
        self.widen(&top, watch)
    }

    /// The best solution, if it costs as much as the bound.
    fn settled(&self) -> Option<Vec<Move>> {
        self.best.clone().filter(|best| best.len() == usize::from(self.bound))
    }

    /// The expansions that are left.
    fn left(&self) -> u64 {
        self.expansions.saturating_sub(self.counters.expanded)
    }

    /// The corridor of the puzzle with these vehicles in play, the first of which the guide knows.
    fn corridor(
        &mut self,
        vehicles: Vec<usize>,
        guide: &dyn AbstractHeuristic,
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        self.corridor_within(self.bound, vehicles, guide, most_states, watch)
    }

    /// The same within any bound.
    fn corridor_within(
        &mut self,
        bound: u16,
        vehicles: Vec<usize>,
        guide: &dyn AbstractHeuristic,
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let relaxed = self.relaxed(&vehicles);
        watch.hold(self.shelf.load());
        let most_states = most_states.min(self.left());
        with_words!(relaxed.words(), W => {
            let mut search = Forward::<W>::new(&relaxed, guide, bound);
            let result = search.corridor(most_states, watch);
            self.counters.add(&search.take_counters());
            let corridor = result?;
            Ok(self.stage(&relaxed, vehicles, corridor, search.states()))
        })
    }

    fn stage<const W: usize>(
        &self,
        relaxed: &Projection<'_>,
        vehicles: Vec<usize>,
        corridor: Corridor<W>,
        found: usize,
    ) -> Stage {
        let cost =
            corridor.at(&relaxed.start()).expect("not empty") + relaxed.outside_landmark_cost();
        let held = self.shelf.hold(corridor.states(), corridor.bytes());
        Stage { vehicles, corridor: Rc::new(corridor), cost, found, held }
    }

    fn relaxed(&self, vehicles: &[usize]) -> Projection<'a> {
        Projection::new(self.space, self.metric, &self.scope, vehicles).with_dominance_pruning()
    }
}

/// The most states of a search that may be given up for others, by those expected.
fn allowance(expected: u64) -> u64 {
    expected.saturating_mul(2).saturating_add(20_000)
}
