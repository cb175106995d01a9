//! Pattern heuristics on crowded boards with any goal, exit and wall.

use std::collections::{HashMap, VecDeque};

use crate::board::{Goal, Metric};
use crate::heuristic::{HEURISTICS, Heuristic};
use crate::lab::random::Random;
use crate::outcome::{Limits, Watch};
use crate::state::{Key, Position, StateSpace};

/// The most states of a walk.
const STATES: usize = 400;

/// Walk through a puzzle and compare every estimate with those of the neighbours.
fn walk(space: &StateSpace<'_>, metric: Metric, heuristic: &mut dyn Heuristic) -> usize {
    let mut position = Position::new(space);
    let Some(first) = heuristic.estimate(&position) else { return 0 };
    let mut known = HashMap::from([(space.start::<4>(), first)]);
    let mut waiting = VecDeque::from([space.start::<4>()]);
    while let Some(key) = waiting.pop_front().filter(|_| known.len() < STATES) {
        position.load(&key);
        let here = known[&key];
        assert!(here == 0 || !position.is_goal(), "{here} at the goal");
        let mut steps = Vec::new();
        position.for_each_move(metric, |step| steps.push(step));
        for step in steps {
            let next: Key<4> = position.key_after(&key, step);
            let after = heuristic.estimate_after(&mut position, here, step).expect("solvable");
            assert!(after + 1 >= here && here + 1 >= after, "{here} to {after}");
            position.apply(step);
            assert_eq!(heuristic.estimate(&position), Some(after));
            position.apply(step.reversed());
            if known.insert(next, after).is_none() {
                waiting.push_back(next);
            }
        }
    }
    known.len()
}

/// Estimates are 0 at the goal and change by at most 1 with each move, so they are lower bounds.
/// The estimate after a move equals the one computed anew.
#[test]
fn estimates_are_consistent() {
    let (mut random, mut states, mut tables) = (Random(8), 0, 0);
    for round in 0..9 {
        let Some(puzzle) = random.board(round) else { continue };
        for (number, (_, goal)) in Goal::NAMES.into_iter().enumerate() {
            let space = StateSpace::new(&puzzle, goal);
            let metric = [Metric::Slide, Metric::Step][(round + number) % 2];
            for entry in HEURISTICS.iter().filter(|entry| entry.name.starts_with("pattern")) {
                let mut never = |_| false;
                let watch = &mut Watch::new(Limits::default(), &mut never);
                let mut heuristic = entry.make(&space, metric, watch).expect("no limit");
                states += walk(&space, metric, heuristic.as_mut());
                tables += heuristic.tables().len();
            }
        }
    }
    assert!(states > 9_000 && tables > 30, "{states} states, {tables} tables");
}
