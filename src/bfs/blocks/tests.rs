//! The search must find the same with any number of threads, and the same as one without blocks.

use super::*;
use crate::board::Goal;
use crate::cluster::one_by_one;
use crate::lab::random::Random;
use crate::outcome::Limits;
use crate::state::Puzzle;

/// Every entry of every table, in order.
fn contents(explored: &BlockCluster) -> Vec<BlockEntry> {
    explored.tables.iter().flat_map(BlockTable::iter).copied().collect()
}

fn run(
    space: &StateSpace<'_>,
    metric: Metric,
    threads: usize,
    limits: Limits,
) -> Result<BlockCluster, (Stop, usize)> {
    let mut never = |_| false;
    let watch = &mut Watch::new(limits, &mut never).with_threads(threads);
    explore(&space.clone().compact(), metric, watch)
}

/// Compare every distance; whether the target is an inner vehicle, or `None` if there are too many
/// states.
fn same_as_one_by_one(space: &StateSpace<'_>, metric: Metric, states: u64) -> Option<bool> {
    let compact = space.clone().compact();
    let expected = one_by_one::<1>(&compact, metric, states)?;
    let found = run(space, metric, 1, Limits::default()).expect("no limit");
    assert_eq!(found.histogram, expected.histogram);
    assert_eq!(found.len(), expected.closed.len());
    assert_eq!(found.keys().count(), found.len());
    assert!(found.keys().all(|key| found.distance(key).is_some()));
    assert!(
        expected.closed.keys().all(|key| found.distance(key) == expected.closed.distance(&key))
    );
    assert_eq!(sorted(found.last), sorted(expected.last));
    Some(found.layout.inner.vehicles().contains(&space.board().target()))
}

fn sorted(keys: Option<Vec<Key<1>>>) -> Option<Vec<Key<1>>> {
    keys.map(|mut keys| {
        keys.sort_unstable();
        keys
    })
}

fn board(text: &str) -> Puzzle {
    text.parse().expect("a board")
}

/// An 8x8 board of 162 346 states.
fn large() -> Puzzle {
    let rows = include_str!("../../../puzzles/large/aveiro8x8.csv").lines().skip(1);
    board(rows.filter_map(|row| row.split(',').nth(1)).nth(18).expect("a row"))
}

#[test]
fn random_clusters_are_the_same_with_and_without_blocks() {
    let (mut random, mut clusters, mut long, mut inner_targets) = (Random(22), 0, 0, 0);
    for round in 0..150 {
        let drawn = if round % 3 == 0 { random.large_board() } else { random.board(round) };
        let Some(puzzle) = drawn else { continue };
        for (metric, (_, goal)) in
            [Metric::Slide, Metric::Step].iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal)))
        {
            let space = StateSpace::new(&puzzle, goal);
            if space.clone().compact().words() > 1 {
                continue;
            }
            let Some(is_inner) = same_as_one_by_one(&space, metric, 3_000) else { continue };
            clusters += 1;
            long += u32::from(puzzle.board().rows().max(puzzle.board().cols()) > 8);
            inner_targets += u32::from(is_inner);
        }
    }
    assert!(clusters > 400 && long > 10, "{clusters} clusters, {long} with long lines");
    assert!(inner_targets > 20, "{inner_targets} with an inner target");
}

#[test]
fn any_number_of_threads_finds_the_same_states_in_the_same_order() {
    let puzzle = large();
    let space = StateSpace::new(&puzzle, Goal::Edge);
    same_as_one_by_one(&space, Metric::Slide, 200_000).expect("small enough");
    let of_threads =
        |threads| run(&space, Metric::Slide, threads, Limits::default()).expect("no limit");
    let one = of_threads(1);
    assert_eq!(one.len(), 162_346);
    for threads in [2, 3, 7] {
        let found = of_threads(threads);
        assert_eq!(contents(&found), contents(&one), "{threads} threads");
        assert_eq!((found.histogram, found.last), (one.histogram.clone(), one.last.clone()));
    }
}

#[test]
fn limits_end_the_search_at_the_same_state_with_any_number_of_threads() {
    let puzzle = large();
    let space = StateSpace::new(&puzzle, Goal::Edge);
    for (limits, stop) in [
        (Limits { states: Some(50_000), ..Limits::default() }, Stop::States),
        (Limits { memory: Some(1 << 19), ..Limits::default() }, Stop::Memory),
    ] {
        let run = |threads| run(&space, Metric::Slide, threads, limits).err();
        let ends = [1, 2, 7].map(run);
        assert_eq!(ends.map(|end| end.map(|(stop, _)| stop)), [Some(stop); 3]);
        assert!(ends[1..].iter().all(|end| *end == ends[0]), "{ends:?}");
    }
}

#[test]
fn a_search_that_begins_again_finds_the_same() {
    let puzzle = large();
    let space = StateSpace::new(&puzzle, Goal::Edge).compact();
    let of_many = |many| {
        let watch = &mut Watch::unlimited();
        explore_restarting(&space, Metric::Slide, many, watch).expect("no limit")
    };
    let (restarted, whole) = (of_many(10_000), of_many(u64::MAX));
    assert_eq!(restarted.histogram, whole.histogram);
    assert!(whole.keys().all(|key| restarted.distance(key) == whole.distance(key)));
}

#[test]
fn a_cluster_of_one_state_is_explored() {
    let puzzle = board("BBC/AAC/DDC");
    let space = StateSpace::new(&puzzle, Goal::Edge);
    let found = run(&space, Metric::Slide, 2, Limits::default()).expect("no limit");
    assert_eq!((found.len(), found.histogram.len(), found.last), (1, 0, None));
}
