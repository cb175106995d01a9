//! How much luck a player without a plan needs.

use super::measure::{Measure, Value};
use super::state_graph::StateGraph;

pub(super) const MEASURE: Measure = Measure {
    name: "surprisal",
    formula: "H(start), where H(s) = log2(legal slides / good slides) + the mean of H over the good \
              successors, each weighted by its number of optimal solutions, and H(goal) = 0",
    unit: "bits",
    source: "Shannon, 1948, summed over the choices of a solution",
    help: "length and choice in one number",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let found = paths.fold(graph, watch, |state, after| surprisal(graph, state, after))?;
        Ok(Some(Value::Number(found.bits)))
    },
};

/// The logarithm of the number of optimal solutions, which may be larger than any float, and H.
#[derive(Clone, Copy, Default)]
struct Surprisal {
    log_solutions: f64,
    bits: f64,
}

fn surprisal(graph: &StateGraph, state: usize, after: &dyn Fn(usize) -> Surprisal) -> Surprisal {
    if graph.distances[state] == 0 {
        return Surprisal::default();
    }
    let good: Vec<Surprisal> =
        graph.good_slides(state).map(|slide| after(graph.end(slide))).collect();
    let most = good.iter().map(|one| one.log_solutions).fold(0.0, f64::max);
    let weight = |one: &Surprisal| (one.log_solutions - most).exp();
    let total: f64 = good.iter().map(weight).sum();
    let mean = good.iter().map(|one| weight(one) * one.bits).sum::<f64>() / total;
    let choice = super::ratio(graph.slides_of(state).len(), good.len()).log2();
    Surprisal { log_solutions: most + total.ln(), bits: choice + mean }
}
