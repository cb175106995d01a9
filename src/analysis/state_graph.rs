//! The graph of a cluster: every state, every slide, every distance, and what a person sees of a state.

use super::dependencies::{Occupancy, VehicleSet};
use crate::board::Move;
use crate::cluster::{Cluster, Graph};
use crate::outcome::memory;
use crate::outcome::{Stop, Watch};
use crate::state::Puzzle;

/// The slides between the states of a cluster. States are numbered nearest to the goal first, and the
/// slides of a state are consecutive, vehicle by vehicle.
pub(super) struct StateGraph {
    pub(super) start: usize,
    /// Slides to the nearest goal, by state; empty where no state is solved.
    pub(super) distances: Vec<u32>,
    pub(super) histogram: Vec<u64>,
    pub(super) moves: Vec<Move>,
    /// The offsets of all vehicles, state by state.
    offsets: Vec<i8>,
    vehicles: usize,
    /// The vehicles between the target and its exit, by state.
    pub(super) blockers: Vec<u8>,
    /// The vehicles of the dependency graph, by state.
    pub(super) dependencies: Vec<VehicleSet>,
    graph: Graph,
}

impl StateGraph {
    pub(super) fn new(
        cluster: &Cluster,
        puzzle: &Puzzle,
        watch: &mut Watch<'_>,
    ) -> Result<StateGraph, Stop> {
        let start = puzzle.state();
        let (offsets, (graph, moves)) = (cluster.offsets(watch)?, cluster.graph_with_moves(watch)?);
        let rows = offsets.chunks_exact(start.offsets().len());
        let at = rows.clone().position(|row| row == start.offsets());
        let mut this = StateGraph {
            start: at.expect("the start is in its cluster"),
            distances: distances(cluster.histogram())?,
            histogram: cluster.histogram().to_vec(),
            moves,
            blockers: memory::list(cluster.len())?,
            dependencies: memory::list(cluster.len())?,
            vehicles: start.offsets().len(),
            offsets,
            graph,
        };
        let mut occupancy = Occupancy::new(puzzle.board());
        for state in 0..this.len() {
            watch.check(this.len(), this.bytes())?;
            let sight = occupancy.look(this.offsets(state));
            this.blockers.push(sight.blockers);
            this.dependencies.push(sight.dependencies);
        }
        Ok(this)
    }

    /// The bytes that the graph takes.
    pub(super) fn bytes(&self) -> usize {
        let state = size_of::<(i64, u32, VehicleSet)>() + 1;
        let slide = size_of::<(i32, Move)>();
        self.len() * state + self.graph.neighbours.len() * slide + self.offsets.len()
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.graph.starts.len() - 1
    }

    /// The offsets of the vehicles in a state.
    pub(super) fn offsets(&self, state: usize) -> &[i8] {
        &self.offsets[state * self.vehicles..(state + 1) * self.vehicles]
    }

    /// The number of solved states, which come first.
    pub(super) fn goals(&self) -> usize {
        number(self.histogram.first().map_or(0, |&count| count.cast_signed()))
    }

    /// The distance of the start; `None` where there is no solution.
    pub(super) fn slides(&self) -> Option<u32> {
        self.distances.get(self.start).copied()
    }

    /// The slides of a state, by number.
    pub(super) fn slides_of(&self, state: usize) -> std::ops::Range<usize> {
        number(self.graph.starts[state])..number(self.graph.starts[state + 1])
    }

    /// The states that the slides of a state lead to.
    pub(super) fn ends(&self, state: usize) -> &[i32] {
        &self.graph.neighbours[self.slides_of(state)]
    }

    /// The state that a slide leads to.
    pub(super) fn end(&self, slide: usize) -> usize {
        number(self.graph.neighbours[slide].into())
    }

    /// The slides of a state that lead nearer to the goal.
    pub(super) fn good_slides(&self, state: usize) -> impl Iterator<Item = usize> {
        let nearer = self.distances[state].wrapping_sub(1);
        self.slides_of(state).filter(move |&slide| self.distances[self.end(slide)] == nearer)
    }
}

/// The distance of every state, from the number of states at each distance.
fn distances(histogram: &[u64]) -> Result<Vec<u32>, Stop> {
    let mut distances = memory::list(number(histogram.iter().sum::<u64>().cast_signed()))?;
    for (distance, &count) in (0..).zip(histogram) {
        distances.resize(distances.len() + number(count.cast_signed()), distance);
    }
    Ok(distances)
}

fn number(number: i64) -> usize {
    usize::try_from(number).expect("in memory")
}
