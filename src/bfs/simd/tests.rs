//! The loop must find the same with each way to generate successors.

use super::*;
use crate::bfs::agreement::{self, Comparison, assert_same, one_by_one, with_watch};
use crate::cluster::Measured;

const SIMD: Comparison = Comparison { cluster: same_cluster, solution: same_solution };

/// The detected backend and the portable one; `None` if the space is too large.
fn both(space: &StateSpace<'_>, metric: Metric, from: Origin) -> Option<[SimdSuccessors; 2]> {
    let simd = || SimdSuccessors::new(space, metric, from);
    Some([simd()?, SimdSuccessors { backend: Backend::Portable, ..simd()? }])
}

fn same_cluster(space: &StateSpace<'_>, metric: Metric, states: u64) -> Option<()> {
    let from_start = both(space, metric, Origin::Start)?;
    let expected = one_by_one(space, metric, states)?;
    for (expand, leaving) in from_start.into_iter().zip(both(space, metric, Origin::Goals)?) {
        let found = with_watch(states, |watch| Measured::of(space, [expand, leaving], watch));
        assert_same(&found.expect("as large as the other"), &expected);
    }
    Some(())
}

fn same_solution(space: &StateSpace<'_>, metric: Metric, states: u64) -> Option<()> {
    let simd = both(space, metric, Origin::Start)?;
    agreement::same_solution(space, metric, states, simd)
}

#[test]
fn random_boards_are_the_same_one_by_one_and_all_at_once() {
    let (clusters, in_radix) = SIMD.of_random_boards(200);
    assert!(clusters > 200 && in_radix > 5, "{clusters} clusters, {in_radix} in mixed radix");
}

#[test]
fn large_boards_are_solved_the_same() {
    let compared = SIMD.of_large_boards();
    assert!(compared > 5, "{compared}");
}

#[test]
fn a_large_cluster_is_the_same() {
    SIMD.of_a_large_cluster();
}

#[test]
fn a_target_that_starts_beyond_the_goal_can_reach_it_at_several_places() {
    let compared = SIMD.of_targets_beyond_the_goal();
    assert!(compared > 20, "{compared} clusters");
}
