//! Limits of a search, and the watch that checks them while it runs.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::board::Move;
use crate::outcome::clock::Instant;
use crate::outcome::memory::TableBytes;
use crate::outcome::{Engine, Expansion, Trace};

/// The limits of a search; `None` is without limit.
///
/// ```
/// use rushhour::{Limits, Options};
///
/// let limits = Limits { states: Some(1_000_000), ..Limits::default() };
/// let options = Options::new().limits(limits);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of states to store.
    pub states: Option<u64>,
    /// The largest number of bytes to allocate, including tables while they grow.
    pub memory: Option<u64>,
    /// The longest time to search.
    pub time: Option<Duration>,
}

/// What ended a search before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on stored states.
    States,
    /// The limit on bytes, or the memory of the machine.
    Memory,
    /// The limit on time.
    Time,
    /// The space on the disk.
    Disk,
    /// The caller ended the search.
    Interrupted,
}

impl Stop {
    /// The name of the limit for reports.
    ///
    /// ```
    /// assert_eq!(rushhour::Stop::Time.name(), "seconds");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stop::States => "states",
            Stop::Memory => "memory",
            Stop::Time => "seconds",
            Stop::Disk => "disk",
            Stop::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stop::States => "the limit on stored states was reached",
            Stop::Memory => "the limit on memory was reached",
            Stop::Time => "the limit on time was reached",
            Stop::Disk => "the disk is full",
            Stop::Interrupted => "the caller ended the search",
        })
    }
}

impl Error for Stop {}

/// What a search has done so far; [`Options::solve_with`](crate::Options::solve_with) reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The stored states.
    pub states: usize,
    /// The allocated bytes.
    pub bytes: usize,
    /// No solution costs less: proved.
    pub lower_bound: u32,
    /// The cost of the cheapest solution so far.
    pub upper_bound: Option<u32>,
}

/// A callback of the caller; the search ends when it returns true.
pub type Interrupt<'a> = dyn FnMut(Progress) -> bool + 'a;

/// The clock is read and the callback called at one of so many checks. Textbook searches check before
/// each expansion, the fast searches before each batch of at most 64 expansions.
const CHECKS_PER_PULSE: u32 = 16;
/// The clock is always read before a batch of so many expansions.
const LARGE_BATCH: usize = 1 << 10;

/// Checks the limits during a search, and passes on its progress and its trace.
pub struct Watch<'a> {
    limits: Limits,
    deadline: Option<Instant>,
    interrupted: &'a mut Interrupt<'a>,
    trace: Option<&'a mut Trace<'a>>,
    ticks: u32,
    threads: usize,
    /// The engine of breadth-first searches; the fastest if none is demanded.
    engine: Option<Engine>,
    /// States and bytes that are stored outside the running search.
    held: (usize, usize),
    /// The states that were stored at the last check.
    states: usize,
    /// The most bytes that were held at a check.
    most_bytes: usize,
    /// No solution costs less: proved.
    lower_bound: u32,
    /// The cost of the cheapest solution so far.
    upper_bound: Option<u32>,
    /// A search ends once every solution is proved to cost more.
    most_cost: Option<u32>,
}

impl Watch<'static> {
    /// A watch without limits.
    ///
    /// ```
    /// use rushhour::{Watch, explore};
    ///
    /// let puzzle = "..B.../AAB.../....../......".parse()?;
    /// let cluster = explore(&puzzle)?;
    /// let solutions = cluster.count_optimal(puzzle.state(), &mut Watch::unlimited());
    /// assert_eq!(solutions, Ok(1_u8.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unlimited() -> Watch<'static> {
        // A closure without captures takes no memory, so that nothing leaks.
        Watch::new(Limits::default(), Box::leak(Box::new(|_| false)))
    }
}

