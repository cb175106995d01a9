//! One breadth-first search, level by level, from the last level that is on the disk.

use std::iter;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::Duration;

use super::candidates::{Candidates, Check, Merge, Sieve, Source};
use super::folder::{DiskError, Folder, Kind, Result, remove};
use super::level::{LevelFile, Reader, Word, WordCode, Writer};
use crate::cluster::Unfinished;
use crate::outcome::{Stop, Watch, memory};
use crate::state::Successors;

/// A thread expands at least so many blocks of a level.
const MIN_BLOCKS: u64 = 4;

/// A search whose levels are files of one kind.
pub(super) struct DiskPass<'a, S, const W: usize> {
    pub(super) folder: &'a Folder,
    pub(super) code: &'a WordCode,
    pub(super) kind: Kind,
    /// For each thread.
    pub(super) successors: &'a mut [S],
    /// The bytes for successors in memory.
    pub(super) room: usize,
    /// The states that the pass before has found.
    pub(super) found: u64,
}

impl<'a, S: Successors<W> + Send, const W: usize> DiskPass<'a, S, W> {
    /// Expand levels until one is empty. There must be at least one.
    pub(super) fn run<T: Word>(&mut self, pulse: &mut Pulse<'_, '_>) -> Result<()> {
        while let Some((depth, level)) = self.folder.last(self.kind)?
            && level.words > 0
        {
            // Else a level that is not what it was could have levels after it without end.
            if self.kind == Kind::Distance && level.total > self.found {
                return Err(self.folder.lacks(self.found, level.total));
            }
            pulse.found = level.total;
            self.next_level::<T>(depth, &level, pulse)?;
            self.folder.sweep()?;
            if let Some(before) = depth.checked_sub(1)
                && self.kind == Kind::Reached
            {
                remove(&self.folder.name(self.kind, before))?;
            }
        }
        Ok(())
    }

    /// Write the level after one.
    fn next_level<T: Word>(
        &mut self,
        depth: u32,
        level: &LevelFile,
        pulse: &mut Pulse<'_, '_>,
    ) -> Result<()> {
        let mut known = vec![Sieve::new(self.code, level)?];
        if let Some(before) = depth.checked_sub(1) {
            let before = self.folder.level(self.kind, before)?;
            known.push(Sieve::new(self.code, &before)?);
        }
        let successors = self.expand::<T>(depth, level, pulse)?;
        let writer = self.without_known(successors, &mut known, pulse)?;
        let found = self.found.max(pulse.found);
        writer.publish(self.folder, self.kind, depth + 1, level.total, found)
    }

    /// The successors of all states of a level. The first pass writes the solved ones of these states.
    fn expand<T: Word>(
        &mut self,
        depth: u32,
        level: &LevelFile,
        pulse: &mut Pulse<'_, '_>,
    ) -> Result<Merge<'a, T>> {
        let (folder, code, kind) = (self.folder, self.code, self.kind);
        let most = usize::try_from(level.blocks / MIN_BLOCKS).unwrap_or(usize::MAX).max(1);
        let threads = self.successors.len().min(most);
        let room = self.room / threads;
        let mut workers = Vec::new();
        for (number, successors) in self.successors[..threads].iter_mut().enumerate() {
            let path = folder.unfinished(&format!("solved-{number}"));
            let solved = (kind == Kind::Reached).then(|| Writer::new(path)).transpose()?;
            let candidates = Candidates::new(folder, code, room, number);
            workers.push(LevelWorker { code, successors, candidates, solved });
        }
        expand(&mut workers, Reader::new(level)?, pulse)?;
        let (mut candidates, mut solved) = (Vec::new(), Vec::new());
        for worker in workers {
            candidates.push(worker.candidates);
            solved.extend(worker.solved);
        }
        if kind == Kind::Reached {
            let solved = self.joined(solved, pulse)?;
            solved.publish(folder, Kind::Solved, depth, 0, level.total)?;
        }
        Candidates::merged(code, candidates)
    }

    /// The words of all files in one.
    fn joined<T: Word>(
        &self,
        mut files: Vec<Writer<T>>,
        pulse: &mut Pulse<'_, '_>,
    ) -> Result<Writer<T>> {
        if files.len() == 1 {
            return Ok(files.remove(0));
        }
        let mut sources = Vec::new();
        for file in files {
            sources.push(Source::Run(Reader::new(&file.end(self.folder)?)?));
        }
        Merge::new(self.code, sources)?.write(self.folder.unfinished("solved"), pulse, self.room)
    }

    /// The states that no level has, in a file without its name.
    fn without_known<T: Word>(
        &self,
        mut successors: Merge<'_, T>,
        known: &mut [Sieve<'_, T>],
        pulse: &mut Pulse<'_, '_>,
    ) -> Result<Writer<T>> {
        let mut writer = Writer::new(self.folder.unfinished("level"))?;
        let (before, mut words) = (pulse.found, 0);
        'states: while let Some(word) = successors.next()? {
            words += 1;
            pulse.check_sometimes(words, self.room)?;
            for level in &mut *known {
                if level.has(self.code.number(word))? {
                    continue 'states;
                }
            }
            writer.push(word)?;
            pulse.found = before + writer.words();
        }
        Ok(writer)
    }
}

