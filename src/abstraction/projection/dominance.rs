//! Dominance pruning: of the coordinates of a variable that are equally good, only one is searched.
//!
//! ```text
//!     . . . . . .     In the pattern only A ever crosses the line of B, so B either blocks A or does
//!     . . . . . .     not. A slide of B that can end before A's row can go on beyond it, and all
//!     A A . B . . >   coordinates beyond it are the same to A. So B needs three coordinates: its
//!     . . . B . .     first one, and the nearest ones above and below the row of A.
//!     . . . . . .
//! ```
//!
//! Compare a coordinate with the next one. If it covers no *contested* cell, a cell that another
//! variable of the pattern can cover, that the next one does not cover as well, then a vehicle at
//! the next one can stay here instead: a slide that can end there can end here, no other vehicle is
//! blocked more, and the next slide leads to the same coordinates. Following such steps leads to
//! the *representative*: a coordinate whose neighbours both cover a contested cell that it does
//! not. A cell counts as contested if it lies anywhere between the ends of a vehicle's range, not
//! only at its representatives; so all variables can use their representatives at once. The optimum
//! stays the same, and a state is no nearer to the goal than the state with every variable at its
//! representative.
//!
//! The range of a variable ends at its outermost representatives, which may shorten the ranges of
//! others. In the step metric that is all: every coordinate between representatives costs a step.

use super::Projection;
use super::pattern_variable::{PatternVar, PatternVariable, VariableBits};
use crate::board::{Goal, Metric};
use crate::state::{Key, StateSpace};

/// The representative of each coordinate of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Representatives {
    low: u8,
    /// For each place of its interval the representative.
    by_place: Vec<u8>,
    /// The representatives as a set of coordinates.
    pub(super) mask: u64,
}

impl Representatives {
    fn new(variable: &PatternVariable, representative: impl Fn(u8) -> u8) -> Representatives {
        let (low, high) = (variable.interval.low, variable.interval.high);
        let by_place: Vec<u8> = (low..=high).map(representative).collect();
        let mask = by_place.iter().fold(0, |mask, representative| mask | 1 << representative);
        Representatives { low, by_place, mask }
    }

    /// Every coordinate represents itself.
    pub(super) fn every(variable: &PatternVariable) -> Representatives {
        Representatives::new(variable, |at| at)
    }

    /// The coordinate that represents another.
    pub(super) fn representative(&self, at: u8) -> u8 {
        self.by_place[usize::from(at - self.low)]
    }
}

/// The representatives of all variables.
pub(super) fn all(
    space: &StateSpace<'_>,
    variables: &[PatternVariable],
    metric: Metric,
) -> Vec<Representatives> {
    let mut ranges = VariableRanges::new(space, variables);
    while (0..variables.len()).filter(|&number| ranges.shorten(number)).count() > 0 {}
    let representatives = |(number, variable)| {
        let range = ranges.range(number);
        Representatives::new(variable, |at| match metric {
            Metric::Slide => range.representative(at.clamp(range.low, range.high)),
            Metric::Step => at.clamp(range.low, range.high),
        })
    };
    variables.iter().enumerate().map(representatives).collect()
}

/// The range of a variable, and where on it a step covers a contested cell.
struct VariableRange {
    /// The least and the greatest coordinate.
    low: u8,
    high: u8,
    start: u8,
    /// The coordinates from which the step to the next one covers a contested cell.
    up: u64,
    /// The coordinates to which the step from the next one covers a contested cell.
    down: u64,
}

impl VariableRange {
    /// The coordinate that represents another.
    fn representative(&self, at: u8) -> u8 {
        let (from, to) = self.alike(at);
        if !(from..=to).contains(&self.start) {
            if to < self.high && self.up >> to & 1 == 0 {
                return self.representative(to + 1);
            }
            if from > self.low && self.down >> (from - 1) & 1 == 0 {
                return self.representative(from - 1);
            }
        }
        self.start.clamp(from, to)
    }

    /// The first and the last of the coordinates around one that cover the same contested cells.
    fn alike(&self, at: u8) -> (u8, u8) {
        let is_next_alike = |at: &u8| (self.up | self.down) >> at & 1 == 0;
        let below = (self.low..at).rev().take_while(is_next_alike).count();
        let above = (at..self.high).take_while(is_next_alike).count();
        (at - below.to_le_bytes()[0], at + above.to_le_bytes()[0])
    }
}

/// The ranges of all variables.
struct VariableRanges<'a> {
    space: &'a StateSpace<'a>,
    variables: &'a [PatternVariable],
    /// The least and the greatest coordinate of each.
    ends: Vec<(u8, u8)>,
    /// The variables of each line.
    lines: Vec<Vec<usize>>,
}

