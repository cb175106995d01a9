//! A cluster whose states lie on the disk, ordered by distance and number.

use super::folder::{DiskError, Folder, Kind, Result};
use super::level::{LevelFile, WordCode};
use crate::board::{Goal, Metric, Move};
use crate::outcome::Engine;
use crate::random::SplitMix;
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{Position, Puzzle, State, StateSpace, for_each_neighbour, with_words};

/// The states of a cluster and their distances in one metric to one goal, in the files of a folder.
/// Only an index is in memory.
///
/// [`Options::explore_on_disk`](crate::Options::explore_on_disk) returns it.
#[derive(Clone, Debug)]
pub struct DiskCluster {
    puzzle: Puzzle,
    metric: Metric,
    goal: Goal,
    states: u64,
    /// The states at distance 0, 1, 2, ...
    levels: Vec<LevelFile>,
}

impl DiskCluster {
    /// Open a folder with a complete exploration.
    pub(super) fn open(
        puzzle: &Puzzle,
        metric: Metric,
        goal: Goal,
        folder: &Folder,
    ) -> Result<DiskCluster> {
        let states = folder.states()?;
        let last = folder.numbers(Kind::Distance)?.pop().unwrap_or(0);
        let levels = (0..last).map(|number| folder.level(Kind::Distance, number));
        let levels = levels.collect::<Result<Vec<_>>>()?;
        // Every move can be undone, so all states or none have a distance.
        let far: u64 = levels.iter().map(|level| level.words).sum();
        if !levels.is_empty() && far != states {
            return Err(folder.lacks(states, far));
        }
        Ok(DiskCluster { puzzle: puzzle.clone(), metric, goal, states, levels })
    }

    /// The engine that found the states.
    #[must_use]
    pub fn engine(&self) -> Engine {
        Engine::Disk
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The bytes of all states on the disk.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.levels.iter().map(LevelFile::bytes).sum()
    }

    /// The number of states at distance 0, 1, 2, ...; empty if no state is solved.
    #[must_use]
    pub fn histogram(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.words).collect()
    }

    /// The first states at the greatest distance, in the order of their keys; none if no state is
    /// solved.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn hardest(&self, most: usize) -> Result<Vec<State>> {
        let Some(level) = self.levels.last() else { return Ok(Vec::new()) };
        let (space, mut states) = (self.space(), Vec::new());
        let code = WordCode::new(&space, GOAL);
        for block in 0..level.index.len() {
            let left = most - states.len();
            if left == 0 {
                break;
            }
            let words = level.block(block)?.into_iter().take(left);
            states.extend(words.map(|word| state(&space, &code, word)));
        }
        Ok(states)
    }

    /// The distance of a state; `None` for a state outside the cluster or without a solution.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn distance(&self, state: &State) -> Result<Option<u32>> {
        let space = self.space();
        let lookup = StateLookup::new(&space);
        let Some(number) = lookup.number(state) else { return Ok(None) };
        for (distance, level) in (0..).zip(&self.levels) {
            if lookup.is_in(level, number)? {
                return Ok(Some(distance));
            }
        }
        Ok(None)
    }

    /// A shortest solution that always takes the first best move in the defined order; `None` if
    /// there is none.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn path(&self, state: &State) -> Result<Option<Vec<Move>>> {
        let Some(distance) = self.distance(state)? else { return Ok(None) };
        let (mut state, mut path) = (state.clone(), Vec::new());
        for distance in (1..=distance).rev() {
            let nearer = self.nearer(&state, distance)?;
            // A level was made of the neighbours of the level before.
            let damaged = || DiskError::Damaged(self.levels[distance as usize - 1].path.clone());
            let (step, next) = nearer.into_iter().next().ok_or_else(damaged)?;
            path.push(step);
            state = next;
        }
        Ok(Some(path))
    }

    /// The moves that lead nearer to the goal, in the defined order; none at the goal.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn best_moves(&self, state: &State) -> Result<Vec<Move>> {
        let distance = self.distance(state)?.unwrap_or(0);
        let nearer = if distance == 0 { Vec::new() } else { self.nearer(state, distance)? };
        Ok(nearer.into_iter().map(|(step, _)| step).collect())
    }

    /// The neighbours of a state at a distance that are nearer to the goal, with the moves to them.
    fn nearer(&self, state: &State, distance: u32) -> Result<Vec<(Move, State)>> {
        let (space, mut nearer) = (self.space(), Vec::new());
        for_each_neighbour(&space, state, self.metric, |step, state| nearer.push((step, state)));
        let (lookup, level) = (StateLookup::new(&space), &self.levels[distance as usize - 1]);
        let mut kept = Vec::new();
        for (step, state) in nearer {
            let number = lookup.number(&state).expect("a neighbour is in the space");
            if lookup.is_in(level, number)? {
                kept.push((step, state));
            }
        }
        Ok(kept)
    }

    /// The files of the states at distance 0, 1, 2, ...
    #[cfg(test)]
    pub(super) fn levels(&self) -> &[LevelFile] {
        &self.levels
    }

    fn space(&self) -> StateSpace<'_> {
        StateSpace::new(&self.puzzle, self.goal).compact()
    }
}

