//! Abstractions of the puzzle: patterns with their corridors, and the searches that find them.

use std::cell::Cell;
use std::rc::Rc;

use super::corridor::{AbstractHeuristic, Corridor, Forward, SearchFailure, ZeroHeuristic};
use super::schedule::{Report, SearchSize, Work};
use crate::abstraction::projection::{Projection, StaticAnalysis};
use crate::board::Metric;
use crate::outcome::{Counters, Watch};
use crate::state::{StateSpace, with_words};

/// A pattern and its corridor.
pub(super) struct Abstraction {
    /// The vehicles of the pattern.
    pub(super) pattern: Vec<usize>,
    pub(super) corridor: Rc<dyn AbstractHeuristic>,
    pub(super) size: SearchSize,
    #[expect(dead_code, reason = "the ledger counts the corridor until this is dropped")]
    reservation: Reservation,
}

impl Abstraction {
    /// The empty pattern.
    pub(super) fn empty() -> Abstraction {
        Abstraction {
            pattern: Vec::new(),
            corridor: Rc::new(ZeroHeuristic),
            size: SearchSize { found: 0, corridor: 0, cost: 0 },
            reservation: MemoryLedger::default().reserve(0, 0),
        }
    }
}

/// Searches abstractions of one puzzle, and counts the work and the memory of all searches.
pub(super) struct Searcher<'a> {
    pub(super) space: &'a StateSpace<'a>,
    pub(super) metric: Metric,
    pub(super) analysis: StaticAnalysis,
    pub(super) ledger: MemoryLedger,
    pub(super) counters: Counters,
    /// The most expansions of all searches.
    pub(super) max_expansions: u64,
}

impl<'a> Searcher<'a> {
    pub(super) fn projection(&self, pattern: &[usize]) -> Projection<'a> {
        Projection::new(self.space, self.metric, &self.analysis, pattern).with_dominance_pruning()
    }

    pub(super) fn expansions_left(&self) -> u64 {
        self.max_expansions.saturating_sub(self.counters.expanded)
    }

    pub(super) fn work(&self) -> Work {
        Work { expanded: self.counters.expanded, generated: self.counters.generated }
    }

    /// Searches for the corridor of a pattern that begins with the heuristic's variables.
    ///
    /// # Errors
    /// The corridor is empty, the search is too large, or a limit was reached.
    pub(super) fn search(
        &mut self,
        pattern: Vec<usize>,
        heuristic: &dyn AbstractHeuristic,
        bound: u16,
        max_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Abstraction, SearchFailure> {
        let projection = self.projection(&pattern);
        let max_states = max_states.min(self.expansions_left());
        with_words!(projection.words(), W => {
            let mut search = Forward::<W>::new(&projection, heuristic, bound);
            let corridor = self.run(&mut search, max_states, watch)?;
            Ok(self.abstraction(&projection, pattern, corridor, search.states()))
        })
    }

    /// Starts or resumes a search.
    ///
    /// # Errors
    /// The corridor is empty, the search is too large, or a limit was reached.
    pub(super) fn run<const W: usize>(
        &mut self,
        search: &mut Forward<'_, W>,
        max_states: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Corridor<W>, SearchFailure> {
        watch.hold(self.ledger.total());
        let corridor = search.corridor(max_states, watch);
        self.counters.add(&search.take_counters());
        corridor
    }

    /// A pattern with the corridor of a search that found so many states.
    pub(super) fn abstraction<const W: usize>(
        &self,
        projection: &Projection<'_>,
        pattern: Vec<usize>,
        corridor: Corridor<W>,
        found: usize,
    ) -> Abstraction {
        let start = corridor.distance_from(&projection.start()).expect("the corridor is not empty");
        let size = SearchSize {
            found: found as u64,
            corridor: corridor.states() as u64,
            cost: start + projection.outside_landmark_cost(),
        };
        let reservation = self.ledger.reserve(corridor.states(), corridor.bytes());
        Abstraction { pattern, corridor: Rc::new(corridor), size, reservation }
    }
}

/// The report of a search to the schedule.
pub(super) fn report(result: &Result<Abstraction, SearchFailure>) -> Report {
    match result {
        Ok(abstraction) => Report::Found(abstraction.size),
        Err(SearchFailure::Empty { states, .. }) => Report::Empty { states: *states as u64 },
        Err(SearchFailure::TooLarge) => Report::TooLarge,
        Err(SearchFailure::Stopped(_)) => Report::LimitReached,
    }
}

// The states and bytes that a proof keeps beside the running search: corridors and waiting
// searches.

/// The sum of all reservations.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryLedger(Rc<Cell<(usize, usize)>>);

/// An entry of the ledger, removed when it is dropped.
#[derive(Debug)]
pub(super) struct Reservation {
    ledger: MemoryLedger,
    states: usize,
    bytes: usize,
}

impl MemoryLedger {
    /// Enters states and bytes.
    pub(super) fn reserve(&self, states: usize, bytes: usize) -> Reservation {
        let (all_states, all_bytes) = self.total();
        self.0.set((all_states + states, all_bytes + bytes));
        Reservation { ledger: self.clone(), states, bytes }
    }

    /// All states and bytes entered.
    pub(super) fn total(&self) -> (usize, usize) {
        self.0.get()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let (all_states, all_bytes) = self.ledger.total();
        self.ledger.0.set((all_states - self.states, all_bytes - self.bytes));
    }
}
