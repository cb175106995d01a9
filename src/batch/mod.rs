//! A pool of threads that solve many puzzles.
//!
//! The threads live as long as a call, so that a process may fork between calls. Each answer depends on
//! its own puzzle alone, whatever the number of threads.

pub mod lines;
pub mod query;
pub mod share;

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::bfs::small as lanes;
use crate::facade::Puzzle;
use crate::outcome::Outcome;
use crate::search::{Algorithm, Query, search};

/// How often the callback of the caller is called.
const PULSE: Duration = Duration::from_millis(50);

/// The most indices that a thread claims at once.
const RUN: usize = 16;

/// An outcome and its time; `None` if there was no puzzle.
pub type Timed = Option<(Outcome, Duration)>;

/// Solves puzzles on several threads and keeps the buffers of each from call to call: up to 32 MiB for a
/// closed set and 80 MiB for states.
#[derive(Debug)]
pub struct WorkerPool {
    buffers: Vec<lanes::Buffers>,
}

impl WorkerPool {
    /// A pool of so many threads, at least one.
    #[must_use]
    pub fn new(threads: usize) -> WorkerPool {
        WorkerPool { buffers: (0..threads.max(1)).map(|_| lanes::Buffers::default()).collect() }
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.buffers.len()
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
        let answer = |index: usize, stop: &AtomicBool| {
            let puzzle = puzzle(index)?;
            let begun = Instant::now();
            let mut stopped = |_| stop.load(Ordering::Relaxed);
            let outcome = search(algorithm, puzzle.board(), puzzle.state(), query, &mut stopped);
            Some((outcome, begun.elapsed()))
        };
        self.map(count, answer, interrupted).into_iter().map(Option::flatten).collect()
    }

    /// Call `answer` with each index; the results are in the order of the indices.
    ///
    /// When `interrupted` returns true, the flag that `answer` receives becomes true, and indices not yet
    /// begun have no result.
    pub fn map<T: Send>(
        &mut self,
        count: usize,
        answer: impl Fn(usize, &AtomicBool) -> T + Sync,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<T>> {
        let stop = AtomicBool::new(false);
        let shared = Work { next: AtomicUsize::new(0), count, run: self.run(count), stop: &stop };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for buffers in self.buffers.iter_mut().take(count) {
                let (sender, shared, answer) = (sender.clone(), &shared, &answer);
                let work = move || {
                    lanes::set_buffers(std::mem::take(buffers));
                    shared.work(answer, &sender);
                    *buffers = lanes::take_buffers();
                };
                // The system may have no memory for another thread; the others then do all the work.
                let Ok(thread) = Builder::new().spawn_scoped(scope, work) else { break };
                threads.push(thread);
            }
            if threads.is_empty() {
                shared.work(&answer, &sender);
            }
            drop(sender);
            let results = shared.collect(&receiver, interrupted);
            // The scope waits for the closures, not for the end of the threads.
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            results
        })
    }

    /// How many indices a thread claims at once: few enough for the threads to end together.
    fn run(&self, count: usize) -> usize {
        (count / (4 * self.buffers.len())).clamp(1, RUN)
    }
}

/// Results and the index of the first.
type Part<T> = (usize, Vec<T>);

/// The indices that the threads share.
struct Work<'a> {
    next: AtomicUsize,
    count: usize,
    run: usize,
    stop: &'a AtomicBool,
}

impl Work<'_> {
    /// Answer indices until none is left.
    fn work<T>(&self, answer: impl Fn(usize, &AtomicBool) -> T, sender: &Sender<Part<T>>) {
        while let Some(run) = self.claim()
            && !self.stop.load(Ordering::Relaxed)
        {
            let found = run.clone().map(|index| answer(index, self.stop)).collect();
            // The receiver outlives the threads.
            let _ = sender.send((run.start, found));
        }
    }

    /// Claim the next indices.
    fn claim(&self) -> Option<Range<usize>> {
        let start = self.next.fetch_add(self.run, Ordering::Relaxed);
        (start < self.count).then(|| start..self.count.min(start + self.run))
    }

    /// Collect the parts in order until the last thread has ended.
    fn collect<T>(
        &self,
        receiver: &Receiver<Part<T>>,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<T>> {
        let mut results: Vec<Option<T>> = (0..self.count).map(|_| None).collect();
        let mut last_pulse = Instant::now();
        loop {
            match receiver.recv_timeout(PULSE) {
                Ok((start, found)) => {
                    let slots = start..start + found.len();
                    results.splice(slots, found.into_iter().map(Some));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return results,
            }
            if last_pulse.elapsed() >= PULSE {
                last_pulse = Instant::now();
                self.stop.fetch_or(interrupted(), Ordering::Relaxed);
            }
        }
    }
}
