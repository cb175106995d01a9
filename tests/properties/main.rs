//! Properties of states, moves and metrics on random boards, against a plain search.

mod boards;
mod plain;

use std::collections::{HashMap, HashSet};

use boards::boards;
use plain::{Offsets, Plain};
use proptest::prelude::*;
use rushhour::heuristic::HEURISTICS;
use rushhour::internals::{Key, Position, StateSpace, explore, solve_breadth_first};
use rushhour::lab::perft;
use rushhour::{Cluster, Goal, Limits, Metric, Move, Puzzle, VehicleId, Watch};

const METRICS: [Metric; 2] = [Metric::Slide, Metric::Step];
/// Larger clusters are left out.
const MOST: usize = 1_500;
/// Enough words for the keys of all boards here.
const WORDS: usize = 4;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() }
}

fn goals() -> impl Strategy<Value = Goal> {
    prop::sample::select(Goal::NAMES.map(|(_, goal)| goal).to_vec())
}

fn metrics() -> impl Strategy<Value = Metric> {
    prop::sample::select(METRICS.to_vec())
}

/// The states of a random walk with their keys, each reached from the one before.
fn walk(space: &StateSpace<'_>, metric: Metric, choices: &[usize]) -> Vec<(Key<WORDS>, Move)> {
    let (mut position, mut key) = (Position::new(space), space.start());
    let mut path = Vec::new();
    for choice in choices {
        let mut moves = Vec::new();
        position.for_each_move(metric, |step| moves.push(step));
        if moves.is_empty() {
            break;
        }
        let step = moves[choice % moves.len()];
        key = position.key_after(&key, step);
        position.apply(step);
        path.push((key, step));
    }
    path
}

/// Every edge of the state space, by the moves of the core; `None` if there are too many states.
fn edges(space: &StateSpace<'_>, metric: Metric) -> Option<HashSet<[Key<WORDS>; 2]>> {
    let (mut known, mut edges) = (HashSet::from([space.start()]), HashSet::new());
    let (mut waiting, mut position) = (vec![space.start()], Position::new(space));
    while let Some(key) = waiting.pop() {
        position.load(&key);
        position.for_each_move(metric, |step| {
            let next = position.key_after(&key, step);
            edges.insert([key, next]);
            if known.insert(next) {
                waiting.push(next);
            }
        });
        if known.len() > MOST {
            return None;
        }
    }
    Some(edges)
}

fn cluster(puzzle: &Puzzle, metric: Metric, goal: Goal) -> Cluster {
    let mut never = |_| false;
    let watch = &mut Watch::new(Limits::default(), &mut never);
    explore(puzzle, metric, goal, watch).expect("no limit")
}

fn truth(puzzle: &Puzzle, metric: Metric, goal: Goal) -> Option<HashMap<Offsets, Option<u32>>> {
    let plain = Plain { board: puzzle.board(), goal };
    plain.explore(&puzzle.state().offsets().to_vec(), metric, MOST)
}

/// The distance of the start; `Some(None)` without a solution, `None` if the cluster is too large.
#[expect(clippy::option_option, reason = "too large and unsolvable are different")]
fn distance(puzzle: &Puzzle, metric: Metric, goal: Goal) -> Option<Option<u32>> {
    truth(puzzle, metric, goal).map(|truth| truth[puzzle.state().offsets()])
}

