//! Solving and exploring small boards: level by level to the goal, or to the end and back.

use std::cell::Cell;

use super::expand::{Halt, Level, expand, find_lanes};
use super::move_tables::{Keys, MoveTables, places_of};
use super::workspace::{self, Workspace, move_of, parent_of};
use super::{Packed, VEHICLES};
use crate::board::{Goal, Metric, Move};
use crate::outcome::{Counters, Ending, Engine, Outcome, Stop, Watch, memory};
use crate::state::{Key, StateSpace};

thread_local! {
    static WORKSPACE: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
}

/// The buffers that the searches of a thread leave behind, for a thread that runs after it.
#[derive(Debug, Default)]
pub(crate) struct Buffers(Option<Box<Workspace>>);

/// Take the buffers of this thread.
pub(crate) fn take_buffers() -> Buffers {
    Buffers(WORKSPACE.take())
}

/// Use these buffers from now on, for many searches.
pub(crate) fn set_buffers(buffers: Buffers) {
    let mut workspace = buffers.0.unwrap_or_default();
    workspace.has_many_searches = true;
    WORKSPACE.set(Some(workspace));
}

/// The result of a search that works on small boards only.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Attempt<T> {
    /// The search ended, at its end or at a limit.
    Done(T),
    /// Nothing was searched: the board is too large for this search, or its bitmap for the memory.
    NotApplicable,
    /// The search found more states than it can hold; another one must start again.
    TooManyStates,
}

/// Find a shortest solution, or prove that there is none.
pub(crate) fn solve(
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Attempt<Outcome> {
    with_tables(space, metric, watch, |mut search| search.solve())
}

/// Run a search with the buffers of this thread.
///
/// The buffers are taken from the thread while they are in use. A search that a callback of this
/// one begins makes its own, and no search finds them in a broken state after a panic.
fn with_tables<T>(
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
    run: impl FnOnce(SmallSearch<'_, '_>) -> Attempt<T>,
) -> Attempt<T> {
    let mut workspace = WORKSPACE.take().unwrap_or_default();
    let mut result = Attempt::NotApplicable;
    if let Some(mut tables) = MoveTables::new(space, metric, &mut workspace.tables) {
        if watch.allows(workspace::least_bytes(&tables)) {
            result = run(SmallSearch { tables: &mut tables, work: &mut workspace, watch });
        }
        workspace.tables = Some(tables.buffers);
    }
    workspace.release();
    WORKSPACE.set(Some(workspace));
    result
}

/// The states of a cluster, ordered by distance.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) keys: Vec<Key<1>>,
    /// The number of states at distance 0, 1, 2, ...; empty if no state is solved.
    pub(crate) histogram: Vec<u64>,
}

/// Find every state and its distance, or as an error the limit and the number of states found.
pub(crate) fn explore(
    space: &StateSpace<'_>,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Attempt<Result<Listed, (Stop, usize)>> {
    with_tables(space, metric, watch, |mut search| search.explore(space))
}

/// A search with its tables and buffers.
struct SmallSearch<'a, 'w> {
    tables: &'a mut MoveTables,
    work: &'a mut Workspace,
    watch: &'a mut Watch<'w>,
}

impl SmallSearch<'_, '_> {
    fn solve(&mut self) -> Attempt<Outcome> {
        let start = &self.tables.start;
        if let Some(path) = self.trivial(start) {
            let cost = u32::try_from(path.len()).expect("at most one move");
            let (ending, counters) = (Ending::Solved(path), Counters::default());
            return Attempt::Done(Outcome::new(Engine::Small, ending, cost, counters));
        }
        if self.work.begin(self.tables).is_err() {
            return Attempt::NotApplicable;
        }
        let outcome = match self.tables.metric {
            Metric::Slide => self.solve_slides(),
            Metric::Step => self.solve_steps(),
        };
        self.work.clear_bitmap(self.tables);
        outcome.map_or(Attempt::TooManyStates, Attempt::Done)
    }

