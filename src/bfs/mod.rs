//! Breadth-first search: which loop runs when.
//!
//! There are three loops and four ways to generate successors. [`solve`] finds a shortest
//! solution and `cluster/` measures all distances. Both try these loops in order, `solve` without `blocks/`:
//!
//! ```text
//!     loop         fits boards with                            a known state is
//!     small/       up to 16 vehicles that move, 2 to 5 places  one bit of a bitmap
//!                  each; lines of up to 8 cells; at most 2^29
//!                  state numbers
//!     blocks/      up to 2^62 state numbers                    one bit of its block's entry in a hash table
//!     general.rs   any size                                    an entry of a hash map
//! ```
//!
//! `small/` holds the states of all levels, so that a state is a few vector instructions away from
//! its parent, and gives up at 2^23 states; the search then starts again in the next loop. `blocks/` moves
//! up to 64 states at once and runs on any number of threads. It holds 30 to 45 bytes a block, which has 10 to 30
//! states in a large cluster; clusters of some thousand states are measured in `general.rs`. That loop holds the
//! keys of two levels and two bits of each known state's distance, about 12 bytes a state.
//!
//! `small/` has its own successors, 64 moves at once. The others take the first of these that fits
//! (`choice.rs`):
//!
//! ```text
//!     successors            fits boards with
//!     simd/: vectors,       up to 32 vehicles that move, 8 places each; lines of up to 8 cells;
//!     32 x 7 moves at once  keys of one word; `general.rs`
//!     wide/: vectors,       up to 32 vehicles that move on lines of up to 8 cells, up to 64 on
//!     a line of each        lines of up to 16; keys of one or two words
//!     vehicle at once
//!     state/successors.rs   any size, vehicle by vehicle
//! ```
//!
//! A *place* of a vehicle is its coordinate minus the least coordinate of its interval. A vehicle
//! without a second place never moves and counts as a wall.
//!
//! What all of them share:
//!
//! * Levels are complete: a state is expanded only after all states that are nearer to the source.
//! * Of two moves that commute only one order is searched (`state/commute.rs`).
//! * Distances are measured by two searches, one from the start to find all states and one from all
//!   goals at once.
//! * Each finds the same distances. The solutions may differ, since the loops visit states in
//!   different orders.
//!
//! `lines/` holds the geometry of lines for all vectors. `closed/` holds the sets of known states,
//! `frontier.rs` the level that is read and the level that is written.

pub(crate) mod blocks;
pub(crate) mod closed;
pub(crate) mod frontier;
pub(crate) mod general;
mod lines;
mod simd;
pub(crate) mod small;
mod wide;

use crate::bfs::general::Solve;
use crate::bfs::lines::Cells;
use crate::bfs::simd::SimdSuccessors;
use crate::bfs::small::Attempt;
use crate::bfs::wide::WideSuccessors;
use crate::board::Metric;
use crate::outcome::{Engine, Outcome, Watch};
use crate::state::{StateSpace, Successors, VehicleByVehicle, with_words};

/// Where a search began, which decides the ranks of commutativity pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At the start, or at the goals more than one level ago.
    Start,
    /// At all goals, in this level or the one before. Each state of the next level was reached from a
    /// goal by a move of the target. A vehicle that could move before it leads to the same state
    /// from another goal. So the target has the highest rank, and only moves that the target's move
    /// made possible follow. (In a search from the start that rank would double the successors.)
    Goals,
}

/// Run with each of the instructions that the processor has.
#[cfg(test)]
pub(crate) fn on_every_backend(mut run: impl FnMut()) {
    for backend in lines::Backend::all() {
        lines::CHOSEN.set(Some(backend));
        // They keep the backend that they were made with.
        small::take_buffers();
        run();
    }
    lines::CHOSEN.set(None);
    small::take_buffers();
}

// Which loop searches, and which successors fit a space.

