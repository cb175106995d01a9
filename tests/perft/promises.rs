//! What each heuristic promises, on every state and every move of the smaller clusters. Python's `test_agreement.py` asks the same of random boards.

use rushhour::heuristic::{Entry, HEURISTICS, Heuristic, Promise};
use rushhour::internals::{Position, StateSpace};
use rushhour::{Limits, Watch};

use crate::cluster::Cluster;
use crate::data::{Check, checks};

const SMALL: usize = 150;

/// One heuristic on one cluster.
struct Trial<'a> {
    check: &'a Check,
    space: &'a StateSpace<'a>,
    cluster: &'a Cluster,
    entry: &'a Entry<'a>,
}

impl Trial<'_> {
    fn run(&self) {
        let (mut never, metric) = (|_| false, self.check.metric);
        let watch = &mut Watch::new(Limits::default(), &mut never);
        let mut heuristic = self.entry.make(self.space, metric, watch).expect("no limit");
        let mut position = Position::new(self.space);
        for key in self.cluster.graph.keys() {
            position.load(key);
            let here = heuristic.estimate(&position);
            self.is_admissible(here, self.cluster.distance.get(key).copied());
            if let Some(here) = here {
                self.moves(&mut *heuristic, &mut position, here);
            }
        }
    }

    fn promise(&self) -> Promise {
        self.entry.promise(self.check.metric)
    }

    fn is_admissible(&self, estimate: Option<u32>, distance: Option<u32>) {
        let Some(distance) = distance else { return };
        let estimate = estimate.unwrap_or(u32::MAX);
        assert!(distance > 0 || estimate == 0, "{}: {estimate} at a goal", self.name());
        let fits = estimate <= distance || !self.promise().admissible;
        assert!(fits, "{}: {estimate} > {distance}", self.name());
    }

    /// On every move: the short way to the estimate gives the same as the long one, and the
    /// estimate falls by 1 at the most.
    fn moves(&self, heuristic: &mut dyn Heuristic, position: &mut Position<'_>, here: u32) {
        let mut moves = Vec::new();
        position.for_each_move(self.check.metric, |step| moves.push(step));
        for step in moves {
            let quick = heuristic.estimate_after(position, here, step);
            position.apply(step);
            let full = heuristic.estimate(position);
            position.apply(step.reversed());
            let name = || format!("{} after {}", self.name(), self.check.written(step));
            assert_eq!(quick, full, "{}", name());
            let inconsistencies = full.is_some_and(|there| here > there + 1);
            assert!(
                !inconsistencies || !self.promise().consistent,
                "{}: {here} to {full:?}",
                name()
            );
        }
    }

    fn name(&self) -> String {
        format!("{} {}", self.check.name(), self.entry.name)
    }
}

#[test]
fn promises_hold_on_every_state_and_move() {
    let is_small = |check: &Check| {
        let states = check.values[1].strip_prefix("states=").unwrap();
        states.parse::<usize>().unwrap() <= SMALL
    };
    for check in checks().iter().filter(|check| check.kind == "space" && is_small(check)) {
        let space = StateSpace::new(&check.puzzle, check.goal);
        let cluster = Cluster::of(&space, check.metric);
        for entry in HEURISTICS {
            Trial { check, space: &space, cluster: &cluster, entry }.run();
        }
    }
}
