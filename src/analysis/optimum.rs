//! The optima in both metrics.

use num_bigint::BigUint;

use super::measure::{Measure, Value};
use super::subject::GOAL;
use crate::bfs;
use crate::board::Metric;
use crate::outcome::Ending;
use crate::state::StateSpace;

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
