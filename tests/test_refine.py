"""Proofs by refinement against the reference and blind search, and what they say when stopped."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import rushhour
from rushhour import Outcome, Progress, Puzzle, explore, solve
from rushhour.model.move import Metric
from rushhour.model.notation import read_moves
from support.bridge import board_from, hardest
from support.cases import Case, answers_as_the_reference
from support.reference import METRICS
from support.strategies import ANY_GOAL, ANY_METRIC, drawings, examples, hard_boards

PUZZLES = Path(__file__).parent.parent / "puzzles"
NINE = rushhour.read(PUZZLES / "uva-9x9_5.csv")
TWELVE = rushhour.read(PUZZLES / "uva-12x12_7.csv")
BOARDS = drawings(max_rows=9, max_cols=9, small=True).map(board_from)


@examples(25)
@given(st.builds(Case, BOARDS, ANY_METRIC, ANY_GOAL))
def test_proofs_agree_with_the_reference(case: Case) -> None:
    outcome = case.solve(algorithm="refine")
    note(repr(outcome))
    answers_as_the_reference(case, outcome)
    assert outcome.upper_bound == outcome.cost
    assert case.solve(algorithm="refine") == outcome


@examples(40)
@given(st.builds(Case, hard_boards(hardest), ANY_METRIC, ANY_GOAL))
def test_proofs_of_hard_boards_agree_with_their_clusters(case: Case) -> None:
    distance = explore(case.puzzle, metric=case.metric, goal=case.goal).distance()
    outcome = case.solve(algorithm="refine", max_states=20_000)
    note(repr(outcome))
    if outcome.status != "unknown":
        assert outcome.cost == distance
    assert distance is None or outcome.lower_bound <= distance
    for solution in filter(None, (outcome.solution, outcome.best)):
        assert solution.verify() == ()


# A solution of the board of 12 x 12: 25 slides.
WAY = (
    "O+1 D+1 A-6 D-1 B-3 I-1 H+2 G-1 F+4 O-1 E+2 R-2 X-1 M-1 T-2 W-1 Y-1 AL-1 AH+2 AE-1 AI-1 U+4 "
    "Y+1 W+1 X+9"
)


def frozen(puzzle: Puzzle, free: set[str]) -> Puzzle:
    """The puzzle with these vehicles; all others are walls."""
    others = [vehicle for vehicle in puzzle.vehicles if vehicle.label not in free]
    return Puzzle(
        puzzle.rows,
        puzzle.cols,
        [vehicle for vehicle in puzzle.vehicles if vehicle.label in free],
        target=puzzle.target,
        exit=puzzle.exit,
        walls=[*puzzle.walls, *(cell for vehicle in others for cell in vehicle.cells())],
    )


@pytest.mark.parametrize("metric", METRICS)
def test_frozen_parts_of_a_large_board_agree_with_blind_search(metric: Metric) -> None:
    moves, costs = read_moves(WAY, TWELVE), set()
    labels = [vehicle.label for vehicle in TWELVE.vehicles]
    for seed in range(75):
        puzzle, made = TWELVE, seed % len(moves)
        for move in moves[:made]:
            puzzle = puzzle.apply(move)
        others = random.Random(seed).sample(labels, seed % 7)
        part = frozen(puzzle, {*others, *(move.vehicle for move in moves[made:])})
        blind = solve(part, metric=metric, algorithm="fast", max_states=30_000)
        if blind.status != "unknown":
            proof = solve(part, metric=metric, algorithm="refine")
            assert (proof.status, proof.cost) == ("solved", blind.cost)
            costs.add(proof.cost)
    assert len(costs) > 10


def test_auto_proves_what_blind_search_cannot_finish() -> None:
    outcome = solve(NINE)
    assert (outcome.status, outcome.cost, outcome.lower_bound) == ("solved", 22, 22)
    assert outcome.algorithm == "refine"
    assert outcome.reason == "more than a million states are in reach"
    assert outcome.solution is not None
    assert outcome.solution.verify() == ()


@pytest.mark.parametrize(
    "options",
    [{}, {"metric": "step", "max_states": 500_000}, {"max_states": 100_000}],
)
def test_the_number_of_threads_changes_nothing(options: dict[str, Any]) -> None:
    one, two, many = (
        solve(TWELVE, algorithm="refine", threads=threads, **options) for threads in (1, 2, 64)
    )
    assert one.expanded > 100_000
    assert one == two == many


def test_auto_is_fast_on_small_boards() -> None:
    outcome = solve("..B.../AAB.../....../......")
    assert (outcome.algorithm, outcome.cost) == ("fast", 2)
    assert outcome.reason == "it keeps no more than a million states"
    assert solve("..B.../AAB.../....../......", algorithm="fast").reason is None


def bounds_of(outcome: Outcome, optimum: int) -> tuple[int, int | None]:
    """The bounds of an unfinished search, checked."""
    assert (outcome.status, outcome.solution, outcome.cost) == ("unknown", None, None)
    assert 0 < outcome.lower_bound <= optimum
    if outcome.upper_bound is None:
        assert outcome.best is None
    else:
        assert outcome.best is not None
        assert outcome.best.verify() == ()
        assert optimum <= outcome.upper_bound == len(outcome.best.moves)
    return outcome.lower_bound, outcome.upper_bound


@pytest.mark.parametrize("algorithm", ["auto", "refine"])
@pytest.mark.parametrize(
    ("limit", "name"),
    [
        ({"max_states": 1000}, "states"),
        ({"max_memory": 1_000_000}, "memory"),
        ({"max_seconds": 0.05}, "seconds"),
    ],
)
def test_limits(algorithm: str, limit: dict[str, int], name: str) -> None:
    outcome = solve(TWELVE, algorithm=algorithm, **limit)  # type: ignore[arg-type]
    assert outcome.stopped_by == name
    bounds_of(outcome, 25)


def test_more_room_gives_closer_bounds() -> None:
    """A stopped proof has a solution that need not be shortest, and the bounds close in on 25."""
    spans = []
    for states in (1000, 30_000, 100_000):
        outcome = solve(TWELVE, algorithm="refine", max_states=states)
        spans.append(bounds_of(outcome, 25))
    lower, upper = zip(*spans, strict=True)
    assert list(lower) == sorted(lower)
    assert lower[0] < lower[-1]
    assert upper[0] is None
    assert upper[-1] is not None
    assert 25 <= upper[-1] < 30


def test_progress_stays_within_the_limits() -> None:
    seen: list[Progress] = []
    most = 20_000_000
    solve(TWELVE, algorithm="refine", max_memory=most, max_seconds=20, progress=seen.append)
    assert seen
    assert max(progress.bytes for progress in seen) <= most
    bounds = [progress.lower_bound for progress in seen]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= 25


def test_what_ranges_prove_unsolvable_takes_no_states() -> None:
    outcome = solve("AA..B/....B/....B/....C/....C", algorithm="refine")
    assert (outcome.status, outcome.expanded) == ("unsolvable", 0)
