//! The loop must find the same with each way to generate successors.

use std::iter;

use super::*;
use crate::bfs::agreement::{self, Comparison, FEW, METRICS, assert_same, one_by_one};
use crate::bfs::lines::Backend;
use crate::board::Goal;
use crate::cluster::Measured;
use crate::lab::random::Random;
use crate::outcome::Watch;
use crate::state::Puzzle;

const WIDE: Comparison = Comparison { cluster: same_cluster, solution: same_solution };

/// Successors with every backend; `None` if the space is too large.
fn all<C: Cells, const N: usize, const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
) -> Option<Vec<WideSuccessors<C, N, W>>> {
    let wide = WideSuccessors::new(space, metric)?;
    let with = |backend| WideSuccessors { backend, ..wide.clone() };
    Some(Backend::all().into_iter().map(with).collect())
}

/// With slots of every kind; `None` if the space is too large for all of them.
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
    let expected = one_by_one(space, metric, states)?;
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
        let found = Measured::of(space, [expand, leaving], watch);
        assert_same(&found.expect("no limit"), expected);
    }
    Some(())
}

/// With bytes as slots.
fn same_solution(space: &StateSpace<'_>, metric: Metric, states: u64) -> Option<()> {
    if space.words() > 1 {
        return None;
    }
    let wide = all::<u8, 32, 1>(space, metric)?;
    agreement::same_solution(space, metric, states, wide)
}

#[test]
fn random_boards_are_the_same_one_by_one_and_all_at_once() {
    let (clusters, in_radix) = WIDE.of_random_boards(100);
    assert!(clusters > 100 && in_radix > 2, "{clusters} clusters, {in_radix} in mixed radix");
}

#[test]
fn lines_of_up_to_16_cells_are_the_same_one_by_one_and_all_at_once() {
    let (mut random, mut clusters, mut many) = (Random(10), 0, 0);
    for _ in 0..150 {
        let Some(puzzle) = random.large_board() else { continue };
        for (metric, (_, goal)) in METRICS.iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal))) {
            let space = StateSpace::new(&puzzle, goal);
            if same_cluster(&space, metric, FEW).is_some() {
                (clusters, many) =
                    (clusters + 1, many + u32::from(puzzle.board().vehicles().len() > 32));
            }
        }
    }
    assert!(clusters > 30 && many > 10, "{clusters} clusters, {many} of many vehicles");
}

#[test]
fn large_boards_are_solved_the_same() {
    let compared = WIDE.of_large_boards();
    assert!(compared > 5, "{compared}");
}

#[test]
fn a_large_cluster_is_the_same() {
    WIDE.of_a_large_cluster();
}

#[test]
fn a_target_that_starts_beyond_the_goal_can_reach_it_at_several_places() {
    let compared = WIDE.of_targets_beyond_the_goal();
    assert!(compared > 20, "{compared} clusters");
}

#[test]
fn memory_counts_what_may_follow_each_move_at_goals_and_elsewhere() {
    let mut random = Random(11);
    let mut boards = iter::repeat_with(|| random.large_board()).take(1_000).flatten();
    let has_one_word = |puzzle: &Puzzle| StateSpace::new(puzzle, Goal::Edge).words() == 1;
    let puzzle = boards.find(has_one_word).expect("one of them");
    let space = StateSpace::new(&puzzle, Goal::Edge);
    let wide = WideSuccessors::<u16, 64, 1>::new(&space, Metric::Slide).expect("it fits");
    let places = space.intervals().iter().map(|one| usize::from(one.high - one.low) + 1);
    let moves: usize = places.map(|places| places * (places - 1)).sum();
    assert!(wide.bytes() > 2 * moves * size_of::<[u16; 64]>());
}
