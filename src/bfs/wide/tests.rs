//! The loop must find the same with each way to generate successors.

use super::*;
use crate::bfs::general::Solve;
use crate::bfs::lines::Backend;
use crate::board::{Board, Goal, read_board};
use crate::cluster::{Measured, Unfinished};
use crate::lab::random::Random;
use crate::outcome::{Ending, Limits, Outcome, Watch};
use crate::state::{Position, State, VehicleByVehicle, apply};

const METRICS: [Metric; 2] = [Metric::Slide, Metric::Step];

/// 8x8 boards; none fits `bfs/small`.
fn eight() -> impl Iterator<Item = &'static str> {
    let rows = include_str!("../../../puzzles/large/aveiro8x8.csv").lines().skip(1);
    rows.filter_map(|row| row.split(',').nth(1))
}

/// The most states of a search: the portable backend of a debug build must also end.
const FEW: u64 = 4_000;
const SOME: u64 = 15_000;

fn with_watch<T>(states: u64, run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let mut never = |_| false;
    let limits = Limits { states: Some(states), ..Limits::default() };
    run(&mut Watch::new(limits, &mut never))
}

/// Successors with every backend; `None` if the space is too large.
fn all<C: Cells, const N: usize, const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
) -> Option<Vec<WideSuccessors<C, N, W>>> {
    let wide = WideSuccessors::new(space, metric)?;
    let with = |backend| WideSuccessors { backend, ..wide.clone() };
    Some(Backend::all().into_iter().map(with).collect())
}

fn one_by_one<'a, const W: usize>(
    space: &'a StateSpace<'a>,
    metric: Metric,
) -> VehicleByVehicle<'a, W> {
    VehicleByVehicle::new(space, metric)
}

/// Compare the clusters down to the distance of every state, with slots of every kind; `None` if the
/// space is too large for all of them or has too many states.
fn same_cluster(space: &StateSpace<'_>, metric: Metric, states: u64) -> Option<()> {
    match space.words() {
        1 => same_of_words::<1>(space, metric, states),
        2 => same_of_words::<2>(space, metric, states),
        _ => None,
    }
}

fn same_of_words<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    states: u64,
) -> Option<()> {
    let expand = [(); 2].map(|()| one_by_one(space, metric));
    let expected = with_watch(states, |watch| Measured::of(space, expand, watch)).ok()?;
    let compared = [
        same_as::<u8, 32, W>(space, metric, &expected),
        same_as::<u16, 32, W>(space, metric, &expected),
        same_as::<u16, 64, W>(space, metric, &expected),
    ];
    compared.contains(&Some(())).then_some(())
}

fn same_as<C: Cells, const N: usize, const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    expected: &Measured<W>,
) -> Option<()> {
    for expand in all::<C, N, W>(space, metric)? {
        let (watch, leaving) = (&mut Watch::unlimited(), expand.at_goals(space));
        let found: Result<_, Unfinished> = Measured::of(space, [expand, leaving], watch);
        let found = found.expect("no limit");
        assert_eq!(found.histogram, expected.histogram);
        assert_eq!(found.last.map(|last| last.len()), expected.last.as_ref().map(Vec::len));
        assert_eq!(found.closed.len(), expected.closed.len());
        assert!(
            expected
                .closed
                .keys()
                .all(|key| found.closed.distance(&key) == expected.closed.distance(&key))
        );
    }
    Some(())
}

fn is_solution(space: &StateSpace<'_>, start: &State, path: &[Move]) -> bool {
    let end =
        path.iter().try_fold(start.clone(), |state, &step| apply(space.board(), &state, step));
    end.is_some_and(|end| Position::of(space, &end).is_goal())
}

