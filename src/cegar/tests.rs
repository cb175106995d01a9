//! Proofs against the loop that looks at every state.

use super::*;
use crate::board::{Board, Exit, Goal, Setup, Side};
use crate::lab::random::Random;
use crate::outcome::Limits;

/// The most states of the loop.
const STATES: u64 = 20_000;

fn with_limit<T>(states: Option<u64>, run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let mut never = |_| false;
    run(&mut Watch::new(Limits { states, ..Limits::default() }, &mut never))
}

/// Whether both found the same; `None` if there are too many states for the loop.
fn compare(space: &StateSpace<'_>, metric: Metric) -> Option<()> {
    let loops = with_limit(Some(STATES), |watch| crate::bfs::general::solve(space, metric, watch));
    if matches!(loops.ending, Ending::Unknown(_)) {
        return None;
    }
    for seed in 0..3 {
        let effort = Effort { expansions: u64::MAX, seed };
        let (proof, left) = with_limit(None, |watch| {
            let proof = solve_with(space, metric, effort, watch);
            (proof, watch.within(0, |watch| watch.check(0, 0)))
        });
        assert_eq!(left, Ok(()), "a proof that has ended holds no states");
        match (&loops.ending, &proof.ending) {
            (Ending::Solved(one), Ending::Solved(other)) => {
                assert_eq!(one.len(), other.len());
                assert_eq!(flaw::blockers(space, other), None);
                assert_eq!(proof.lower_bound, loops.lower_bound);
            }
            (one, other) => assert_eq!(one, other),
        }
    }
    Some(())
}

#[test]
fn random_boards_are_solved_as_by_the_loop() {
    let (mut random, mut compared) = (Random(7), 0);
    for round in 0..80 {
        let Some((board, start)) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&board, &start, goal);
            for metric in [Metric::Slide, Metric::Step] {
                compared += u32::from(compare(&space, metric).is_some());
            }
        }
    }
    assert!(compared > 300, "{compared} compared");
}

#[test]
fn a_vehicle_behind_the_target_follows_it() {
    let rows = "TG.KK..N/TGC.DDDN/HHCBFF.N/M.CBARR./MIIBAP.S/..EULP.S/JJEULPQQ";
    let exit = Some(Exit { side: Side::Top, line: 4 });
    let setup = Setup { exit, ..crate::board::read_board(rows).expect("a plain board") };
    let (board, start) = Board::new(&setup).expect("valid");
    for (_, metric) in Metric::NAMES {
        compare(&StateSpace::new(&board, &start, Goal::Edge), metric).expect("few states");
    }
}
