//! The jobs of a stream, and the threads that run them during one call.
//!
//! A thread takes the unfinished job with the least number, or begins the next one. When the call
//! ends, it puts its job back.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::generate::job::{Job, JobResult, JobStep};
use crate::generate::known::Known;
use crate::generate::order::Order;
use crate::generate::tally::Nearest;
use crate::outcome::clock::Instant;
use crate::outcome::{Limits, Stop, Watch};

/// The interval between calls of the caller's callback.
pub(super) const PULSE: Duration = Duration::from_millis(50);
/// Jobs that may begin before the first of them has ended.
const AHEAD: u64 = 1 << 12;

/// The progress while threads work.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The boards tried so far, those of unfinished jobs included.
    pub boards: u64,
    /// The nearest board so far.
    pub nearest: Option<Nearest>,
}

/// The jobs, shared by all threads.
#[derive(Debug, Default)]
pub(super) struct JobQueue {
    /// The job to deliver next, and the first that was not begun.
    pub(super) head: u64,
    begun: u64,
    pub(super) waiting: BTreeMap<u64, Box<Job>>,
    pub(super) ended: BTreeMap<u64, JobResult>,
}

impl JobQueue {
    /// The job at the head, if it has ended.
    pub(super) fn take_head(&mut self) -> Option<JobResult> {
        let ended = self.ended.remove(&self.head)?;
        self.head += 1;
        Some(ended)
    }

    /// An unfinished job to continue, or a new one.
    fn claim(&mut self, seed: u64) -> Option<(u64, Box<Job>)> {
        if let Some(first) = self.waiting.pop_first() {
            return Some(first);
        }
        let number = self.begun;
        (number < self.head + AHEAD).then(|| {
            self.begun += 1;
            (number, Box::new(Job::new(seed, number)))
        })
    }
}

/// What all threads of a call share.
pub(super) struct Shared<'a> {
    pub(super) order: &'a Order,
    pub(super) known: &'a Known,
    pub(super) seed: u64,
    pub(super) queue: Mutex<JobQueue>,
    pub(super) ended: Condvar,
    /// End after the current board.
    pub(super) pause: AtomicBool,
    /// End at once.
    pub(super) abort: AtomicBool,
    pub(super) boards: AtomicU64,
    pub(super) nearest: Mutex<Option<Nearest>>,
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, JobQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Run jobs until the call ends.
    pub(super) fn run_jobs(&self) {
        let is_over = || self.pause.load(Ordering::Relaxed);
        let is_aborted = || self.abort.load(Ordering::Relaxed);
        while !is_over() {
            let Some((number, job)) = self.lock().claim(self.seed) else { return };
            self.put_back(number, self.run_job(job, &is_over, &is_aborted));
        }
    }

    /// Run the job at the head on the caller's thread, if there is no other, until it has ended, the
    /// deadline has passed or the caller interrupts; returns whether the caller interrupted.
    pub(super) fn run_here(
        &self,
        deadline: Option<Instant>,
        interrupted: &mut dyn FnMut(&Snapshot) -> bool,
    ) -> bool {
        let (is_interrupted, last) = (Cell::new(false), Cell::new(Instant::now()));
        let interrupted = RefCell::new(interrupted);
        let is_over = || {
            if last.get().elapsed() >= PULSE {
                is_interrupted
                    .set(is_interrupted.get() || interrupted.borrow_mut()(&self.snapshot()));
                last.set(Instant::now());
            }
            is_interrupted.get() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let claimed = self.lock().claim(self.seed);
        if let Some((number, job)) = claimed {
            self.put_back(number, self.run_job(job, &is_over, &is_over));
        }
        is_interrupted.get()
    }

    /// Keep the result of a job, or the unfinished job for the next call.
    fn put_back(&self, number: u64, job: Result<JobResult, Box<Job>>) {
        match job {
            Ok(ended) => {
                self.lock().ended.insert(number, ended);
                self.ended.notify_all();
            }
            Err(job) => drop(self.lock().waiting.insert(number, job)),
        }
    }

    /// Run a job to its end; the unfinished job is the error if the call is over, which is tested
    /// after each board, or aborted, which is tested during each.
    fn run_job(
        &self,
        mut job: Box<Job>,
        is_over: &dyn Fn() -> bool,
        is_aborted: &dyn Fn() -> bool,
    ) -> Result<JobResult, Box<Job>> {
        while !is_over() {
            let mut aborted = |_| is_aborted();
            let limits =
                Limits { states: Some(self.order.request().max_states), ..Limits::default() };
            let mut watch = Watch::new(limits, &mut aborted);
            let boards = job.tally.boards;
            match job.step(self.order, self.known, &mut watch) {
                Err(Stop::Interrupted) => return Err(job),
                Ok(JobStep::End(puzzle)) => {
                    let Job { tally, nearest, .. } = *job;
                    return Ok(JobResult { puzzle, tally, nearest });
                }
                Ok(JobStep::More) | Err(_) => self.report(&job, job.tally.boards - boards),
            }
        }
        Err(job)
    }

    /// Add the progress of a job to the snapshot.
    fn report(&self, job: &Job, boards: u64) {
        self.boards.fetch_add(boards, Ordering::Relaxed);
        let mut nearest = self.nearest.lock().unwrap_or_else(PoisonError::into_inner);
        let distance = nearest.as_ref().map_or(u64::MAX, |near| near.distance);
        if let Some(near) = job.nearest.as_ref().filter(|near| near.distance < distance) {
            *nearest = Some(near.clone());
        }
    }

    /// Wait until the job at the head has ended, the deadline has passed or the caller interrupts;
    /// returns whether the caller interrupted.
    pub(super) fn wait(
        &self,
        deadline: Option<Instant>,
        interrupted: &mut dyn FnMut(&Snapshot) -> bool,
    ) -> bool {
        let (mut is_interrupted, mut last) = (false, Instant::now());
        let mut queue = self.lock();
        while !queue.ended.contains_key(&queue.head) && !is_interrupted {
            queue = self.ended.wait_timeout(queue, PULSE).unwrap_or_else(PoisonError::into_inner).0;
            if last.elapsed() >= PULSE {
                drop(queue);
                is_interrupted = interrupted(&self.snapshot());
                last = Instant::now();
                queue = self.lock();
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.abort.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(queue);
        self.abort.fetch_or(is_interrupted, Ordering::Relaxed);
        self.pause.store(true, Ordering::Relaxed);
        is_interrupted
    }

    fn snapshot(&self) -> Snapshot {
        let nearest = self.nearest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Snapshot { boards: self.boards.load(Ordering::Relaxed), nearest }
    }
}