    /// A solution of no move, or of the target's drive alone; `None` if there is none.
    fn trivial(&self, start: &Packed) -> Option<Vec<Move>> {
        let clear = self.tables.blocked(start) == 0;
        if self.is_finished(start) || clear && self.tables.goal == Goal::Clear {
            return Some(Vec::new());
        }
        let slide = self.tables.metric == Metric::Slide;
        (clear && slide).then(|| vec![self.tables.board_move(self.tables.drive(start))])
    }

    fn is_finished(&self, state: &Packed) -> bool {
        state.place[self.tables.target] == self.tables.finish && self.tables.goal != Goal::Clear
    }

    /// Search level by level to the first state whose road one move clears; the target's drive
    /// follows that move. `None` if there are too many states.
    fn solve_slides(&mut self) -> Option<Outcome> {
        let drive = u32::from(self.tables.goal != Goal::Clear);
        let (mut from, mut to, mut depth) = (0, 1, 0);
        while from < to {
            self.watch.prove(depth + 1 + drive);
            match self.expand_level::<true>(from, to, 1) {
                Some(Halt::TooManyStates) => return None,
                Some(Halt::Found(index)) => {
                    return Some(self.outcome(Ending::Solved(self.path(index)), depth + 1 + drive));
                }
                Some(Halt::Stopped(stop)) => {
                    return Some(self.outcome(Ending::Unknown(stop), depth + 1 + drive));
                }
                None => (from, to, depth) = (to, self.work.len, depth + 1),
            }
        }
        Some(self.outcome(Ending::Unsolvable, depth))
    }

    /// The moves to a state, the one that clears the road, and the drive.
    fn path(&self, index: usize) -> Vec<Move> {
        let state = &self.work.states[index];
        let (legal, _) = find_lanes(self.tables, state, &[u8::MAX; VEHICLES]);
        let clearing = self.tables.clearing(state, legal & self.tables.exists);
        let mut path = self.trace(index);
        path.push(self.tables.board_move(clearing.expect("found by this test")));
        if self.tables.goal != Goal::Clear {
            path.push(self.tables.board_move(self.tables.drive(state)));
        }
        path
    }

    /// The moves from the start to the state at an index.
    fn trace(&self, mut index: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while index > 0 {
            let edge = self.work.queue[index];
            path.push(self.tables.board_move(move_of(edge)));
            index = parent_of(edge);
        }
        path.reverse();
        path
    }

    /// Search level by level to the first solved state. `None` if there are too many states.
    fn solve_steps(&mut self) -> Option<Outcome> {
        let (mut from, mut to, mut depth) = (0, 1, 0);
        while from < to {
            self.watch.prove(depth + 1);
            match self.expand_level::<false>(from, to, 1) {
                Some(Halt::TooManyStates) => return None,
                Some(Halt::Stopped(stop)) => {
                    return Some(self.outcome(Ending::Unknown(stop), depth + 1));
                }
                _ => (from, to, depth) = (to, self.work.len, depth + 1),
            }
            if let Some(index) = (from..to).find(|&index| self.reaches_goal(index)) {
                return Some(self.outcome(Ending::Solved(self.trace(index)), depth));
            }
        }
        Some(self.outcome(Ending::Unsolvable, depth))
    }

    /// Whether the move to the state at an index takes the target to its goal.
    fn reaches_goal(&self, index: usize) -> bool {
        let (slot, _, to) = places_of(move_of(self.work.queue[index]));
        slot == self.tables.target && to == usize::from(self.tables.finish)
    }

    /// Expand the states from one index to another.
    fn expand_level<const GOAL: bool>(
        &mut self,
        from: usize,
        to: usize,
        sources: usize,
    ) -> Option<Halt> {
        let counters = &mut self.work.counters;
        counters.max_open = counters.max_open.max((to - from) as u64);
        let SmallSearch { tables, work, watch } = self;
        expand::<GOAL>(&mut Level { tables, work, watch, from, to, sources })
    }

