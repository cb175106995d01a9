use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::board::{Goal, Metric};
use crate::outcome::{Limits, Stop, Watch};
use crate::state::{Puzzle, State};

const JAM: &str = "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo";
/// The largest known 6x6 cluster.
const LARGE: &str = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...";
const WALLS: &str = "BB.x..C.....C.AA..C..D...x.D..xEEE..";
/// A 10x10 board with 42 vehicles, made at random.
const WIDE: &str = "ee.TccJJJ.IqCT.EEUUVIqCQQQHjrVIPbpngHjrViPbpngAALFiOOOfg.NLFBYaafSSNKKBYMMMkkhR.B.WZDDmhR.llWZddmGGG";
/// Little enough for many runs.
const TINY: u64 = 840 << 10;

/// A new folder that no other process has, not even one with the same number in another container.
fn fresh() -> TempDir {
    TempDir::new().expect("a folder for temporary files")
}

fn board(text: &str) -> Puzzle {
    text.parse().expect("a board")
}

fn explore_within(
    text: &str,
    metric: Metric,
    goal: Goal,
    folder: &Path,
    limits: Limits,
) -> Result<DiskCluster, DiskError> {
    let puzzle = board(text);
    let mut never = |_| false;
    explore(&puzzle, metric, goal, folder, &mut Watch::new(limits, &mut never))
}

fn within(bytes: u64) -> Limits {
    Limits { memory: Some(bytes), ..Limits::default() }
}

/// The names and bytes of all files of a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort_unstable();
    files
}

#[test]
fn distances_are_those_of_an_exploration_in_memory() {
    for text in [JAM, WALLS, "..B.../AAB.../....../......", "AA../.BBB"] {
        for metric in [Metric::Slide, Metric::Step] {
            for goal in [Goal::Edge, Goal::Past, Goal::Off, Goal::Clear] {
                agree(text, metric, goal, within(TINY));
            }
        }
    }
}

fn agree(text: &str, metric: Metric, goal: Goal, limits: Limits) {
    let puzzle = board(text);
    let watch = &mut Watch::unlimited();
    let memory = crate::cluster::explore(&puzzle, metric, goal, watch).expect("no limit");
    let folder = fresh();
    let disk = explore_within(text, metric, goal, folder.path(), limits).expect("no limit");
    assert_eq!(disk.histogram(), memory.histogram());
    assert_eq!(disk.states(), memory.len() as u64);
    assert_eq!(disk.hardest(usize::MAX).expect("readable"), memory.hardest(watch).expect("ok"));
    assert_eq!(disk.hardest(1).expect("readable").len(), memory.histogram().len().min(1));
    assert_eq!(disk.path(puzzle.state()).expect("readable"), memory.path(puzzle.state()));
    let offsets = memory.offsets(watch).expect("no limit");
    let rows = offsets.chunks(puzzle.state().offsets().len());
    let step = memory.len() / 500 + 1;
    for state in rows.map(|row| State::new(row.into())).step_by(step) {
        assert_eq!(disk.distance(&state).expect("readable"), memory.distance(&state));
        assert_eq!(disk.best_moves(&state).expect("readable"), memory.best_moves(&state));
    }
}

#[test]
fn files_do_not_depend_on_memory_and_threads() {
    let puzzle = board(LARGE);
    let files = [(1 << 30, 1), (TINY, 1), (1 << 30, 2), (5 << 20, 3)].map(|(memory, threads)| {
        let (folder, mut never) = (fresh(), |_| false);
        let watch = &mut Watch::new(within(memory), &mut never).with_threads(threads);
        let disk = explore(&puzzle, Metric::Slide, Goal::Edge, folder.path(), watch);
        assert_eq!(disk.expect("no limit").states(), 541_934);
        files(folder.path())
    });
    assert!(files.iter().all(|found| *found == files[0]));
}

#[test]
fn boards_with_words_of_128_bits_agree() {
    let puzzle = board(WIDE);
    let space = crate::state::StateSpace::new(&puzzle, Goal::Edge).compact();
    assert!(level::WordCode::new(&space, crate::state::commute::NO_MOVE).bits() > u64::BITS);
    for metric in [Metric::Slide, Metric::Step] {
        agree(WIDE, metric, Goal::Edge, within(2 << 20));
    }
}