// Regular checks of the limits, by one thread or several.

/// A watch with the number of states that are found.
pub(super) struct Pulse<'w, 'a> {
    watch: &'w mut Watch<'a>,
    pub(super) found: u64,
    /// The bytes of buffers, which do not change.
    fixed: usize,
}

impl<'w, 'a> Pulse<'w, 'a> {
    pub(super) fn new(watch: &'w mut Watch<'a>, fixed: usize) -> Pulse<'w, 'a> {
        Pulse { watch, found: 0, fixed }
    }
}

impl Check for Pulse<'_, '_> {
    #[inline]
    fn check(&mut self, bytes: usize) -> Result<()> {
        let found = usize::try_from(self.found).unwrap_or(usize::MAX);
        self.watch.check(found, self.fixed + bytes).map_err(Into::into)
    }
}

/// What the threads of a level tell one another.
#[derive(Debug, Default)]
pub(super) struct Team {
    is_over: AtomicBool,
    /// The bytes of all helpers.
    bytes: AtomicUsize,
}

impl Team {
    /// Work for one of the threads; after an error or a panic all end.
    pub(super) fn end_unless_ok<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let panic = EndAtPanic(self);
        let end = work();
        if end.is_err() {
            panic.0.end();
        }
        end
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> Result<()> {
        if self.is_over.load(Ordering::Relaxed) { Err(Stop::Interrupted.into()) } else { Ok(()) }
    }
}

/// Ends the work of all threads if this one panics.
struct EndAtPanic<'t>(&'t Team);

impl Drop for EndAtPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// The thread that has the watch, and checks the limits for all.
pub(super) struct Leader<'p, 'w, 'a> {
    pub(super) team: &'p Team,
    pub(super) pulse: &'p mut Pulse<'w, 'a>,
}

impl Check for Leader<'_, '_, '_> {
    #[inline]
    fn check(&mut self, bytes: usize) -> Result<()> {
        self.team.check()?;
        self.pulse.check(bytes + self.team.bytes.load(Ordering::Relaxed))
    }
}

/// Another thread, which says how many bytes it holds.
pub(super) struct Helper<'t> {
    pub(super) team: &'t Team,
    pub(super) bytes: usize,
}

impl Check for Helper<'_> {
    #[inline]
    fn check(&mut self, bytes: usize) -> Result<()> {
        self.team.bytes.fetch_add(bytes.wrapping_sub(self.bytes), Ordering::Relaxed);
        self.bytes = bytes;
        self.team.check()
    }
}

// The successors of a level. Several threads take its blocks in turn; what they find together does
// not depend on who takes which.

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
    use crate::disk::folder::Folder;
    use crate::disk::level::MAX_WORDS;
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
