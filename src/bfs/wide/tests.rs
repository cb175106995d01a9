//! Slots of every kind must find the same; `src/agreement.rs` compares those that fit best.

use std::iter;

use super::*;
use crate::bfs::lines::Backend;
use crate::board::Goal;
use crate::cluster::{Measured, one_by_one};
use crate::lab::random::Random;
use crate::outcome::Watch;
use crate::state::Puzzle;

/// The most states of a search.
const FEW: u64 = 4_000;

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
        found.expect("no limit").assert_same(expected);
    }
    Some(())
}

#[test]
fn lines_of_up_to_16_cells_are_the_same_one_by_one_and_all_at_once() {
    let (mut random, mut clusters, mut many) = (Random(10), 0, 0);
    for _ in 0..150 {
        let Some(puzzle) = random.large_board() else { continue };
        for (metric, (_, goal)) in
            [Metric::Slide, Metric::Step].iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal)))
        {
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
