//! `cargo bench --bench heuristics`: what heuristics that are admissible know, and what they cost,
//! over every state of the classics. Each is checked on the way: no search may miss the optimum.

use std::collections::HashSet;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use rushhour::heuristic::{Entry, HEURISTICS, Heuristic};
use rushhour::internals::{Key, PatternDatabase, Position, StateSpace};
use rushhour::lab::validation::survey;
use rushhour::search::{ALGORITHMS, Query, Settings, Ties, Weight};
use rushhour::{Axis, Cell, Ending, Goal, Limits, Metric, Puzzle, Setup, Shape, Watch};

const HEAD: &str =
    "heuristic      h / h*   fifo   lifo   deep expanded  build: ms   bytes  state: ns  move: ns";

/// A weight just above 1 takes, of equal g + h, the least h: the deepest.
const DEEP: Option<Weight> = Some(Weight {
    numerator: NonZeroU32::new(1001).unwrap(),
    denominator: NonZeroU32::new(1000).unwrap(),
});

/// Algorithms, orders of ties and weights.
const ORDERS: [(&str, Ties, Option<Weight>); 3] =
    [("astar", Ties::Fifo, None), ("astar", Ties::Lifo, None), ("weighted", Ties::Lifo, DEEP)];

/// The heuristics that are admissible, in both metrics.
fn entries() -> impl Iterator<Item = &'static Entry<'static>> {
    HEURISTICS.iter().filter(|entry| entry.slide.admissible && entry.step.admissible)
}

fn main() {
    let puzzles: Vec<Puzzle> = (1..=40).map(jam).collect();
    for (name, metric) in Metric::NAMES {
        println!("{name}s\n{HEAD}");
        entries().for_each(|entry| row(entry, metric, &puzzles));
    }
}

/// A classic: a car list with a comment.
fn jam(number: u32) -> Puzzle {
    let path = format!("{}/puzzles/jam-{number:02}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a classic");
    let lines = text.lines().filter(|line| line.split(' ').count() == 5 && !line.starts_with('#'));
    let vehicles = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: usize| words[word].parse().expect("a number");
        let axis = if words[3] == "h" { Axis::Horizontal } else { Axis::Vertical };
        let cell = Cell { row: number(2), col: number(1) };
        (words[0].to_owned(), Shape::Bar { axis, cell, length: number(4) })
    });
    let (vehicles, target) = (vehicles.collect(), "0".to_owned());
    let setup = Setup { rows: 6, cols: 6, exit: None, walls: Vec::new(), vehicles, target };
    Puzzle::new(&setup).expect("a valid board")
}

/// What is measured of a heuristic, over all puzzles.
#[derive(Default)]
struct Sums {
    estimates: u64,
    distances: u64,
    states: u32,
    moves: u32,
    bytes: usize,
    build: Duration,
    by_state: Duration,
    by_move: Duration,
}

fn row(entry: &Entry<'_>, metric: Metric, puzzles: &[Puzzle]) {
    let mut sums = Sums::default();
    for puzzle in puzzles {
        let found = survey(puzzle, (metric, Goal::Edge), &[*entry], &mut unlimited(&mut |_| false));
        let (found, _) = found.expect("no limit");
        sums.estimates += found.findings[0].sum;
        sums.distances += found.distances;
        assert_eq!(found.findings[0].too_high, 0);
        assert!(found.findings[0].inconsistencies == 0 || !entry.promise(metric).consistent);
        sums.time(entry, metric, &StateSpace::new(puzzle, Goal::Edge));
    }
    let [fifo, lifo, deep] = ORDERS.map(|order| expanded(entry, metric, order, puzzles));
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let accuracy = sums.estimates as f64 / sums.distances as f64;
    let build = 1000.0 * sums.build.as_secs_f64() / 40.0;
    let nanoseconds = |time: Duration, count: u32| time.as_nanos() / u128::from(count);
    println!(
        "{:14} {accuracy:6.3} {fifo:6} {lifo:6} {deep:6} {build:19.3} {:7} {:10} {:9}",
        entry.name,
        sums.bytes / 40,
        nanoseconds(sums.by_state, sums.states),
        nanoseconds(sums.by_move, sums.moves),
    );
}