    /// Find all states from the start, then all distances from the goals.
    fn explore(&mut self, space: &StateSpace<'_>) -> Attempt<Result<Listed, (Stop, usize)>> {
        if self.work.begin(self.tables).is_err() {
            return Attempt::NotApplicable;
        }
        let listed = self.run_levels(1, |_, _, _| {}).and_then(|()| self.distances(space));
        self.work.clear_bitmap(self.tables);
        match listed {
            Ok(listed) => Attempt::Done(Ok(listed)),
            Err(Halt::Stopped(stop)) => Attempt::Done(Err((stop, self.work.len))),
            Err(_) => Attempt::TooManyStates,
        }
    }

    fn distances(&mut self, space: &StateSpace<'_>) -> Result<Listed, Halt> {
        let goals = self.goals().map_err(Halt::Stopped)?;
        let (mut histogram, mut sources) = (Vec::new(), 1);
        if !goals.is_empty() {
            sources = goals.len();
            self.work.begin_again(&goals);
            self.run_levels(sources, |tables, distance, count| {
                histogram.push(count);
                tables.adapt_to_distance(space, distance);
            })?;
        }
        let keys = self.keys(space, sources).map_err(Halt::Stopped)?;
        Ok(Listed { keys, histogram })
    }

    /// The indices of the solved states.
    fn goals(&self) -> Result<Vec<usize>, Stop> {
        let mut goals = Vec::new();
        for index in (0..self.work.len).filter(|&index| self.is_goal(index)) {
            memory::push(&mut goals, index)?;
        }
        Ok(goals)
    }

    /// The key of every state, computed from that of its parent.
    fn keys(&self, space: &StateSpace<'_>, sources: usize) -> Result<Vec<Key<1>>, Stop> {
        let (units, mut keys) = (Keys::new(self.tables, space), memory::list(self.work.len)?);
        keys.extend(self.work.states[..sources].iter().map(|state| units.key(state)));
        for edge in &self.work.queue[sources..self.work.len] {
            keys.push(units.after(keys[parent_of(*edge)], move_of(*edge)));
        }
        Ok(keys)
    }

    fn is_goal(&self, index: usize) -> bool {
        let state = &self.work.states[index];
        let clear = self.tables.goal == Goal::Clear && self.tables.blocked(state) == 0;
        clear || self.is_finished(state)
    }

    /// Expand level by level until no state is new. `before` is called before each level with its
    /// distance and number of states.
    fn run_levels(
        &mut self,
        sources: usize,
        mut before: impl FnMut(&mut MoveTables, usize, u64),
    ) -> Result<(), Halt> {
        let (mut from, mut to, mut depth) = (0, self.work.len, 0);
        while from < to {
            before(self.tables, depth, (to - from) as u64);
            if let Some(halt) = self.expand_level::<false>(from, to, sources) {
                return Err(halt);
            }
            (from, to, depth) = (to, self.work.len, depth + 1);
        }
        Ok(())
    }

