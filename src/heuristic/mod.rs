//! Heuristics: one estimate a file, one line each in [`HEURISTICS`].

mod advanced;
mod advanced_distance;
mod advanced_ebner;
mod blockers;
mod blocking;
mod critical_path;
mod delete_relaxation;
mod distance;
mod distance_blockers;
mod distance_need;
mod explain;
mod ff;
mod h_add;
mod h_max;
mod lm_cut;
mod longest_chain;
mod lookahead;
mod manhattan;
mod mobility;
mod must_move;
mod patterns;
mod road;
mod static_ranges;
mod sum;
mod terms;
mod words;
mod zero;

use std::fmt;

pub use explain::{PlacedMove, Term, TermReason};

use crate::abstraction::pattern_database::PatternDatabase;
use crate::board::{Metric, Move};
use crate::outcome::{Stop, Watch};
use crate::state::{Position, StateSpace};

/// An estimate of the remaining cost.
pub trait Heuristic {
    /// Build the pattern databases of the heuristic, if it has any. Without them estimates are valid, but may
    /// be lower.
    ///
    /// # Errors
    /// The limit of `watch` that was reached.
    fn prepare(&mut self, _: &StateSpace<'_>, _: &mut Watch<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// The estimate of a state: 0 at the goal, `None` if it proves that there is no solution.
    fn estimate(&mut self, position: &Position<'_>) -> Option<u32>;

    /// The same estimate, with the terms of which it is the sum; none for a function of which only the value
    /// is known.
    fn explain(&mut self, position: &Position<'_>, _terms: &mut Vec<Term>) -> Option<u32> {
        self.estimate(position)
    }

    /// The estimate after a legal move from a state whose estimate is `here`.
    ///
    /// The position is unchanged afterwards. Override it if the estimate can be updated incrementally.
    fn estimate_after(
        &mut self,
        position: &mut Position<'_>,
        _here: u32,
        step: Move,
    ) -> Option<u32> {
        position.apply(step);
        let estimate = self.estimate(position);
        position.apply(step.reversed());
        estimate
    }

    /// The pattern databases of the heuristic.
    fn tables(&self) -> &[PatternDatabase] {
        &[]
    }
}

/// The bytes of the pattern databases of a heuristic.
pub(crate) fn bytes_of(heuristic: &dyn Heuristic) -> usize {
    heuristic.tables().iter().map(PatternDatabase::bytes).sum()
}

/// The guarantees of a heuristic in one metric, for every goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The estimate is never more than the distance.
    pub admissible: bool,
    /// The estimate never falls by more than the cost of a move; implies admissible.
    pub consistent: bool,
}

const CONSISTENT: Promise = Promise { admissible: true, consistent: true };
const ADMISSIBLE: Promise = Promise { admissible: true, consistent: false };
const NONE: Promise = Promise { admissible: false, consistent: false };

/// Makes a heuristic for a state space and a metric.
pub type Build<'a> = dyn Fn(&StateSpace<'_>, Metric) -> Box<dyn Heuristic> + Sync + 'a;

/// An entry of the registry: everything that help, documentation and tests know of a heuristic.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The name by which users choose it.
    pub name: &'a str,
    /// One line of help.
    pub help: &'a str,
    /// Its guarantees in the slide metric.
    pub slide: Promise,
    /// Its guarantees in the step metric.
    pub step: Promise,
    /// Make one for a state space and a metric, without its pattern databases.
    pub build: &'a Build<'a>,
}

impl Entry<'_> {
    /// Make one for a state space and a metric, with its pattern databases.
    ///
    /// # Errors
    /// The limit of `watch` that was reached.
    pub fn make(
        &self,
        space: &StateSpace<'_>,
        metric: Metric,
        watch: &mut Watch<'_>,
    ) -> Result<Box<dyn Heuristic>, Stop> {
        let mut heuristic = (self.build)(space, metric);
        heuristic.prepare(space, watch)?;
        Ok(heuristic)
    }

    /// The guarantees of the heuristic in a metric.
    #[must_use]
    pub fn promise(&self, metric: Metric) -> Promise {
        match metric {
            Metric::Slide => self.slide,
            Metric::Step => self.step,
        }
    }
}

impl PartialEq for Entry<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Other names of heuristics, and those of the registry: what Chouaibi and Bradai call them, and a name of
/// before. Upper and lower case do not matter.
pub const OTHER_NAMES: &[(&str, &str)] = &[
    ("H", "blockers"),
    ("MH", "manhattan"),
    ("CPH", "critical-path"),
    ("BMH", "mobility"),
    ("TSLH", "lookahead"),
    ("advanced-002", "advanced-ebner"),
];

/// The heuristic of a name, which may be one of [`OTHER_NAMES`]; `None` if there is none.
///
/// ```
/// use rushhour::{Metric, heuristic::heuristic};
///
/// let distance = heuristic("distance").expect("a heuristic");
/// assert!(!distance.promise(Metric::Slide).admissible);
/// assert!(distance.promise(Metric::Step).consistent);
/// assert_eq!(heuristic("CPH"), heuristic("critical-path"));
/// assert!(heuristic("clairvoyance").is_none());
/// ```
#[must_use]
pub fn heuristic(name: &str) -> Option<&'static Entry<'static>> {
    let other = OTHER_NAMES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    let name = other.map_or(name, |(_, name)| name);
    HEURISTICS.iter().find(|entry| entry.name == name)
}

/// The heuristic of a search that takes one, if none is chosen.
pub const DEFAULT: &Entry<'static> = &advanced::ENTRY;

/// All heuristics; the first three are the numbers 1, 2 and 3 of the command line.
///
/// ```
/// use rushhour::{Options, Puzzle, heuristic::HEURISTICS};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// for heuristic in HEURISTICS.iter().filter(|entry| entry.slide.admissible) {
///     assert_eq!(Options::new().heuristic(heuristic).solve(&puzzle).cost(), Some(2));
/// }
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
pub const HEURISTICS: &[Entry<'static>] = &[
    zero::ENTRY,
    blocking::ENTRY,
    advanced::ENTRY,
    blockers::ENTRY,
    manhattan::ENTRY,
    critical_path::ENTRY,
    longest_chain::ENTRY,
    mobility::LITERAL,
    mobility::NEED,
    lookahead::LITERAL,
    lookahead::NEED,
    distance::ENTRY,
    advanced_ebner::ENTRY,
    advanced_distance::ENTRY,
    distance_need::ENTRY,
    distance_blockers::ENTRY,
    static_ranges::ENTRY,
    must_move::ENTRY,
    h_max::ENTRY,
    h_add::ENTRY,
    ff::ENTRY,
    lm_cut::ENTRY,
    patterns::ONE,
    patterns::SUM,
];
