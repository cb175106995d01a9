//! Both passes, whatever is done already.

use std::path::Path;

use super::candidates::{Candidates, MAX_RUNS};
use super::explored::DiskCluster;
use super::folder::{DiskError, Folder, Kind, Result, remove};
use super::level::{BLOCK, Reader, Word, WordCode, Writer};
use super::pass::{DiskPass, Pulse};
use crate::bfs::{Search, with_successors};
use crate::board::{Goal, Metric};
use crate::outcome::{Engine, Watch};
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{Puzzle, StateSpace, Successors};

/// The memory if there is no limit.
const DEFAULT_MEMORY: u64 = 4 << 30;
/// Tables of successors, lists of names and the like, for each thread.
const TABLES: usize = 256 << 10;
/// Each thread may have `MAX_RUNS` and two more files open, and Linux allows a process 1024 by default.
const MAX_THREADS: usize = 48;
/// The least memory for successors.
const MIN_ROOM: usize = 64 << 10;

/// Find every state that can be reached from a puzzle, and its distance to the nearest goal, with the
/// levels of the search in a folder.
///
/// # Errors
/// [`DiskError`]: a limit, a full disk, a folder with something else, a damaged file.
pub(crate) fn explore(
    puzzle: &Puzzle,
    metric: Metric,
    goal: Goal,
    path: &Path,
    watch: &mut Watch<'_>,
) -> Result<DiskCluster> {
    let space = StateSpace::new(puzzle, goal).compact();
    let bits = bits_of_word(&space)?;
    let folder = Folder::open(path, &space, metric)?;
    if !is_complete(&folder)? {
        let _lock = folder.lock()?;
        let search = DiskSearch { space: &space, bits, folder: &folder, watch };
        with_successors(None, &space, metric, search).expect("one engine fits every board")?;
    }
    DiskCluster::open(puzzle, metric, goal, &folder)
}

struct DiskSearch<'a, 'w> {
    space: &'a StateSpace<'a>,
    bits: u32,
    folder: &'a Folder,
    watch: &'a mut Watch<'w>,
}

impl Search for DiskSearch<'_, '_> {
    type Answer = Result<()>;

    fn run<S: Successors<W> + Clone + Send, const W: usize>(
        self,
        _: Engine,
        start: S,
        _: impl FnOnce() -> S,
    ) -> Result<()> {
        let DiskSearch { space, bits, folder, watch } = self;
        if W == 1 && bits <= u64::BITS {
            search::<u64, _, W>(space, &start, folder, watch)
        } else {
            search::<u128, _, W>(space, &start, folder, watch)
        }
    }
}

impl DiskCluster {
    /// Refuse a board or a folder that an exploration would refuse. Nothing is written.
    ///
    /// # Errors
    /// [`DiskError`]: the board is too large, or the folder holds something else.
    pub fn check(puzzle: &Puzzle, metric: Metric, goal: Goal, path: &Path) -> Result<()> {
        let space = StateSpace::new(puzzle, goal).compact();
        bits_of_word(&space)?;
        Folder::check(path, &space, metric)
    }
}

/// The bits of a state and a move; a board that needs more than a word has is refused.
fn bits_of_word(space: &StateSpace<'_>) -> Result<u32> {
    let bits = WordCode::new(space, NO_MOVE).bits();
    if bits > u128::BITS {
        let expected = "expected a board whose states and moves fit 128 bits";
        return Err(DiskError::Refused(format!("{expected}, found one of {bits}")));
    }
    Ok(bits)
}

fn is_complete(folder: &Folder) -> Result<bool> {
    Ok(folder.last(Kind::Distance)?.is_some_and(|(_, level)| level.words == 0))
}