/// Finds states in the files of a space.
struct StateLookup<'a> {
    space: &'a StateSpace<'a>,
    code: WordCode,
}

impl<'a> StateLookup<'a> {
    fn new(space: &'a StateSpace<'a>) -> StateLookup<'a> {
        StateLookup { space, code: WordCode::new(space, GOAL) }
    }

    /// The number of a state; `None` if it does not belong to the space.
    fn number(&self, state: &State) -> Option<u128> {
        self.space.holds(state).then(|| {
            with_words!(self.space.words(), W => {
                self.code.pack::<u128, W>(&self.space.key(state).expect("it is in the space"))
            })
        })
    }

    /// Whether a level has the state of a number: it can only be in one block.
    fn is_in(&self, level: &LevelFile, number: u128) -> Result<bool> {
        let after = level.index.partition_point(|&first| self.code.number(first) <= number);
        let Some(block) = after.checked_sub(1) else { return Ok(false) };
        let words = level.block(block)?;
        Ok(words.binary_search_by_key(&number, |&word| self.code.number(word)).is_ok())
    }
}

/// The state of a word.
fn state(space: &StateSpace<'_>, code: &WordCode, word: u128) -> State {
    with_words!(space.words(), W => space.state(&code.edge::<u128, W>(word).key))
}

// How large a cluster may be: the number of placements of its vehicles, from a sample.

/// How large a cluster may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiskEstimate {
    /// The number of placements of all vehicles that the rules allow: the states of all clusters of
    /// the board together. It is estimated from a sample (Knuth, "Estimating the efficiency of
    /// backtrack programs", 1975).
    pub states: f64,
    /// The bytes on the disk for so many states.
    pub bytes: f64,
}

/// The placements that are tried.
const SAMPLE: usize = 20_000;
/// The part of the states that the widest level has on large boards, at least.
const WIDEST: f64 = 1.0 / 32.0;
/// Beside the levels of the second pass there are runs and the level that is being written.
const RUNS: f64 = 1.25;

impl DiskEstimate {
    /// The estimate for the cluster of a puzzle. It is the same for the same board.
    pub(crate) fn of(puzzle: &Puzzle, goal: Goal) -> DiskEstimate {
        let space = StateSpace::new(puzzle, goal).compact();
        let (mut position, mut random) = (Position::new(&space), SplitMix(1));
        let sum: f64 = (0..SAMPLE).map(|_| placements(&space, &mut position, &mut random)).sum();
        let states = (sum / count(SAMPLE)).max(1.0);
        DiskEstimate { states, bytes: states * bytes_of_word(&space, states) * RUNS }
    }
}

/// An unbiased estimate from one random placement: the product of the numbers of free places.
fn placements(space: &StateSpace<'_>, position: &mut Position<'_>, random: &mut SplitMix) -> f64 {
    position.clear();
    let mut product = 1.0;
    for line in space.lines() {
        let mut low = 0;
        for &vehicle in line {
            let interval = &space.intervals()[vehicle];
            let places = interval.low.max(low)..=interval.high;
            let free = |at: &u8| position.are_free(interval, *at, interval.length);
            let free: Vec<u8> = places.filter(free).collect();
            if free.is_empty() {
                return 0.0;
            }
            let at = free[random.below(free.len())];
            position.toggle_cells(interval, at, interval.length);
            product *= count(free.len());
            low = at + interval.length;
        }
    }
    product
}

/// The bytes of a word in a level of average density: seven bits in each.
fn bytes_of_word(space: &StateSpace<'_>, states: f64) -> f64 {
    let words = f64::from(WordCode::new(space, NO_MOVE).bits()).exp2();
    let gap = words / (states * WIDEST).max(1.0);
    ((gap.log2() + 1.0) / 7.0).ceil().max(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn count(number: usize) -> f64 {
    number as f64
}
