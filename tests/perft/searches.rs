//! What each algorithm promises, on boards whose optimum is known.

use rushhour::heuristic::{Entry, HEURISTICS};
use rushhour::internals::{Position, StateSpace};
use rushhour::search::{
    ALGORITHMS, Algorithm, Duplicates, Optimal, Query, Setting, Settings, Ties, search,
};
use rushhour::{Ending, Limits, Move, Outcome, Stop};

use crate::data::{Check, checks};

/// One search of a board whose optimum is known.
struct Trial<'a> {
    check: &'a Check,
    algorithm: &'a Algorithm,
    heuristic: &'static Entry<'static>,
    settings: Settings,
}

impl Trial<'_> {
    fn run(&self) {
        let Check { puzzle, metric, goal, .. } = self.check;
        let query = Query {
            metric: *metric,
            goal: *goal,
            own_goal: None,
            heuristic: self.heuristic,
            settings: self.settings,
            limits: Limits::default(),
        };
        let mut pulses = 0;
        let mut tires = |_| {
            pulses += 1;
            self.algorithm.name == "ida" && pulses > PATIENCE
        };
        self.judge(&search(self.algorithm, puzzle, &query, &mut tires));
    }

    fn judge(&self, outcome: &Outcome) {
        let expected = self.check.values[0].strip_prefix("solution=").unwrap();
        let optimum = expected.parse::<u32>().ok();
        let bound = outcome.lower_bound;
        assert!(optimum.is_none_or(|optimum| bound <= optimum), "{}: bound {bound}", self.name());
        let cost = match &outcome.ending {
            Ending::Unknown(stop) => return assert_eq!(*stop, Stop::Interrupted),
            Ending::Unsolvable => None,
            Ending::Solved(moves) => Some(self.cost(moves)),
        };
        let most = optimum.map(|optimum| self.most(optimum));
        assert!(optimum <= cost && cost <= most, "{}: {cost:?}", self.name());
        assert!(cost.is_none() || !self.is_optimal() || Some(bound) == cost, "{}", self.name());
    }

    /// The length of a solution, move by move.
    fn cost(&self, moves: &[Move]) -> u32 {
        let Check { puzzle, metric, goal, .. } = self.check;
        let space = StateSpace::new(puzzle, *goal);
        let mut position = Position::new(&space);
        for step in moves {
            let mut legal = false;
            position.for_each_move(*metric, |other| legal |= other == *step);
            assert!(legal, "{}: {}", self.name(), self.check.written(*step));
            position.apply(*step);
        }
        assert!(position.is_goal(), "{}", self.name());
        u32::try_from(moves.len()).unwrap()
    }

    /// The most that a solution may cost.
    fn most(&self, optimum: u32) -> u32 {
        match self.algorithm.optimal {
            Optimal::Within if self.is_sound() => 2 * optimum,
            _ if self.is_optimal() => optimum,
            _ => u32::MAX,
        }
    }

    fn is_optimal(&self) -> bool {
        match self.algorithm.optimal {
            Optimal::Always => true,
            Optimal::Admissible => self.is_sound(),
            Optimal::Within | Optimal::Never => false,
        }
    }

    /// Whether the heuristic is good enough for what the algorithm promises.
    fn is_sound(&self) -> bool {
        let promise = self.heuristic.promise(self.check.metric);
        promise.consistent || promise.admissible && self.settings.reopen != Some(false)
    }

    fn name(&self) -> String {
        let (algorithm, heuristic) = (self.algorithm.name, self.heuristic.name);
        format!("{} by {algorithm} {heuristic} {:?}", self.check.name(), self.settings)
    }
}

/// Looks at the clock, 16 expansions each, after which IDA* may give up.
const PATIENCE: u32 = 60;

/// The states of a small board.
const SMALL: usize = 150;

/// By default and, on small boards, with every other value of each setting.
fn settings_of(algorithm: &Algorithm, states: usize) -> Vec<Settings> {
    let usual = Settings::default();
    let takes = |setting| states <= SMALL && algorithm.takes.contains(&setting);
    let mut all = vec![usual];
    if takes(Setting::Ties) {
        all.extend([Ties::Lifo, Ties::Heap].map(|t| Settings { ties: t, ..usual }));
    }
    if takes(Setting::Duplicates) {
        let others = [Duplicates::Equal, Duplicates::Keep];
        all.extend(others.map(|d| Settings { duplicates: d, ties: Ties::Heap, ..usual }));
    }
    if takes(Setting::Reopen) {
        all.push(Settings { reopen: Some(algorithm.name == "greedy"), ..usual });
    }
    if takes(Setting::Undo) {
        all.push(Settings { undo: false, ..usual });
    }
    all
}

#[test]
fn every_algorithm_keeps_its_promise() {
    for check in &checks().into_iter().filter(|check| check.kind == "space").collect::<Vec<_>>() {
        let states = check.values[1].strip_prefix("states=").unwrap().parse::<usize>().unwrap();
        for algorithm in ALGORITHMS {
            for heuristic in heuristics_of(algorithm, states) {
                for settings in settings_of(algorithm, states) {
                    Trial { check, algorithm, heuristic, settings }.run();
                }
            }
        }
    }
}

/// Every heuristic on small boards, three on larger ones; one where none is asked.
fn heuristics_of(algorithm: &Algorithm, states: usize) -> &'static [Entry<'static>] {
    let is_guided = algorithm.takes.contains(&Setting::Heuristic);
    let guided = if states <= SMALL { HEURISTICS.len() } else { 3 };
    &HEURISTICS[..if is_guided { guided } else { 1 }]
}
