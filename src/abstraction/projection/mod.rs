//! Relaxed puzzles: some vehicles are in play, of all others only their static ranges are left.
//!
//! ```text
//!     . . B C . D     Of E, F and G only this remains: how far A, B, C and D can go at most with
//!     A A B C . D >   them about, and that B and C stay as far apart as vehicles between them are
//!     . . . E E E     long. Any solution of the puzzle, without the moves of E, F and G, is one of
//!     . F F G G .     the relaxed puzzle.
//! ```
//!
//! So the optimum of a relaxed puzzle, and what the vehicles out of play owe (`landmark.rs`), is a lower
//! bound of the puzzle's own.

mod abstract_position;
mod coarse;
mod dominance;
mod landmark;
mod pattern_variable;
mod static_analysis;
#[cfg(test)]
mod tests;

pub(crate) use abstract_position::AbstractPosition;
pub(crate) use coarse::CoarseProjection;
pub(crate) use dominance::Representatives;
pub(crate) use pattern_variable::{PatternVar, TAG_BITS};
pub(crate) use static_analysis::StaticAnalysis;

use crate::board::{Metric, Move};
use crate::state::{Edge, Key, StateSpace};
use pattern_variable::PatternVariable;

/// A move of a projection.
pub(crate) type AbstractMove = Move<PatternVar>;

/// An abstract state and the move that led to it.
pub(crate) type AbstractEdge<const W: usize> = Edge<W, PatternVar>;

/// The move before the first: no move led to the state.
pub(crate) const NO_ABSTRACT_MOVE: AbstractMove = Move { vehicle: PatternVar::NONE, cells: 0 };

/// A puzzle with these vehicles in play, numbered in the order in which they were named.
#[derive(Clone, Debug)]
pub(crate) struct Projection<'a> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    variables: Vec<PatternVariable>,
    representatives: Vec<Representatives>,
    target: usize,
    words: usize,
    /// What the vehicles out of play owe at the start.
    outside_landmark_cost: u16,
}

impl<'a> Projection<'a> {
    /// The target must be among the vehicles.
    pub(crate) fn new(
        space: &'a StateSpace<'a>,
        metric: Metric,
        analysis: &StaticAnalysis,
        vehicles: &[usize],
    ) -> Projection<'a> {
        let (mut variables, words) = pattern_variable::all(space, analysis, vehicles);
        let target = vehicles.iter().position(|&vehicle| vehicle == space.board().target());
        let target = target.expect("the target is in play");
        variables[target].rank = usize::MAX;
        let outside = (0..space.vehicles().len()).filter(|vehicle| !vehicles.contains(vehicle));
        Projection {
            space,
            metric,
            representatives: variables.iter().map(Representatives::every).collect(),
            variables,
            target,
            words,
            outside_landmark_cost: outside
                .map(|vehicle| analysis.landmark_cost(space, vehicle))
                .sum(),
        }
    }

    /// The same with vehicles that stay only where they have reason to.
    pub(crate) fn with_dominance_pruning(mut self) -> Projection<'a> {
        self.representatives = dominance::all(self.space, &self.variables, self.metric);
        self
    }

    /// The stops of each vehicle in play.
    pub(crate) fn representatives(&self) -> &[Representatives] {
        &self.representatives
    }

    /// The number of words of its keys.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// For each vehicle in play its index, its least bit, and where its place begins in a key of one
    /// word.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, u8, u32)> {
        self.variables
            .iter()
            .map(|variable| (variable.vehicle, variable.interval.low, variable.field.shift))
    }

    /// The number of vehicles in play.
    pub(crate) fn len(&self) -> usize {
        self.variables.len()
    }

    /// What the vehicles out of play owe at the start.
    pub(crate) fn outside_landmark_cost(&self) -> u16 {
        self.outside_landmark_cost
    }

    /// What a vehicle in play owes in a state.
    pub(crate) fn landmark_cost<const W: usize>(&self, key: &Key<W>, var: PatternVar) -> u16 {
        self.variables[var.index()].landmark_cost(key)
    }

    /// The key of the start.
    pub(crate) fn start<const W: usize>(&self) -> Key<W> {
        self.key(self.space.start_coordinates())
    }

    /// The key of the state in which the vehicles of the board stand like this, no landmark met yet but
    /// those that are met by standing there.
    pub(crate) fn key<const W: usize>(&self, bits: &[u8]) -> Key<W> {
        let place = |key, variable: &PatternVariable| variable.moved(&key, bits[variable.vehicle]);
        self.variables.iter().fold(Key([0; W]), place)
    }

    /// The bits of a key that belong to the first vehicles in play, for so many of them.
    pub(crate) fn mask<const W: usize>(&self, count: usize) -> Key<W> {
        let mut mask = Key([0; W]);
        for variable in &self.variables[..count] {
            mask.0[variable.field.word] |=
                variable.field.mask << variable.field.shift | variable.field.passed;
        }
        mask
    }
}
