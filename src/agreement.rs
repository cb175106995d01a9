//! Every engine finds the same as `general` on every board that it fits: the distance of every state, and
//! a solution of the same length. `src/disk/tests.rs` compares clusters on the disk in the same way.

use crate::bfs::{on_every_backend, solve, solve_on};
use crate::board::{Goal, Metric, Move};
use crate::cluster::{Cluster, explore_on};
use crate::lab::random::Random;
use crate::outcome::{Ending, Engine, Limits, Outcome, Watch};
use crate::search::{ALGORITHMS, Query, Settings};
use crate::state::{Position, Puzzle, StateSpace, for_each_neighbour};

const METRICS: [Metric; 2] = [Metric::Slide, Metric::Step];

/// The engines beside `general`, each with the threads on which it runs.
const ENGINES: [(Engine, usize); 5] = [
    (Engine::Small, 1),
    (Engine::Blocks, 1),
    (Engine::Blocks, 3),
    (Engine::Simd, 1),
    (Engine::Wide, 1),
];

/// The most states of a search: the portable backend of a debug build must also end.
const FEW: u64 = 2_000;

/// A question, and the most states of an answer.
struct Case<'a> {
    puzzle: &'a Puzzle,
    metric: Metric,
    goal: Goal,
    states: u64,
}

impl Case<'_> {
    /// Each metric and goal of a board.
    fn all(puzzle: &Puzzle) -> impl Iterator<Item = Case<'_>> {
        let of = move |metric| {
            Goal::NAMES.map(|(_, goal)| Case { puzzle, metric, goal, states: FEW }).into_iter()
        };
        METRICS.into_iter().flat_map(of)
    }

    fn watched<T>(&self, threads: usize, run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let mut never = |_| false;
        let limits = Limits { states: Some(self.states), ..Limits::default() };
        run(&mut Watch::new(limits, &mut never).with_threads(threads))
    }

    /// Compare the clusters of all engines that fit; these, if there are not too many states.
    fn same_clusters(&self) -> Vec<Engine> {
        let Case { puzzle, metric, goal, .. } = *self;
        let explore = |engine, threads| {
            self.watched(threads, |watch| explore_on(engine, puzzle, metric, goal, watch))
        };
        let Some(Ok(expected)) = explore(Engine::General, 1) else { return Vec::new() };
        let expected = Contents::of(&expected, puzzle);
        let mut fitting = Vec::new();
        on_every_backend(|| {
            for (engine, threads) in ENGINES {
                let Some(found) = explore(engine, threads) else { continue };
                let found = found.expect("as large as the other");
                assert_eq!(found.engine(), engine);
                assert_eq!(Contents::of(&found, puzzle), expected, "{engine} on {puzzle:?}");
                fitting.push(engine);
            }
        });
        fitting
    }

    /// Compare the solutions of all engines that fit; these, if there are not too many states.
    fn same_solutions(&self) -> Vec<Engine> {
        let space = &StateSpace::new(self.puzzle, self.goal);
        let solve = |engine| self.watched(1, |watch| solve_on(engine, space, self.metric, watch));
        let expected = solve(Engine::General).expect("it fits every board");
        if matches!(expected.ending, Ending::Unknown(_)) {
            return Vec::new();
        }
        let mut fitting = Vec::new();
        on_every_backend(|| {
            for (engine, _) in ENGINES {
                let Some(found) = solve(engine) else { continue };
                if matches!(found.ending, Ending::Unknown(_)) {
                    continue;
                }
                assert_eq!(found.engine, engine);
                assert_same(space, &found, &expected);
                fitting.push(engine);
            }
        });
        fitting
    }

    /// The same for the engines that other algorithms choose.
    fn same_by_algorithms(&self) -> Vec<Engine> {
        let Case { puzzle, metric, goal, .. } = *self;
        let (space, limits) = (&StateSpace::new(puzzle, goal), Limits::default());
        let heuristic = crate::heuristic::DEFAULT;
        let settings = Settings::default();
        let query = Query { metric, goal, own_goal: None, heuristic, settings, limits };
        let expected = self.watched(1, |watch| solve(space, metric, watch));
        if matches!(expected.ending, Ending::Unknown(_)) {
            return Vec::new();
        }
        let named = |name| ALGORITHMS.iter().find(|entry| entry.name == name).expect("a name");
        // Iterative deepening keeps no states, so no limit on states ends it.
        let is_near = expected.cost().is_some_and(|cost| cost < 6);
        let textbook = ["refine", "astar", "bfs", "bidirectional"].into_iter();
        let outcomes = textbook.chain(is_near.then_some("ida")).map(|name| {
            let run = |watch: &mut Watch<'_>| named(name).search(space, &query, watch);
            self.watched(1, run)
        });
        let ended = outcomes.filter(|found| !matches!(found.ending, Ending::Unknown(_)));
        ended.inspect(|found| assert_same(space, found, &expected)).map(|it| it.engine).collect()
    }
}

