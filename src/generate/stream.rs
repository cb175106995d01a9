//! Puzzles one after another: jobs on several threads, delivered in the order of their numbers.
//!
//! The result of a job depends on its number, the seed and the order alone. So the same seed gives the
//! same puzzles, whatever the number of threads. Threads live as long as a call of
//! [`Stream::next`]; in between, unfinished jobs wait as values.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, Builder};

use rustc_hash::FxHashSet;

use crate::bfs::small::{Buffers, set_buffers, take_buffers};
use crate::generate::canonical::Known;
use crate::generate::order::Order;
use crate::generate::proof::GeneratedPuzzle;
use crate::generate::tally::{Nearest, Tally, Test};
use crate::generate::workers::JobResult;
pub use crate::generate::workers::Snapshot;
use crate::generate::workers::{JobQueue, PULSE, Shared};
use crate::outcome::clock::Instant;

/// What ended a call of [`Stream::next`].
#[derive(Debug)]
pub enum Delivery {
    /// A puzzle.
    Puzzle(Box<GeneratedPuzzle>),
    /// The most boards since the last puzzle were tried.
    Boards,
    /// The deadline has passed.
    Time,
    /// The caller ended the call.
    Interrupted,
}

/// A stream of puzzles.
#[derive(Debug)]
pub struct Stream {
    order: Order,
    known: Known,
    seed: u64,
    /// The most boards to try since the last puzzle.
    max_boards: u64,
    since: u64,
    delivered: FxHashSet<String>,
    tally: Tally,
    nearest: Option<Nearest>,
    /// The last call ended before the job at the head.
    is_cut: bool,
    queue: JobQueue,
    buffers: Vec<Buffers>,
}

impl Stream {
    /// A stream that has not begun.
    #[must_use]
    pub fn new(order: Order, known: Known, seed: u64, threads: usize, max_boards: u64) -> Stream {
        Stream {
            order,
            known,
            seed,
            max_boards,
            since: 0,
            delivered: FxHashSet::default(),
            tally: Tally::default(),
            nearest: None,
            is_cut: false,
            queue: JobQueue::default(),
            buffers: (0..threads.max(1)).map(|_| Buffers::default()).collect(),
        }
    }

    /// What was tried for the puzzles so far, which depends on the seed and the order alone. After a
    /// call that the deadline or the caller ended, also what the threads had begun.
    #[must_use]
    pub fn tally(&self) -> Tally {
        if self.is_cut { self.tally_so_far() } else { self.tally }
    }

    /// What was tried, whichever jobs the threads have begun.
    fn tally_so_far(&self) -> Tally {
        let mut tally = self.tally;
        self.queue.waiting.values().for_each(|job| tally.add(&job.tally));
        self.queue.ended.values().for_each(|ended| tally.add(&ended.tally));
        tally
    }

    /// The board nearest to the order among those of the jobs that count, which depend on the seed
    /// and the order alone; before the first of these has ended, among all.
    #[must_use]
    pub fn nearest(&self) -> Option<&Nearest> {
        self.nearest.as_ref().or_else(|| self.nearest_so_far())
    }

    /// The board nearest to the order among all that were tried, whichever jobs the threads have
    /// begun.
    fn nearest_so_far(&self) -> Option<&Nearest> {
        let ended = self.queue.ended.values().filter_map(|ended| ended.nearest.as_ref());
        let waiting = self.queue.waiting.values().filter_map(|job| job.nearest.as_ref());
        self.nearest.iter().chain(ended).chain(waiting).min_by_key(|near| near.distance)
    }

    /// The next puzzle. `interrupted` is called regularly.
    pub fn next(
        &mut self,
        deadline: Option<Instant>,
        interrupted: &mut dyn FnMut(&Snapshot) -> bool,
    ) -> Delivery {
        let delivery = self.advance(deadline, interrupted);
        self.is_cut = matches!(delivery, Delivery::Time | Delivery::Interrupted);
        delivery
    }

    fn advance(
        &mut self,
        deadline: Option<Instant>,
        interrupted: &mut dyn FnMut(&Snapshot) -> bool,
    ) -> Delivery {
        // Short jobs end before a wait for one of them calls `interrupted`.
        let mut last = Instant::now();
        loop {
            if last.elapsed() >= PULSE {
                if interrupted(&self.snapshot()) {
                    return Delivery::Interrupted;
                }
                last = Instant::now();
            }
            if let Some(ended) = self.queue.take_head() {
                if let Some(delivery) = self.deliver(ended) {
                    return delivery;
                }
                continue;
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Delivery::Time;
            }
            if let Some(end) = self.run(deadline, interrupted) {
                return end;
            }
        }
    }

    /// The puzzle of a job, if it found a new one, or the end after too many boards without one.
    fn deliver(&mut self, ended: JobResult) -> Option<Delivery> {
        self.tally.add(&ended.tally);
        self.since += ended.tally.boards;
        if let Some(puzzle) = ended.puzzle {
            if self.delivered.insert(puzzle.name.clone()) {
                self.since = 0;
                return Some(Delivery::Puzzle(puzzle));
            }
            self.tally.fail(Test::New);
        }
        let is_nearer =
            |near: &Nearest| self.nearest.as_ref().is_none_or(|best| near.distance < best.distance);
        self.nearest = ended.nearest.filter(is_nearer).or_else(|| self.nearest.take());
        if self.since < self.max_boards {
            return None;
        }
        self.since = 0;
        Some(Delivery::Boards)
    }

    /// Work until the job at the head has ended or the deadline has passed; returns what else ended it.
    fn run(
        &mut self,
        deadline: Option<Instant>,
        interrupted: &mut dyn FnMut(&Snapshot) -> bool,
    ) -> Option<Delivery> {
        let before = self.snapshot();
        let shared = Shared {
            order: &self.order,
            known: &self.known,
            seed: self.seed,
            queue: Mutex::new(std::mem::take(&mut self.queue)),
            ended: Condvar::new(),
            pause: AtomicBool::new(false),
            abort: AtomicBool::new(false),
            boards: AtomicU64::new(before.boards),
            nearest: Mutex::new(before.nearest),
        };
        let end = thread::scope(|scope| {
            let mut threads = Vec::new();
            for buffers in &mut self.buffers {
                let shared = &shared;
                let work = move || {
                    set_buffers(std::mem::take(buffers));
                    shared.run_jobs();
                    *buffers = take_buffers();
                };
                // A web page has no threads, and the system may have no memory for another one; then
                // the existing threads do all the work.
                let Ok(thread) = Builder::new().spawn_scoped(scope, work) else { break };
                threads.push(thread);
            }
            let is_interrupted = if threads.is_empty() {
                shared.run_here(deadline, interrupted)
            } else {
                shared.wait(deadline, interrupted)
            };
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            is_interrupted.then_some(Delivery::Interrupted)
        });
        self.queue = shared.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        end
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { boards: self.tally_so_far().boards, nearest: self.nearest_so_far().cloned() }
    }
}
