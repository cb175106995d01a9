//! Vehicles that must take a way back.

use super::dependencies::VehicleSet;
use super::measure::{Measure, Value};
use crate::board::Move;

pub(super) const MEASURE: Measure = Measure {
    name: "returning",
    formula: "the vehicles that move both ways along their line in every optimal solution",
    unit: "vehicles",
    source: "this project",
    help: "what must make room and come back",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let vehicles = subject.board().vehicles().len();
        let found = paths.fold(graph, watch, |state, after| {
            if graph.distances[state] == 0 {
                return [VehicleSet::MAX, 0, 0, 0];
            }
            let ways = graph.good_slides(state);
            let ways = ways.map(|slide| before(after(graph.end(slide)), graph.moves[slide]));
            ways.fold(Ways::default(), either)
        })?;
        let must = found[3] & !(found[0] | found[1] | found[2]);
        let returning = (0..vehicles).filter(|&vehicle| must >> vehicle & 1 == 1);
        Ok(Some(Value::Vehicles(returning.collect())))
    },
};

/// The vehicles for which some solution goes 0 no way, 1 forward alone, 2 back alone, 3 both ways.
type Ways = [VehicleSet; 4];

/// The ways of the solutions that make a move first.
fn before(after: Ways, step: Move) -> Ways {
    let own = 1 << step.vehicle.index();
    let way = if step.cells > 0 { 1 } else { 2 };
    let mut ways = after.map(|set| set & !own);
    for (other, set) in after.iter().enumerate() {
        ways[other | way] |= set & own;
    }
    ways
}

fn either(mut one: Ways, other: Ways) -> Ways {
    one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
    one
}
