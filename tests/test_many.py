"""Many puzzles at once: order, threads, bad boards, forks, interrupts."""

import multiprocessing
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rushhour
from rushhour import Outcome, RushHourError
from support.interrupts import ENDLESS, interrupted

TWO = "...BAA.B........"
PUZZLES = Path(__file__).parent.parent / "puzzles"


@pytest.fixture(scope="module")
def classics() -> list[rushhour.Puzzle]:
    return [rushhour.read(path) for path in sorted(PUZZLES.glob("jam-*.txt"))]


def test_outcomes_are_those_of_solve_in_the_order_of_the_puzzles(
    classics: list[rushhour.Puzzle],
) -> None:
    for options in ({}, {"metric": "step"}, {"goal": "off", "heuristic": "blocking"}):
        expected = [rushhour.solve(puzzle, **options) for puzzle in classics]  # type: ignore[arg-type]
        for threads in (1, 2, 5):
            found = list(rushhour.solve_many(classics, threads=threads, **options))  # type: ignore[arg-type]
            assert found == expected


def test_more_threads_than_one_change_nothing(classics: list[rushhour.Puzzle]) -> None:
    expected = [rushhour.solve(puzzle) for puzzle in classics]
    for threads in (1, 2, 3, 7):
        assert list(rushhour.solve_many(classics * 10, threads=threads)) == expected * 10


def test_one_bad_board_spoils_no_other() -> None:
    good = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    texts = [good, "", "nonsense\x00", "...AB.", "AAB" * 12, good, "AA."]
    outcomes = list(rushhour.solve_many(texts))
    assert len(outcomes) == len(texts)
    assert [isinstance(outcome, Outcome) for outcome in outcomes].count(True) == 2
    assert all(isinstance(outcomes[place], RushHourError) for place in (1, 2, 3, 4, 6))
    first, last = outcomes[0], outcomes[5]
    assert isinstance(first, Outcome)
    assert first == last
    assert first.cost == 60


def test_senseless_numbers_of_threads() -> None:
    for threads in (0, 1025, 10**12):
        with pytest.raises(RushHourError, match=f"expected at .* threads?, found {threads}"):
            rushhour.solve_many([TWO], threads=threads)
        with pytest.raises(RushHourError, match=f"expected at .* threads?, found {threads}"):
            rushhour.solve(TWO, threads=threads)


def test_puzzles_are_read_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield TWO

    outcomes = rushhour.solve_many(endless())
    for _ in range(3):
        outcome = next(outcomes)
        assert isinstance(outcome, Outcome)
        assert outcome.cost == 2
    assert taken <= 64


def test_texts_of_any_format(classics: list[rushhour.Puzzle]) -> None:
    texts = [
        rushhour.write(puzzle, name) for puzzle in classics[:5] for name in ("carlist", "json")
    ]
    costs = [outcome.cost for outcome in rushhour.solve_many(texts) if isinstance(outcome, Outcome)]
    assert costs == [8, 8, 8, 8, 14, 14, 9, 9, 9, 9]


def test_limits_are_of_each_puzzle(classics: list[rushhour.Puzzle]) -> None:
    outcomes = list(rushhour.solve_many(classics, max_states=1000))
    assert {outcome.status for outcome in outcomes if isinstance(outcome, Outcome)} == {
        "solved",
        "unknown",
    }


def test_a_generator_may_be_left_early() -> None:
    outcomes = rushhour.solve_many([TWO] * 1000)
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]


def test_an_outcome_of_a_text_can_be_pickled_before_it_is_looked_at() -> None:
    outcome = next(rushhour.solve_many([TWO]))
    again = pickle.loads(pickle.dumps(outcome))
    assert again == outcome
    assert str(again.solution) == str(rushhour.solve(TWO).solution)


