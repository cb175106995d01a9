//! States that no optimal solution avoids.

use super::measure::{Measure, Value};

pub(super) const MEASURE: Measure = Measure {
    name: "bottlenecks",
    formula: "the states through which every optimal solution passes, but for the start and the end",
    unit: "states",
    source: "this project",
    help: "how often there is only one way on",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let levels = paths.by_distance().rev().skip(1);
        let slides = subject.slides.unwrap_or(0).saturating_sub(1);
        let between = levels.take(usize::try_from(slides).expect("in memory"));
        Ok(Some(Value::count(between.filter(|states| states.len() == 1).count())))
    },
};
