//! Corridors against searches without a bound, and with threads and interruptions.

use super::*;
use crate::abstraction::projection::StaticAnalysis;
use crate::board::{Goal, Metric};
use crate::lab::random::Random;
use crate::outcome::{Counters, Limits, Watch};
use crate::state::{Puzzle, StateSpace};

/// The most states of a search.
const STATES: u64 = 1000;

fn corridor(projection: &Projection<'_>, bound: u16) -> Option<Corridor<2>> {
    let (mut never, limits) = (|_| false, Limits::default());
    let mut forward = Forward::new(projection, &ZeroHeuristic, bound);
    forward.corridor(STATES, &mut Watch::new(limits, &mut never)).ok()
}

/// Counts corridors of growing bounds that claim to be complete. Each must have as many states as
/// the one without a bound.
fn complete(projection: &Projection<'_>) -> usize {
    let Some(full) = corridor(projection, MAX_BOUND) else { return 0 };
    let best = full.distance_from(&projection.start()).expect("not empty");
    let corridors = (best..best + 5).filter_map(|bound| corridor(projection, bound));
    let complete = corridors.filter(AbstractHeuristic::is_complete);
    complete.inspect(|corridor| assert_eq!(corridor.states(), full.states())).count()
}

#[test]
fn a_complete_corridor_leaves_no_state_out() {
    let (mut random, mut count) = (Random(17), 0);
    for round in 0..300 {
        let Some(puzzle) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&puzzle, goal);
            let metric = [Metric::Slide, Metric::Step][round / 2 % 2];
            let Some(analysis) = StaticAnalysis::without_landmarks(&space) else { continue };
            let target = puzzle.board().target();
            let others = (0..space.vehicles().len()).filter(|&other| other != target);
            let others = others.filter(|_| random.below(4) == 0);
            let pattern: Vec<usize> = [target].into_iter().chain(others).collect();
            count += complete(
                &Projection::new(&space, metric, &analysis, &pattern).with_dominance_pruning(),
            );
        }
    }
    assert!(count > 500, "{count} complete");
}

/// The counters and the distances, in order, of a search without a bound that is interrupted
/// whenever it has found `interval` more states.
fn measured(
    projection: &Projection<'_>,
    threads: usize,
    interval: u64,
) -> (Counters, Vec<(Key<2>, u64)>) {
    let (mut never, mut counters) = (|_| false, Counters::default());
    let mut watch = Watch::new(Limits::default(), &mut never).with_threads(threads);
    let mut forward = Forward::new(projection, &ZeroHeuristic, MAX_BOUND);
    for max_states in (interval..).step_by(usize::try_from(interval).expect("a few")) {
        let corridor = forward.corridor(max_states, &mut watch);
        counters.add(&forward.take_counters());
        match corridor {
            Ok(corridor) => return (counters, corridor.distances.iter().collect()),
            Err(failure) => assert_eq!(failure, SearchFailure::TooLarge),
        }
        assert!(forward.states() as u64 > max_states);
    }
    unreachable!("the allowance grows until the search ends")
}

#[test]
fn neither_threads_nor_interruptions_change_a_search() {
    let rows = "....bb./..a.c../AAadc.e/...d..e/gg..hh./.i..k.f/.i..k.f";
    let puzzle: Puzzle = rows.parse().expect("a board");
    let space = StateSpace::new(&puzzle, Goal::Edge);
    for metric in [Metric::Slide, Metric::Step] {
        let analysis = StaticAnalysis::without_landmarks(&space).expect("a target that can leave");
        let pattern: Vec<usize> = (0..space.vehicles().len()).collect();
        let projection = Projection::new(&space, metric, &analysis, &pattern);
        let (counters, distances) = measured(&projection, 1, 2_000_000);
        assert!(distances.len() > 100_000, "{} states", distances.len());
        assert_eq!(measured(&projection, 2, 2_000_000), (counters, distances.clone()));
        assert_eq!(measured(&projection, 1, 1_000), (counters, distances));
    }
}
