//! A player that takes any legal slide.

use super::super::measure::Measure;
use super::super::state_graph::StateGraph;
use super::conjugate_gradients::ConjugateGradients;
use super::state_walk::expected_slides;
use crate::outcome::Stop;
use crate::outcome::memory;

pub(in super::super) const MEASURE: Measure = Measure {
    name: "random_walk",
    formula: "the expected number of slides until a goal when each slide is chosen uniformly among \
              the legal ones",
    unit: "slides",
    source: "Aldous and Fill on hitting times, 2002",
    help: "whether a puzzle falls to mere trying",
    of: |subject, watch| {
        expected_slides(subject, watch, reversible, |graph, state| {
            [1.0 / super::super::float(graph.slides_of(state).len()); 2]
        })
    },
};

/// Each slide has a way back, so the walk goes from each state as often as it has slides.
fn reversible(graph: &StateGraph) -> Result<ConjugateGradients, Stop> {
    let slides = |state| super::super::float(graph.slides_of(state).len());
    let weights = memory::collect((graph.goals()..graph.len()).map(slides))?;
    Ok(ConjugateGradients::new(weights))
}
