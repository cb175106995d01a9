//! Regular checks of the limits.

use super::error::Result;
use crate::outcome::Watch;

/// A watch with the number of states that are found.
pub(super) struct Pulse<'w, 'a> {
    watch: &'w mut Watch<'a>,
    pub(super) found: u64,
    /// The bytes of buffers, which do not change.
    fixed: usize,
}

/// Words that are written between two checks.
const PERIOD: u64 = 1 << 10;

impl<'w, 'a> Pulse<'w, 'a> {
    pub(super) fn new(watch: &'w mut Watch<'a>, fixed: usize) -> Pulse<'w, 'a> {
        Pulse { watch, found: 0, fixed }
    }

    /// Check the limits, with so many bytes beside the buffers.
    #[inline]
    pub(super) fn check(&mut self, bytes: usize) -> Result<()> {
        let found = usize::try_from(self.found).unwrap_or(usize::MAX);
        self.watch.check(found, self.fixed + bytes).map_err(Into::into)
    }

    /// Check the limits now and then.
    #[inline]
    pub(super) fn check_sometimes(&mut self, words: u64, bytes: usize) -> Result<()> {
        if words.is_multiple_of(PERIOD) { self.check(bytes) } else { Ok(()) }
    }
}