    fn outcome(&self, ending: Ending, lower_bound: u32) -> Outcome {
        Outcome::new(Engine::Small, ending, lower_bound, self.work.counters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfs::lines::Backend;
    use crate::bfs::small::workspace::number_of;
    use crate::outcome::Limits;
    use crate::state::Puzzle;

    /// A hard board, one with walls, one of 7x7 and one without solution.
    const BOARDS: [&str; 4] = [
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        "oooJxoCCCJLoHAAKLoHoIKDDooIEEMoFFxoM",
        "GGJoooMoCJoUUMICoAALFIRRPBLFIoDPBQQEoDoBHoENNOOHo",
        "oooBoooooBooAAoBoooooCoooooCoooooCoo",
    ];

    /// Run on a fresh workspace with each backend; all must answer the same.
    fn same_on_all<T: PartialEq + std::fmt::Debug>(run: impl Fn(&mut SmallSearch<'_, '_>) -> T) {
        for metric in [Metric::Slide, Metric::Step] {
            for text in BOARDS {
                let puzzle: Puzzle = text.parse().expect("a board");
                let space = StateSpace::new(&puzzle, Goal::Edge);
                let Some(mut tables) = MoveTables::new(&space, metric, &mut None) else {
                    continue;
                };
                let answers = Backend::all().into_iter().map(|backend| {
                    let mut work = Workspace { backend, ..Workspace::default() };
                    let mut never = |_| false;
                    let watch = &mut Watch::new(Limits::default(), &mut never);
                    run(&mut SmallSearch { tables: &mut tables, work: &mut work, watch })
                });
                let answers: Vec<T> = answers.collect();
                assert!(answers.iter().all(|answer| *answer == answers[0]), "{text}: {answers:?}");
            }
        }
    }

    #[test]
    fn all_backends_find_the_same_solution_with_the_same_counters() {
        same_on_all(|search: &mut SmallSearch<'_, '_>| search.solve());
    }

    #[test]
    fn all_backends_list_the_same_states_in_the_same_order() {
        same_on_all(|search| {
            search.work.begin(search.tables).expect("a small board");
            assert!(search.run_levels(1, |_, _, _| {}).is_ok());
            search.work.queue[..search.work.len].to_vec()
        });
    }

    fn assert_all_open(search: &SmallSearch<'_, '_>) {
        assert!(search.work.closed.iter().all(|word| *word == 0));
    }

    #[test]
    fn the_closed_set_is_clear_after_a_search() {
        same_on_all(|search| {
            search.solve();
            assert_all_open(search);
        });
    }

    /// Search from the start, then again from the last state found; the states of both searches.
    fn twice(search: &mut SmallSearch<'_, '_>) -> [Vec<u32>; 2] {
        let found = |search: &SmallSearch<'_, '_>| {
            let edges = &search.work.queue[..search.work.len];
            let mut numbers: Vec<u32> = edges.iter().map(|edge| number_of(*edge)).collect();
            numbers.sort_unstable();
            numbers
        };
        search.work.begin(search.tables).expect("a small board");
        assert!(search.run_levels(1, |_, _, _| {}).is_ok());
        let first = found(search);
        search.work.begin_again(&[search.work.len - 1]);
        assert!(search.run_levels(1, |_, _, _| {}).is_ok());
        [first, found(search)]
    }

    #[test]
    fn a_search_that_begins_again_finds_the_same_states_and_clears_the_closed_set() {
        same_on_all(|search| {
            let [first, second] = twice(search);
            assert_eq!(first, second);
            assert_all_open(search);
        });
    }

    #[test]
    fn the_closed_set_is_clear_after_a_search_that_began_again_and_was_stopped() {
        same_on_all(|search| {
            search.work.begin(search.tables).expect("a small board");
            assert!(search.run_levels(1, |_, _, _| {}).is_ok());
            search.work.begin_again(&[search.work.len - 1]);
            assert!(search.expand_level::<false>(0, 1, 1).is_none());
            search.work.clear_bitmap(search.tables);
            assert_all_open(search);
        });
    }

    /// One of Fogleman's boards: 38 slides by his list, and 16 463 states.
    #[test]
    fn a_board_with_more_than_2_28_numbers_is_solved_and_explored() {
        let puzzle: Puzzle = "ooJBBBGoJKCCGAAKLMHIDDLMHIEELNFFoooN".parse().expect("a board");
        let space = StateSpace::new(&puzzle, Goal::Edge);
        let tables = MoveTables::new(&space, Metric::Slide, &mut None).expect("it fits");
        assert!(tables.numbers > 1 << 28);
        let watch = &mut Watch::unlimited();
        let Attempt::Done(outcome) = super::solve(&space, Metric::Slide, watch) else {
            panic!("expected an outcome")
        };
        assert_eq!(outcome.lower_bound, 38);
        let explored = super::explore(&space, Metric::Slide, watch);
        assert!(matches!(explored, Attempt::Done(Ok(listed)) if listed.keys.len() == 16_463));
    }
}
