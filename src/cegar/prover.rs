//! The prover: performs the tasks of the schedule until the puzzle's cost is proved.

use super::Effort;
use super::abstraction::{Abstraction, MemoryLedger, Searcher};
use super::corridor::{MAX_BOUND, Rng, SearchFailure};
use super::schedule::{Schedule, Task, Tuning};
use crate::abstraction::projection::StaticAnalysis;
use crate::board::{Metric, Move};
use crate::outcome::{Counters, Ending, Engine, Outcome, Stop, Watch};
use crate::state::StateSpace;

pub(super) struct Prover<'a> {
    pub(super) searcher: Searcher<'a>,
    pub(super) schedule: Schedule,
    pub(super) rng: Rng,
    /// The vehicles that each level of the hierarchy adds to the pattern, coarsest first.
    pub(super) levels: Vec<Vec<usize>>,
    /// The lower bound: every solution costs at least so much.
    pub(super) bound: u16,
    /// The full pattern database for upper-bound searches.
    pub(super) database: Abstraction,
    /// The cheapest solution so far.
    pub(super) best: Option<Vec<Move>>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        space: &'a StateSpace<'a>,
        metric: Metric,
        analysis: StaticAnalysis,
        effort: Effort,
        watch: &Watch<'_>,
    ) -> Self {
        let landmarks: u16 =
            (0..space.vehicles().len()).map(|v| analysis.landmark_cost(space, v)).sum();
        let bound = landmarks.max(1);
        let searcher = Searcher {
            space,
            metric,
            analysis,
            ledger: MemoryLedger::default(),
            counters: Counters::default(),
            max_expansions: effort.expansions,
        };
        Prover {
            searcher,
            schedule: Schedule::new(bound, watch.most_states(), Tuning::from_environment()),
            rng: Rng::new(effort.seed),
            levels: vec![vec![space.board().target()]],
            bound,
            database: Abstraction::empty(),
            best: None,
        }
    }

    /// Proves the puzzle's cost, or as much as the limits allow.
    pub(super) fn run(&mut self, watch: &mut Watch<'_>) -> Outcome {
        loop {
            watch.prove(self.bound.into());
            match self.solve_within_bound(watch) {
                Ok(plan) => return self.outcome(Ending::Solved(plan)),
                Err(SearchFailure::Empty { complete: true, .. }) => {
                    return self.outcome(Ending::Unsolvable);
                }
                Err(SearchFailure::Stopped(stop)) => return self.outcome(Ending::Unknown(stop)),
                Err(SearchFailure::Empty { .. }) if self.bound < MAX_BOUND => self.bound += 1,
                // The limit on expansions or the greatest bound was reached.
                Err(_) => return self.outcome(Ending::Unknown(Stop::States)),
            }
        }
    }

    fn outcome(&mut self, ending: Ending) -> Outcome {
        let best = self.best.take().filter(|_| matches!(ending, Ending::Unknown(_)));
        Outcome {
            best,
            ..Outcome::new(Engine::Refine, ending, self.bound.into(), self.searcher.counters)
        }
    }

    /// A solution whose cost is the bound: all lower bounds are refuted.
    ///
    /// # Errors
    /// There is none, or a limit was reached.
    fn solve_within_bound(&mut self, watch: &mut Watch<'_>) -> Result<Vec<Move>, SearchFailure> {
        self.schedule.begin(self.bound);
        loop {
            match self.schedule.task() {
                Task::ExtendDatabase { levels, max_states } => {
                    self.extend_database(levels, max_states, watch)?;
                }
                Task::ImproveUpperBound(limit) => self.search_by_database(limit, watch)?,
                Task::Finish => return Ok(self.best.take().expect("the schedule knows its cost")),
                _ => {
                    let finest = self.search_finest(watch)?;
                    return self.refine(&finest, watch);
                }
            }
        }
    }

    /// The pattern of the first levels.
    pub(super) fn pattern(&self, levels: usize) -> Vec<usize> {
        self.levels[..levels].concat()
    }
}