/// Find a shortest solution, or prove that there is none, with the fastest engine that fits the board
/// (`bfs/mod.rs`).
///
/// # Panics
/// The engine that the watch demands does not fit the board.
pub fn solve(space: &StateSpace<'_>, metric: Metric, watch: &mut Watch<'_>) -> Outcome {
    if let Some(engine) = watch.engine() {
        let outcome = solve_on(engine, space, metric, watch);
        return outcome.unwrap_or_else(|| panic!("the engine {engine} cannot solve this board"));
    }
    let small = solve_on(Engine::Small, space, metric, watch);
    small.unwrap_or_else(|| {
        with_successors(None, space, metric, SolveSearch { space, metric, watch })
            .expect("one fits")
    })
}

/// Find a shortest solution with this engine; `None` if it does not fit the board.
pub fn solve_on(
    engine: Engine,
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Option<Outcome> {
    match engine {
        Engine::Small => match small::solve(space, metric, watch) {
            Attempt::Done(outcome) => Some(outcome),
            Attempt::NotApplicable | Attempt::TooManyStates => None,
        },
        _ => with_successors(Some(engine), space, metric, SolveSearch { space, metric, watch }),
    }
}

struct SolveSearch<'a, 'w> {
    space: &'a StateSpace<'a>,
    metric: Metric,
    watch: &'a mut Watch<'w>,
}

impl Search for SolveSearch<'_, '_> {
    type Answer = Outcome;

    fn run<S: Successors<W> + Clone + Send, const W: usize>(
        self,
        engine: Engine,
        start: S,
        _: impl FnOnce() -> S,
    ) -> Outcome {
        Solve::<_, W>::new(engine, self.space, self.metric, start).run(self.watch)
    }
}

/// A search that runs with any successors.
pub(crate) trait Search {
    /// What it finds.
    type Answer;

    /// Run with the successors of an engine: those of a search from the start, and those for all goals
    /// and the level after them.
    fn run<S: Successors<W> + Clone + Send, const W: usize>(
        self,
        engine: Engine,
        start: S,
        at_goals: impl FnOnce() -> S,
    ) -> Self::Answer;
}

/// Run a search with the fastest successors that fit the space, or with those of one engine; `None` if
/// these do not fit.
pub(crate) fn with_successors<T: Search>(
    only: Option<Engine>,
    space: &StateSpace<'_>,
    metric: Metric,
    search: T,
) -> Option<T::Answer> {
    let allows = |engine| only.is_none_or(|only| only == engine);
    if allows(Engine::Simd)
        && let Some(start) = SimdSuccessors::new(space, metric, Origin::Start)
    {
        let at_goals = SimdSuccessors::new(space, metric, Origin::Goals);
        return Some(search.run(Engine::Simd, start, || at_goals.expect("it fits as the other")));
    }
    let attempt = match space.words() {
        1 if allows(Engine::Wide) => wide::<T, 1>(space, metric, search),
        2 if allows(Engine::Wide) => wide::<T, 2>(space, metric, search),
        _ => Err(search),
    };
    match attempt {
        Ok(answer) => Some(answer),
        Err(search) if allows(Engine::General) => {
            Some(with_words!(space.words(), W => general::<T, W>(space, metric, search)))
        }
        Err(_) => None,
    }
}

/// With the narrowest vectors that fit; the search comes back if none do.
fn wide<T: Search, const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    search: T,
) -> Result<T::Answer, T> {
    wide_of::<T, u8, 32, W>(space, metric, search)
        .or_else(|search| wide_of::<T, u16, 32, W>(space, metric, search))
        .or_else(|search| wide_of::<T, u16, 64, W>(space, metric, search))
}

fn wide_of<T: Search, C: Cells + Send + Sync, const N: usize, const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    search: T,
) -> Result<T::Answer, T> {
    let Some(start) = WideSuccessors::<C, N, W>::new(space, metric) else { return Err(search) };
    let wide = start.clone();
    Ok(search.run(Engine::Wide, start, || wide.at_goals(space)))
}

fn general<T: Search, const W: usize>(
    space: &StateSpace<'_>,
    metric: Metric,
    search: T,
) -> T::Answer {
    let one_by_one = || VehicleByVehicle::<W>::new(space, metric);
    search.run(Engine::General, one_by_one(), one_by_one)
}
