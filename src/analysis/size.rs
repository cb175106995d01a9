//! How large the cluster is.

use num_bigint::BigUint;

use super::measure::{Measure, Value};

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
