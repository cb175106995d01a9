//! All four stages, on boards so small that blind search alone finds the answer.

use std::collections::BTreeMap;

use super::*;
use crate::board::{Goal, Metric, Move};
use crate::heuristic::HEURISTICS;
use crate::lab::random::Random;
use crate::outcome::{Limits, Progress};
use crate::search::Settings;
use crate::state::Position;

const SMALL: Sizes = Sizes { few: 100, many: 1000, brief: 200 };
/// The most states of blind search alone.
const STATES: u64 = 5_000;

/// A puzzle, and its optimum if there is a solution.
struct Trial<'a> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    optimum: Option<usize>,
}

impl<'a> Trial<'a> {
    /// `None` if blind search alone reaches its limit.
    fn new(space: &'a StateSpace<'a>, metric: Metric) -> Option<Trial<'a>> {
        let mut trial = Trial { space, metric, optimum: None };
        match trial.blind(STATES).ending {
            Ending::Solved(moves) => trial.optimum = Some(moves.len()),
            Ending::Unsolvable => {}
            Ending::Unknown(_) => return None,
        }
        Some(trial)
    }

    fn blind(&self, states: u64) -> Outcome {
        watched(Some(states), |watch| crate::bfs::solve(self.space, self.metric, watch)).0
    }

    fn proof(&self, expansions: u64) -> Outcome {
        let effort = Effort { expansions, seed: 0 };
        watched(None, |watch| solve_with(self.space, self.metric, effort, watch)).0
    }

    fn query(&self) -> Query<'static> {
        Query {
            metric: self.metric,
            goal: self.space.goal(),
            own_goal: None,
            heuristic: &HEURISTICS[0],
            settings: Settings::default(),
            limits: Limits::default(),
        }
    }

    fn stages(&self, states: Option<u64>) -> (Outcome, Vec<Progress>) {
        let auto = Stages { space: self.space, query: &self.query(), sizes: SMALL };
        watched(states, |watch| auto.run(watch))
    }

    /// The progress that is reported after a proof.
    fn after_proof(&self) -> Progress {
        let auto = Stages { space: self.space, query: &self.query(), sizes: SMALL };
        let (_, seen) = watched(None, |watch| {
            let proof = auto.proof(SMALL.brief, self.blind(SMALL.few), watch);
            for _ in 0..16 {
                watch.check(0, 0).expect("no limit");
            }
            proof
        });
        *seen.last().expect("one of 16 checks is seen")
    }

    /// The reason of the first stage that finds an answer by itself.
    fn expected(&self) -> &'static str {
        if is_known(&self.blind(SMALL.few)) {
            "it keeps no more than a million states"
        } else if is_known(&self.proof(SMALL.brief)) {
            "more than a million states are in reach"
        } else if is_known(&self.blind(SMALL.many)) {
            "a proof takes longer than blind search"
        } else {
            "more than sixteen million states are in reach"
        }
    }

    fn check(&self, outcome: &Outcome, seen: &[Progress]) {
        let solved = self.optimum.map(|optimum| u32::try_from(optimum).expect("short"));
        match &outcome.ending {
            Ending::Solved(moves) => {
                assert_eq!((Some(moves.len()), Some(outcome.lower_bound)), (self.optimum, solved));
                assert!(self.is_solution(moves));
            }
            Ending::Unsolvable => assert_eq!(self.optimum, None),
            Ending::Unknown(stop) => {
                assert_eq!(*stop, Stop::States);
                assert!(solved.is_none_or(|cost| outcome.lower_bound <= cost));
                assert!(outcome.best.as_ref().is_none_or(|best| self.is_solution(best)));
            }
        }
        let bounds: Vec<_> = seen.iter().map(|progress| progress.lower_bound).collect();
        assert!(bounds.is_sorted(), "{bounds:?}");
    }

    fn is_solution(&self, moves: &[Move]) -> bool {
        let mut position = Position::new(self.space);
        for &step in moves {
            position.apply(step);
        }
        position.is_goal()
    }
}

fn is_known(outcome: &Outcome) -> bool {
    !matches!(outcome.ending, Ending::Unknown(_))
}

/// The outcome of a search with a limit on states, and all progress that it reported.
fn watched(
    states: Option<u64>,
    run: impl FnOnce(&mut Watch<'_>) -> Outcome,
) -> (Outcome, Vec<Progress>) {
    let mut seen = Vec::new();
    let mut look = |progress| {
        seen.push(progress);
        false
    };
    let outcome = run(&mut Watch::new(Limits { states, ..Limits::default() }, &mut look));
    (outcome, seen)
}

#[test]
fn the_first_stage_that_can_answer_does() {
    let (mut random, mut counts) = (Random(8), BTreeMap::new());
    for round in 0..40 {
        let Some(puzzle) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&puzzle, goal);
            for metric in [Metric::Slide, Metric::Step] {
                let Some(trial) = Trial::new(&space, metric) else { continue };
                let (outcome, seen) = trial.stages(None);
                trial.check(&outcome, &seen);
                let reason = outcome.choice.expect("one is chosen").reason;
                assert_eq!(reason, trial.expected());
                *counts.entry(reason).or_insert(0) += 1;
                let after = trial.after_proof();
                assert_eq!((after.states, after.bytes), (0, 0));
                for states in [50, 500, 2000] {
                    let (outcome, seen) = trial.stages(Some(states));
                    trial.check(&outcome, &seen);
                }
            }
        }
    }
    assert!(counts.len() == 4 && counts.values().all(|&count| count >= 5), "{counts:?}");
}