fn search<T: Word, S: Successors<W> + Clone + Send, const W: usize>(
    space: &StateSpace<'_>,
    successors: &S,
    folder: &Folder,
    watch: &mut Watch<'_>,
) -> Result<()> {
    let Memory { threads, fixed, room } =
        Memory::of::<T>(watch).map_err(|error| error.after(folder.states().unwrap_or(0)))?;
    let mut successors = vec![successors.clone(); threads];
    let mut pulse = Pulse::new(watch, fixed);
    let mut run = || {
        folder.require_levels()?;
        let code = &WordCode::new(space, NO_MOVE);
        if folder.numbers(Kind::Distance)?.is_empty() {
            begin::<T, W>(space, code, folder)?;
            let (kind, successors) = (Kind::Reached, &mut successors[..]);
            DiskPass { folder, code, kind, successors, room, found: 0 }.run::<T>(&mut pulse)?;
            gather::<T>(code, folder, room, &mut pulse)?;
        }
        remove_first_pass(folder)?;
        let (kind, successors, code) =
            (Kind::Distance, &mut successors[..], &WordCode::new(space, GOAL));
        let found = folder.states()?;
        DiskPass { folder, code, kind, successors, room, found }.run::<T>(&mut pulse)
    };
    run().map_err(|error| error.after(pulse.found))
}

/// How the memory is divided.
struct Memory {
    threads: usize,
    /// The bytes of buffers, and those for successors.
    fixed: usize,
    room: usize,
}

impl Memory {
    /// More threads than one have at most half of the memory for their buffers.
    fn of<T: Word>(watch: &Watch<'_>) -> Result<Memory> {
        let limit = watch.memory().unwrap_or(DEFAULT_MEMORY);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let (reader, writer) = (Reader::<T>::BYTES, 2 * BLOCK);
        // Each reads its runs and a block of the level, and writes a run and solved states.
        let of_thread = TABLES + (MAX_RUNS + 1) * reader + 2 * writer;
        // The search reads known states in two levels, and writes a level.
        let fixed = |threads: usize| threads * of_thread + 2 * reader + writer;
        let most = watch.threads().clamp(1, MAX_THREADS);
        let threads = (2..=most).rev().find(|&threads| fixed(threads) <= limit / 2).unwrap_or(1);
        let (fixed, room) = (fixed(threads), limit.saturating_sub(fixed(threads)));
        if room < MIN_ROOM {
            let least = fixed + MIN_ROOM;
            return Err(DiskError::TooLittleMemory { least, states: 0 });
        }
        Ok(Memory { threads, fixed, room })
    }
}

/// Write the start as the first level, unless there is a level.
fn begin<T: Word, const W: usize>(
    space: &StateSpace<'_>,
    code: &WordCode,
    folder: &Folder,
) -> Result<()> {
    if !folder.numbers(Kind::Reached)?.is_empty() {
        return Ok(());
    }
    let mut writer = Writer::<T>::new(folder.unfinished("level"))?;
    writer.push(code.origin(&space.start::<W>()))?;
    writer.publish(folder, Kind::Reached, 0, 0, 1)
}

/// Merge the solved states of all levels.
fn gather<T: Word>(
    code: &WordCode,
    folder: &Folder,
    room: usize,
    pulse: &mut Pulse<'_, '_>,
) -> Result<()> {
    let mut solved = Candidates::<T>::new(folder, code, room, 0);
    for number in folder.numbers(Kind::Solved)? {
        solved.add(folder.level(Kind::Solved, number)?, pulse)?;
    }
    let solved = Candidates::merged(code, vec![solved])?;
    let writer = solved.write(folder.unfinished("level"), pulse, 0)?;
    writer.publish(folder, Kind::Distance, 0, 0, folder.states()?)?;
    folder.sweep()
}

/// Remove the files of the first pass.
fn remove_first_pass(folder: &Folder) -> Result<()> {
    for kind in [Kind::Solved, Kind::Reached] {
        let mut numbers = folder.numbers(kind)?.into_iter();
        numbers.try_for_each(|number| remove(&folder.name(kind, number)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;

    #[test]
    fn the_files_of_all_threads_can_be_open_at_once() {
        let mut never = |_| false;
        let watch = Watch::new(Limits::default(), &mut never).with_threads(1024);
        let Memory { threads, .. } = Memory::of::<u64>(&watch).expect("memory without a limit");
        assert!(threads > 8, "{threads}");
        assert!(threads * (MAX_RUNS + 2) < 1000, "{threads}");
    }
}
