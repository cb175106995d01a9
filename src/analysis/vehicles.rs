//! Which vehicles matter.

use super::graph::VehicleSet;
use super::subject::{GOAL, Measure, Subject, Value};
use crate::bfs;
use crate::board::{Board, Metric, Move, Setup, Shape, cell_at};
use crate::outcome::{Ending, Stop, Watch};
use crate::state::{Puzzle, StateSpace};

pub(super) const ESSENTIAL: Measure = Measure {
    name: "essential",
    formula: "the vehicles beside the target without which the optimum in slides is another",
    unit: "vehicles",
    source: "Fogleman, minimal boards, 2018",
    help: "what the puzzle is made of",
    of: |subject, watch| Ok(essential(subject, watch)?.map(Value::Vehicles)),
};

pub(super) const IDLE: Measure = Measure {
    name: "idle",
    formula: "the vehicles beside the target that can move in no state of the cluster",
    unit: "vehicles",
    source: "this project",
    help: "what might as well be a wall",
    of: |subject, watch| {
        let graph = subject.graph()?;
        watch.check(graph.len(), graph.bytes())?;
        let moved =
            graph.moves.iter().fold(0_u128, |moved, step| moved | 1 << step.vehicle.index());
        Ok(Some(Value::Vehicles(others(subject, moved))))
    },
};

pub(super) const RED_HERRINGS: Measure = Measure {
    name: "red_herrings",
    formula: "the vehicles beside the target that move in no optimal solution",
    unit: "vehicles",
    source: "this project",
    help: "what distracts",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let moved = paths.moved(subject.graph()?, watch)?;
        Ok(Some(Value::Vehicles(others(subject, moved))))
    },
};

/// The vehicles beside the target that are not in a set.
pub(super) fn others(subject: &Subject<'_>, set: VehicleSet) -> Vec<usize> {
    let vehicles = 0..subject.board().vehicles().len();
    vehicles.filter(|&index| index != subject.board().target() && set >> index & 1 == 0).collect()
}

fn essential(subject: &Subject<'_>, watch: &mut Watch<'_>) -> Result<Option<Vec<usize>>, Stop> {
    let Some(slides) = subject.slides else { return Ok(None) };
    let moved = match subject.paths(watch) {
        Ok(Some(paths)) => paths.moved(subject.graph()?, watch)?,
        Ok(None) | Err(Stop::States) => 0,
        Err(stop) => return Err(stop),
    };
    let mut essential = Vec::new();
    for vehicle in others(subject, 0) {
        let start = (subject.puzzle.state().offsets(), slides);
        if moved >> vehicle & 1 == 1 || is_essential(subject.board(), start, vehicle, watch)? {
            essential.push(vehicle);
        }
    }
    Ok(Some(essential))
}

/// Whether the optimum in slides of a state is another without a vehicle.
///
/// A vehicle that moves in some optimal solution needs no search: without it the moves of the others are
/// a shorter solution.
pub(super) fn is_essential(
    board: &Board,
    (offsets, slides): (&[i8], u32),
    vehicle: usize,
    watch: &mut Watch<'_>,
) -> Result<bool, Stop> {
    let setup = without(board, offsets, vehicle);
    let puzzle = Puzzle::driven_out(&setup).expect("was legal with it");
    let space = StateSpace::new(&puzzle, GOAL);
    let outcome =
        watch.within(super::MOST_STATES, |watch| bfs::solve(&space, Metric::Slide, watch));
    match outcome.ending {
        Ending::Solved(moves) => Ok(u32::try_from(moves.len()) != Ok(slides)),
        Ending::Unsolvable => Ok(true),
        Ending::Unknown(stop) => Err(stop),
    }
}

fn without(board: &Board, offsets: &[i8], gone: usize) -> Setup {
    let placed = board.vehicles().iter().zip(offsets).enumerate();
    let vehicles = placed.filter(|&(index, _)| index != gone).map(|(_, (vehicle, &offset))| {
        let cell = cell_at(vehicle.axis, vehicle.line.into(), offset.into());
        let (axis, length) = (vehicle.axis, vehicle.length.into());
        (vehicle.label.clone(), Shape::Bar { axis, cell, length })
    });
    Setup {
        rows: board.rows().into(),
        cols: board.cols().into(),
        exit: Some(board.exit()),
        walls: board.walls().to_vec(),
        vehicles: vehicles.collect(),
        target: board.vehicles()[board.target()].label.clone(),
    }
}

// Vehicles that must take a way back.

pub(super) const RETURNING: Measure = Measure {
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
