//! Proofs by refinement: is there a solution that costs at most so much? No, until yes.
//!
//! A few vehicles in play are a small puzzle, and what it costs at least, the puzzle itself costs
//! (`relaxed/`). If no way of theirs is within the bound (`corridor/`), the bound is refuted and
//! raised by 1. If ways are, one of them is a solution, or each runs into vehicles that are not in
//! play (`flaw.rs`): these come into play, and so on (`widen.rs`). The vehicles that refuted a
//! bound stay in play for those that follow, in groups: the smaller ones guide the search of the
//! larger (`ladder.rs`). Between, searches of growing size look for solutions, which end the proof
//! early (`aim.rs`).
//!
//! Source: counterexample-guided refinement, Clarke et al. 2000, on pattern databases, Culberson and
//! Schaeffer 1998; as an any-time proof with corridors it is ours.

mod aim;
mod flaw;
mod ladder;
#[cfg(test)]
mod tests;
mod widen;

use std::cell::Cell;
use std::rc::Rc;

use crate::corridor::{Corridor, Dice, Failure, Forward, Guide, MOST, Nothing};
use crate::limits::{Stop, Watch};
use crate::moves::{Metric, Move, Traffic};
use crate::outcome::{Counters, Ending, Outcome};
use crate::relaxed::{Relaxed, Scope};
use crate::space::Space;
use crate::state::with_words;
use aim::Whole;
use ladder::Ladder;

/// The states and bytes of all corridors that there are.
type Held = Rc<Cell<(usize, usize)>>;

/// A corridor, the vehicles in play in it, and what it took.
struct Stage {
    vehicles: Vec<usize>,
    corridor: Rc<dyn Guide>,
    held: Held,
    /// A lower bound of the puzzle: its cost at the start and what the vehicles out of play owe.
    cost: u16,
    /// States that were found on the way.
    found: usize,
}

impl Stage {
    /// Nothing in play, and a lower bound.
    fn nothing(cost: u16) -> Stage {
        let corridor = Rc::new(Nothing);
        Stage { vehicles: Vec::new(), corridor, held: Held::default(), cost, found: 0 }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let (states, bytes) = self.held.get();
        self.held.set((states - self.corridor.states(), bytes - self.corridor.bytes()));
    }
}

/// Find a shortest solution, or prove that there is none.
pub fn solve(space: &Space<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
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
    space: &Space<'_>,
    metric: Metric,
    effort: Effort,
    watch: &mut Watch<'_>,
) -> Outcome {
    if Traffic::new(space).is_goal() {
        return Outcome::new(Ending::Solved(Vec::new()), 0, Counters::default());
    }
    let Some(scope) = Scope::new(space, metric) else {
        return Outcome::new(Ending::Unsolvable, 1, Counters::default());
    };
    let outcome = Refine::new(space, metric, scope, effort).run(watch);
    watch.hold((0, 0));
    outcome
}

struct Refine<'a> {
    space: &'a Space<'a>,
    metric: Metric,
    scope: Scope,
    dice: Dice,
    /// The most expansions.
    expansions: u64,
    ladder: Ladder,
    /// Every solution costs at least so much.
    bound: u16,
    /// What guides the searches for solutions that need not be shortest, and the states that were
    /// expanded for them.
    whole: Whole,
    aimed: u64,
    held: Held,
    /// The cheapest solution so far.
    best: Option<Vec<Move>>,
    counters: Counters,
}

impl<'a> Refine<'a> {
    fn new(space: &'a Space<'a>, metric: Metric, scope: Scope, effort: Effort) -> Self {
        let owed: u16 = (0..space.vehicles().len()).map(|v| scope.owed(space, v)).sum();
        let bound = owed.max(1);
        Refine {
            space,
            metric,
            scope,
            dice: Dice::new(effort.seed),
            expansions: effort.expansions,
            ladder: Ladder::new(space.board().target(), bound),
            bound,
            whole: Whole::nothing(bound),
            aimed: 0,
            held: Held::default(),
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

    /// Corridor after corridor up to that of the top. Where the search at the top finds far more
    /// states than expected, corridors between come first: that of the rung below, whose size is
    /// known from the bound before, often leaves it next to nothing to search.
    fn climb(&mut self, watch: &mut Watch<'_>) -> Result<Stage, Failure> {
        let (mut below, mut from) = (Stage::nothing(self.ladder.least()), 0);
        loop {
            (below, from) = self.climb_below(below, from, watch)?;
            let top = self.ladder.top();
            let expected = self.ladder.expected(top, self.bound, below.cost);
            let most_states = if from == top { u64::MAX } else { allowance(expected) };
            let may_go_on = most_states < self.left();
            match self.search(top, &below, most_states, watch) {
                Err(Failure::TooLarge) if may_go_on => {}
                result => return result,
            }
        }
    }

    /// The corridors from a rung on that are worth their states: the last, or the guide if there is
    /// none, and the rung after it.
    fn climb_below(
        &mut self,
        guide: Stage,
        mut from: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(Stage, usize), Failure> {
        let mut below = guide;
        let mut index = self.ladder.next(self.bound, from, below.cost);
        while index < self.ladder.top() {
            let expected = self.ladder.expected(index, self.bound, below.cost);
            match self.search(index, &below, allowance(expected), watch) {
                Ok(stage) => (below, from) = (stage, index + 1),
                Err(Failure::TooLarge) => {}
                Err(failure) => return Err(failure),
            }
            index = self.ladder.next(self.bound, index + 1, below.cost);
        }
        Ok((below, from))
    }

    /// The expansions that are left.
    fn left(&self) -> u64 {
        self.expansions.saturating_sub(self.counters.expanded)
    }

    /// The corridor of a rung.
    fn search(
        &mut self,
        index: usize,
        below: &Stage,
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let vehicles = self.ladder.vehicles(index);
        let result = self.corridor(vehicles, &*below.corridor, most_states, watch);
        self.ladder.note(index, (self.bound, below.cost), most_states, &result);
        result
    }

    /// The corridor of the puzzle with these vehicles in play, the first of which the guide knows.
    fn corridor(
        &mut self,
        vehicles: Vec<usize>,
        guide: &dyn Guide,
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
        guide: &dyn Guide,
        most_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Stage, Failure> {
        let relaxed = self.relaxed(&vehicles);
        watch.hold(self.held.get());
        let most_states = most_states.min(self.left());
        with_words!(relaxed.words(), W => {
            let mut forward = Forward::<W>::new(&relaxed, guide, bound, most_states);
            let result = forward.corridor(watch);
            self.counters.add(&forward.counters());
            let corridor = result?;
            Ok(self.stage(&relaxed, vehicles, corridor, forward.states()))
        })
    }

    fn stage<const W: usize>(
        &self,
        relaxed: &Relaxed<'_>,
        vehicles: Vec<usize>,
        corridor: Corridor<W>,
        found: usize,
    ) -> Stage {
        let cost = corridor.at(&relaxed.start()).expect("not empty") + relaxed.owed_outside();
        let (states, bytes) = self.held.get();
        self.held.set((states + corridor.states(), bytes + corridor.bytes()));
        Stage { vehicles, corridor: Rc::new(corridor), held: Rc::clone(&self.held), cost, found }
    }

    fn relaxed(&self, vehicles: &[usize]) -> Relaxed<'a> {
        Relaxed::new(self.space, self.metric, &self.scope, vehicles).with_stops()
    }
}

/// The most states of a search that may be given up for others, by those expected.
fn allowance(expected: u64) -> u64 {
    expected.saturating_mul(2).saturating_add(20_000)
}
