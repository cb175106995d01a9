//! A cluster must be the same whether it was searched in blocks or not.

use std::sync::OnceLock;

use super::measure::measure_all;
use super::{Cluster, FoundStates};
use crate::board::{Goal, Metric};
use crate::lab::random::Random;
use crate::outcome::{Limits, Watch};
use crate::state::{Puzzle, StateSpace};

/// The most states of a random cluster.
const FEW: u64 = 2_000;

struct Explorer {
    puzzle: Puzzle,
    metric: Metric,
    goal: Goal,
}

impl Explorer {
    /// The cluster that the loops for boards of any size find, in blocks if it has more than `few` states;
    /// `None` if it has too many.
    fn run(&self, few: usize, threads: usize, limits: Limits) -> Option<Cluster> {
        let Explorer { ref puzzle, metric, goal } = *self;
        let mut never = |_| false;
        let watch = &mut Watch::new(limits, &mut never).with_threads(threads);
        let space = StateSpace::new(puzzle, goal);
        let FoundStates { histogram, states } = measure_all(&space, metric, few, watch).ok()?;
        let (puzzle, hardest) = (puzzle.clone(), OnceLock::new());
        Some(Cluster { puzzle, metric, goal, histogram, hardest, states })
    }

    /// Compare everything that a cluster tells; `None` if it has too many states.
    fn same(&self) -> Option<()> {
        let limits = Limits { states: Some(FEW), ..Limits::default() };
        let expected = self.run(usize::MAX, 1, limits)?;
        for (few, threads) in [(0, 1), (0, 3), (expected.len() / 2, 2)] {
            let watch = &mut Watch::unlimited();
            let found = self.run(few, threads, Limits::default()).expect("no limit");
            assert_eq!(found.histogram(), expected.histogram());
            assert_eq!(found.offsets(watch), expected.offsets(watch));
            assert_eq!(found.graph(watch), expected.graph(watch));
            assert_eq!(found.hardest(watch), expected.hardest(watch));
            assert_eq!(found.path(self.puzzle.state()), expected.path(self.puzzle.state()));
        }
        Some(())
    }
}

#[test]
fn blocks_change_nothing() {
    let (mut random, mut compared) = (Random(23), 0);
    for round in 0..100 {
        let drawn = if round % 3 == 0 { random.large_board() } else { random.board(round) };
        let Some(puzzle) = drawn else { continue };
        for (metric, goal) in [(Metric::Slide, Goal::Edge), (Metric::Step, Goal::Off)] {
            let puzzle = puzzle.clone();
            compared += u32::from(Explorer { puzzle, metric, goal }.same().is_some());
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn blocks_change_nothing_without_a_solution() {
    let puzzle: Puzzle = "oooBoooooBooAAoBoooooCoooooCoooooCoo".parse().expect("a board");
    let (metric, goal) = (Metric::Slide, Goal::Edge);
    Explorer { puzzle, metric, goal }.same().expect("a small cluster");
}
