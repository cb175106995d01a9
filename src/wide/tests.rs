//! The loop must find the same whoever makes its successors.

use super::*;
use crate::board::Board;
use crate::cluster::{Measured, Unfinished};
use crate::expand::OneByOne;
use crate::flood::Solve;
use crate::limits::{Limits, Watch};
use crate::moves::{Traffic, apply};
use crate::notation::read_board;
use crate::outcome::{Ending, Outcome};
use crate::random::{Random, turned};
use crate::state::State;

const METRICS: [Metric; 2] = [Metric::Slide, Metric::Step];

/// One of the 7x7 boards, and all of the 8x8 boards, that do not fit `lanes`.
const SEVEN: &str = "GGJoooMoCJoUUMICoAALFIRRPBLFIoDPBQQEoDoBHoENNOOHo";
const EIGHT: &str = include_str!("../../tests/data/aveiro8x8.txt");

/// The most states of a test: also the portable way in a debug build must come to its end.
const STATES: u64 = 4_000;

fn with_watch<T>(run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let mut never = |_| false;
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    run(&mut Watch::new(limits, &mut never))
}

/// Both ways of looking at all vehicles at once, if the space is not too large.
fn both(space: &Space<'_>, metric: Metric, from: From) -> Option<[Wide; 2]> {
    let wide = || Wide::new(space, metric, from);
    Some([wide()?, Wide { backend: Backend::Portable, ..wide()? }])
}

fn one_by_one<'a>(space: &'a Space<'a>, metric: Metric) -> OneByOne<'a, 1> {
    OneByOne::new(space, metric)
}

/// Whether the clusters are the same, to the mark of every state; `None` if one is too large.
fn same_cluster(space: &Space<'_>, metric: Metric) -> Option<()> {
    let measured = |expand| with_watch(|watch| Measured::of(space, expand, watch));
    let from_start = both(space, metric, From::Start)?;
    let expected =
        with_watch(|watch| Measured::of(space, [(); 2].map(|()| one_by_one(space, metric)), watch));
    let expected = expected.ok()?;
    for (expand, leaving) in from_start.into_iter().zip(both(space, metric, From::Goals)?) {
        let found: Result<_, Unfinished> = measured([expand, leaving]);
        let found = found.expect("as large as the other");
        assert_eq!(found.histogram, expected.histogram);
        assert_eq!(found.last.map(|last| last.len()), expected.last.as_ref().map(Vec::len));
        assert_eq!(found.table.len(), expected.table.len());
        assert!(
            expected.table.keys().all(|key| found.table.mark(&key) == expected.table.mark(&key))
        );
    }
    Some(())
}

fn is_solution(space: &Space<'_>, start: &State, path: &[Move]) -> bool {
    let end =
        path.iter().try_fold(start.clone(), |state, &step| apply(space.board(), &state, step));
    end.is_some_and(|end| Traffic::of(space, &end).is_goal())
}

/// Whether the solutions are as good; `None` if the space is too large.
fn same_solution(space: &Space<'_>, start: &State, metric: Metric) -> Option<()> {
    let wides = both(space, metric, From::Start)?;
    let expand = one_by_one(space, metric);
    let expected: Outcome = with_watch(|watch| Solve::new(space, metric, expand).run(watch));
    for wide in wides {
        let found = with_watch(|watch| Solve::new(space, metric, wide).run(watch));
        match (&found.ending, &expected.ending) {
            (Ending::Unknown(_), _) | (_, Ending::Unknown(_)) => continue,
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
    for round in 0..200 {
        let setup = random.setup();
        let setup = if round % 2 == 0 { setup } else { turned(setup) };
        let Ok((board, start)) = Board::new(&setup) else { continue };
        for (metric, (_, goal)) in METRICS.iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal))) {
            let space = Space::new(&board, &start, goal);
            let is_compared = same_solution(&space, &start, metric).is_some();
            in_radix += u32::from(is_compared && !space.is_binary());
            clusters += u32::from(same_cluster(&space, metric).is_some());
        }
    }
    assert!(clusters > 200 && in_radix > 10, "{clusters} clusters, {in_radix} in mixed radix");
}

#[test]
fn large_boards_are_solved_the_same() {
    for text in EIGHT.lines().step_by(4).chain([SEVEN]) {
        let (board, start) = Board::new(&read_board(text).expect("plain")).expect("valid");
        for metric in METRICS {
            let space = Space::new(&board, &start, Goal::Edge);
            same_solution(&space, &start, metric).expect("has a place in lanes of 32 vehicles");
        }
    }
}

#[test]
fn a_cluster_of_seven_is_the_same() {
    let (board, start) = Board::new(&read_board(SEVEN).expect("plain")).expect("valid");
    for metric in METRICS {
        let space = Space::new(&board, &start, Goal::Clear);
        same_cluster(&space, metric);
    }
}
