//! The successors of a level. Several threads take its blocks in turn; what they find together does
//! not depend on who takes which.

use std::iter;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{self, Builder};
use std::time::Duration;

use super::candidates::Candidates;
use super::code::{Word, WordCode};
use super::error::{DiskError, Result};
use super::level::{Reader, Writer};
use super::pulse::{Check, Helper, Leader, Pulse, Team};
use crate::cluster::Unfinished;
use crate::outcome::{Stop, memory};
use crate::state::Successors;

/// States that are expanded between two checks of the limits.
const BATCH: usize = 64;
/// The pause between two checks of the limits by a thread that waits for the others.
const PAUSE: Duration = Duration::from_millis(1);

/// What a thread has of its own.
pub(super) struct LevelWorker<'a, 's, T, S> {
    pub(super) code: &'a WordCode,
    pub(super) successors: &'s mut S,
    pub(super) candidates: Candidates<'a, T>,
    /// The first pass writes the solved states of a level.
    pub(super) solved: Option<Writer<T>>,
}

/// Expand all blocks. This thread is the first of the workers; if another cannot be started, the
/// others do its work.
pub(super) fn expand<T: Word, S: Successors<W> + Send, const W: usize>(
    workers: &mut [LevelWorker<'_, '_, T, S>],
    blocks: Reader<T>,
    pulse: &mut Pulse<'_, '_>,
) -> Result<()> {
    let (team, blocks) = (&Team::default(), &Mutex::new(blocks));
    let Some((first, others)) = workers.split_first_mut() else { return Ok(()) };
    let ends = thread::scope(|scope| {
        let helpers = others.iter_mut().map_while(|worker| {
            memory::look(0).ok()?;
            let help = move || worker.run(team, blocks, &mut Helper { team, bytes: 0 });
            Builder::new().spawn_scoped(scope, help).ok()
        });
        let helpers: Vec<_> = helpers.collect();
        let leader = &mut Leader { team, pulse };
        let mut end = first.run(team, blocks, leader);
        // The others may merge large runs at the end.
        while end.is_ok() && helpers.iter().any(|help| !help.is_finished()) {
            thread::sleep(PAUSE);
            end = team.end_unless_ok(|| leader.check(first.candidates.bytes()));
        }
        let ends = helpers.into_iter().map(|help| help.join().unwrap_or_else(|e| resume_unwind(e)));
        iter::once(end).chain(ends).collect::<Vec<_>>()
    });
    outcome(ends)
}

/// The error that ended the others, if any.
fn outcome(ends: Vec<Result<()>>) -> Result<()> {
    let mut errors: Vec<_> = ends.into_iter().filter_map(Result::err).collect();
    let is_told = |error: &DiskError| {
        matches!(error, DiskError::Unfinished(Unfinished { stop: Stop::Interrupted, .. }))
    };
    errors.sort_by_key(is_told);
    errors.into_iter().next().map_or(Ok(()), Err)
}

impl<T: Word, S> LevelWorker<'_, '_, T, S> {
    fn run<const W: usize>(
        &mut self,
        team: &Team,
        blocks: &Mutex<Reader<T>>,
        check: &mut impl Check,
    ) -> Result<()>
    where
        S: Successors<W>,
    {
        team.end_unless_ok(|| self.work(blocks, check))
    }

    fn work<const W: usize>(
        &mut self,
        blocks: &Mutex<Reader<T>>,
        check: &mut impl Check,
    ) -> Result<()>
    where
        S: Successors<W>,
    {
        let (mut words, mut generated) = (Vec::new(), Vec::new());
        while blocks.lock().expect("reading cannot panic").block(&mut words)? {
            for batch in words.chunks(BATCH) {
                batch.iter().try_for_each(|&word| self.expand(word, &mut generated))?;
                check.check(self.candidates.bytes())?;
                self.candidates.extend(&generated, check)?;
                generated.clear();
            }
        }
        self.candidates.close(check)
    }

