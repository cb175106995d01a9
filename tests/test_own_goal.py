"""Own goals: functions of a State, in `solve`, in comparisons and on the command line."""

import pickle
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rushhour import (
    Outcome,
    Puzzle,
    RushHourError,
    Solution,
    State,
    algorithms,
    heuristics,
    parse,
    solve,
    solve_batch,
    solve_many,
)
from rushhour.certificate import certify
from rushhour.errors import GoalError
from rushhour.lab import compare
from support.bridge import board_from, pairs, puzzle_of, state_of
from support.commands import result, solved
from support.interrupts import ctrl_c
from support.reference import Board, Metric, distances, flood, replay
from support.strategies import ANY_METRIC, drawings, examples

BOARDS = drawings(max_rows=5, max_cols=5).map(board_from)
SMALL = "..B.../AAB.../....../......"
ABLE = [entry for entry in algorithms() if "goal" in entry.takes]
UNABLE = [entry for entry in algorithms() if "goal" not in entry.takes]


def places(state: State) -> tuple[tuple[int, int], ...]:
    return tuple((vehicle.row, vehicle.col) for vehicle in state.vehicles)


def parked(state: State) -> bool:
    """B stands at the bottom."""
    return state["B"].row + state["B"].length == state.rows


@examples(25)
@given(BOARDS, ANY_METRIC, st.data())
def test_every_search_that_takes_it_agrees_with_the_reference(
    board: Board, metric: Metric, data: st.DataObject
) -> None:
    graph = flood(board, metric, "edge")
    wanted = set(data.draw(st.lists(st.sampled_from(sorted(graph)), max_size=3)))
    away = distances(graph, list(wanted))

    def goal(state: State) -> bool:
        return places(state) in wanted

    def true_distance(state: State) -> float:
        return away.get(places(state), float("inf"))

    for entry in ABLE:
        guides = (None, true_distance) if "heuristic" in entry.takes else (None,)
        for guide in guides:
            limits = {"max_states": 2000} if entry.name == "ida" else {}
            outcome = solve(
                puzzle_of(board),
                metric=metric,
                goal=goal,
                algorithm=entry.name,
                heuristic=guide,
                **limits,  # type: ignore[arg-type]
            )
            agrees(board, metric, entry.optimal, outcome, away.get(board.start), wanted)


def agrees(
    board: Board,
    metric: Metric,
    optimal: str,
    outcome: Outcome,
    optimum: int | None,
    wanted: set[tuple[tuple[int, int], ...]],
) -> None:
    assert (outcome.status == "unsolvable") == (optimum is None)
    if optimum is None:
        return
    assert outcome.cost is not None
    assert outcome.lower_bound <= optimum <= outcome.cost
    if optimal in ("always", "admissible"):
        assert outcome.cost == optimum
    assert outcome.solution is not None
    assert outcome.solution.verify() == ()
    assert replay(board, pairs(outcome.solution), metric, "edge") in wanted


def test_without_a_choice_the_search_is_blind_and_its_optimum_proved() -> None:
    outcome = solve(SMALL, goal=parked)
    assert (outcome.algorithm, outcome.heuristic, outcome.goal) == ("uniform", None, "parked")
    assert (outcome.cost, outcome.proved_optimal) == (1, True)
    assert outcome.to_dict()["goal"] == "parked"
    assert solve(SMALL, goal=parked, heuristic="zero").algorithm == "astar"
    assert solve(SMALL, goal=parked, weight=3).heuristic == "zero"
    solved_already = solve(SMALL, goal=lambda _: True)
    assert (solved_already.cost, solved_already.lower_bound) == (0, 0)


@pytest.mark.parametrize("entry", UNABLE, ids=lambda entry: entry.name)
def test_other_algorithms_are_refused(entry: object) -> None:
    name = entry.name  # type: ignore[attr-defined]
    with pytest.raises(RushHourError, match=f"{name} takes no goal of your own; expected astar"):
        solve(SMALL, goal=parked, algorithm=name)


@pytest.mark.parametrize("name", [entry.name for entry in heuristics() if entry.name != "zero"])
def test_estimates_for_another_goal_are_refused(name: str) -> None:
    with pytest.raises(RushHourError, match=f"expected zero or a heuristic of your own .* {name}"):
        solve(SMALL, goal=parked, heuristic=name)


def test_what_takes_no_own_goal_says_so() -> None:
    with pytest.raises(RushHourError, match="solve_many takes no goal of your own"):
        solve_many([SMALL], goal=parked)  # type: ignore[arg-type]
    with pytest.raises(RushHourError, match="a batch takes no goal of your own"):
        solve_batch([SMALL], goal=parked)  # type: ignore[arg-type]
    with pytest.raises(RushHourError, match="a certificate takes no goal of your own"):
        certify(solve(SMALL, goal=parked))