impl<'a> VariableRanges<'a> {
    fn new(space: &'a StateSpace<'a>, variables: &'a [PatternVariable]) -> VariableRanges<'a> {
        let ends = variables
            .iter()
            .map(|variable| (variable.interval.low, variable.interval.high))
            .collect();
        let mut lines = vec![Vec::new(); space.lines().len()];
        for (number, variable) in variables.iter().enumerate() {
            lines[variable.interval.line].push(number);
        }
        VariableRanges { space, variables, ends, lines }
    }

    /// Cut the coordinates beyond the outermost representatives from a variable's range; whether
    /// there were any.
    fn shorten(&mut self, number: usize) -> bool {
        let range = self.range(number);
        let chosen = || (range.low..=range.high).map(|at| range.representative(at));
        self.ends[number] =
            (chosen().min().expect("a coordinate"), chosen().max().expect("a coordinate"));
        self.ends[number] != (range.low, range.high)
    }

    fn range(&self, number: usize) -> VariableRange {
        let (low, high) = self.ends[number];
        let mask = |covers: &dyn Fn(u8) -> bool| {
            (low..high).filter(|&at| covers(at)).fold(0, |mask, at| mask | 1 << at)
        };
        let start = self.space.start_coordinates()[self.variables[number].vehicle];
        let up = mask(&|at| self.step_up_covers(number, at));
        let down = mask(&|at| self.step_down_covers(number, at));
        VariableRange { low, high, start, up, down }
    }

    /// Whether the step from a coordinate to the next one covers a contested cell.
    fn step_up_covers(&self, number: usize, at: u8) -> bool {
        let PatternVariable { interval, after, .. } = &self.variables[number];
        self.must_differ(number, at)
            || self.is_contested(number, at + interval.length)
            || after.is_some_and(|(other, apart)| self.ends[other].0 < at + 1 + apart)
    }

    /// Whether the step from the next coordinate down to this one covers a contested cell.
    fn step_down_covers(&self, number: usize, at: u8) -> bool {
        let before = self.variables[number].before;
        self.must_differ(number, at)
            || self.is_contested(number, at)
            || before.is_some_and(|(other, apart)| at < self.ends[other].1 + apart)
    }

    /// Whether a coordinate and the next one must both be kept: all those of the target, and two of
    /// which only one passes the landmark.
    fn must_differ(&self, number: usize, at: u8) -> bool {
        let PatternVariable { vehicle, landmark, .. } = &self.variables[number];
        let is_passed = |at| landmark.is_some_and(|landmark| landmark.is_passed_at(at));
        *vehicle == self.space.board().target() || is_passed(at) != is_passed(at + 1)
    }

    /// Whether a variable of a crossing line can cover this cell of a variable's line.
    fn is_contested(&self, number: usize, at: u8) -> bool {
        let interval = &self.variables[number].interval;
        let mut lines = interval.crossed(at..at + 1);
        lines.any(|line| self.is_contested_in(line, interval.crossing))
    }

    /// Whether a variable of this line can cover this cell of it. Every cell of a target's line
    /// counts if the goal is a clear road.
    fn is_contested_in(&self, line: usize, at: u8) -> bool {
        let target = self.space.board().target();
        let is_clear_road = |vehicle| self.space.goal() == Goal::Clear && vehicle == target;
        self.lines[line].iter().any(|&number| {
            let ((low, high), variable) = (self.ends[number], &self.variables[number]);
            is_clear_road(variable.vehicle) || (low..high + variable.interval.length).contains(&at)
        })
    }
}

// From a projection to a coarser one, whose pattern is the beginning of its own: each variable
// goes to its representative there.

/// For each variable of the coarse pattern its field in a key, and by place the bits of its
/// representative; `None` if every representative of the fine projection is one of the coarse
/// projection too.
#[derive(Clone, Debug)]
pub(crate) struct CoarseProjection(Vec<(VariableBits, Option<Vec<u64>>)>);

impl CoarseProjection {
    /// The map from `projection` to the coarse projection with these representatives.
    pub(crate) fn new(
        projection: &Projection<'_>,
        representatives: &[Representatives],
    ) -> CoarseProjection {
        let pairs = projection.representatives.iter().zip(representatives);
        let fields = projection.variables.iter().zip(pairs).map(|(variable, (own, coarse))| {
            let mut places = variable.interval.low..=variable.interval.high;
            let differs =
                places.any(|at| own.mask >> at & 1 != 0 && coarse.representative(at) != at);
            (variable.field, differs.then(|| representative_bits(variable, coarse)))
        });
        CoarseProjection(fields.collect())
    }

    /// The coarse key of a key.
    pub(crate) fn key<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut coarse = *key;
        for (field, representatives) in &self.0 {
            let Some(representatives) = representatives else { continue };
            let word = &mut coarse.0[field.word];
            let place = usize::try_from(*word >> field.shift & field.mask).expect("a small number");
            *word = *word & !(field.mask << field.shift) | representatives[place];
        }
        coarse
    }

    /// The coarse key of `key`, given the coarse key of a state from which a move of `var` leads to
    /// it.
    pub(crate) fn moved<const W: usize>(
        &self,
        coarse: &Key<W>,
        key: &Key<W>,
        var: PatternVar,
    ) -> Key<W> {
        let (field, representatives) = &self.0[var.index()];
        let (mut coarse, bits) = (*coarse, field.mask << field.shift);
        let (word, own) = (&mut coarse.0[field.word], key.0[field.word]);
        let place = usize::try_from(own >> field.shift & field.mask).expect("a small number");
        let at =
            representatives.as_ref().map_or(own & bits, |representatives| representatives[place]);
        *word = *word & !(bits | field.passed) | at | own & field.passed;
        coarse
    }
}

fn representative_bits(variable: &PatternVariable, representatives: &Representatives) -> Vec<u64> {
    let places = variable.interval.low..=variable.interval.high;
    places
        .map(|at| {
            u64::from(representatives.representative(at) - variable.interval.low)
                << variable.field.shift
        })
        .collect()
}
