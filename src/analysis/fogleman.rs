//! Fogleman's terms for a board among the states of its cluster: canonical, unsolved, minimal.
//!
//! Of two states the one is *smaller* whose horizontal vehicles cover the smaller set of cells or, where
//! these are equal, whose vertical vehicles do. A set is a number with a bit for each cell, and the last
//! cell has the highest.

use std::cmp::Reverse;

use super::graph::{OptimalPaths, StateGraph};
use super::subject::{Measure, Subject, Value};
use super::vehicles::{is_essential, others};
use crate::board::{Axis, Board};
use crate::outcome::{Stop, Watch};

const SOURCE: &str = "Fogleman, database of 6x6 boards, 2018";

pub(super) const CANONICAL: Measure = Measure {
    name: "canonical",
    formula: "whether no state of the cluster is smaller than the start: first by the cells of \
              horizontal vehicles, then by those of vertical ones, the last cell counting most",
    unit: "yes or no",
    source: SOURCE,
    help: "to count each cluster once",
    of: |subject, watch| {
        let graph = subject.graph()?;
        let start = covered(subject.board(), graph.offsets(graph.start));
        for state in 0..graph.len() {
            watch.check(graph.len(), graph.bytes())?;
            if covered(subject.board(), graph.offsets(state)) < start {
                return Ok(Some(Value::Truth(false)));
            }
        }
        Ok(Some(Value::Truth(true)))
    },
};

pub(super) const UNSOLVED: Measure = Measure {
    name: "unsolved",
    formula: "whether no state of the cluster is farther from a goal than the start, and none as \
              far is smaller",
    unit: "yes or no",
    source: SOURCE,
    help: "whether the board starts as hard as it can",
    of: |subject, _| {
        let graph = subject.graph()?;
        Ok(unsolved(graph, subject.board()).map(|state| Value::Truth(state == graph.start)))
    },
};

pub(super) const MINIMAL: Measure = Measure {
    name: "minimal",
    formula: "whether every vehicle beside the target is essential in the unsolved state of the \
              cluster",
    unit: "yes or no",
    source: SOURCE,
    help: "whether there is nothing to take away",
    of: |subject, watch| Ok(minimal(subject, watch)?.map(Value::Truth)),
};

/// As in Fogleman's program, only vehicles are removed that do not move in a solution: see
/// [`is_essential`].
fn minimal(subject: &Subject<'_>, watch: &mut Watch<'_>) -> Result<Option<bool>, Stop> {
    let graph = subject.graph()?;
    let Some(state) = unsolved(graph, subject.board()) else { return Ok(None) };
    let Some(paths) = OptimalPaths::new(graph, state, watch)? else { return Ok(None) };
    for vehicle in others(subject, paths.moved(graph, watch)?) {
        let place = (graph.offsets(state), graph.distances[state]);
        if !is_essential(subject.board(), place, vehicle, watch)? {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The smallest of the states that are farthest from a goal; `None` where none is solved.
fn unsolved(graph: &StateGraph, board: &Board) -> Option<usize> {
    let farthest = graph.distances.last()?;
    let first = graph.distances.partition_point(|distance| distance < farthest);
    (first..graph.len()).min_by_key(|&state| covered(board, graph.offsets(state)))
}

/// The cells that horizontal and vertical vehicles cover, each list from the last cell on. States of a
/// cluster cover equally many, so the order of the lists is that of the sets as numbers.
fn covered(board: &Board, offsets: &[i8]) -> [Vec<u16>; 2] {
    [Axis::Horizontal, Axis::Vertical].map(|axis| {
        let placed = board.vehicles().iter().zip(offsets);
        let placed = placed.filter(|(vehicle, _)| vehicle.axis == axis);
        let mut cells: Vec<u16> = placed
            .flat_map(|(vehicle, &offset)| {
                let ends = offset..offset + vehicle.length.cast_signed();
                ends.map(|place| cell(board, axis, vehicle.line, place))
            })
            .collect();
        cells.sort_unstable_by_key(|&cell| Reverse(cell));
        cells
    })
}

/// The number of a cell, row by row. To the goal `edge` the target stays on the board.
fn cell(board: &Board, axis: Axis, line: u8, place: i8) -> u16 {
    let (line, place) = (u16::from(line), u16::from(place.unsigned_abs()));
    let (row, col) = if axis == Axis::Horizontal { (line, place) } else { (place, line) };
    row * u16::from(board.cols()) + col
}
