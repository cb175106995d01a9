//! A player that knows the way half of the time.

use super::super::measure::Measure;
use super::bicgstab::Bicgstab;
use super::state_walk::expected_slides;

pub(in super::super) const MEASURE: Measure = Measure {
    name: "noisy_walk",
    formula: "the expected number of slides until a goal when each slide is, with probability 1/2, \
              chosen uniformly among those that lead nearer, else among the legal ones",
    unit: "slides",
    source: "the noisy-optimal players of decision theory",
    help: "length and choice in one number, in moves",
    of: |subject, watch| {
        expected_slides(
            subject,
            watch,
            |_| Ok(Bicgstab::default()),
            |graph, state| {
                let all = 0.5 / super::super::float(graph.slides_of(state).len());
                let good = 0.5 / super::super::float(graph.good_slides(state).count());
                [all + good, all]
            },
        )
    },
};
