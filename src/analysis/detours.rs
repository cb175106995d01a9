//! Moves of every optimal solution that look wrong.

use num_bigint::BigUint;

use super::measure::{Measure, Value};

pub(super) const COUNTERINTUITIVE: Measure = Measure {
    name: "counterintuitive",
    formula: "the least number, over optimal solutions, of slides that drive the target away from \
              its exit or raise the number of vehicles between them",
    unit: "slides",
    source: "after Jarusek and Pelanek on transport puzzles, 2011",
    help: "how often one must leave the direct way",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let board = subject.board();
        let away = if board.exit().side.is_forward() { -1 } else { 1 };
        let least = paths.least(graph, watch, |state, slide| {
            let step = graph.moves[slide];
            let drives_away = step.vehicle.index() == board.target() && step.cells.signum() == away;
            let raises = graph.blockers[graph.end(slide)] > graph.blockers[state];
            u32::from(drives_away || raises)
        })?;
        Ok(Some(Value::Count(BigUint::from(least))))
    },
};

pub(super) const DEPENDENCY_RAISES: Measure = Measure {
    name: "dependency_raises",
    formula: "the least number, over optimal solutions, of slides after which the dependency graph \
              has more vehicles than before",
    unit: "slides",
    source: "this project; the graph is that of the human walk",
    help: "how often things must look worse before they get better",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let size = |state: usize| graph.dependencies[state].count_ones();
        let least = paths
            .least(graph, watch, |state, slide| u32::from(size(graph.end(slide)) > size(state)))?;
        Ok(Some(Value::Count(BigUint::from(least))))
    },
};
