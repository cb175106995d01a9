//! What the tests of all successors share: a search must find the same with each kind as vehicle by
//! vehicle.

use super::general::Solve;
use crate::board::{Goal, Metric, Move};
use crate::cluster::Measured;
use crate::lab::random::Random;
use crate::outcome::{Ending, Limits, Outcome, Watch};
use crate::state::{
    Position, Puzzle, StateSpace, Successors, VehicleByVehicle, for_each_neighbour,
};

pub(super) const METRICS: [Metric; 2] = [Metric::Slide, Metric::Step];

/// The most states of a search: the portable backend of a debug build must also end.
pub(super) const FEW: u64 = 4_000;
const SOME: u64 = 15_000;

/// 8x8 boards; none fits `bfs/small`.
fn eight() -> impl Iterator<Item = &'static str> {
    let rows = include_str!("../../puzzles/large/aveiro8x8.csv").lines().skip(1);
    rows.filter_map(|row| row.split(',').nth(1))
}

pub(super) fn with_watch<T>(states: u64, run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let mut never = |_| false;
    let limits = Limits { states: Some(states), ..Limits::default() };
    run(&mut Watch::new(limits, &mut never))
}

/// The cluster that is found vehicle by vehicle; `None` if it has too many states.
pub(super) fn one_by_one<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    states: u64,
) -> Option<Measured<W>> {
    let successors = [(); 2].map(|()| VehicleByVehicle::new(space, metric));
    with_watch(states, |watch| Measured::of(space, successors, watch)).ok()
}

/// Compare clusters down to the distance of every state.
pub(super) fn assert_same<const W: usize>(found: &Measured<W>, expected: &Measured<W>) {
    assert_eq!(found.histogram, expected.histogram);
    assert_eq!(found.last.as_ref().map(Vec::len), expected.last.as_ref().map(Vec::len));
    assert_eq!(found.closed.len(), expected.closed.len());
    let mut keys = expected.closed.keys();
    assert!(keys.all(|key| found.closed.distance(&key) == expected.closed.distance(&key)));
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

/// Compare solutions by their length, with each of these successors; `None` if a search has too many
/// states.
pub(super) fn same_solution(
    space: &StateSpace<'_>,
    metric: Metric,
    states: u64,
    successors: impl IntoIterator<Item = impl Successors<1>>,
) -> Option<()> {
    let one_by_one = VehicleByVehicle::<1>::new(space, metric);
    let run = |watch: &mut Watch<'_>| Solve::new(space, metric, one_by_one).run(watch);
    let expected: Outcome = with_watch(states, run);
    for successors in successors {
        let found = with_watch(states, |watch| Solve::new(space, metric, successors).run(watch));
        match (&found.ending, &expected.ending) {
            (Ending::Unknown(_), _) | (_, Ending::Unknown(_)) => return None,
            (Ending::Solved(path), Ending::Solved(other)) => {
                assert!(is_solution(space, path));
                assert_eq!(path.len(), other.len());
            }
            (one, other) => assert_eq!(one, other),
        }
        assert_eq!(found.lower_bound, expected.lower_bound);
    }
    Some(())
}

/// Comparisons with one kind of successors. Each returns `None` if the space is too large for them or if
/// a search has more than so many states.
pub(super) struct Comparison {
    pub(super) cluster: fn(&StateSpace<'_>, Metric, u64) -> Option<()>,
    pub(super) solution: fn(&StateSpace<'_>, Metric, u64) -> Option<()>,
}

impl Comparison {
    /// Random boards; the number of clusters, and of solutions with keys in mixed radix.
    pub(super) fn of_random_boards(&self, rounds: usize) -> (u32, u32) {
        let (mut random, mut clusters, mut in_radix) = (Random(8), 0, 0);
        for round in 0..rounds {
            let Some(puzzle) = random.board(round) else { continue };
            for (metric, (_, goal)) in
                METRICS.iter().flat_map(|&m| Goal::NAMES.map(|goal| (m, goal)))
            {
                let space = StateSpace::new(&puzzle, goal);
                let is_compared = (self.solution)(&space, metric, FEW).is_some();
                in_radix += u32::from(is_compared && !space.is_binary());
                clusters += u32::from((self.cluster)(&space, metric, FEW).is_some());
            }
        }
        (clusters, in_radix)
    }

    /// Solutions of boards of 8x8; their number.
    pub(super) fn of_large_boards(&self) -> usize {
        let mut compared = 0;
        for text in eight().step_by(2) {
            let puzzle: Puzzle = text.parse().expect("a board");
            let space = StateSpace::new(&puzzle, Goal::Edge);
            let is_compared = |&metric: &Metric| (self.solution)(&space, metric, SOME).is_some();
            compared += METRICS.into_iter().filter(is_compared).count();
        }
        compared
    }

    /// A cluster of 162 346 states.
    pub(super) fn of_a_large_cluster(&self) {
        let text = eight().nth(18).expect("it is in the list");
        let puzzle: Puzzle = text.parse().expect("a board");
        let space = StateSpace::new(&puzzle, Goal::Edge);
        (self.cluster)(&space, Metric::Slide, 200_000).expect("small enough");
    }

    /// Clusters of boards whose target starts beyond the goal; their number.
    pub(super) fn of_targets_beyond_the_goal(&self) -> u32 {
        let (mut random, mut compared) = (Random(9), 0);
        for round in 0..200 {
            let Some(puzzle) = random.board(round) else { continue };
            let past = StateSpace::new(&puzzle, Goal::Past);
            if past.words() > 1 {
                continue;
            }
            let expand = VehicleByVehicle::<1>::new(&past, Metric::Slide);
            let run = |watch: &mut Watch<'_>| Solve::new(&past, Metric::Slide, expand).run(watch);
            let Ending::Solved(path) = with_watch(FEW, run).ending else { continue };
            let end = path.iter().try_fold(puzzle, |puzzle, &step| puzzle.apply(step));
            let end = end.expect("legal moves");
            let space = StateSpace::new(&end, Goal::Edge);
            for metric in METRICS {
                compared += u32::from((self.cluster)(&space, metric, FEW).is_some());
            }
        }
        compared
    }
}
