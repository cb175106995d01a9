//! Regular checks of the limits, by one thread or several.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::error::Result;
use crate::outcome::{Stop, Watch};

/// Words that are written between two checks.
const PERIOD: u64 = 1 << 10;

/// What a thread calls while it works.
pub(super) trait Check {
    /// Check the limits, with so many bytes beside the buffers.
    fn check(&mut self, bytes: usize) -> Result<()>;

    /// Check the limits now and then.
    #[inline]
    fn check_sometimes(&mut self, words: u64, bytes: usize) -> Result<()> {
        if words.is_multiple_of(PERIOD) { self.check(bytes) } else { Ok(()) }
    }
}

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
