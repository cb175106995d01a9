//! Which loop searches, and which successors fit a space.

use crate::bfs::Origin;
use crate::bfs::general::Solve;
use crate::bfs::lines::Cells;
use crate::bfs::simd::SimdSuccessors;
use crate::bfs::small::{self, Attempt};
use crate::bfs::wide::WideSuccessors;
use crate::board::Metric;
use crate::outcome::{Engine, Outcome, Watch};
use crate::state::{StateSpace, Successors, VehicleByVehicle, with_words};

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
