//! The jobs of a stream, and the threads that run them during one call.
//!
//! A thread takes the unfinished job with the least number, or begins the next one. When the call
//! ends, it puts its job back.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashSet;

use crate::board::Axis;
use crate::generate::canonical::Known;
use crate::generate::layout::Layout;
use crate::generate::mutate::{mutate, sample};
use crate::generate::order::Order;
use crate::generate::proof::{GeneratedPuzzle, Judge, Judgement};
use crate::generate::tally::{Nearest, Tally, Test, UNIT};
use crate::outcome::clock::Instant;
use crate::outcome::{Limits, Stop, Watch};
use crate::random::SplitMix;

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

// One search for one puzzle: from a random board, by small changes, to one that meets the order.
//
// Each board is judged in the hardest state of its cluster, and the next change is made there. A
// change is kept if it leads no farther from the order than a threshold allows, which falls to
// zero: threshold accepting (Dueck and Scheuer 1990), which needs no exponential function and so
// is the same on every machine. The search ends with its first puzzle, at the end of its budget,
// or when all changes lead to boards that it has judged already. How long a search may be follows
// the sequence of Luby, Sinclair and Zuckerman (1993), since the length that it needs is unknown.

/// Boards of the shortest searches.
const BUDGET: u64 = 300;
/// The threshold at the beginning: three slides.
const THRESHOLD: u64 = 3 * UNIT;
/// A search ends after this many changes in a row that lead to no new board.
const PATIENCE: u32 = 300;

/// A search that can be interrupted between two boards.
#[derive(Debug)]
pub(super) struct Job {
    rng: SplitMix,
    budget: u64,
    tries: u32,
    current: Option<(Layout, u64)>,
    /// The fingerprints of the boards judged so far. All boards of a cluster have the same one, and
    /// boards with the same one are mostly of one cluster. So no cluster is explored twice, but some
    /// others with the same vehicles in the same lines are never explored.
    judged: FxHashSet<u64>,
    pub(super) tally: Tally,
    pub(super) nearest: Option<Nearest>,
}

/// The result of one step of a job.
pub(super) enum JobStep {
    /// The search continues.
    More,
    /// The search has ended, with a puzzle or without.
    End(Option<Box<GeneratedPuzzle>>),
}

/// The result of a job.
#[derive(Debug)]
pub(super) struct JobResult {
    pub(super) puzzle: Option<Box<GeneratedPuzzle>>,
    pub(super) tally: Tally,
    pub(super) nearest: Option<Nearest>,
}

impl Job {
    /// The job with this number; its result depends on the number, the seed and the order alone.
    pub(super) fn new(seed: u64, number: u64) -> Job {
        Job {
            rng: SplitMix::of_part(seed, number),
            budget: BUDGET * luby(number + 1),
            tries: 0,
            current: None,
            judged: FxHashSet::default(),
            tally: Tally::default(),
            nearest: None,
        }
    }

    /// Judge one more board.
    ///
    /// # Errors
    /// The caller interrupted the work; the next call repeats it.
    pub(super) fn step(
        &mut self,
        order: &Order,
        known: &Known,
        watch: &mut Watch<'_>,
    ) -> Result<JobStep, Stop> {
        if self.tally.boards >= self.budget || self.tries >= PATIENCE {
            return Ok(JobStep::End(None));
        }
        let before = self.rng.clone();
        let Some((layout, fingerprint)) = self.propose(order) else { return Ok(JobStep::More) };
        let allowed = self.allowed();
        let mut judge = Judge { order, known, tally: &mut self.tally, watch };
        let judged = judge.judge(&layout, allowed, &mut self.rng);
        let verdict = judged.inspect_err(|_| self.rng = before)?;
        self.tries = 0;
        self.judged.insert(fingerprint);
        match verdict {
            Some(Judgement { puzzle: Some(puzzle), .. }) => return Ok(JobStep::End(Some(puzzle))),
            Some(verdict) => self.continue_from(order, verdict),
            None => {}
        }
        Ok(JobStep::More)
    }

    /// Continue the search from a board.
    fn continue_from(
        &mut self,
        order: &Order,
        Judgement { layout, slides, distance, .. }: Judgement,
    ) {
        if self.nearest.as_ref().is_none_or(|nearest| distance < nearest.distance) {
            let (outline, layout) = (order.outline, layout.clone());
            self.nearest = Some(Nearest { distance, slides, outline, layout });
        }
        self.current = Some((layout, distance));
    }

    /// A new board to judge, with its fingerprint; `None` if this try found none.
    fn propose(&mut self, order: &Order) -> Option<(Layout, u64)> {
        self.tries += 1;
        let layout = match &self.current {
            Some((layout, _)) => mutate(order, layout, &mut self.rng)?,
            None => self.sample(order)?,
        };
        let fingerprint = fingerprint(order, &layout);
        (!self.judged.contains(&fingerprint)).then_some((layout, fingerprint))
    }

    /// A random board; `None`, counted as refused, if not all vehicles and walls fit.
    fn sample(&mut self, order: &Order) -> Option<Layout> {
        let layout = sample(order, &mut self.rng);
        if layout.is_none() {
            self.tally.boards += 1;
            self.tally.fail(Test::Placed);
        }
        layout
    }

    /// How far from the order the next board may be.
    fn allowed(&mut self) -> u64 {
        let Some((_, distance)) = self.current else { return u64::MAX };
        let left = self.budget - self.tally.boards;
        let most = THRESHOLD * left / self.budget;
        distance + self.rng.below(usize::try_from(most).expect("small") + 1) as u64
    }
}

/// A hash of what no move changes, the same for a board and its mirror image.
fn fingerprint(order: &Order, layout: &Layout) -> u64 {
    let plain = hash(layout);
    if order.is_symmetric() { plain.min(hash(&layout.mirrored(order.outline))) } else { plain }
}

/// A hash that is the same on every machine, unlike hashes of `usize`.
fn hash(layout: &Layout) -> u64 {
    let mut pieces = layout.pieces.clone();
    pieces.sort_unstable();
    let mut walls = layout.walls.clone();
    walls.sort_unstable();
    let mut hash = 0;
    let mut add = |number: u64| hash = SplitMix(hash ^ number).word();
    for piece in pieces {
        let before = walls.iter().filter(|&&wall| piece.is_behind(wall)).count();
        let axis = u8::from(piece.axis == Axis::Vertical);
        let small = u8::try_from(before).expect("at most the side of a board");
        add(u32::from_le_bytes([axis, piece.line, piece.length, small]).into());
    }
    for wall in walls {
        add((32 * (wall.row + 1) + wall.col).unsigned_abs());
    }
    hash
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from its first number on.
fn luby(index: u64) -> u64 {
    let mut index = index;
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn budgets_follow_the_sequence_of_luby() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
