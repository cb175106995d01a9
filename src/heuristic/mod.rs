//! Heuristics: one idea per file, one line each in [`HEURISTICS`].

mod advanced;
mod blocking;
mod zero;

use crate::moves::{Metric, Move, Traffic};
use crate::space::Space;

/// An estimate of the cost that is left.
pub trait Heuristic {
    /// The estimate of this state: 0 at the goal, `None` where no solution can exist.
    fn estimate(&mut self, traffic: &Traffic<'_>) -> Option<u32>;

    /// The estimate after a legal move of a state whose own estimate is `here`.
    ///
    /// Leaves the traffic as it was. Override it where the move tells most of the answer.
    fn estimate_after(&mut self, traffic: &mut Traffic<'_>, _here: u32, step: Move) -> Option<u32> {
        traffic.apply(step);
        let estimate = self.estimate(traffic);
        traffic.apply(step.reversed());
        estimate
    }
}

/// What a heuristic promises in one metric, for every goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Never more than the true distance.
    pub admissible: bool,
    /// Never falls by more than a move costs; implies admissible.
    pub consistent: bool,
}

const KEPT: Promise = Promise { admissible: true, consistent: true };

/// A registered heuristic: everything that help, documentation and tests need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name by which users choose it.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// What it promises in the slide metric.
    pub slide: Promise,
    /// What it promises in the step metric.
    pub step: Promise,
    /// Make one for a space and a metric.
    pub build: fn(&Space<'_>, Metric) -> Box<dyn Heuristic>,
}

impl Entry {
    /// What the heuristic promises in a metric.
    #[must_use]
    pub fn promise(&self, metric: Metric) -> Promise {
        match metric {
            Metric::Slide => self.slide,
            Metric::Step => self.step,
        }
    }
}

/// All heuristics; the first three are the numbers 1, 2 and 3 of the command line.
pub const HEURISTICS: &[Entry] = &[zero::ENTRY, blocking::ENTRY, advanced::ENTRY];
