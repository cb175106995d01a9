//! All backends of this processor must do the same on random boards.

use super::{SmallSearch, StateSpace, Workspace};
use crate::bfs::lines::Backend;
use crate::bfs::small::move_tables::MoveTables;
use crate::board::{Goal, Metric};
use crate::lab::random::Random;
use crate::outcome::{Limits, Watch};

/// The most states of a search: the portable backend of a debug build must also end.
const FEW: u64 = 4_000;

/// Run on a fresh workspace with each backend; all must return the same. `None` if the space is
/// too large.
fn same<T: PartialEq + std::fmt::Debug>(
    space: &StateSpace<'_>,
    metric: Metric,
    run: impl Fn(&mut SmallSearch<'_, '_>) -> T,
) -> Option<()> {
    let answers = Backend::all().into_iter().map(|backend| {
        // Each with its own tables: exploring changes them.
        let mut tables = MoveTables::new(space, metric, &mut None)?;
        let mut work = Workspace { backend, ..Workspace::default() };
        let mut never = |_| false;
        let limits = Limits { states: Some(FEW), ..Limits::default() };
        let watch = &mut Watch::new(limits, &mut never);
        Some(run(&mut SmallSearch { tables: &mut tables, work: &mut work, watch }))
    });
    let answers = answers.collect::<Option<Vec<T>>>()?;
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    Some(())
}

#[test]
#[expect(clippy::redundant_closure_for_method_calls, reason = "a closure fits every lifetime")]
fn random_boards_are_solved_and_explored_the_same() {
    let (mut random, mut compared) = (Random(15), 0);
    for round in 0..300 {
        let Some(puzzle) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&puzzle, goal);
            for metric in [Metric::Slide, Metric::Step] {
                compared += u32::from(same(&space, metric, |search| search.solve()).is_some());
                same(&space, metric, |search| search.explore(&space));
            }
        }
    }
    assert!(compared > 150, "{compared}");
}