/// Everything that a cluster tells of its states.
#[derive(Debug, PartialEq)]
struct Contents {
    histogram: Vec<u64>,
    /// The offsets of all states, ordered by distance and key.
    offsets: Vec<i8>,
    graph: crate::Graph,
    hardest: Vec<crate::State>,
    path: Option<Vec<Move>>,
}

impl Contents {
    fn of(cluster: &Cluster, puzzle: &Puzzle) -> Contents {
        let watch = &mut Watch::unlimited();
        Contents {
            histogram: cluster.histogram().to_vec(),
            offsets: cluster.offsets(watch).expect("no limit"),
            graph: cluster.graph(watch).expect("no limit"),
            hardest: cluster.hardest(watch).expect("no limit").to_vec(),
            path: cluster.path(puzzle.state()),
        }
    }
}

/// Both are solved as shortly, by legal moves; or neither can be solved.
fn assert_same(space: &StateSpace<'_>, found: &Outcome, expected: &Outcome) {
    assert_eq!(found.cost(), expected.cost(), "{}", found.engine);
    match &found.ending {
        Ending::Solved(path) => {
            assert!(is_solution(space, path), "{}: {path:?}", found.engine);
            assert_eq!(found.lower_bound, expected.lower_bound, "{}", found.engine);
        }
        ending => assert_eq!(*ending, expected.ending, "{}", found.engine),
    }
}

/// Whether these moves are legal one after another, and lead from the start of a space to its goal.
fn is_solution(space: &StateSpace<'_>, path: &[Move]) -> bool {
    let mut state = Position::new(space).state();
    let is_legal = path.iter().all(|&step| {
        let mut next = None;
        for_each_neighbour(space, &state, Metric::Slide, |legal, after| {
            if legal == step {
                next = Some(after);
            }
        });
        next.map(|after| state = after).is_some()
    });
    is_legal && Position::of(space, &state).is_goal()
}

/// Crowded boards of up to 8 x 8.
fn random_boards(seed: u64, rounds: usize) -> impl Iterator<Item = Puzzle> {
    let mut random = Random(seed);
    (0..rounds).filter_map(move |round| random.board(round))
}

/// Very crowded boards of up to 16 x 12.
fn large_boards(seed: u64, rounds: usize) -> impl Iterator<Item = Puzzle> {
    let mut random = Random(seed);
    (0..rounds).filter_map(move |_| random.large_board())
}

/// Boards of 8 x 8; none fits `small`.
fn eight() -> impl Iterator<Item = Puzzle> {
    let rows = include_str!("../puzzles/large/aveiro8x8.csv").lines().skip(1);
    rows.map(|row| board(row.split(',').nth(1).expect("a board")))
}

fn board(text: &str) -> Puzzle {
    text.parse().expect("a board")
}

/// How many comparisons each engine took part in.
fn count(engines: &[Engine], engine: Engine) -> usize {
    engines.iter().filter(|one| **one == engine).count()
}

#[test]
fn random_clusters_are_the_same_with_every_engine() {
    let boards: Vec<Puzzle> = random_boards(8, 40).collect();
    let engines: Vec<_> =
        boards.iter().flat_map(Case::all).flat_map(|case| case.same_clusters()).collect();
    for (engine, _) in ENGINES {
        assert!(count(&engines, engine) > 100, "{engine}: {}", count(&engines, engine));
    }
}

