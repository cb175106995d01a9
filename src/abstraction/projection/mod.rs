//! Projections of a puzzle to a pattern: some of its vehicles, the variables of the pattern.
//!
//! ```text
//!     . . B C . D     The pattern is A, B, C, D. Of E, F and G only this remains: the static ranges
//!     A A B C . D >   of A, B, C and D, and the distances that vehicles keep from each other where
//!     . . . E E E     vehicles outside the pattern stand between them. Any solution of the puzzle,
//!     . F F G G .     without the moves of E, F and G, is one of the projection.
//! ```
//!
//! The optimum of the projection plus the landmark costs of the vehicles outside the pattern
//! (`landmark.rs`) is therefore a lower bound of the puzzle's optimum.

mod abstract_position;
mod dominance;
mod landmark;
mod pattern_variable;
#[cfg(test)]
mod tests;

pub(crate) use abstract_position::AbstractPosition;
pub(crate) use dominance::CoarseProjection;
pub(crate) use dominance::Representatives;
pub(crate) use landmark::StaticAnalysis;
pub(crate) use pattern_variable::{PatternVar, TAG_BITS};

use crate::board::{Metric, Move};
use crate::state::{Edge, Key, StateSpace};
use pattern_variable::PatternVariable;

/// A move of a projection.
pub(crate) type AbstractMove = Move<PatternVar>;

/// An abstract state and the move that led to it.
pub(crate) type AbstractEdge<const W: usize> = Edge<W, PatternVar>;

/// No move: the state is the first of a search.
pub(crate) const NO_ABSTRACT_MOVE: AbstractMove = Move { vehicle: PatternVar::NONE, cells: 0 };

/// A projection; its variables are numbered in the order of the vehicles that it was made with.
#[derive(Clone, Debug)]
pub(crate) struct Projection<'a> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    variables: Vec<PatternVariable>,
    representatives: Vec<Representatives>,
    target: usize,
    words: usize,
    /// The landmark costs of the vehicles outside the pattern, at the start.
    outside_landmark_cost: u16,
}

impl<'a> Projection<'a> {
    /// The projection to these vehicles, the target among them.
    pub(crate) fn new(
        space: &'a StateSpace<'a>,
        metric: Metric,
        analysis: &StaticAnalysis,
        vehicles: &[usize],
    ) -> Projection<'a> {
        let (mut variables, words) = pattern_variable::all(space, analysis, vehicles);
        let target = vehicles.iter().position(|&vehicle| vehicle == space.board().target());
        let target = target.expect("the target is in the pattern");
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

    /// The same projection with every variable restricted to its representatives.
    pub(crate) fn with_dominance_pruning(mut self) -> Projection<'a> {
        self.representatives = dominance::all(self.space, &self.variables, self.metric);
        self
    }

    /// The representatives of each variable.
    pub(crate) fn representatives(&self) -> &[Representatives] {
        &self.representatives
    }

    /// The number of words of a key.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// For each variable its vehicle, the least coordinate of its interval, and the lowest bit of
    /// its place in a key of one word.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, u8, u32)> {
        self.variables
            .iter()
            .map(|variable| (variable.vehicle, variable.interval.low, variable.field.shift))
    }

    /// The number of variables.
    pub(crate) fn len(&self) -> usize {
        self.variables.len()
    }

    /// The landmark costs of the vehicles outside the pattern, at the start.
    pub(crate) fn outside_landmark_cost(&self) -> u16 {
        self.outside_landmark_cost
    }

    /// The cost of the landmark of a variable in a state; 0 if it is passed or there is none.
    pub(crate) fn landmark_cost<const W: usize>(&self, key: &Key<W>, var: PatternVar) -> u16 {
        self.variables[var.index()].landmark_cost(key)
    }

    /// The sum of the landmark costs of all variables but the first `known`.
    pub(crate) fn landmark_cost_beyond<const W: usize>(&self, key: &Key<W>, known: usize) -> u16 {
        self.variables[known..].iter().map(|variable| variable.landmark_cost(key)).sum()
    }

    /// The key of the start.
    pub(crate) fn start<const W: usize>(&self) -> Key<W> {
        self.key(self.space.start_coordinates())
    }

    /// The abstract state of the vehicles of the board at these coordinates; the landmarks passed
    /// are those that these coordinates pass.
    pub(crate) fn key<const W: usize>(&self, coordinates: &[u8]) -> Key<W> {
        let place =
            |key, variable: &PatternVariable| variable.moved(&key, coordinates[variable.vehicle]);
        self.variables.iter().fold(Key([0; W]), place)
    }

    /// The bits of a key that belong to the first `count` variables.
    pub(crate) fn mask<const W: usize>(&self, count: usize) -> Key<W> {
        let mut mask = Key([0; W]);
        for variable in &self.variables[..count] {
            mask.0[variable.field.word] |=
                variable.field.mask << variable.field.shift | variable.field.passed;
        }
        mask
    }
}
