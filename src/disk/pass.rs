//! One breadth-first search, level by level, from the last level that is on the disk.

use super::candidates::Candidates;
use super::code::{Word, WordCode};
use super::error::Result;
use super::expand::{LevelWorker, expand};
use super::folder::{Folder, Kind, remove};
use super::level::{LevelFile, Reader, Writer};
use super::merge::{Merge, Sieve, Source};
use super::pulse::{Check, Pulse};
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