#[test]
fn clusters_of_long_lines_are_the_same_with_every_engine() {
    let boards: Vec<Puzzle> = large_boards(10, 60).collect();
    let engines: Vec<_> =
        boards.iter().flat_map(Case::all).flat_map(|case| case.same_clusters()).collect();
    for engine in [Engine::Blocks, Engine::Wide] {
        assert!(count(&engines, engine) > 30, "{engine}: {}", count(&engines, engine));
    }
}

#[test]
fn clusters_at_the_edges_of_what_is_allowed_are_the_same_with_every_engine() {
    let boards = [
        "oooBoooooBooAAoBoooooCoooooCoooooCoo", // without solution
        "BBC/AAC/DDC",                          // of one state
        "AA../..../..../....",
        "..AA/..../..../....", // solved
    ];
    for text in boards {
        for case in Case::all(&board(text)) {
            assert!(!case.same_clusters().is_empty(), "{text}");
            assert!(!case.same_solutions().is_empty(), "{text}");
        }
    }
}

/// 41 968 states: the nineteenth board of 8x8 with a wall in one of its empty cells.
const LARGER: &str = "ooKFBBBDEEKFxoCDIIKFLxCDHSAALOCQHSUoLOPQHSUoooPoRVVVooWXRoooooWX";

#[test]
fn a_large_cluster_is_the_same_with_every_engine() {
    let (puzzle, states) = (board(LARGER), 200_000);
    let case = Case { puzzle: &puzzle, metric: Metric::Slide, goal: Goal::Edge, states };
    let engines = case.same_clusters();
    for engine in [Engine::Blocks, Engine::Wide] {
        assert!(count(&engines, engine) > 0, "{engine}");
    }
}

/// A target that starts beyond its goal can reach it at several places.
#[test]
fn clusters_of_targets_beyond_the_goal_are_the_same_with_every_engine() {
    let mut engines = Vec::new();
    for puzzle in random_boards(9, 100) {
        let past = Case { puzzle: &puzzle, metric: Metric::Slide, goal: Goal::Past, states: FEW };
        let space = StateSpace::new(&puzzle, Goal::Past);
        let outcome = past.watched(1, |watch| solve(&space, Metric::Slide, watch));
        let Ending::Solved(path) = outcome.ending else { continue };
        let end = path.iter().try_fold(puzzle.clone(), |puzzle, &step| puzzle.apply(step));
        let end = end.expect("legal moves");
        for metric in METRICS {
            let case = Case { puzzle: &end, metric, goal: Goal::Edge, states: FEW };
            engines.extend(case.same_clusters());
        }
    }
    for engine in [Engine::Blocks, Engine::Simd, Engine::Wide] {
        assert!(count(&engines, engine) > 20, "{engine}: {}", count(&engines, engine));
    }
}

#[test]
fn solutions_are_the_same_with_every_engine() {
    let boards: Vec<Puzzle> =
        random_boards(15, 60).chain(large_boards(11, 20)).chain(eight().step_by(2)).collect();
    let mut engines = Vec::new();
    for mut case in boards.iter().flat_map(Case::all) {
        case.states = 8_000;
        engines.extend(case.same_solutions());
    }
    let mut backends = 0;
    on_every_backend(|| backends += 1);
    for engine in [Engine::Small, Engine::Wide] {
        assert!(
            3 * count(&engines, engine) > 100 * backends,
            "{engine}: {}",
            count(&engines, engine)
        );
    }
    assert_eq!(count(&engines, Engine::Blocks), 0);
}

#[test]
fn solutions_are_the_same_with_every_algorithm() {
    let boards: Vec<Puzzle> = random_boards(16, 40).collect();
    let engines: Vec<_> =
        boards.iter().flat_map(Case::all).flat_map(|case| case.same_by_algorithms()).collect();
    for engine in [Engine::Refine, Engine::BestFirst, Engine::Ida, Engine::Bidirectional] {
        assert!(count(&engines, engine) > 30, "{engine}: {}", count(&engines, engine));
    }
}