def solve_in_child() -> list[int | None]:
    found = rushhour.solve_many([TWO] * 500, threads=2)
    return [outcome.cost for outcome in found if isinstance(outcome, Outcome)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_solves_as_its_parent_did() -> None:
    assert solve_in_child() == [2] * 500
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.apply_async(solve_in_child).get(timeout=60) == [2] * 500


@pytest.mark.skipif(sys.platform == "win32", reason="signals are other there")
def test_an_interrupt_ends_the_threads_at_once() -> None:
    code = (
        "import rushhour, sys\n"
        f"puzzle = rushhour.read({str(ENDLESS)!r})\n"
        "print('ready', flush=True)\n"
        "list(rushhour.solve_many([puzzle] * 4, threads=2))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        assert "KeyboardInterrupt" in interrupted(process)


BIG = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."
HARD = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


def test_a_callback_may_search_while_a_search_is_under_way() -> None:
    calls = []

    def solve_another(seen: rushhour.Progress) -> None:
        calls.append(seen)
        assert rushhour.solve(HARD).cost == 60
        if len(calls) == 3:
            raise InterruptedError("enough")

    # Fast machines report nothing of smaller clusters, because they are explored too soon.
    with pytest.raises(InterruptedError, match="enough"):
        rushhour.explore(rushhour.read(PUZZLES / "uva-9x9_6.csv"), progress=solve_another)
    sizes = {len(rushhour.explore(BIG, progress=solve_another)) for _ in range(3)}
    assert sizes == {541_934}
    assert rushhour.solve(HARD).cost == 60


def test_what_ran_before_changes_nothing() -> None:
    first = rushhour.solve(HARD, max_memory=16 << 20)
    with pytest.raises(rushhour.LimitReachedError):
        rushhour.explore(BIG, max_states=400_000)
    assert rushhour.solve(BIG, max_states=100).status == "unknown"
    assert rushhour.solve(HARD, max_memory=16 << 20) == first
    assert len(rushhour.explore(BIG)) == 541_934
    assert first.cost == 60


def test_a_target_past_its_goal_is_solved_already() -> None:
    vehicles = [rushhour.Vehicle("X", "h", 1, 0, 2), rushhour.Vehicle("B", "v", 2, 4, 2)]
    puzzle = rushhour.Puzzle(4, 5, vehicles, "X").apply(rushhour.Move("X", 4))
    assert puzzle.is_solved()
    assert rushhour.solve(puzzle).cost == 0
    assert rushhour.solve(puzzle, heuristic="zero").cost == 0
    assert rushhour.explore(puzzle).distance() == 0


def test_a_limit_on_seconds_ends_a_search_of_a_large_board() -> None:
    puzzle = rushhour.read(PUZZLES / "uva-12x12_7.csv")
    outcome = rushhour.solve(puzzle, max_seconds=0.05)
    assert outcome.stopped_by == "seconds"
    assert 0 < outcome.lower_bound <= 25


def test_the_fast_algorithm_takes_no_heuristic() -> None:
    with pytest.raises(RushHourError, match="the algorithm fast takes no heuristic"):
        rushhour.solve(HARD, algorithm="fast", heuristic="advanced")


def test_senseless_options_are_refused_at_once() -> None:
    with pytest.raises(RushHourError, match="expected at least 1 thread, found -1"):
        rushhour.solve_many([], threads=-1)
    with pytest.raises(RushHourError, match="expected max_states of at least 0 or None, found -5"):
        rushhour.solve_many([], max_states=-5)


@pytest.mark.parametrize("text", [HARD, BIG])
@pytest.mark.parametrize("limit", [0, 1, 100, 1000])
def test_a_limit_on_states_is_passed_by_one_batch_at_the_most(text: str, limit: int) -> None:
    batch = (
        64 * 4 * 16
    )  # states at once, and the most moves that a vehicle of 6x6 has, and vehicles
    outcome = rushhour.solve(text, max_states=limit)
    assert outcome.status == "unknown" or outcome.cost == 15
    assert 1 + outcome.generated - outcome.duplicates <= limit + batch
    with pytest.raises(rushhour.LimitReachedError) as caught:
        rushhour.explore(text, max_states=limit)
    assert limit < caught.value.states <= limit + batch


@pytest.mark.parametrize(
    ("text", "cost"),
    [("....AA/......", 0), ("AA..../......", 1), ("AA.B../...B../....../......", 2)],
)
def test_the_end_is_seen_two_slides_ahead(text: str, cost: int) -> None:
    outcome = rushhour.solve(text)
    assert (outcome.cost, outcome.expanded, outcome.generated) == (cost, 0, 0)
