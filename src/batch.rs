//! Many boards at once: threads that share nothing but the list.
//!
//! The threads live as long as the call, so a process may fork before and after it. Every answer
//! depends on its own board alone: neither their number nor their order shows in the results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::outcome::Outcome;
use crate::search::{Algorithm, Query, search};
use crate::state::State;

/// How often the caller is asked whether to go on.
const PULSE: Duration = Duration::from_millis(50);

/// An outcome and the time that it took.
pub type Timed = (Outcome, Duration);

/// Solve each board on so many threads; results in the order of the boards.
///
/// `board` gives the board of a number, or `None` for one that cannot be had; it is called once for
/// each number, on any thread. After `interrupted` has said so every search ends as interrupted.
pub fn solve_many(
    count: usize,
    board: impl Fn(usize) -> Option<(Arc<Board>, State)> + Sync,
    algorithm: &Algorithm,
    query: &Query,
    threads: usize,
    interrupted: &mut dyn FnMut() -> bool,
) -> Vec<Option<Timed>> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let mut results: Vec<Option<Timed>> = (0..count).map(|_| None).collect();
    let work = |number| {
        let (board, state) = board(number)?;
        let begun = Instant::now();
        let mut stopped = |_| stop.load(Ordering::Relaxed);
        let outcome = search(algorithm, &board, &state, query, &mut stopped);
        Some((outcome, begun.elapsed()))
    };
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some(run) = claim(&next, count) {
                    let found: Vec<_> = run.clone().map(&work).collect();
                    // The receiver outlives the threads of this scope.
                    let _ = sender.send((run.start, found));
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(PULSE) {
                Ok((start, found)) => {
                    for (slot, result) in results[start..].iter_mut().zip(found) {
                        *slot = result;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    stop.fetch_or(interrupted(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    results
}

/// Boards that a thread takes at once.
const RUN: usize = 16;

/// The next numbers that nobody has taken.
fn claim(next: &AtomicUsize, count: usize) -> Option<std::ops::Range<usize>> {
    let start = next.fetch_add(RUN, Ordering::Relaxed);
    (start < count).then(|| start..count.min(start + RUN))
}
