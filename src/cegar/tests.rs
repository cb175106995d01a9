//! Proofs against blind search.

use super::*;
use crate::board::{Exit, Goal, Setup, Side};
use crate::lab::random::Random;
use crate::outcome::Limits;
use crate::state::Puzzle;

/// The most states of blind search.
const STATES: u64 = 20_000;

fn with_limit<T>(states: Option<u64>, run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let mut never = |_| false;
    run(&mut Watch::new(Limits { states, ..Limits::default() }, &mut never))
}

/// Compares outcomes; `None` if there are too many states for blind search.
fn compare(space: &StateSpace<'_>, metric: Metric) -> Option<()> {
    let blind = with_limit(Some(STATES), |watch| crate::bfs::solve(space, metric, watch));
    if matches!(blind.ending, Ending::Unknown(_)) {
        return None;
    }
    for seed in 0..3 {
        let effort = Effort { expansions: u64::MAX, seed };
        let (proof, kept) = with_limit(None, |watch| {
            let proof = solve_with(space, metric, effort, watch);
            (proof, watch.within(0, |watch| watch.check(0, 0)))
        });
        assert_eq!(kept, Ok(()), "a proof that has ended keeps no states");
        match (&blind.ending, &proof.ending) {
            (Ending::Solved(one), Ending::Solved(other)) => {
                assert_eq!(one.len(), other.len());
                assert_eq!(refinement::blockers(space, other), None);
                assert_eq!(proof.lower_bound, blind.lower_bound);
            }
            (one, other) => assert_eq!(one, other),
        }
    }
    Some(())
}

#[test]
fn random_boards_are_solved_as_by_blind_search() {
    let (mut random, mut compared) = (Random(7), 0);
    for round in 0..80 {
        let Some(puzzle) = random.board(round) else { continue };
        for (_, goal) in Goal::NAMES {
            let space = StateSpace::new(&puzzle, goal);
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
    let puzzle = Puzzle::new(&setup).expect("valid");
    for (_, metric) in Metric::NAMES {
        compare(&StateSpace::new(&puzzle, Goal::Edge), metric).expect("few states");
    }
}

/// The header of a recorded run: its board and metric.
fn header<'t>(text: &'t str, name: &str) -> &'t str {
    let prefix = format!("# {name}: ");
    text.lines().find_map(|line| line.strip_prefix(&prefix)).expect("a header")
}

/// Solves the boards of all recorded runs again and rewrites the files, whose headers stay. To
/// record another board, add a file with a header. `cargo test --lib record_runs -- --ignored`
#[test]
#[ignore = "rewrites tests/data/schedules"]
fn record_runs() {
    for (path, text) in schedule::tests::recordings() {
        let setup = crate::board::read_board(header(&text, "board")).expect("a board");
        let puzzle = Puzzle::new(&setup).expect("valid");
        let space = StateSpace::new(&puzzle, Goal::Edge);
        let named = |&(name, _): &(&str, Metric)| name == header(&text, "metric");
        let (_, metric) = Metric::NAMES.into_iter().find(named).expect("a metric");
        let expansions = header(&text, "expansions").parse().expect("a number");
        let effort = Effort { expansions, seed: 0 };
        let analysis = StaticAnalysis::new(&space, metric).expect("a target that can leave");
        let log = with_limit(None, |watch| {
            let mut prover = Prover::new(&space, metric, analysis, effort, watch);
            prover.run(watch);
            prover.schedule.log().join("\n")
        });
        let headers: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        let recording = format!("{}\n{log}\n", headers.join("\n"));
        std::fs::write(&path, recording).expect("a file that can be written");
    }
}