/// Compare solutions by their length; `None` if the space is too large for bytes.
fn same_solution(space: &StateSpace<'_>, start: &State, metric: Metric, states: u64) -> Option<()> {
    if space.words() > 1 {
        return None;
    }
    let simd = all::<u8, 32, 1>(space, metric)?;
    let expand = one_by_one::<1>(space, metric);
    let run = |watch: &mut Watch<'_>| Solve::new(space, metric, expand).run(watch);
    let expected: Outcome = with_watch(states, run);
    for simd in simd {
        let found = with_watch(states, |watch| Solve::new(space, metric, simd).run(watch));
        match (&found.ending, &expected.ending) {
            (Ending::Unknown(_), _) | (_, Ending::Unknown(_)) => return None,
            (Ending::Solved(path), Ending::Solved(other)) => {
                assert!(is_solution(space, start, path));
                assert_eq!(path.len(), other.len());
            }
            (one, other) => assert_eq!(one, other),
        }
        assert_eq!(found.lower_bound, expected.lower_bound);
    }
    Some(())
}

#[test]
fn random_boards_are_the_same_one_by_one_and_all_at_once() {
    let (mut random, mut clusters, mut in_radix) = (Random(8), 0, 0);
    for round in 0..100 {
        let Some((board, start)) = random.board(round) else { continue };
        for (metric, (_, goal)) in METRICS.iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal))) {
            let space = StateSpace::new(&board, &start, goal);
            let is_compared = same_solution(&space, &start, metric, FEW).is_some();
            in_radix += u32::from(is_compared && !space.is_binary());
            clusters += u32::from(same_cluster(&space, metric, FEW).is_some());
        }
    }
    assert!(clusters > 100 && in_radix > 2, "{clusters} clusters, {in_radix} in mixed radix");
}

#[test]
fn lines_of_up_to_16_cells_are_the_same_one_by_one_and_all_at_once() {
    let (mut random, mut clusters, mut many) = (Random(10), 0, 0);
    for _ in 0..150 {
        let Some((board, start)) = random.large_board() else { continue };
        for (metric, (_, goal)) in METRICS.iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal))) {
            let space = StateSpace::new(&board, &start, goal);
            if same_cluster(&space, metric, FEW).is_some() {
                (clusters, many) = (clusters + 1, many + u32::from(board.vehicles().len() > 32));
            }
        }
    }
    assert!(clusters > 30 && many > 10, "{clusters} clusters, {many} of many vehicles");
}

#[test]
fn large_boards_are_solved_the_same() {
    let mut compared = 0;
    for text in eight().step_by(2) {
        let (board, start) = Board::new(&read_board(text).expect("plain")).expect("valid");
        let space = StateSpace::new(&board, &start, Goal::Edge);
        let is_compared = |&metric: &Metric| same_solution(&space, &start, metric, SOME).is_some();
        compared += METRICS.into_iter().filter(is_compared).count();
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn a_large_cluster_is_the_same() {
    let text = eight().nth(18).expect("of 162 346 states");
    let (board, start) = Board::new(&read_board(text).expect("plain")).expect("valid");
    let space = StateSpace::new(&board, &start, Goal::Edge);
    same_cluster(&space, Metric::Slide, 200_000).expect("small enough");
}

#[test]
fn a_target_that_starts_beyond_the_goal_can_reach_it_at_several_places() {
    let (mut random, mut compared) = (Random(9), 0);
    for round in 0..200 {
        let Some((board, start)) = random.board(round) else { continue };
        let past = StateSpace::new(&board, &start, Goal::Past);
        if past.words() > 1 {
            continue;
        }
        let expand = one_by_one::<1>(&past, Metric::Slide);
        let outcome = with_watch(FEW, |watch| Solve::new(&past, Metric::Slide, expand).run(watch));
        let Ending::Solved(path) = outcome.ending else { continue };
        let end = path.iter().try_fold(start, |state, &step| apply(&board, &state, step));
        let space = StateSpace::new(&board, &end.expect("legal moves"), Goal::Edge);
        for metric in METRICS {
            compared += u32::from(same_cluster(&space, metric, FEW).is_some());
        }
    }
    assert!(compared > 20, "{compared} clusters");
}
