//! Perft: the number of move sequences of each length, the count that finds wrong moves.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::board::{Board, Goal, Metric};
use crate::memory;
use crate::outcome::{Stop, Watch};
use crate::state::{Key, Position, State, StateSpace, with_words};

/// The number of move sequences of length 1, 2, ..., `depth` from a state, exactly.
///
/// Sequences run through solved states like through any other. States that several sequences
/// reach are expanded once with their number of sequences.
///
/// ```
/// use rushhour::{Goal, Metric, Puzzle, Watch, lab::perft};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let (board, state) = (puzzle.board(), puzzle.state());
/// let counts = perft(board, state, Metric::Slide, Goal::Edge, 2, &mut Watch::unlimited());
/// assert_eq!(counts, Ok(vec![2_u8.into(), 6_u8.into()]));
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
///
/// # Errors
/// The limit of `watch` that came first; states and bytes are those of the two levels at hand.
pub fn perft(
    board: &Board,
    start: &State,
    metric: Metric,
    goal: Goal,
    depth: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<BigUint>, Stop> {
    let space = StateSpace::new(board, start, goal);
    with_words!(space.words(), W => {
        let mut level = Level::<W>::from_iter([(space.start(), BigUint::from(1_u8))]);
        let mut counts = Vec::new();
        for _ in 0..depth {
            level = next(&space, metric, &level, watch)?;
            counts.push(level.values().sum());
        }
        Ok(counts)
    })
}

/// The states after so many moves, each with the number of ways to it.
type Level<const W: usize> = FxHashMap<Key<W>, BigUint>;

/// More successors than any one state has: 128 vehicles, 63 places each.
const SPARE: usize = 8192;

fn next<const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    level: &Level<W>,
    watch: &mut Watch<'_>,
) -> Result<Level<W>, Stop> {
    let (mut next, mut position) = (Level::<W>::default(), Position::new(space));
    for (key, ways) in level {
        let bytes = memory::growing_map(level, 0) + memory::growing_map(&next, SPARE);
        watch.check(level.len() + next.len(), bytes)?;
        position.load(key);
        let mut entered = Ok(());
        position.for_each_move(metric, |step| {
            entered = entered.and_then(|()| memory::reserve_key(&mut next));
            if entered.is_ok() {
                *next.entry(position.key_after(key, step)).or_default() += ways;
            }
        });
        entered?;
    }
    Ok(next)
}
