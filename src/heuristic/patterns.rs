//! Pattern databases for some vehicles, and the terms of `advanced` for all others.
//!
//! ```text
//!     . . B C . D     A pattern database of A to D, which includes that C must move for B, and the
//!     A A B C . D >   walks that static ranges force on E, F and G
//!     . . . E E E
//!     . F F G G .
//! ```
//!
//! `abstraction/pattern_database/` says why the sum is a lower bound. `pattern` uses one pattern database of
//! up to 8 vehicles, chosen by the abstract plans that fail; `patterns` uses two of up to 9, exchanging
//! vehicles while that raises the estimates of a sample. A pattern database has at most 2^17 states, some
//! 5 MB, and at most 2^20 states are built in all.

use super::advanced::rule;
use super::explain::{Term, TermReason};
use super::sum::sum_after;
use super::terms::Terms;
use super::{CONSISTENT, Entry, Heuristic};
use crate::abstraction::pattern_database::{ChoiceLimits, PatternDatabase, choose};
use crate::board::{Metric, Move};
use crate::outcome::{Stop, Watch};
use crate::state::{Position, StateSpace};

pub(super) const ONE: Entry = Entry {
    name: "pattern",
    help: "a table of the distances of 8 vehicles, and what static ranges force on the others",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, metric| {
        Patterns::of(space, metric, ChoiceLimits { vehicles: 8, tables: 1, exchanges: false })
    },
};

pub(super) const SUM: Entry = Entry {
    name: "patterns",
    help: "the sum of two tables of 9 vehicles, and what static ranges force on the others",
    slide: CONSISTENT,
    step: CONSISTENT,
    build: &|space, metric| {
        Patterns::of(space, metric, ChoiceLimits { vehicles: 9, tables: 2, exchanges: true })
    },
};

struct Patterns {
    metric: Metric,
    choice: ChoiceLimits,
    /// Empty before `prepare`: each vehicle then contributes its term.
    tables: Vec<PatternDatabase>,
    /// For each vehicle the indices of its tables.
    shares: Vec<Vec<usize>>,
    terms: Terms,
    is_possible: bool,
}

impl Patterns {
    fn of(space: &StateSpace<'_>, metric: Metric, choice: ChoiceLimits) -> Box<dyn Heuristic> {
        let terms = Terms::new(space, rule(metric));
        let (tables, shares) = (Vec::new(), vec![Vec::new(); space.intervals().len()]);
        let is_possible = terms.goal_is_possible();
        Box::new(Patterns { metric, choice, tables, shares, terms, is_possible })
    }

    /// The part of the estimate that depends on a vehicle.
    fn share(&mut self, position: &Position<'_>, vehicle: usize) -> u32 {
        let shares = &self.shares[vehicle];
        if shares.is_empty() {
            return self.terms.of(position, vehicle);
        }
        shares.iter().map(|&number| self.tables[number].distance(position.coordinates())).sum()
    }
}

impl Heuristic for Patterns {
    fn prepare(&mut self, space: &StateSpace<'_>, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let (vehicles, terms) = (0..self.shares.len(), &mut self.terms);
        let terms = |position: &Position<'_>| {
            vehicles.clone().map(|vehicle| terms.of(position, vehicle)).collect()
        };
        let tables = choose(space, self.metric, self.choice, terms, watch)?;
        for (number, table) in tables.iter().enumerate() {
            table.vehicles().for_each(|vehicle| self.shares[vehicle].push(number));
        }
        self.is_possible &= tables.iter().all(PatternDatabase::is_possible);
        self.tables = tables;
        Ok(())
    }

    fn estimate(&mut self, position: &Position<'_>) -> Option<u32> {
        if !self.is_possible {
            return None;
        }
        let tables: u32 =
            self.tables.iter().map(|table| table.distance(position.coordinates())).sum();
        let outside = (0..self.shares.len()).filter(|&vehicle| self.shares[vehicle].is_empty());
        Some(tables + outside.map(|vehicle| self.terms.of(position, vehicle)).sum::<u32>())
    }

    fn explain(&mut self, position: &Position<'_>, terms: &mut Vec<Term>) -> Option<u32> {
        if !self.is_possible {
            let target = position.space().board().target();
            terms.push(if self.terms.goal_is_possible() {
                Term::about(TermReason::Patterns, None)
            } else {
                Term::of(TermReason::Ranges, target, None)
            });
            return None;
        }
        for table in &self.tables {
            let distance = table.distance(position.coordinates());
            terms.push(Term::about(TermReason::Pattern, distance).with_others(table.vehicles()));
        }
        for vehicle in 0..self.shares.len() {
            if self.shares[vehicle].is_empty() {
                self.terms.explain(position, vehicle, terms);
            }
        }
        terms.iter().map(|term| term.amount).sum()
    }

    fn estimate_after(
        &mut self,
        position: &mut Position<'_>,
        here: u32,
        step: Move,
    ) -> Option<u32> {
        Some(sum_after(position, here, step, |position, vehicle| self.share(position, vehicle)))
    }

    fn tables(&self) -> &[PatternDatabase] {
        &self.tables
    }
}
