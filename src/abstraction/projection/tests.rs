//! A projection must allow every move of the puzzle, and landmark costs must not exceed true costs.

use std::collections::HashSet;

use super::*;
use crate::board::{Goal, Move};
use crate::lab::random::Random;
use crate::state::{Position, Puzzle};

/// The most states of a walk.
const STATES: usize = 500;

/// The target and about half of the other vehicles, in random order.
fn some_vehicles(random: &mut Random, space: &StateSpace<'_>) -> Vec<usize> {
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

/// Walk through the puzzle and through the projection side by side.
fn walk(space: &StateSpace<'_>, projection: &Projection<'_>) -> usize {
    let begin = (space.start::<4>(), projection.start::<2>());
    let (mut known, mut waiting) = (HashSet::from([begin]), vec![begin]);
    let (mut position, mut abstract_position) =
        (Position::new(space), AbstractPosition::new(projection));
    while let Some((key, shadow)) = waiting.pop().filter(|_| known.len() < STATES) {
        position.load(&key);
        if position.is_goal() {
            abstract_position.load(&shadow);
            assert!(abstract_position.is_goal(), "solved with landmarks unmet");
            continue;
        }
        let ways = ways_of(&mut abstract_position, &shadow);
        position.for_each_move(projection.metric, |step| {
            let after = shadow_after(projection, &position, (&ways, shadow), step);
            let next = (position.key_after(&key, step), after);
            if known.insert(next) {
                waiting.push(next);
            }
        });
    }
    known.len()
}

/// The number of coordinates that variables may take.
fn places_of(projection: &Projection<'_>) -> u32 {
    projection.representatives.iter().map(|representatives| representatives.mask.count_ones()).sum()
}

type MoveAndKey = (AbstractMove, Key<2>);

/// The successors of a state, each of which must have it as a predecessor, as its predecessors must
/// have it as a successor.
fn ways_of(abstract_position: &mut AbstractPosition<'_, 2>, from: &Key<2>) -> Vec<MoveAndKey> {
    abstract_position.load(from);
    let mut ways = Vec::new();
    abstract_position.successors(NO_ABSTRACT_MOVE, |step, key| ways.push((step, key)));
    for (step, key) in &ways {
        abstract_position.load(key);
        let mut is_known = false;
        abstract_position.predecessors(NO_ABSTRACT_MOVE, |back, before| {
            is_known |= back == step.reversed() && before == *from;
        });
        assert!(is_known);
    }
    assert_successor_of_predecessors(abstract_position, from);
    ways
}

fn assert_successor_of_predecessors(
    abstract_position: &mut AbstractPosition<'_, 2>,
    state: &Key<2>,
) {
    abstract_position.load(state);
    let mut before = Vec::new();
    abstract_position.predecessors(NO_ABSTRACT_MOVE, |back, key| before.push((back, key)));
    for (back, key) in &before {
        abstract_position.load(key);
        let mut is_known = false;
        abstract_position.successors(NO_ABSTRACT_MOVE, |step, next| {
            is_known |= step == back.reversed() && next == *state;
        });
        assert!(is_known);
    }
}

/// The abstract state after a move of the puzzle: its variable goes to another representative, or
/// stays.
fn shadow_after(
    projection: &Projection<'_>,
    position: &Position<'_>,
    (ways, from): (&[MoveAndKey], Key<2>),
    step: Move,
) -> Key<2> {
    let vehicle = step.vehicle.index();
    let number = projection.variables.iter().position(|variable| variable.vehicle == vehicle);
    let Some(number) = number else { return from };
    let (representatives, at) =
        (&projection.representatives[number], position.coordinates()[vehicle]);
    let representative = |at| representatives.representative(at).cast_signed();
    let cells = representative(at.strict_add_signed(step.cells)) - representative(at);
    if cells == 0 {
        return from;
    }
    let step = Move { vehicle: PatternVar::new(number), cells };
    let (_, key) = ways.iter().find(|(other, _)| *other == step).expect("it makes every move");
    let cost = |key| {
        (0..projection.len())
            .map(|n| projection.landmark_cost(key, PatternVar::new(n)))
            .sum::<u16>()
    };
    assert!(cost(&from) <= cost(key) + 1, "what is owed is consistent");
    *key
}

#[test]
fn random_boards_are_relaxed() {
    let (mut random, mut states, mut fewer) = (Random(5), 0, 0);
    for round in 0..300 {
        let Some(puzzle) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&puzzle, goal);
            let metric = [Metric::Slide, Metric::Step][round % 2];
            let Some(analysis) = StaticAnalysis::new(&space, metric) else { continue };
            let vehicles = some_vehicles(&mut random, &space);
            let projection = Projection::new(&space, metric, &analysis, &vehicles);
            states += walk(&space, &projection);
            let places = places_of(&projection);
            let projection = projection.with_dominance_pruning();
            states += walk(&space, &projection);
            fewer += places - places_of(&projection);
        }
    }
    assert!(states > 200_000, "{states} states");
    assert!(fewer > 1_000, "{fewer} places fewer");
}

#[test]
fn a_vehicle_stays_beside_the_road_or_where_it_began() {
    let puzzle: Puzzle = "....../....../AA.B../...B../......".parse().expect("a board");
    let space = StateSpace::new(&puzzle, Goal::Edge);
    let representatives = |metric, vehicles: &[usize]| -> Vec<u8> {
        let analysis = StaticAnalysis::without_landmarks(&space).expect("solvable");
        let projection =
            Projection::new(&space, metric, &analysis, vehicles).with_dominance_pruning();
        (0..=3).map(|at| projection.representatives.last().expect("B").representative(at)).collect()
    };
    assert_eq!(representatives(Metric::Slide, &[0, 1]), [0, 2, 2, 3]);
    assert_eq!(representatives(Metric::Step, &[0, 1]), [0, 1, 2, 3]);
}

#[test]
fn a_vehicle_stays_wherever_it_is_in_the_way_of_another_on_either_side() {
    let puzzle: Puzzle = "....../.CC.../AA.B../...B../......".parse().expect("a board");
    let space = StateSpace::new(&puzzle, Goal::Edge);
    let analysis = StaticAnalysis::without_landmarks(&space).expect("solvable");
    let vehicles = puzzle.board().vehicles();
    let vehicle = |label| vehicles.iter().position(|v| v.label == label).expect("there");
    let vehicles = ["A", "C", "B"].map(vehicle);
    let projection =
        Projection::new(&space, Metric::Slide, &analysis, &vehicles).with_dominance_pruning();
    assert_eq!(
        projection.representatives[2].mask, 0b1101,
        "in the way of C, the start, in nobody's way"
    );
}
