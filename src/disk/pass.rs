//! One breadth-first search, level by level, from the last level that is on the disk.

use super::candidates::Candidates;
use super::code::{Word, WordCode};
use super::error::Result;
use super::folder::{Folder, Kind, remove};
use super::level::{LevelFile, Reader, Writer};
use super::merge::{Merge, Sieve};
use super::pulse::Pulse;
use crate::state::Successors;

/// States that are expanded between two checks of the limits.
const BATCH: usize = 64;

/// A search whose levels are files of one kind.
pub(super) struct DiskPass<'a, S, const W: usize> {
    pub(super) folder: &'a Folder,
    pub(super) code: &'a WordCode,
    pub(super) kind: Kind,
    pub(super) successors: &'a mut S,
    /// The bytes for successors in memory.
    pub(super) room: usize,
}

impl<'a, S: Successors<W>, const W: usize> DiskPass<'a, S, W> {
    /// Expand levels until one is empty. There must be at least one.
    pub(super) fn run<T: Word>(&mut self, pulse: &mut Pulse<'_, '_>) -> Result<()> {
        while let Some((depth, level)) = self.folder.last(self.kind)?
            && level.words > 0
        {
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
        let successors = self.expand::<T>(depth, level, pulse)?.merged(pulse)?;
        let writer = self.without_known(successors, &mut known, pulse)?;
        writer.publish(&self.folder.name(self.kind, depth + 1), level.total, self.folder.stamp)
    }

    /// The successors of all states of a level. The first pass writes the solved ones of these states.
    fn expand<T: Word>(
        &mut self,
        depth: u32,
        level: &LevelFile,
        pulse: &mut Pulse<'_, '_>,
    ) -> Result<Candidates<'a, T>> {
        let mut reader = Reader::<T>::new(level)?;
        let mut candidates = Candidates::new(self.folder, self.code, self.room);
        let mut solved = Writer::new(self.folder.unfinished("solved"))?;
        let mut generated = Vec::new();
        for expanded in 1_usize.. {
            let Some(word) = reader.next()? else { break };
            self.successors.load(&self.code.edge(word));
            if self.kind == Kind::Reached && self.successors.is_goal() {
                solved.push(self.code.bare(word))?;
            }
            self.successors.for_each(|edge| generated.push(self.code.word(&edge)));
            if expanded.is_multiple_of(BATCH) {
                pulse.check(candidates.bytes())?;
                candidates.extend(&generated, pulse)?;
                generated.clear();
            }
        }
        candidates.extend(&generated, pulse)?;
        if self.kind == Kind::Reached {
            solved.publish(&self.folder.name(Kind::Solved, depth), 0, self.folder.stamp)?;
        }
        Ok(candidates)
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
