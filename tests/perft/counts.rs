//! Moves, paths, optima and whole clusters.

use std::fmt::Write;

use num_bigint::BigUint;
use rushhour::internals::{Position, StateSpace};
use rushhour::lab::perft;
use rushhour::{Move, Puzzle, Watch};

use crate::cluster::Cluster;
use crate::data::{Check, checks};

fn of_kind(kind: &str) -> impl Iterator<Item = Check> {
    let kind = kind.to_owned();
    checks().into_iter().filter(move |check| check.kind == kind)
}

fn first_moves(check: &Check) -> Vec<Move> {
    let space = StateSpace::new(&check.puzzle, check.goal);
    let mut moves = Vec::new();
    Position::new(&space).for_each_move(check.metric, |step| moves.push(step));
    moves
}

/// The subcount of each first move, so that the wrong one names itself.
fn divide(check: &Check, depth: usize) -> String {
    let mut table = String::new();
    for step in first_moves(check) {
        let after = check.puzzle.apply(step).expect("a legal move");
        let below = paths(check, &after, depth - 1);
        let count = below.last().cloned().unwrap_or_else(|| 1_u8.into());
        write!(table, "\n  {} {count}", check.written(step)).unwrap();
    }
    table
}

fn paths(check: &Check, puzzle: &Puzzle, depth: usize) -> Vec<BigUint> {
    let watch = &mut Watch::unlimited();
    perft(puzzle, check.metric, check.goal, depth, watch).expect("no limit")
}

fn numbers(values: &[String]) -> Vec<BigUint> {
    values.iter().map(|value| value.parse().unwrap()).collect()
}

#[test]
fn first_moves_come_in_the_defined_order() {
    for check in of_kind("moves") {
        let found: Vec<String> =
            first_moves(&check).into_iter().map(|step| check.written(step)).collect();
        assert_eq!(found, check.values, "{}", check.name());
    }
}

#[test]
fn paths_are_counted() {
    for check in of_kind("perft") {
        let expected = numbers(&check.values);
        let found = paths(&check, &check.puzzle, expected.len());
        if let Some(at) = (0..expected.len()).find(|&at| found[at] != expected[at]) {
            let (depth, want) = (at + 1, &expected[at]);
            let table = divide(&check, depth);
            panic!("{}: depth {depth}: {}, expected {want}:{table}", check.name(), found[at]);
        }
    }
}

#[test]
fn whole_clusters_are_counted() {
    let mut last: Option<(String, Cluster)> = None;
    for check in checks().iter().filter(|check| ["space", "histogram"].contains(&&*check.kind)) {
        let space = StateSpace::new(&check.puzzle, check.goal);
        // A `histogram` line follows its `space` line: one flood serves both.
        let name = format!("{} {:?} {:?}", check.id, check.metric, check.goal);
        if last.as_ref().is_none_or(|(known, _)| *known != name) {
            last = Some((name, Cluster::of(&space, check.metric)));
        }
        let cluster = &last.as_ref().unwrap().1;
        let found = if check.kind == "space" { space_values(cluster) } else { histogram(cluster) };
        assert_eq!(found, check.values, "{}", check.name());
    }
}

fn space_values(cluster: &Cluster) -> Vec<String> {
    let or_none = |number: Option<&u32>| number.map_or("none".to_owned(), u32::to_string);
    let (states, solvable) = (cluster.graph.len(), cluster.distance.len());
    vec![
        format!("solution={}", or_none(cluster.distance.get(&cluster.start))),
        format!("states={states}"),
        format!("moves={}", cluster.graph.values().map(Vec::len).sum::<usize>()),
        format!("goals={}", cluster.goals.len()),
        format!("unsolvable={}", states - solvable),
        format!("farthest={}", or_none(cluster.distance.values().max())),
    ]
}

fn histogram(cluster: &Cluster) -> Vec<String> {
    cluster.histogram().iter().map(ToString::to_string).collect()
}
