//! Many boards at once: threads that share nothing but the list.
//!
//! The threads live as long as the call, so a process may fork before and after it. Every answer
//! depends on its own board alone: neither their number nor their order shows in the results.

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

/// How often the caller is asked whether to go on.
const PULSE: Duration = Duration::from_millis(50);

/// The most boards that a thread takes at once.
const RUN: usize = 16;

/// An outcome and the time that it took; `None` for a board that could not be had.
pub type Timed = Option<(Outcome, Duration)>;

/// Solves lists of boards on so many threads, whose buffers it keeps from list to list: up to 32
/// MiB of a closed set and 80 MiB of states for each.
#[derive(Debug)]
pub struct WorkerPool {
    buffers: Vec<lanes::Buffers>,
}

impl WorkerPool {
    /// A crew of so many threads, at least one.
    #[must_use]
    pub fn new(threads: usize) -> WorkerPool {
        WorkerPool { buffers: (0..threads.max(1)).map(|_| lanes::Buffers::default()).collect() }
    }

    /// Solve each board; results in the order of the boards.
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
        let answer = |number: usize, stop: &AtomicBool| {
            let puzzle = puzzle(number)?;
            let begun = Instant::now();
            let mut stopped = |_| stop.load(Ordering::Relaxed);
            let outcome = search(algorithm, puzzle.board(), puzzle.state(), query, &mut stopped);
            Some((outcome, begun.elapsed()))
        };
        self.map(count, answer, interrupted).into_iter().map(Option::flatten).collect()
    }

    /// Answer each number; results in their order.
    ///
    /// After `interrupted` has said so the flag that `answer` is given is true, and numbers not yet
    /// begun have no result.
    pub fn map<T: Send>(
        &mut self,
        count: usize,
        answer: impl Fn(usize, &AtomicBool) -> T + Sync,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<T>> {
        let stop = AtomicBool::new(false);
        let list = List { next: AtomicUsize::new(0), count, run: self.run(count), stop: &stop };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for buffers in self.buffers.iter_mut().take(count) {
                let (sender, list, answer) = (sender.clone(), &list, &answer);
                let work = move || {
                    lanes::set_buffers(std::mem::take(buffers));
                    list.work(answer, &sender);
                    *buffers = lanes::take_buffers();
                };
                // The system may have no memory for one more: then those there are do all.
                let Ok(thread) = Builder::new().spawn_scoped(scope, work) else { break };
                threads.push(thread);
            }
            if threads.is_empty() {
                list.work(&answer, &sender);
            }
            drop(sender);
            let results = list.collect(&receiver, interrupted);
            // The scope waits for their work, but not for their end.
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            results
        })
    }

    /// How many boards of a list a thread takes at once: few enough to end together.
    fn run(&self, count: usize) -> usize {
        (count / (4 * self.buffers.len())).clamp(1, RUN)
    }
}

/// Results and the number of the first.
type Part<T> = (usize, Vec<T>);

/// A list of boards that threads work off.
struct List<'a> {
    next: AtomicUsize,
    count: usize,
    run: usize,
    stop: &'a AtomicBool,
}

impl List<'_> {
    /// Answer boards until none is left.
    fn work<T>(&self, answer: impl Fn(usize, &AtomicBool) -> T, sender: &Sender<Part<T>>) {
        while let Some(run) = self.claim()
            && !self.stop.load(Ordering::Relaxed)
        {
            let found = run.clone().map(|number| answer(number, self.stop)).collect();
            // The receiver outlives the threads.
            let _ = sender.send((run.start, found));
        }
    }

    /// The next numbers that nobody has taken.
    fn claim(&self) -> Option<Range<usize>> {
        let start = self.next.fetch_add(self.run, Ordering::Relaxed);
        (start < self.count).then(|| start..self.count.min(start + self.run))
    }

    /// Put the parts in order until the last thread has ended.
    fn collect<T>(
        &self,
        receiver: &Receiver<Part<T>>,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<T>> {
        let mut results: Vec<Option<T>> = (0..self.count).map(|_| None).collect();
        let mut asked = Instant::now();
        loop {
            match receiver.recv_timeout(PULSE) {
                Ok((start, found)) => {
                    let slots = start..start + found.len();
                    results.splice(slots, found.into_iter().map(Some));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return results,
            }
            if asked.elapsed() >= PULSE {
                asked = Instant::now();
                self.stop.fetch_or(interrupted(), Ordering::Relaxed);
            }
        }
    }
}