#[test]
fn a_search_that_was_stopped_goes_on_to_the_same_bytes() {
    let (whole, parts) = (fresh(), fresh());
    let (whole, parts) = (whole.path(), parts.path());
    explore_within(JAM, Metric::Step, Goal::Edge, whole, within(TINY)).expect("no limit");
    let puzzle = board(JAM);
    for pulses in 1.. {
        let mut left = pulses;
        let mut stop = |_| {
            left -= 1;
            left == 0
        };
        let watch = &mut Watch::new(within(TINY), &mut stop);
        match explore(&puzzle, Metric::Step, Goal::Edge, parts, watch) {
            Ok(_) => break,
            Err(DiskError::Unfinished(unfinished)) => {
                assert_eq!(unfinished.stop, Stop::Interrupted);
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(files(whole) == files(parts));
}

#[test]
fn a_limit_is_an_error_with_the_states_found() {
    let folder = fresh();
    let folder = folder.path();
    let limits = Limits { states: Some(1_000), ..within(1 << 30) };
    let stopped = explore_within(LARGE, Metric::Slide, Goal::Edge, folder, limits);
    let Err(DiskError::Unfinished(unfinished)) = stopped else { panic!("expected a limit") };
    assert_eq!(unfinished.stop, Stop::States);
    assert!((1_001..3_000).contains(&unfinished.states), "{unfinished}");
    let little = explore_within(LARGE, Metric::Slide, Goal::Edge, folder, within(1 << 10));
    let Err(DiskError::TooLittleMemory { least, states }) = little else { panic!("{little:?}") };
    assert!((500..=unfinished.states).contains(&states), "{states}");
    let bytes = least as u64;
    let one_less =
        explore_within(JAM, Metric::Slide, Goal::Edge, fresh().path(), within(bytes - 1));
    let text = one_less.expect_err("too little").to_string();
    assert_eq!(
        text,
        format!("the limit on memory was reached after 0 states; the least limit is {least} bytes")
    );
    explore_within(JAM, Metric::Slide, Goal::Edge, fresh().path(), within(bytes)).expect("enough");
}

#[test]
fn a_flipped_bit_is_found_and_its_file_named() {
    let folder = fresh();
    let folder = folder.path();
    explore_within(JAM, Metric::Slide, Goal::Edge, folder, within(TINY)).expect("no limit");
    for (name, bytes) in files(folder) {
        let path = folder.join(&name);
        for place in (0..bytes.len()).step_by(bytes.len() / 9 + 1) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            fs::write(&path, damaged).expect("writable");
            let read = explore_within(JAM, Metric::Slide, Goal::Edge, folder, within(TINY))
                .and_then(|disk| read_all(&disk));
            match read {
                Err(DiskError::Damaged(damaged)) => assert_eq!(damaged, path),
                Err(DiskError::Refused(_)) => assert_eq!(name, "manifest.txt"),
                other => panic!("{name} at {place}: {other:?}"),
            }
        }
        fs::write(&path, &bytes[..bytes.len() / 2]).expect("writable");
        let cut = explore_within(JAM, Metric::Slide, Goal::Edge, folder, within(TINY));
        assert!(matches!(cut, Err(DiskError::Damaged(_) | DiskError::Refused(_))), "{name}");
        fs::write(&path, bytes).expect("writable");
    }
}

#[test]
fn a_level_of_another_exploration_is_found_and_named() {
    let (slides, steps) = (fresh(), fresh());
    for (metric, folder) in [(Metric::Slide, &slides), (Metric::Step, &steps)] {
        explore_within(JAM, metric, Goal::Edge, folder.path(), within(TINY)).expect("no limit");
    }
    let [level, other] =
        [&slides, &steps].map(|folder| folder.path().join("distance-000003.level"));
    fs::copy(other, &level).expect("writable");
    let read = explore_within(JAM, Metric::Slide, Goal::Edge, slides.path(), within(TINY));
    assert!(matches!(read, Err(DiskError::Damaged(damaged)) if damaged == level));
}

#[test]
fn a_level_in_the_place_of_another_is_found_and_named() {
    let folder = fresh();
    explore_within(JAM, Metric::Slide, Goal::Edge, folder.path(), within(TINY)).expect("no limit");
    let [other, level] =
        ["distance-000002.level", "distance-000003.level"].map(|name| folder.path().join(name));
    fs::copy(other, &level).expect("writable");
    let read = explore_within(JAM, Metric::Slide, Goal::Edge, folder.path(), within(TINY));
    assert!(matches!(read, Err(DiskError::Damaged(damaged)) if damaged == level));
}

#[test]
fn an_exploration_does_not_go_on_without_some_of_its_solved_states() {
    let folder = fresh();
    let limits = Limits { states: Some(900), ..within(TINY) };
    let stopped = explore_within(JAM, Metric::Slide, Goal::Edge, folder.path(), limits);
    assert!(matches!(stopped, Err(DiskError::Unfinished(_))));
    let solved = folder.path().join("solved-000001.level");
    fs::remove_file(&solved).expect("a level of the first pass");
    let read = explore_within(JAM, Metric::Slide, Goal::Edge, folder.path(), within(TINY));
    assert!(matches!(read, Err(DiskError::Missing(missing)) if missing == solved));
}

#[test]
fn a_block_in_the_place_of_another_is_found() {
    let folder = fresh();
    explore_within(LARGE, Metric::Slide, Goal::Edge, folder.path(), within(TINY))
        .expect("no limit");
    let largest = files(folder.path()).into_iter().max_by_key(|(_, bytes)| bytes.len());
    let (name, mut bytes) = largest.expect("levels");
    let (first, second) = bytes[..2 * level::BLOCK].split_at_mut(level::BLOCK);
    first.swap_with_slice(second);
    fs::write(folder.path().join(name), bytes).expect("writable");
    let read = explore_within(LARGE, Metric::Slide, Goal::Edge, folder.path(), within(TINY))
        .and_then(|disk| read_all(&disk));
    assert!(matches!(read, Err(DiskError::Damaged(_))));
}

/// Read every block of every level.
fn read_all(disk: &DiskCluster) -> Result<(), DiskError> {
    for level in disk.levels() {
        (0..level.index.len()).try_for_each(|block| level.block(block).map(drop))?;
    }
    Ok(())
}

#[test]
fn a_folder_with_something_else_is_refused_and_left_alone() {
    let (letters, ours) = (fresh(), fresh());
    let (letters, ours) = (letters.path(), ours.path());
    fs::write(letters.join("letter.txt"), "dear").expect("writable");
    assert!(refusal(JAM, Metric::Slide, Goal::Edge, letters).contains("letter.txt"));
    assert_eq!(files(letters), [("letter.txt".to_owned(), b"dear".to_vec())]);

    explore_within(JAM, Metric::Slide, Goal::Edge, ours, within(TINY)).expect("no limit");
    let before = files(ours);
    assert!(refusal(JAM, Metric::Step, Goal::Edge, ours).contains("metric slide"));
    assert!(refusal(JAM, Metric::Slide, Goal::Clear, ours).contains("goal clear"));
    assert!(refusal(WALLS, Metric::Slide, Goal::Edge, ours).contains("other walls"));
    assert!(files(ours) == before);
}

#[test]
fn a_refusal_says_in_words_how_the_puzzles_differ() {
    for (text, other, words) in [
        (JAM, "..B./AAB./..../....", "of a board 6 x 6, found one of a board 4 x 4"),
        ("..B./AAB./..../....", "..../AAB./..B./....", "other vehicles, or other places of them"),
        ("..B./AAB./..../....", "..B./AAB./C.../C...", "found one with more vehicles"),
        ("..B./AAB./C.../C...", "..B./AAB./..../....", "other vehicles, or other places of them"),
        ("..B./AAB./..../....", "..../..B./AAB./....", "found one with another exit"),
    ] {
        let folder = fresh();
        explore_within(other, Metric::Slide, Goal::Edge, folder.path(), within(TINY)).expect("new");
        let puzzle = board(text);
        let check = DiskCluster::check(&puzzle, Metric::Slide, Goal::Edge, folder.path());
        let reason = refusal(text, Metric::Slide, Goal::Edge, folder.path());
        assert!(reason.contains(words), "{reason}");
        assert!(!reason.contains(['{', '"']), "{reason}");
        assert_eq!(check.expect_err("another puzzle").to_string(), reason);
    }
}

#[test]
fn a_check_writes_nothing() {
    let (folder, puzzle) = (fresh(), board(JAM));
    let new = folder.path().join("new");
    for place in [&new, folder.path()] {
        DiskCluster::check(&puzzle, Metric::Slide, Goal::Edge, place)
            .expect("a folder to begin in");
    }
    assert!(!new.exists());
    assert_eq!(files(folder.path()), []);
}

fn refusal(text: &str, metric: Metric, goal: Goal, folder: &Path) -> String {
    match explore_within(text, metric, goal, folder, within(TINY)) {
        Err(DiskError::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_processes_do_not_explore_in_one_folder() {
    let folder = fresh();
    let (folder, limits) = (folder.path(), Limits { states: Some(9), ..within(TINY) });
    explore_within(JAM, Metric::Slide, Goal::Edge, folder, limits).expect_err("a limit");
    let lock = fs::File::open(folder.join("manifest.txt")).expect("there");
    lock.lock().expect("free");
    assert!(refusal(JAM, Metric::Slide, Goal::Edge, folder).contains("no other process"));
    drop(lock);
    explore_within(JAM, Metric::Slide, Goal::Edge, folder, within(TINY)).expect("no limit");
}

#[test]
fn an_estimate_is_near_the_number_of_placements() {
    // Vehicle B can stand in any of three rows of its column; A meets it in one of these.
    let puzzle = board("..B.../AAB.../....../......");
    let estimate = DiskEstimate::of(&puzzle, Goal::Edge);
    assert!((10.8..11.2).contains(&estimate.states), "{estimate:?}");
}
