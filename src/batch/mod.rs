//! A pool of threads that solve many puzzles.
//!
//! The threads live as long as a call, so that a process may fork between calls. Each answer depends on
//! its own puzzle alone, whatever the number of threads.
//!
//! ```
//! use rushhour::batch::{WorkerPool, boards};
//! use rushhour::{Options, Puzzle};
//!
//! let text = b"AA../..../..../....\n..B./AAB./..../....\n";
//! let rows: Vec<&[u8]> = boards(text).collect();
//! let cost = |row: usize| {
//!     let puzzle: Puzzle = std::str::from_utf8(rows[row]).ok()?.parse().ok()?;
//!     Options::new().threads(1).solve(&puzzle).cost()
//! };
//! let mut pool = WorkerPool::new(2);
//! let costs = pool.map(rows.len(), |row, _| cost(row), &mut || false);
//! assert_eq!(costs, [Some(Some(1)), Some(Some(2))]);
//! ```

pub mod episodes;
pub mod share;

use std::io;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::bfs::small as lanes;
use crate::board::{Metric, Move};
use crate::cluster::{Cluster, explore};
use crate::outcome::clock::Instant;
use crate::outcome::{Ending, Interrupt, Limits, Outcome, Progress, Watch};
use crate::search::{Algorithm, Query, search};
use crate::state::Puzzle;

/// How often the callback of the caller is called.
const PULSE: Duration = Duration::from_millis(50);

/// The calling thread works alone for this long: starting a thread takes about as long.
const ALONE: Duration = Duration::from_millis(2);

/// The most indices that a thread claims at once.
const RUN: usize = 16;

/// An outcome and its time; `None` if there was no puzzle.
pub type Timed = Option<(Outcome, Duration)>;

/// Solves puzzles on the calling thread and others. It keeps the buffers of the others from call to call,
/// each up to 64 MiB for a closed set and 80 MiB for states; those of the calling thread stay with it.
#[derive(Debug)]
pub struct WorkerPool {
    /// For each thread but the calling one.
    buffers: Vec<lanes::Buffers>,
}

impl WorkerPool {
    /// A pool of so many threads, at least one: the calling one.
    #[must_use]
    pub fn new(threads: usize) -> WorkerPool {
        WorkerPool { buffers: (1..threads.max(1)).map(|_| lanes::Buffers::default()).collect() }
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        1 + self.buffers.len()
    }

    /// Solve each puzzle; the results are in the order of the puzzles.
    ///
    /// `puzzle` maps an index to its puzzle, or to `None`, which has no result; it is called once for
    /// each index, on any thread. When `interrupted` returns true, every search ends as interrupted,
    /// and puzzles not yet begun have no result.
    pub fn solve(
        &mut self,
        count: usize,
        puzzle: impl Fn(usize) -> Option<Puzzle> + Sync,
        algorithm: &Algorithm,
        query: &Query,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Vec<Timed> {
        let answer = |index: usize, stop: &mut Interrupt<'_>| {
            let puzzle = puzzle(index)?;
            let begun = Instant::now();
            let outcome = search(algorithm, &puzzle, query, stop);
            Some((outcome, begun.elapsed()))
        };
        self.map(count, answer, interrupted).into_iter().map(Option::flatten).collect()
    }

    /// Call `answer` with each index; the results are in the order of the indices.
    ///
    /// The calling thread answers, too; others join it if the work takes long. When `interrupted` returns
    /// true, so does the callback that `answer` receives, and indices not yet begun have no result.
    pub fn map<T: Send>(
        &mut self,
        count: usize,
        answer: impl Fn(usize, &mut Interrupt<'_>) -> T + Sync,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<T>> {
        let queue = RowQueue::new(count, self.run(count));
        let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let begun = Instant::now();
            let mut idle = self.buffers.iter_mut();
            let mut threads = Vec::new();
            let mut pulse = |_| {
                if begun.elapsed() >= ALONE && queue.is_left() {
                    let join = |buffers| queue.join(scope, buffers, &answer, sender.clone()).ok();
                    threads.extend(idle.by_ref().map_while(join));
                }
                queue.stop.fetch_or(interrupted(), Ordering::Relaxed) || queue.is_stopped()
            };
            queue.work(&answer, &mut pulse, |part| store(&mut results, part));
            drop(sender);
            queue.collect(&receiver, interrupted, &mut results);
            // The scope waits for the closures, not for the end of the threads.
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        results
    }

    /// How many indices a thread claims at once: few enough for the threads to end together.
    fn run(&self, count: usize) -> usize {
        (count / (4 * self.threads())).clamp(1, RUN)
    }
}

/// Results and the index of the first.
type RowResults<T> = (usize, Vec<T>);

/// The indices that the threads share.
struct RowQueue {
    next: AtomicUsize,
    count: usize,
    run: usize,
    stop: AtomicBool,
}

impl RowQueue {
    fn new(count: usize, run: usize) -> RowQueue {
        RowQueue { next: AtomicUsize::new(0), count, run, stop: AtomicBool::new(false) }
    }

