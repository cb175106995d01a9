//! A relaxed puzzle must make every move of the puzzle itself, and owe no more than is paid.

use std::collections::HashSet;

use super::*;
use crate::board::Board;
use crate::moves::{Goal, Move, Traffic};
use crate::order::SOURCE;
use crate::random::{Random, turned};

/// The most states of a walk.
const STATES: usize = 500;

/// The target and about half of all other vehicles, in any order.
fn some_vehicles(random: &mut Random, space: &Space<'_>) -> Vec<usize> {
    let target = space.board().target();
    let mut vehicles: Vec<usize> = (0..space.vehicles().len())
        .filter(|&vehicle| vehicle == target || random.below(2) == 0)
        .collect();
    let places = vehicles.len();
    for place in 1..places {
        let other = random.below(i64::try_from(place + 1).expect("few"));
        vehicles.swap(place, usize::try_from(other).expect("below"));
    }
    vehicles
}

/// Walk through the puzzle and, beside it, through the relaxed one.
fn walk(space: &Space<'_>, relaxed: &Relaxed<'_>) -> usize {
    let begin = (space.start::<4>(), relaxed.start::<2>());
    let (mut known, mut waiting) = (HashSet::from([begin]), vec![begin]);
    let (mut traffic, mut scene) = (Traffic::new(space), Scene::new(relaxed));
    while let Some((key, shadow)) = waiting.pop().filter(|_| known.len() < STATES) {
        traffic.load(&key);
        if traffic.is_goal() {
            scene.load(&shadow);
            assert!(scene.is_goal(), "solved with duties unmet");
            continue;
        }
        let ways = ways_of(&mut scene, &shadow);
        traffic.for_each_move(relaxed.metric, |step| {
            let next = (traffic.key_after(&key, step), shadow_after(relaxed, &ways, shadow, step));
            if known.insert(next) {
                waiting.push(next);
            }
        });
    }
    known.len()
}

type Way = (Move, Key<2>);

/// The successors of a state, each of which must know it as a predecessor.
fn ways_of(scene: &mut Scene<'_, 2>, from: &Key<2>) -> Vec<Way> {
    scene.load(from);
    let mut ways = Vec::new();
    scene.successors(SOURCE, |step, key| ways.push((step, key)));
    for (step, key) in &ways {
        scene.load(key);
        let mut is_known = false;
        scene.predecessors(SOURCE, |back, before| {
            is_known |= back == step.reversed() && before == *from;
        });
        assert!(is_known);
    }
    ways
}

/// Where a move of the puzzle leads in the relaxed one.
fn shadow_after(relaxed: &Relaxed<'_>, ways: &[Way], from: Key<2>, step: Move) -> Key<2> {
    let mut numbers = 0..relaxed.len();
    let number = numbers.find(|&number| relaxed.kept[number].vehicle == usize::from(step.vehicle));
    let Some(number) = number else { return from };
    let vehicle = u8::try_from(number).expect("few vehicles");
    let way = ways.iter().find(|(other, _)| *other == Move { vehicle, ..step });
    let (_, key) = way.expect("a relaxed puzzle makes every move");
    let owed = |key| (0..relaxed.len()).map(|n| relaxed.owed(key, n)).sum::<u16>();
    assert!(owed(&from) <= owed(key) + 1, "what is owed is consistent");
    *key
}

#[test]
fn random_boards_are_relaxed() {
    let (mut random, mut states) = (Random(5), 0);
    for round in 0..300 {
        let setup = random.setup();
        let setup = if round % 2 == 0 { setup } else { turned(setup) };
        let Ok((board, start)) = Board::new(&setup) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = Space::new(&board, &start, goal);
            let metric = [Metric::Slide, Metric::Step][round % 2];
            let Some(scope) = Scope::new(&space, metric) else { continue };
            let vehicles = some_vehicles(&mut random, &space);
            states += walk(&space, &Relaxed::new(&space, metric, &scope, &vehicles));
        }
    }
    assert!(states > 100_000, "{states} states");
}
