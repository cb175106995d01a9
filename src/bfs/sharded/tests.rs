//! The search must find the same with any number of threads, and the same as one without shards.

use super::*;
use crate::bfs::agreement::{METRICS, one_by_one};
use crate::bfs::choice::with_wide_successors;
use crate::bfs::general::{BreadthFirst, Pass};
use crate::board::{Board, Goal, Metric, read_board};
use crate::lab::random::Random;
use crate::outcome::Limits;
use crate::state::{State, VehicleByVehicle};

/// Every number of every set with its distance, in order.
fn contents(explored: &ShardedCluster) -> Vec<(u64, DistanceMod3)> {
    explored.sets.iter().flat_map(CompactSet::iter).collect()
}

/// Begin without shards and hand over when more than `most` states are found.
fn run(
    space: &StateSpace<'_>,
    metric: Metric,
    (threads, most): (usize, usize),
    limits: Limits,
) -> Result<ShardedCluster, (Stop, usize)> {
    let compact = space.clone().compact();
    let code = ShardCode::new(&compact).expect("a small space");
    let mut never = |_| false;
    let watch = &mut Watch::new(limits, &mut never).with_threads(threads);
    let one_by_one = VehicleByVehicle::<1>::new(space, metric);
    let mut search = BreadthFirst::from_start(space, one_by_one);
    while !search.frontier.is_empty() && search.closed.len() <= most {
        let (pass, distance) = (Pass::ExploreAndMarkGoals, DistanceMod3::PRESENT);
        let expanded = search.expand_level(pass, distance, watch, |_, _| None::<()>);
        expanded.map_err(|stop| (stop, search.closed.len()))?;
    }
    let BreadthFirst { closed, frontier, .. } = search;
    let begun = Begun { space, closed, frontier };
    with_wide_successors!(1, &compact, metric, W, [start, at_goals] => {
        explore((&compact, code), begun, [start, at_goals()], watch)
    })
}

/// Compare every distance, with shards from the beginning and from some level on; `None` if there are
/// too many states.
fn same_as_one_by_one(space: &StateSpace<'_>, metric: Metric, states: u64) -> Option<()> {
    let compact = space.clone().compact();
    let expected = one_by_one::<1>(&compact, metric, states)?;
    for most in [0, expected.closed.len() / 2] {
        let found = run(space, metric, (1, most), Limits::default()).expect("no limit");
        assert_eq!(found.histogram, expected.histogram);
        assert_eq!(found.len(), expected.closed.len());
        assert!(found.keys().all(|key| found.distance(key) == expected.closed.distance(&key)));
        assert_eq!(sorted(found.last), sorted(expected.last.clone()));
    }
    Some(())
}

fn sorted(keys: Option<Vec<Key<1>>>) -> Option<Vec<Key<1>>> {
    keys.map(|mut keys| {
        keys.sort_unstable();
        keys
    })
}

fn board(text: &str) -> (Board, State) {
    Board::new(&read_board(text).expect("plain")).expect("valid")
}

/// An 8x8 board of 162 346 states.
fn large() -> (Board, State) {
    let rows = include_str!("../../../puzzles/large/aveiro8x8.csv").lines().skip(1);
    board(rows.filter_map(|row| row.split(',').nth(1)).nth(18).expect("a row"))
}

#[test]
fn random_clusters_are_the_same_with_and_without_shards() {
    let (mut random, mut compared) = (Random(22), 0);
    for round in 0..150 {
        let drawn = if round % 3 == 0 { random.large_board() } else { random.board(round) };
        let Some((board, start)) = drawn else { continue };
        for (metric, (_, goal)) in METRICS.iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal))) {
            let space = StateSpace::new(&board, &start, goal);
            if ShardCode::new(&space.clone().compact()).is_some() {
                compared += u32::from(same_as_one_by_one(&space, metric, 3_000).is_some());
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn any_number_of_threads_finds_the_same_states_in_the_same_order() {
    let (board, start) = large();
    let space = StateSpace::new(&board, &start, Goal::Edge);
    same_as_one_by_one(&space, Metric::Slide, 200_000).expect("small enough");
    let of_threads = |threads: usize, most: usize| {
        run(&space, Metric::Slide, (threads, most), Limits::default()).expect("no limit")
    };
    for most in [0, 30_000] {
        let one = of_threads(1, most);
        assert_eq!(one.len(), 162_346);
        for threads in [2, 3, 7] {
            let found = of_threads(threads, most);
            assert_eq!(contents(&found), contents(&one), "{threads} threads");
            assert_eq!((found.histogram, found.last), (one.histogram.clone(), one.last.clone()));
        }
    }
}

#[test]
fn limits_end_the_search_at_the_same_state_with_any_number_of_threads() {
    let (board, start) = large();
    let space = StateSpace::new(&board, &start, Goal::Edge);
    for (limits, stop) in [
        (Limits { states: Some(50_000), ..Limits::default() }, Stop::States),
        (Limits { memory: Some(1 << 19), ..Limits::default() }, Stop::Memory),
    ] {
        let run = |threads| run(&space, Metric::Slide, (threads, 1_000), limits).err();
        let ends = [1, 2, 7].map(run);
        assert_eq!(ends.map(|end| end.map(|(stop, _)| stop)), [Some(stop); 3]);
        assert!(ends[1..].iter().all(|end| *end == ends[0]), "{ends:?}");
    }
}

#[test]
fn a_cluster_of_one_state_is_explored() {
    let (board, start) = board("BBC/AAC/DDC");
    let space = StateSpace::new(&board, &start, Goal::Edge);
    let found = run(&space, Metric::Slide, (2, 0), Limits::default()).expect("no limit");
    assert_eq!((found.len(), found.histogram.len(), found.last), (1, 0, None));
}

#[test]
fn a_mixed_number_leads_back_to_its_key_and_move() {
    let (board, start) = large();
    let space = StateSpace::new(&board, &start, Goal::Edge).compact();
    let code = ShardCode::new(&space).expect("small");
    let mut position = crate::state::Position::new(&space);
    let (mut key, mut random) = (space.start::<1>(), Random(4));
    for _ in 0..1_000 {
        let mut steps = Vec::new();
        position.for_each_move(Metric::Slide, |step| steps.push(step));
        let count = i64::try_from(steps.len()).expect("few");
        let step = steps[usize::try_from(random.below(count)).expect("below")];
        key = position.key_after(&key, step);
        position.apply(step);
        let (shard, number) = code.locate(key);
        let edge = code.edge(shard, code.word(number, step));
        assert_eq!((code.key(shard, number), edge.key, edge.step), (key, key, step));
    }
}