impl Sums {
    /// Build the heuristic, then ask it about every state from nothing, and after every move.
    fn time(&mut self, entry: &Entry<'_>, metric: Metric, space: &StateSpace<'_>) {
        let begin = Instant::now();
        let made = entry.make(space, metric, &mut unlimited(&mut |_| false));
        let mut heuristic = made.expect("no limit");
        self.build += begin.elapsed();
        self.bytes += heuristic.tables().iter().map(PatternDatabase::bytes).sum::<usize>();
        let (mut position, keys) = (Position::new(space), flood(space, metric));
        for time in [&mut Duration::default(), &mut self.by_state] {
            *time += by_state(heuristic.as_mut(), &mut position, &keys);
        }
        let begin = Instant::now();
        for &key in &keys {
            self.moves += by_move(heuristic.as_mut(), &mut position, key, metric);
        }
        self.by_move += begin.elapsed();
        self.states += u32::try_from(keys.len()).expect("a classic");
    }
}

fn by_state(
    heuristic: &mut dyn Heuristic,
    position: &mut Position<'_>,
    keys: &[Key<1>],
) -> Duration {
    let begin = Instant::now();
    for key in keys {
        position.load(key);
        black_box(heuristic.estimate(position));
    }
    begin.elapsed()
}

/// Ask after every move of a state, and count the moves.
fn by_move(
    heuristic: &mut dyn Heuristic,
    position: &mut Position<'_>,
    key: Key<1>,
    metric: Metric,
) -> u32 {
    position.load(&key);
    let here = heuristic.estimate(position).expect("solvable");
    let mut steps = Vec::new();
    position.for_each_move(metric, |step| steps.push(step));
    for &step in &steps {
        black_box(heuristic.estimate_after(position, here, step));
    }
    u32::try_from(steps.len()).expect("few")
}

/// Every state that can be reached.
fn flood(space: &StateSpace<'_>, metric: Metric) -> Vec<Key<1>> {
    let (mut known, mut keys) = (HashSet::from([space.start()]), vec![space.start()]);
    let (mut position, mut number) = (Position::new(space), 0);
    while let Some(&key) = keys.get(number) {
        position.load(&key);
        position.for_each_move(metric, |step| {
            let next = position.key_after(&key, step);
            if known.insert(next) {
                keys.push(next);
            }
        });
        number += 1;
    }
    keys
}

/// The expansions of A* on all puzzles, each solved at the optimum.
fn expanded(
    entry: &Entry<'_>,
    metric: Metric,
    (name, ties, weight): (&str, Ties, Option<Weight>),
    puzzles: &[Puzzle],
) -> u64 {
    let settings = Settings { ties, weight, ..Settings::default() };
    let limits = Limits::default();
    let query =
        Query { metric, goal: Goal::Edge, own_goal: None, heuristic: entry, settings, limits };
    let algorithm = ALGORITHMS.iter().find(|it| it.name == name).expect("registered");
    let solve = |puzzle: &Puzzle| {
        let space = StateSpace::new(puzzle, Goal::Edge);
        let found = (algorithm.run)(&space, &query, &mut unlimited(&mut |_| false));
        let fast = (ALGORITHMS[0].run)(&space, &query, &mut unlimited(&mut |_| false));
        let Ending::Solved(moves) = found.ending else { panic!("expected a solution") };
        assert_eq!(moves.len(), fast.lower_bound as usize);
        found.counters.expanded
    };
    puzzles.iter().map(solve).sum()
}

fn unlimited<'a>(never: &'a mut rushhour::Interrupt<'a>) -> Watch<'a> {
    Watch::new(Limits::default(), never)
}
