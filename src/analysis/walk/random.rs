//! A player that takes any legal slide.

use super::super::measure::Measure;
use super::state_walk::expected_slides;

pub(in super::super) const MEASURE: Measure = Measure {
    name: "random_walk",
    formula: "the expected number of slides until a goal when each slide is chosen uniformly among \
              the legal ones",
    unit: "slides",
    source: "Aldous and Fill on hitting times, 2002",
    help: "whether a puzzle falls to mere trying",
    of: |subject, watch| {
        expected_slides(subject, watch, |graph, state| {
            [1.0 / super::super::float(graph.slides_of(state).len()); 2]
        })
    },
};
