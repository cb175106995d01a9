//! The successors of a level. Several threads take its blocks in turn; what they find together does
//! not depend on who takes which.

use std::iter;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{self, Builder};

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
        let end = first.run(team, blocks, &mut Leader { team, pulse });
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
        let end = self.work(blocks, check);
        if end.is_err() {
            team.end();
        }
        end
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