    fn is_left(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.count
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Answer on another thread, too, with the buffers of an earlier one.
    ///
    /// # Errors
    /// The system has no memory for another thread; the others then do all the work.
    fn join<'scope, 'env, T: Send + 'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, 'env>,
        buffers: &'scope mut lanes::Buffers,
        answer: &'scope (impl Fn(usize, &mut Interrupt<'_>) -> T + Sync),
        sender: Sender<RowResults<T>>,
    ) -> io::Result<ScopedJoinHandle<'scope, ()>> {
        Builder::new().spawn_scoped(scope, move || {
            lanes::set_buffers(std::mem::take(buffers));
            // The receiver outlives the threads.
            let send = |part| drop(sender.send(part));
            self.work(answer, &mut |_| self.is_stopped(), send);
            *buffers = lanes::take_buffers();
        })
    }

    /// Answer indices until none is left.
    fn work<T>(
        &self,
        answer: impl Fn(usize, &mut Interrupt<'_>) -> T,
        stop: &mut Interrupt<'_>,
        mut keep: impl FnMut(RowResults<T>),
    ) {
        while !stop(Progress::default())
            && let Some(run) = self.claim()
        {
            let found = run.clone().map(|index| answer(index, stop)).collect();
            keep((run.start, found));
        }
    }

    /// Claim the next indices.
    fn claim(&self) -> Option<Range<usize>> {
        let start = self.next.fetch_add(self.run, Ordering::Relaxed);
        (start < self.count).then(|| start..self.count.min(start + self.run))
    }

    /// Store the parts of the other threads until the last of them has ended.
    fn collect<T>(
        &self,
        receiver: &Receiver<RowResults<T>>,
        interrupted: &mut dyn FnMut() -> bool,
        results: &mut [Option<T>],
    ) {
        let mut last_pulse = Instant::now();
        loop {
            match receiver.recv_timeout(PULSE) {
                Ok(part) => store(results, part),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if last_pulse.elapsed() >= PULSE {
                last_pulse = Instant::now();
                self.stop.fetch_or(interrupted(), Ordering::Relaxed);
            }
        }
    }
}

fn store<T>(results: &mut [Option<T>], (start, found): RowResults<T>) {
    for (slot, one) in results[start..].iter_mut().zip(found) {
        *slot = Some(one);
    }
}

// The boards in the lines of a text: one board a line, also beside a number, or one entry of
// Fogleman's list.
//
// ```text
// IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM            a board
// IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 60         a board and a number, or a number and a board
// 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332    moves, a board, the size of its cluster
// ```
//
// Blank lines and comments are skipped, as in the formats of the Python package. Any other line is
// returned whole, so that the reader of boards can report it.

/// The boards of a text, in the order of its lines.
pub fn boards(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
        .map(|line| without_comment(line).trim_ascii())
        .filter(|line| !line.is_empty())
        .map(|line| entry(line).unwrap_or(line))
}

/// A comment begins with `#` at the start of a line or behind a blank.
fn without_comment(line: &[u8]) -> &[u8] {
    let begins = |&at: &usize| line[at] == b'#' && (at == 0 || line[at - 1].is_ascii_whitespace());
    &line[..(0..line.len()).find(begins).unwrap_or(line.len())]
}

/// The board of an entry: the second of three words, or one of two, if all others are numbers.
fn entry(line: &[u8]) -> Option<&[u8]> {
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (first, second, third) = (words.next()?, words.next()?, words.next());
    match (is_number(first), is_number(second), third) {
        (true, false, None) => Some(second),
        (false, true, None) => Some(first),
        (true, _, Some(states)) if words.next().is_none() && is_number(states) => Some(second),
        _ => None,
    }
}

// A batch query, and its answer for one puzzle.

/// What to find for every puzzle.
#[derive(Clone, Copy)]
pub struct BatchQuery<'a> {
    /// The algorithm of every search.
    pub algorithm: &'static Algorithm,
    /// The query of the search that gives status, moves and counters.
    pub query: Query<'a>,
    /// Whether to find the optimum in the other metric, too.
    pub both: bool,
    /// Whether to count the states of the cluster.
    pub states: bool,
}

/// The answer for one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// `solved`, `unsolvable` or `unknown`.
    pub status: &'static str,
    /// The optimum in slides, if the query includes it and it was found.
    pub slides: Option<u32>,
    /// The optimum in steps, likewise.
    pub steps: Option<u32>,
    /// A shortest solution.
    pub moves: Option<Vec<Move>>,
    /// The states that the search expanded; `None` if the answer comes from a shared cluster.
    pub expanded: Option<u64>,
    /// The states of its cluster, if the query includes them and no limit was reached.
    pub states: Option<u64>,
}