@pytest.mark.parametrize("value", [None, 1, "yes", []])
def test_only_true_and_false_are_answers(value: object) -> None:
    with pytest.raises(GoalError, match="expected True or False, found") as caught:
        solve(SMALL, goal=lambda _: value)  # type: ignore[arg-type, return-value]
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.value) == (str(caught.value), value)
    assert ("lack its return" in str(again)) == (value is None)


def test_an_exception_ends_the_search_and_names_the_state() -> None:
    calls = []

    def broken(state: State) -> bool:
        calls.append(state)
        return len(calls) == 3 and bool(state["Z"])

    with pytest.raises(KeyError) as caught:
        solve(SMALL, goal=broken)
    assert caught.value.__notes__[0] == f"in the goal broken, for the state {calls[-1]}"
    assert len(calls) == 3


def test_ctrl_c_ends_a_search_that_calls_it() -> None:
    def slow(state: State) -> bool:
        time.sleep(0.001)
        return False

    with pytest.raises(KeyboardInterrupt), ctrl_c(0.3):
        solve("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", goal=slow)


def test_a_solution_is_checked_by_the_goal_itself() -> None:
    puzzle = parse(SMALL)
    assert Solution.parse(puzzle, "B+2", goal=parked).verify() == ()
    assert Solution.parse(puzzle, "B+1", goal=parked).verify() == (
        "the goal 'parked' is not reached at the end",
    )


def test_an_outcome_can_be_pickled_if_its_goal_can() -> None:
    outcome = solve(SMALL, goal=parked)
    again = pickle.loads(pickle.dumps(outcome))
    assert (again, again.goal) == (outcome, "parked")


def test_comparisons_take_it() -> None:
    rows = list(compare([SMALL], goal=parked))
    assert {row.algorithm for row in rows} == {entry.name for entry in ABLE}
    assert {row.heuristic for row in rows} == {None, "zero"}
    assert {(row.optimum, row.optimal) for row in rows} == {(1, True)}
    with pytest.raises(RushHourError, match="fast takes no goal of your own"):
        compare([SMALL], algorithms=["fast"], goal=parked)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, Callable[[str], str]]:
    board, code = tmp_path / "board.txt", tmp_path / "own.py"
    board.write_text(SMALL.replace("/", "\n"))
    code.write_text(
        "def parked(state):\n    return state['B'].row == 2\n"
        "def left(state):\n    return len(state.blockers()) + state.target.col\n"
        "def nothing(state):\n    pass\n"
    )
    return str(board), lambda name: f"{code}:{name}"


def test_the_command_line_takes_it(files: tuple[str, Callable[[str], str]]) -> None:
    board, own = files
    answer = solved(board, "--goal", own("parked"), "--heuristic", own("left"))
    assert (answer["goal"], answer["heuristic"], answer["cost"]) == ("parked", "left", 1)
    code, out, _ = result("compare", board, "--goal", own("parked"), "--csv")
    assert (code, len(out.splitlines())) == (0, 1 + len(ABLE))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--goal", "nothing"], "goal nothing: expected True or False, found None; does"),
        (["--goal", "lost"], "has no function 'lost'"),
        (["--goal", "parked", "--algorithm", "refine"], "refine takes no goal of your own"),
        (["--goal", "parked", "--certificate", "new.cert"], "--certificate takes no goal of your"),
        (["--goal", "parked", "--heuristic", "blocking"], "expected zero or a heuristic of your"),
    ],
)
def test_what_is_wrong_is_said(
    files: tuple[str, Callable[[str], str]], words: list[str], message: str
) -> None:
    board, own = files
    code, out, err = result(board, words[0], own(words[1]), *words[2:])
    assert (code, out) == (2, "")
    assert message in err


def test_a_misspelt_goal_is_named(files: tuple[str, Callable[[str], str]]) -> None:
    code, _, err = result(files[0], "--goal", "egde")
    assert code == 2
    assert "no goal named 'egde'; did you mean 'edge'?" in err


def test_the_states_of_a_goal_function_are_those_of_edge() -> None:
    seen: list[State] = []

    def goal(state: State) -> bool:
        seen.append(state)
        return False

    puzzle: Puzzle = parse("AA../..../....")
    assert solve(puzzle, goal=goal).status == "unsolvable"
    assert {state.goal for state in seen} == {"edge"}
    assert {state_of(state.puzzle) for state in seen} == set(flood_of(puzzle))


def flood_of(puzzle: Puzzle) -> list[tuple[tuple[int, int], ...]]:
    from support.bridge import board_of

    return list(flood(board_of(puzzle), "slide", "edge"))