impl<'a> Watch<'a> {
    /// Start the clock; `interrupted` is called regularly, and the search ends when it returns true.
    pub fn new(limits: Limits, interrupted: &'a mut Interrupt<'a>) -> Watch<'a> {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Watch {
            limits,
            deadline,
            interrupted,
            trace: None,
            ticks: 0,
            threads: 1,
            engine: Engine::forced(),
            held: (0, 0),
            states: 0,
            most_bytes: 0,
            lower_bound: 0,
            upper_bound: None,
            most_cost: None,
        }
    }

    /// Report every expansion of a textbook search to `trace`.
    #[must_use]
    pub fn with_trace(self, trace: &'a mut Trace<'a>) -> Watch<'a> {
        Watch { trace: Some(trace), ..self }
    }

    /// Let a search use up to so many threads; the result is the same.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Watch<'a> {
        Watch { threads, ..self }
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The engine that breadth-first searches must use; `None` if they choose.
    pub(crate) fn engine(&self) -> Option<Engine> {
        self.engine
    }

    pub(crate) fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    pub(crate) fn trace(&mut self, expansion: &Expansion<'_>) {
        if let Some(trace) = &mut self.trace {
            trace(expansion);
        }
    }

    /// Run a part of a search that may store at most so many states.
    pub(crate) fn within<T>(&mut self, states: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.limits.states;
        self.limits.states = Some(limit.map_or(states, |limit| limit.min(states)));
        let result = run(self);
        self.limits.states = limit;
        result
    }

    /// Run a search from another state, of which the bounds so far say nothing. It ends as interrupted
    /// once every solution is proved to cost more than `most_cost`.
    pub(crate) fn separately<T>(
        &mut self,
        most_cost: Option<u32>,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let others = (self.lower_bound, self.upper_bound, self.most_cost);
        (self.lower_bound, self.upper_bound, self.most_cost) = (0, None, most_cost);
        let result = run(self);
        (self.lower_bound, self.upper_bound, self.most_cost) = others;
        result
    }

    /// The largest number of states that may be stored.
    pub(crate) fn most_states(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX)
    }

    /// Whether the limit on memory allows so many bytes.
    pub(crate) fn allows(&self, bytes: usize) -> bool {
        self.limits.memory.is_none_or(|limit| bytes as u64 <= limit)
    }

    /// The largest number of bytes to allocate; `None` is without limit.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn memory(&self) -> Option<u64> {
        self.limits.memory
    }

    /// The states that were stored at the last check.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// The most bytes that were held at a check.
    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// The best lower bound on the cost of a solution that was proved so far.
    #[must_use]
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// The cost of the cheapest solution found so far.
    #[must_use]
    pub fn upper_bound(&self) -> Option<u32> {
        self.upper_bound
    }

    /// Record a proved lower bound; a weaker one changes nothing.
    pub(crate) fn prove(&mut self, bound: u32) {
        self.lower_bound = self.lower_bound.max(bound);
    }

    /// Record a solution; one that costs more than the best changes nothing.
    pub(crate) fn found(&mut self, solution: &[Move]) {
        let cost = u32::try_from(solution.len()).ok();
        self.upper_bound = [self.upper_bound, cost].into_iter().flatten().min();
    }

    /// Begin the next of several searches, if the caller wants it and there is time left.
    ///
    /// # Errors
    /// There is not.
    pub(crate) fn begin(&mut self) -> Result<(), Stop> {
        self.ticks = 0;
        self.pulse(0, 0)
    }

    /// Count states and bytes that are stored outside the searches to come.
    pub(crate) fn hold(&mut self, held: (usize, usize)) {
        self.held = held;
    }

    /// Check the limits before the next expansion, with so many states stored in so many bytes.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn check(&mut self, states: usize, bytes: usize) -> Result<(), Stop> {
        self.check_tables(states, bytes.into())
    }

    /// The same for tables that may grow during the expansion.
    ///
    /// # Errors
    /// The limit that is reached.
    pub(crate) fn check_tables(&mut self, states: usize, bytes: TableBytes) -> Result<(), Stop> {
        self.note(bytes);
        let (states, bytes) = (states + self.held.0, bytes.peak + self.held.1);
        self.states = states;
        let over =
            |limit: Option<u64>, value: usize| limit.is_some_and(|limit| value as u64 > limit);
        if over(self.limits.states, states) {
            return Err(Stop::States);
        }
        if over(self.limits.memory, bytes) {
            return Err(Stop::Memory);
        }
        self.ticks = (self.ticks + 1) % CHECKS_PER_PULSE;
        if self.ticks == 1 { self.pulse(states, bytes) } else { Ok(()) }
    }

    /// Count the bytes that a search holds; one that ends calls it, as no check follows.
    pub(crate) fn note(&mut self, bytes: TableBytes) {
        self.most_bytes = self.most_bytes.max(bytes.held + self.held.1);
    }

    /// Check the limits before a batch of so many expansions.
    ///
    /// # Errors
    /// The limit that is reached.
    pub(crate) fn check_before(
        &mut self,
        expansions: usize,
        states: usize,
        bytes: usize,
    ) -> Result<(), Stop> {
        if expansions >= LARGE_BATCH {
            self.ticks = 0;
        }
        self.check(states, bytes)
    }

    fn pulse(&mut self, states: usize, bytes: usize) -> Result<(), Stop> {
        let Watch { lower_bound, upper_bound, .. } = *self;
        let is_enough = self.most_cost.is_some_and(|most| lower_bound > most);
        if (self.interrupted)(Progress { states, bytes, lower_bound, upper_bound }) || is_enough {
            return Err(Stop::Interrupted);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late { Err(Stop::Time) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Watch};

    #[test]
    fn a_weaker_bound_changes_nothing() {
        let mut never = |_| false;
        let mut watch = Watch::new(Limits::default(), &mut never);
        for (bound, proved) in [(3, 3), (5, 5), (1, 5)] {
            watch.prove(bound);
            assert_eq!(watch.lower_bound(), proved);
        }
    }
}