impl BatchQuery<'_> {
    /// Answer the query for one puzzle.
    #[must_use]
    pub fn answer(&self, puzzle: &Puzzle, stop: &mut Interrupt<'_>) -> Answer {
        let outcome = self.search(puzzle, self.query.metric, stop);
        let expanded = Some(outcome.counters.expanded);
        let states = if self.states { self.count_states(puzzle, stop) } else { None };
        let answer = match outcome.ending {
            Ending::Solved(moves) => {
                self.solved(moves, || self.search(puzzle, self.other(), stop).cost())
            }
            Ending::Unsolvable => Answer { status: "unsolvable", ..Answer::default() },
            Ending::Unknown(_) => Answer { status: "unknown", ..Answer::default() },
        };
        Answer { expanded, states, ..answer }
    }

    /// The answer with a solution; `other` finds the optimum in the other metric.
    pub(crate) fn solved(&self, moves: Vec<Move>, other: impl FnOnce() -> Option<u32>) -> Answer {
        let (own, other) =
            (u32::try_from(moves.len()).ok(), if self.both { other() } else { None });
        let (slides, steps) = match self.query.metric {
            Metric::Slide => (own, other),
            Metric::Step => (other, own),
        };
        Answer { status: "solved", slides, steps, moves: Some(moves), ..Answer::default() }
    }

    /// The metric that is not the one of the query.
    pub(crate) fn other(&self) -> Metric {
        match self.query.metric {
            Metric::Slide => Metric::Step,
            Metric::Step => Metric::Slide,
        }
    }

    fn search(&self, puzzle: &Puzzle, metric: Metric, stop: &mut Interrupt<'_>) -> Outcome {
        let query = Query { metric, ..self.query };
        search(self.algorithm, puzzle, &query, stop)
    }

    fn count_states(&self, puzzle: &Puzzle, stop: &mut Interrupt<'_>) -> Option<u64> {
        let Query { metric, limits, .. } = self.query;
        self.cluster(puzzle, metric, limits, stop).map(|cluster| cluster.len() as u64)
    }

    /// The cluster of a puzzle; `None` if a limit is reached.
    pub(crate) fn cluster(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        limits: Limits,
        stop: &mut Interrupt<'_>,
    ) -> Option<Cluster> {
        let mut watch = Watch::new(limits, stop);
        explore(puzzle, metric, self.query.goal, &mut watch).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::WorkerPool;
    use crate::outcome::Progress;

    #[test]
    fn one_thread_is_the_calling_one() {
        let here = thread::current().id();
        let ids = WorkerPool::new(1).map(100, |_, _| thread::current().id(), &mut || false);
        assert_eq!(ids, vec![Some(here); 100]);
    }

    #[test]
    fn another_thread_joins_during_a_long_answer() {
        let is_joined = AtomicBool::new(false);
        let found = WorkerPool::new(2).map(
            8,
            |index, stop| {
                if index > 0 {
                    is_joined.store(true, Ordering::Relaxed);
                }
                while !is_joined.load(Ordering::Relaxed) {
                    assert!(!stop(Progress::default()));
                }
                index
            },
            &mut || false,
        );
        assert_eq!(found, (0..8).map(Some).collect::<Vec<_>>());
    }

    #[test]
    fn an_interrupt_ends_all_threads() {
        let found = WorkerPool::new(3).map(
            1000,
            |index, stop| {
                while !stop(Progress::default()) {}
                index
            },
            &mut || true,
        );
        assert_eq!(found, vec![None; 1000]);
        let mut left = 100;
        let mut later = || {
            left -= 1;
            left < 0
        };
        let found =
            WorkerPool::new(3).map(1000, |_, stop| while !stop(Progress::default()) {}, &mut later);
        let begun = found.iter().flatten().count();
        assert!((1..=48).contains(&begun), "{begun}");
    }
}

#[cfg(test)]
mod lines_tests {
    use super::boards;

    #[test]
    fn boards_entries_comments_and_nonsense() {
        let text = b"# list\r\nAA..\r\n\n 02 AAB. 14 \t\n..AA # easy\nAA#.\n1 2\n1 b c\n \n.AA.\n7 AA..\nAA.. 7\nx AA..";
        let found: Vec<_> = boards(text).map(String::from_utf8_lossy).collect();
        assert_eq!(
            found,
            ["AA..", "AAB.", "..AA", "AA#.", "1 2", "1 b c", ".AA.", "AA..", "AA..", "x AA.."]
        );
    }
}
