//! `cargo bench`: solving and exploring, beside a plain search with a hash map that shares only
//! the rules. Every run checks the optimum or the number of states of each board.

use std::collections::{HashMap, VecDeque};

use divan::{Bencher, black_box};
use rushhour::internals::{self, Key, Position, StateSpace};
use rushhour::{Goal, Metric, Puzzle, Watch};

const BOARDS: &str = include_str!("boards.txt");
const GROUPS: [&str; 6] = ["classic", "database", "hardest", "largest", "eight", "nine"];

struct Entry {
    slides: u32,
    states: usize,
    text: &'static str,
}

/// The boards of a group of `boards.txt`.
fn group(name: &str) -> Vec<Entry> {
    let lines = BOARDS.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let entry = |line: &'static str| {
        let [slides, states, text] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("expected slides, states and a board, found {line}")
        };
        Entry { slides: slides.parse().unwrap(), states: states.parse().unwrap(), text }
    };
    lines.map(entry).collect()
}

fn board(text: &str) -> Puzzle {
    text.parse().expect("a valid board")
}

/// From the text to the solution, each board of a group in turn.
#[divan::bench(args = GROUPS)]
fn solve(bencher: Bencher<'_, '_>, name: &str) {
    let entries = group(name);
    bencher.bench_local(|| {
        for entry in &entries {
            let puzzle = board(black_box(entry.text));
            let space = StateSpace::new(&puzzle, Goal::Edge);
            let watch = &mut Watch::unlimited();
            let outcome = internals::solve_breadth_first(&space, Metric::Slide, watch);
            assert_eq!(outcome.lower_bound, entry.slides);
        }
    });
}

/// From the text to all distances of the cluster.
#[divan::bench(args = GROUPS, max_time = 20)]
fn explore(bencher: Bencher<'_, '_>, name: &str) {
    let entries = group(name);
    bencher.bench_local(|| {
        for entry in &entries {
            let puzzle = board(black_box(entry.text));
            let watch = &mut Watch::unlimited();
            let cluster = internals::explore(&puzzle, Metric::Slide, Goal::Edge, watch);
            assert_eq!(cluster.expect("no limit").len(), entry.states);
        }
    });
}

/// The yardstick: breadth first with a queue and a hash map, to the first solved state.
#[divan::bench(args = GROUPS, max_time = 20)]
fn plain_solve(bencher: Bencher<'_, '_>, name: &str) {
    let entries = group(name);
    bencher.bench_local(|| {
        for entry in &entries {
            let puzzle = board(black_box(entry.text));
            let depth = plain(&puzzle, true).1;
            assert_eq!(depth, entry.slides);
        }
    });
}

/// The same to the end of the cluster, without distances to the goal.
#[divan::bench(args = GROUPS, max_time = 20)]
fn plain_explore(bencher: Bencher<'_, '_>, name: &str) {
    let entries = group(name);
    bencher.bench_local(|| {
        for entry in &entries {
            let puzzle = board(black_box(entry.text));
            assert_eq!(plain(&puzzle, false).0, entry.states);
        }
    });
}

/// The states that were found and the depth of the last that was taken.
fn plain(puzzle: &Puzzle, to_goal: bool) -> (usize, u32) {
    let space = StateSpace::new(puzzle, Goal::Edge);
    let mut position = Position::new(&space);
    let mut depths: HashMap<Key<1>, u32> = HashMap::from([(space.start(), 0)]);
    let mut queue = VecDeque::from([space.start::<1>()]);
    let mut depth = 0;
    while let Some(key) = queue.pop_front() {
        depth = depths[&key];
        position.load(&key);
        if to_goal && position.is_goal() {
            break;
        }
        position.for_each_move(Metric::Slide, |step| {
            let next = position.key_after(&key, step);
            depths.entry(next).or_insert_with(|| {
                queue.push_back(next);
                depth + 1
            });
        });
    }
    (depths.len(), depth)
}

fn main() {
    divan::main();
}
