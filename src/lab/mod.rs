//! The laboratory: validation of heuristics against explicit state spaces, small-scope boards, perft and
//! an independent replay of solutions.

#[cfg(test)]
pub(crate) mod random;
pub mod replay;
pub(crate) mod state_space;
mod tiny;
pub mod validation;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::board::{Goal, Metric};
use crate::outcome::memory::{self, MAX_SUCCESSORS};
use crate::outcome::{Stop, Watch};
use crate::state::{Key, Position, Puzzle, StateSpace, with_words};

pub use tiny::tiny;

// Perft: the number of move sequences of each length, which exposes errors in move generation.

/// The number of move sequences of length 1, 2, ..., `depth` from a puzzle, exactly.
///
/// Sequences may pass through solved states. A state that several sequences reach is expanded once, with
/// the number of sequences.
///
/// ```
/// use rushhour::{Goal, Metric, Puzzle, Watch, lab::perft};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let counts = perft(&puzzle, Metric::Slide, Goal::Edge, 2, &mut Watch::unlimited());
/// assert_eq!(counts, Ok(vec![2_u8.into(), 6_u8.into()]));
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
///
/// # Errors
/// The limit of `watch` that was reached; states and bytes are those of two levels.
pub fn perft(
    puzzle: &Puzzle,
    metric: Metric,
    goal: Goal,
    depth: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<BigUint>, Stop> {
    let space = StateSpace::new(puzzle, goal);
    with_words!(space.words(), W => {
        let mut level = PathCounts::<W>::from_iter([(space.start(), BigUint::from(1_u8))]);
        let mut counts = Vec::new();
        for _ in 0..depth {
            level = next(&space, metric, &level, watch)?;
            counts.push(level.values().sum());
        }
        Ok(counts)
    })
}

/// The states after so many moves, each with the number of sequences that reach it.
type PathCounts<const W: usize> = FxHashMap<Key<W>, BigUint>;

fn next<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    level: &PathCounts<W>,
    watch: &mut Watch<'_>,
) -> Result<PathCounts<W>, Stop> {
    let (mut next, mut position) = (PathCounts::<W>::default(), Position::new(space));
    for (key, sequences) in level {
        let bytes = memory::growing_map(level, 0) + memory::growing_map(&next, MAX_SUCCESSORS);
        watch.check(level.len() + next.len(), bytes)?;
        position.load(key);
        let mut entered = Ok(());
        position.for_each_move(metric, |step| {
            entered = entered.and_then(|()| memory::reserve_key(&mut next));
            if entered.is_ok() {
                *next.entry(position.key_after(key, step)).or_default() += sequences;
            }
        });
        entered?;
    }
    Ok(next)
}
