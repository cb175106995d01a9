//! How large the cluster is.

use num_bigint::BigUint;

use super::subject::{GOAL, Measure, Value};
use crate::bfs;
use crate::board::Metric;
use crate::outcome::Ending;
use crate::state::StateSpace;

pub(super) const STATES: Measure = Measure {
    name: "states",
    formula: "the states that can be reached from the start, itself included",
    unit: "states",
    source: "Fogleman, database of 6x6 boards, 2018",
    help: "how much room there is to get lost; people find boards of many states no harder",
    of: |subject, _| Ok(Some(Value::count(subject.graph()?.len()))),
};

pub(super) const GOAL_STATES: Measure = Measure {
    name: "goal_states",
    formula: "the solved states of the cluster",
    unit: "states",
    source: "Fogleman, database of 6x6 boards, 2018",
    help: "how many ways there are to end",
    of: |subject, _| Ok(Some(Value::count(subject.graph()?.goals()))),
};

pub(super) const ECCENTRICITY: Measure = Measure {
    name: "eccentricity",
    formula: "the largest distance of a state of the cluster from its nearest goal",
    unit: "slides",
    source: "graph theory",
    help: "how much harder the same board could start",
    of: |subject, _| {
        Ok(subject.graph()?.distances.last().map(|&farthest| Value::Count(BigUint::from(farthest))))
    },
};

pub(super) const HISTOGRAM: Measure = Measure {
    name: "histogram",
    formula: "the number of states at distance 0, 1, 2, ... from the nearest goal",
    unit: "states",
    source: "Fogleman, database of 6x6 boards, 2018",
    help: "the shape of the cluster",
    of: |subject, _| Ok(Some(Value::Histogram(subject.graph()?.histogram.clone()))),
};

pub(super) const BRANCHING: Measure = Measure {
    name: "branching",
    formula: "the mean number of legal slides of a state of the cluster",
    unit: "slides",
    source: "graph theory: the mean degree",
    help: "how many choices there are at a time",
    of: |subject, _| {
        let graph = subject.graph()?;
        Ok(Some(Value::Number(super::ratio(graph.moves.len(), graph.len()))))
    },
};

// The optima in both metrics.

pub(super) const SLIDES: Measure = Measure {
    name: "slides",
    formula: "the fewest slides of any number of cells after which the target touches its exit edge",
    unit: "slides",
    source: "the classic cards, 1996",
    help: "the best single measure of difficulty",
    of: |subject, _| Ok(subject.slides.map(|slides| Value::Count(BigUint::from(slides)))),
};

pub(super) const STEPS: Measure = Measure {
    name: "steps",
    formula: "the fewest steps of one cell after which the target touches its exit edge",
    unit: "steps",
    source: "Collette, Raskin and Servais, 2006",
    help: "how far the vehicles have to go",
    of: |subject, watch| {
        if subject.slides.is_none() {
            return Ok(None);
        }
        let space = StateSpace::new(subject.puzzle, GOAL);
        let outcome =
            watch.within(super::MOST_STATES, |watch| bfs::solve(&space, Metric::Step, watch));
        match outcome.ending {
            Ending::Solved(moves) => Ok(Some(Value::count(moves.len()))),
            Ending::Unsolvable => Ok(None),
            Ending::Unknown(stop) => Err(stop),
        }
    },
};
