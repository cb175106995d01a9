//! What corridors say of themselves.

use super::*;
use crate::abstraction::projection::StaticAnalysis;
use crate::board::{Board, Goal, Metric};
use crate::lab::random::Random;
use crate::outcome::{Counters, Limits, Watch};
use crate::state::StateSpace;

/// The most states that a search finds.
const STATES: u64 = 1000;

fn corridor(relaxed: &Projection<'_>, bound: u16) -> Option<Corridor<2>> {
    let (mut never, limits) = (|_| false, Limits::default());
    let mut forward = Forward::new(relaxed, &Nothing, bound);
    forward.corridor(STATES, &mut Watch::new(limits, &mut never)).ok()
}

/// Corridors of growing bounds that say they are complete; each must hold all that the one without
/// a bound does.
fn complete(relaxed: &Projection<'_>) -> usize {
    let Some(whole) = corridor(relaxed, MOST) else { return 0 };
    let best = whole.at(&relaxed.start()).expect("not empty");
    let corridors = (best..best + 5).filter_map(|bound| corridor(relaxed, bound));
    let complete = corridors.filter(AbstractHeuristic::is_complete);
    complete.inspect(|corridor| assert_eq!(corridor.states(), whole.states())).count()
}

#[test]
fn a_corridor_that_is_complete_leaves_nothing_out() {
    let (mut random, mut count) = (Random(17), 0);
    for round in 0..300 {
        let Some((board, start)) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&board, &start, goal);
            let metric = [Metric::Slide, Metric::Step][round / 2 % 2];
            let Some(scope) = StaticAnalysis::without_landmarks(&space) else { continue };
            let others = (0..space.vehicles().len()).filter(|&other| other != board.target());
            let others = others.filter(|_| random.below(4) == 0);
            let vehicles: Vec<usize> = [board.target()].into_iter().chain(others).collect();
            count += complete(
                &Projection::new(&space, metric, &scope, &vehicles).with_dominance_pruning(),
            );
        }
    }
    assert!(count > 500, "{count} complete");
}

/// What a search without a bound counts, and all distances in their order, if it may find so many
/// states, and whenever these are too few, so many more.
fn measured(
    relaxed: &Projection<'_>,
    threads: usize,
    states: u64,
) -> (Counters, Vec<(Key<2>, u64)>) {
    let (mut never, mut counters) = (|_| false, Counters::default());
    let mut watch = Watch::new(Limits::default(), &mut never).with_threads(threads);
    let mut forward = Forward::new(relaxed, &Nothing, MOST);
    for most_states in (states..).step_by(usize::try_from(states).expect("a few")) {
        let corridor = forward.corridor(most_states, &mut watch);
        counters.add(&forward.take_counters());
        match corridor {
            Ok(corridor) => return (counters, corridor.distances.iter().collect()),
            Err(failure) => assert_eq!(failure, Failure::TooLarge),
        }
        assert!(forward.states() as u64 > most_states);
    }
    unreachable!("there are so many states at some time")
}

#[test]
fn neither_threads_nor_pauses_change_a_search() {
    let rows = "....bb./..a.c../AAadc.e/...d..e/gg..hh./.i..k.f/.i..k.f";
    let (board, start) =
        Board::new(&crate::board::read_board(rows).expect("plain")).expect("valid");
    let space = StateSpace::new(&board, &start, Goal::Edge);
    for metric in [Metric::Slide, Metric::Step] {
        let scope = StaticAnalysis::without_landmarks(&space).expect("a target that can leave");
        let vehicles: Vec<usize> = (0..space.vehicles().len()).collect();
        let relaxed = Projection::new(&space, metric, &scope, &vehicles);
        let (counters, distances) = measured(&relaxed, 1, 2_000_000);
        assert!(distances.len() > 100_000, "{} states", distances.len());
        assert_eq!(measured(&relaxed, 2, 2_000_000), (counters, distances.clone()));
        assert_eq!(measured(&relaxed, 1, 1_000), (counters, distances));
    }
}