    #[inline]
    fn expand<const W: usize>(&mut self, word: T, generated: &mut Vec<T>) -> Result<()>
    where
        S: Successors<W>,
    {
        self.successors.load(&self.code.edge(word));
        if let Some(solved) = &mut self.solved
            && self.successors.is_goal()
        {
            solved.push(self.code.bare(word))?;
        }
        self.successors.for_each(|edge| generated.push(self.code.word(&edge)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::board::{Goal, Metric, Move};
    use crate::disk::block::MAX_WORDS;
    use crate::disk::folder::Folder;
    use crate::outcome::{Limits, Watch};
    use crate::state::commute::NO_MOVE;
    use crate::state::{Edge, Puzzle, StateSpace};

    /// Calls a function at each state, and finds no successors.
    struct Observed<'a>(&'a (dyn Fn() + Sync));

    impl Successors<1> for Observed<'_> {
        fn load(&mut self, _: &Edge<1>) {
            (self.0)();
        }

        fn is_goal(&self) -> bool {
            false
        }

        fn solving_move(&self) -> Option<Move> {
            None
        }

        fn for_each(&self, _: impl FnMut(Edge<1>)) {}
    }

    /// Expand a level of two blocks by two threads, which call these functions at each state.
    fn expand_by(
        functions: [&(dyn Fn() + Sync); 2],
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        let puzzle: Puzzle = "..B.../AAB.../....../......".parse().expect("a board");
        let space = StateSpace::new(&puzzle, Goal::Edge).compact();
        let (place, code) =
            (tempfile::TempDir::new().expect("one"), WordCode::new(&space, NO_MOVE));
        let folder = &Folder::open(place.path(), &space, Metric::Slide)?;
        let mut writer = Writer::new(folder.unfinished("blocks"))?;
        (0..2 * MAX_WORDS as u64).try_for_each(|word| writer.push(word))?;
        let level = writer.end(folder)?;
        assert_eq!(level.blocks, 2);
        let mut successors = functions.map(Observed);
        let mut workers: Vec<_> = (0..)
            .zip(&mut successors)
            .map(|(thread, successors)| {
                let candidates = Candidates::<u64>::new(folder, &code, 1 << 20, thread);
                LevelWorker { code: &code, successors, candidates, solved: None }
            })
            .collect();
        let mut called = |_| interrupted();
        let watch = &mut Watch::new(Limits::default(), &mut called);
        expand(&mut workers, Reader::new(&level)?, &mut Pulse::new(watch, 0))
    }

    /// Count a state, and wait until the other thread has one.
    fn count(own: &AtomicUsize, other: &AtomicUsize) {
        own.fetch_add(1, Ordering::Relaxed);
        while other.load(Ordering::Relaxed) == 0 {
            thread::yield_now();
        }
    }

    #[test]
    fn the_first_thread_checks_the_limits_until_the_others_are_done() {
        let (first, second) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let quick = || count(&first, &second);
        let slow = || {
            count(&second, &first);
            thread::sleep(PAUSE);
        };
        let mut left = 4;
        let mut interrupted = || {
            left -= usize::from(first.load(Ordering::Relaxed) == MAX_WORDS);
            left == 0
        };
        let end = expand_by([&quick, &slow], &mut interrupted);
        let Err(DiskError::Unfinished(Unfinished { stop, .. })) = end else { panic!("{end:?}") };
        assert_eq!(stop, Stop::Interrupted);
        assert!(second.into_inner() < MAX_WORDS);
    }

    #[test]
    fn a_panic_of_one_thread_ends_the_others() {
        for is_first in [true, false] {
            let (failed, other) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let fail = || {
                count(&failed, &other);
                panic!("as the test wants");
            };
            let go_on = || {
                count(&other, &failed);
                thread::sleep(PAUSE);
            };
            let functions: [&(dyn Fn() + Sync); 2] =
                if is_first { [&fail, &go_on] } else { [&go_on, &fail] };
            let run = || expand_by(functions, &mut || false);
            catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            assert!(other.into_inner() < MAX_WORDS);
        }
    }
}