/// Whether one distance is at most another, where no solution counts as infinite.
fn at_most(one: Option<u32>, other: Option<u32>) -> bool {
    other.is_none_or(|other| one.is_some_and(|one| one <= other))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn moves_are_those_of_the_plain_search(puzzle in boards(), goal in goals()) {
        let (space, plain) = (StateSpace::new(&puzzle, goal), Plain { board: puzzle.board(), goal });
        for metric in METRICS {
            let mut moves = Vec::new();
            Position::new(&space).for_each_move(metric, |step| moves.push(step));
            let expected = plain.moves(&puzzle.state().offsets().to_vec(), metric).into_iter();
            let expected: Vec<Move> = expected
                .map(|(vehicle, cells, _)| Move { vehicle: VehicleId::new(vehicle), cells })
                .collect();
            prop_assert_eq!(moves, expected);
        }
    }

    #[test]
    fn moves_are_reversible(
        puzzle in boards(),
        choices in prop::collection::vec(0..100_usize, 20),
    ) {
        let space = StateSpace::new(&puzzle, Goal::Off);
        let mut here = puzzle.clone();
        for (_, step) in walk(&space, Metric::Slide, &choices) {
            let next = here.apply(step).expect("a legal move");
            let back = next.apply(step.reversed());
            prop_assert_eq!(back.as_ref(), Some(&here));
            here = next;
        }
    }

    #[test]
    fn predecessors_are_the_reverse_of_successors(
        puzzle in boards(), goal in goals(), metric in metrics(),
    ) {
        let space = StateSpace::new(&puzzle, goal);
        let Some(edges) = edges(&space, metric) else { return Ok(()) };
        for [from, to] in &edges {
            prop_assert!(edges.contains(&[*to, *from]), "{:?} {:?}", from, to);
        }
    }

    #[test]
    fn keys_and_states_are_the_same(
        puzzle in boards(), goal in goals(), metric in metrics(),
        choices in prop::collection::vec(0..100_usize, 20),
    ) {
        let space = StateSpace::new(&puzzle, goal);
        prop_assert!(space.words() <= WORDS);
        let (mut here, mut position) = (puzzle.clone(), Position::new(&space));
        for (key, step) in walk(&space, metric, &choices) {
            here = here.apply(step).expect("a legal move");
            prop_assert!(space.holds(here.state()));
            prop_assert_eq!(&space.state(&key), here.state());
            position.load(&key);
            prop_assert_eq!(&position.state(), here.state());
            let again = StateSpace::new(&here, goal);
            prop_assert_eq!(again.start::<WORDS>(), key, "all states of a cluster share a space");
        }
    }

    #[test]
    fn perft_counts_the_moves_of_the_plain_search(
        puzzle in boards(), goal in goals(), metric in metrics(),
    ) {
        let mut never = |_| false;
        let watch = &mut Watch::new(Limits::default(), &mut never);
        let counts = perft(&puzzle, metric, goal, 3, watch).expect("no limit");
        let plain = Plain { board: puzzle.board(), goal };
        let mut level = HashMap::from([(puzzle.state().offsets().to_vec(), 1_u64)]);
        for count in counts {
            let mut next: HashMap<Offsets, u64> = HashMap::new();
            for (state, ways) in &level {
                for (_, _, after) in plain.moves(state, metric) {
                    *next.entry(after).or_default() += ways;
                }
            }
            prop_assert_eq!(count, next.values().sum::<u64>().into());
            level = next;
        }
    }

    #[test]
    fn pruning_of_commuting_moves_loses_no_state_and_no_distance(
        puzzle in boards(), goal in goals(), metric in metrics(),
    ) {
        let Some(truth) = truth(&puzzle, metric, goal) else { return Ok(()) };
        let cluster = cluster(&puzzle, metric, goal);
        prop_assert_eq!(cluster.len(), truth.len());
        let mut histogram = vec![0; cluster.histogram().len()];
        truth.values().flatten().for_each(|&distance| histogram[distance as usize] += 1);
        prop_assert_eq!(cluster.histogram(), &histogram[..]);
        prop_assert_eq!(cluster.distance(puzzle.state()), truth[puzzle.state().offsets()]);
    }

    #[test]
    fn solutions_are_shortest(
        puzzle in boards(), goal in goals(), metric in metrics(),
    ) {
        let Some(distance) = distance(&puzzle, metric, goal) else { return Ok(()) };
        let space = StateSpace::new(&puzzle, goal);
        let mut never = |_| false;
        let watch = &mut Watch::new(Limits::default(), &mut never);
        let outcome = solve_breadth_first(&space, metric, watch);
        match (outcome.ending, distance) {
            (rushhour::Ending::Solved(path), Some(distance)) => {
                prop_assert_eq!(path.len(), distance as usize);
                let mut position = Position::new(&space);
                for step in path {
                    position.apply(step);
                }
                prop_assert!(position.is_goal());
            }
            (ending, distance) => {
                prop_assert!(ending == rushhour::Ending::Unsolvable && distance.is_none());
            }
        }
    }

    #[test]
    fn metrics_and_goals_follow_their_laws(puzzle in boards()) {
        let of = |metric, goal| distance(&puzzle, metric, goal);
        let mut slides = HashMap::new();
        for (name, goal) in Goal::NAMES {
            let (Some(slide), Some(step)) = (of(Metric::Slide, goal), of(Metric::Step, goal)) else {
                return Ok(());
            };
            let side = u32::from(puzzle.board().rows().max(puzzle.board().cols()));
            prop_assert!(at_most(slide, step), "a step is a slide");
            prop_assert!(at_most(step, slide.map(|slide| slide * 2 * side)), "slides are short");
            slides.insert(name, slide);
        }
        let [edge, past, off, clear] = ["edge", "past", "off", "clear"].map(|name| slides[name]);
        prop_assert!(at_most(edge, past) && at_most(past, off), "the target passes the edge");
        prop_assert!(at_most(clear, edge), "the road of a target at the edge is clear");
        prop_assert!(at_most(off, clear.map(|clear| clear + 1)), "one slide leaves over a clear road");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..config() })]

    /// Pattern databases hold the distances of projections.
    #[test]
    fn distances_of_projections_never_exceed_true_ones(
        puzzle in boards(), goal in goals(), metric in metrics(),
    ) {
        let Some(truth) = truth(&puzzle, metric, goal) else { return Ok(()) };
        let space = StateSpace::new(&puzzle, goal);
        for entry in HEURISTICS.iter().filter(|entry| entry.name.starts_with("pattern")) {
            let mut never = |_| false;
            let watch = &mut Watch::new(Limits::default(), &mut never);
            let mut heuristic = entry.make(&space, metric, watch).expect("no limit");
            let (mut position, mut key) = (Position::new(&space), space.start::<WORDS>());
            for choice in 0..50 {
                let distance = truth[position.state().offsets()];
                let estimate = heuristic.estimate(&position);
                prop_assert!(at_most(estimate, distance), "{}: {:?} {:?}", entry.name, estimate, distance);
                let mut moves = Vec::new();
                position.for_each_move(metric, |step| moves.push(step));
                let Some(&step) = moves.get(choice * 7 % moves.len().max(1)) else { break };
                key = position.key_after(&key, step);
                position.load(&key);
            }
        }
    }
}
