//! Both passes, whatever is done already.

use std::path::Path;
use std::sync::Arc;

use super::block::BLOCK;
use super::candidates::{Candidates, MAX_RUNS};
use super::code::{Word, WordCode};
use super::error::{DiskError, Result};
use super::explored::DiskCluster;
use super::folder::{Folder, Kind, remove};
use super::level::{Reader, Writer};
use super::pass::DiskPass;
use super::pulse::Pulse;
use crate::bfs::choice::with_successors;
use crate::board::{Board, Goal, Metric};
use crate::outcome::{Stop, Watch};
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{State, StateSpace, Successors};

/// The memory if there is no limit.
const DEFAULT_MEMORY: u64 = 4 << 30;
/// Tables of successors, lists of names and the like.
const TABLES: usize = 256 << 10;
/// Readers beside those of the runs: one expands a level, two find known states.
const READERS: usize = MAX_RUNS + 3;
/// Writers: of a level, of solved states and of a run.
const WRITERS: usize = 3;
/// The least memory for successors.
const MIN_ROOM: usize = 64 << 10;

/// Find every state that can be reached from a state, and its distance to the nearest goal, with the
/// levels of the search in a folder.
///
/// # Errors
/// [`DiskError`]: a limit, a full disk, a folder with something else, a damaged file.
pub(crate) fn explore(
    board: &Arc<Board>,
    start: &State,
    metric: Metric,
    goal: Goal,
    path: &Path,
    watch: &mut Watch<'_>,
) -> Result<DiskCluster> {
    let space = StateSpace::new(board, start, goal).compact();
    let bits = WordCode::new(&space, NO_MOVE).bits();
    if bits > u128::BITS {
        let expected = "expected a board whose states and moves fit 128 bits";
        return Err(DiskError::Refused(format!("{expected}, found one of {bits}")));
    }
    let folder = Folder::open(path, &space, metric)?;
    if !is_complete(&folder)? {
        let _lock = folder.lock()?;
        with_successors!(&space, metric, W, [successors, _at_goals] => {
            let mut successors = successors;
            if W == 1 && bits <= u64::BITS {
                search::<u64, _, W>(&space, &mut successors, &folder, watch)?;
            } else {
                search::<u128, _, W>(&space, &mut successors, &folder, watch)?;
            }
        });
    }
    DiskCluster::open(board, start, metric, goal, &folder)
}

fn is_complete(folder: &Folder) -> Result<bool> {
    Ok(folder.last(Kind::Distance)?.is_some_and(|(_, level)| level.words == 0))
}

fn search<T: Word, S: Successors<W>, const W: usize>(
    space: &StateSpace<'_>,
    successors: &mut S,
    folder: &Folder,
    watch: &mut Watch<'_>,
) -> Result<()> {
    let (room, fixed) = memory::<T>(watch)?;
    let mut pulse = Pulse::new(watch, fixed);
    let mut run = || {
        let code = &WordCode::new(space, NO_MOVE);
        if folder.numbers(Kind::Distance)?.is_empty() {
            begin::<T, W>(space, code, folder)?;
            let (kind, successors) = (Kind::Reached, &mut *successors);
            DiskPass { folder, code, kind, successors, room }.run::<T>(&mut pulse)?;
            gather::<T>(code, folder, room, &mut pulse)?;
        }
        remove_first_pass(folder)?;
        let (kind, successors, code) =
            (Kind::Distance, &mut *successors, &WordCode::new(space, GOAL));
        DiskPass { folder, code, kind, successors, room }.run::<T>(&mut pulse)
    };
    run().map_err(|error| error.after(pulse.found))
}

/// The bytes for successors, and those of buffers.
fn memory<T: Word>(watch: &Watch<'_>) -> Result<(usize, usize)> {
    let limit = watch.memory().unwrap_or(DEFAULT_MEMORY);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let fixed = TABLES + READERS * Reader::<T>::BYTES + WRITERS * 2 * BLOCK;
    let room = limit.saturating_sub(fixed);
    if room < MIN_ROOM { Err(Stop::Memory.into()) } else { Ok((room, fixed)) }
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
    writer.publish(&folder.name(Kind::Reached, 0), 0, folder.stamp)
}

/// Merge the solved states of all levels.
fn gather<T: Word>(
    code: &WordCode,
    folder: &Folder,
    room: usize,
    pulse: &mut Pulse<'_, '_>,
) -> Result<()> {
    let mut solved = Candidates::<T>::new(folder, code, room);
    for number in folder.numbers(Kind::Solved)? {
        solved.add(folder.level(Kind::Solved, number)?, pulse)?;
    }
    let mut solved = solved.merged(pulse)?;
    let mut writer = Writer::new(folder.unfinished("level"))?;
    while let Some(word) = solved.next()? {
        writer.push(word)?;
        pulse.check_sometimes(writer.words(), 0)?;
    }
    writer.publish(&folder.name(Kind::Distance, 0), 0, folder.stamp)?;
    folder.sweep()
}

/// Remove the files of the first pass but the last, which is empty and has the number of states.
fn remove_first_pass(folder: &Folder) -> Result<()> {
    let (solved, mut reached) = (folder.numbers(Kind::Solved)?, folder.numbers(Kind::Reached)?);
    reached.pop();
    let solved = solved.into_iter().map(|number| folder.name(Kind::Solved, number));
    let reached = reached.into_iter().map(|number| folder.name(Kind::Reached, number));
    solved.chain(reached).try_for_each(|path| remove(&path))
}
