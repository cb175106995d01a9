"""Heuristics of one's own: what a State says, what is believed, and what is refused."""

import pickle
import time
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from rushhour import (
    IllegalMoveError,
    Move,
    Puzzle,
    RushHourError,
    State,
    explore,
    parse,
    solve,
    solve_many,
)
from rushhour.errors import HeuristicError
from support.bridge import board_from, pairs, puzzle_of, state_of
from support.estimates import need, on_road
from support.interrupts import ctrl_c
from support.reference import (
    GOALS,
    METRICS,
    Board,
    Goal,
    Metric,
    cells,
    floor,
    gap,
    is_goal,
    occupied,
    shifts,
    successors,
)
from support.strategies import ANY_GOAL, ANY_METRIC, drawings, examples, random_walks, walk

BOARDS = drawings(max_rows=7, max_cols=7).map(board_from)
SMALL = "..B.../AAB.../....../......"
HARD = "IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM"
WAYS = {"h": ("left", "right"), "v": ("up", "down")}


def blocking(state: State) -> float:
    return 0 if state.is_solved else (state.goal != "clear") + len(state.blockers())


@examples(40)
@given(BOARDS, ANY_METRIC, ANY_GOAL, random_walks())
def test_a_state_says_what_is_true(
    board: Board, metric: Metric, goal: Goal, picks: list[int]
) -> None:
    state, cells_at = State.of(puzzle_of(board), metric=metric, goal=goal), board.start
    moves = walk(picks[:6], cells_at, lambda s: successors(board, s, metric, goal))
    for move, after in [(None, cells_at), *moves]:
        state = state if move is None else state.after(Move(*move))
        assert tuple((v.row, v.col) for v in state.vehicles) == after
        assert state_of(state.puzzle) == after
        assert pairs(state.moves()) == [
            legal for legal, _ in successors(board, after, metric, goal)
        ]
        assert state.is_solved == is_goal(board, after, goal)
        assert state.cells_to_exit == gap(board, after)
        roads_agree(state, board, after)
        cells_agree(state, board, after)


def roads_agree(state: State, board: Board, after: Any) -> None:
    blockers = {board.cars[car].label for car in on_road(board, after)}
    assert {vehicle.label for vehicle in state.blockers()} == blockers
    for car in on_road(board, after):
        assert state.need(board.cars[car].label) == (
            None if need(board, after, car) == inf else need(board, after, car)
        )


def cells_agree(state: State, board: Board, after: Any) -> None:
    bodies = {
        cell: car.label
        for car, corner in zip(board.cars, after, strict=True)
        for cell in cells(car.axis, car.length, corner)
    }
    for cell in floor(board.rows, board.cols):
        vehicle = state[cell]
        assert (vehicle and vehicle.label) == bodies.get(cell)
    empty = floor(board.rows, board.cols) - occupied(board, after)
    for car, corner in zip(board.cars, after, strict=True):
        if car.label != board.target:
            counts = list(shifts(car, corner, empty, "slide"))
            back, forth = WAYS[car.axis]
            assert state.free(car.label, back) == sum(n < 0 for n in counts)  # type: ignore[arg-type]
            assert state.free(car.label, forth) == sum(n > 0 for n in counts)  # type: ignore[arg-type]
            assert state.free(state[car.label]) == len(counts)


def test_blockers_come_nearest_first_whatever_the_exit() -> None:
    state = State.of(parse("......\n.BC...\n.BCAA.\n.BC...\n......\n......", "grid", target="A"))
    assert [vehicle.label for vehicle in state.blockers()] == []
    puzzle = parse(HARD)
    labels = [vehicle.label for vehicle in State.of(puzzle).blockers()]
    assert labels == ["L"]
    assert State.of(parse("....../....../AAB.CD/..B.CD/....../......")).blockers()[0].label == "B"


def test_beside_is_who_touches_an_end() -> None:
    state = State.of(parse("..B.../AAB.../..CC../......"))
    beside = state.beside("B", "down")
    assert beside is not None
    assert beside.label == "C"
    assert state.beside("B", "up") is None
    assert state.beside("C", "right") is None


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("goal", GOALS)
def test_a_function_searches_as_its_twin_in_the_core(metric: Metric, goal: Goal) -> None:
    how = {"metric": metric, "goal": goal}
    mine = solve(HARD, heuristic=blocking, **how)  # type: ignore[arg-type]
    core = solve(HARD, heuristic="blocking", **how)  # type: ignore[arg-type]
    assert (mine.cost, mine.expanded, mine.generated) == (core.cost, core.expanded, core.generated)
    assert mine.heuristic == "blocking"
    assert mine.solution == core.solution


def test_what_a_state_knows_of_the_question() -> None:
    seen = set()

    def look(state: State) -> int:
        seen.add((state.metric, state.goal, state.rows, state.cols, state.exit.side))
        assert state.walls == {(0, 3)}
        return 0

    solve(HARD, heuristic=look, metric="step", goal="clear")
    assert seen == {("step", "clear", 6, 6, "right")}


class Unfloatable:
    """Has the method, and fails in it."""

    def __float__(self) -> float:
        raise KeyError("no number")

    def __repr__(self) -> str:
        return "<Unfloatable>"


def test_states_survive_pickling() -> None:
    state = State.of(parse(SMALL), metric="step", goal="past")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert (again.metric, again.goal, str(again)) == ("step", "past", SMALL)
    moved = state.after(state.moves()[0])
    assert pickle.loads(pickle.dumps(moved)) == moved != state
    assert State.of(moved.puzzle, metric="step", goal="past") == moved
    assert State.of(moved.puzzle, metric="slide", goal="past") != moved
    assert state != SMALL


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (nan, "expected a number of at least 0, found nan"),
        (-1, "expected a number of at least 0, found -1"),
        (-inf, "expected a number of at least 0, found -inf"),
        (-0.5, "expected a number of at least 0, found -0.5"),
        (None, "expected a number, found None; does a branch lack its return?"),
        ("3", "expected a number, found '3'"),
        (1j, "expected a number, found 1j"),
        ([1], "expected a number, found [1]"),
        (70_000, "expected at most 65535, or infinity where there is no solution, found 70000"),
        (np.zeros(2), "expected a number, found array([0., 0.]); float() of it raises TypeError"),
        (Unfloatable(), "expected a number, found <Unfloatable>; float() of it raises KeyError"),
        (10**400, "expected at most 65535, or infinity where there is no solution, found 1000"),
        (1e300, "expected at most 65535, or infinity where there is no solution, found 1e+300"),
    ],
)
def test_answers_that_are_no_estimates(answer: Any, expected: str) -> None:
    def mine(state: State) -> Any:
        return answer

    with pytest.raises(HeuristicError) as caught:
        solve(SMALL, heuristic=mine)
    message = str(caught.value)
    assert message.startswith(f"heuristic mine: {expected}")
    assert message.endswith(", at ..B.../AAB.../....../......")
    assert (caught.value.heuristic, caught.value.state) == ("mine", SMALL)
    assert isinstance(caught.value, RushHourError)


@pytest.mark.parametrize(
    ("answer", "whole"),
    [
        (2.0, 2),
        (1.5, 2),
        (1 + 1e-12, 1),
        (0.1 + 0.2 + 0.7, 1),
        (True, 1),
        (np.int64(2), 2),
        (np.float32(1.25), 2),
        (Fraction(4, 3), 2),
        (Decimal("0.1"), 1),
        (0.0, 0),
        (65_535, 65_535),
    ],
)
def test_numbers_are_rounded_up(answer: Any, whole: int) -> None:
    seen: list[Any] = []
    solve(SMALL, heuristic=lambda state: answer, trace=seen.append)
    assert seen[0].h == whole


def test_infinity_leaves_a_state_out() -> None:
    assert solve(SMALL, heuristic=lambda state: inf).status == "unsolvable"
    without = solve(SMALL, heuristic=lambda state: inf if state["B"].row == 2 else 0)
    assert without.cost is None or str(without.solution) == "B+1"
    only = solve("..B.../AAB.../....../......", heuristic=lambda s: inf if s["B"].row == 1 else 0)
    assert str(only.solution) == "B+2 A+4"


def test_what_a_function_raises_comes_out_with_a_note() -> None:
    calls = []

    def mine(state: State) -> int:
        calls.append(state)
        return {}["nothing"]  # type: ignore[no-any-return]

    with pytest.raises(KeyError, match="nothing") as caught:
        solve(HARD, heuristic=mine)
    assert caught.value.__notes__ == [
        f"in the heuristic mine, for the state {State.of(parse(HARD))}"
    ]
    assert len(calls) == 1
    assert caught.traceback[-1].name == "mine"


def test_ctrl_c_ends_a_search_with_a_slow_function() -> None:
    def slow(state: State) -> int:
        time.sleep(0.001)
        return 0

    with pytest.raises(KeyboardInterrupt), ctrl_c(0.3):
        solve("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", heuristic=slow)


def test_a_function_may_search_itself() -> None:
    cluster = explore(HARD)

    def perfect(state: State) -> float:
        distance = cluster.distance(state.puzzle)
        return inf if distance is None else distance

    outcome = solve(HARD, heuristic=perfect, ties="lifo")
    assert outcome.cost == 60
    assert outcome.expanded == 60

    def nested(state: State) -> float:
        cost = solve(state.puzzle).cost
        return inf if cost is None else cost

    assert solve(SMALL, heuristic=nested, ties="lifo").expanded == 2


def test_limits_hold_with_a_function() -> None:
    assert solve(HARD, heuristic=blocking, max_states=100).stopped_by == "states"
    assert solve(HARD, heuristic=blocking, max_seconds=0).stopped_by == "seconds"


def test_an_estimate_above_0_at_the_goal_is_an_estimate_like_any_other() -> None:
    outcome = solve(SMALL, heuristic=lambda state: 3)
    assert (outcome.cost, outcome.status) == (2, "solved")


def test_a_function_has_no_place_where_names_are_needed() -> None:
    with pytest.raises(RushHourError, match="expected the name of a heuristic, found a function"):
        list(solve_many([SMALL], heuristic=blocking))
    with pytest.raises(RushHourError, match="takes no heuristic"):
        solve(SMALL, heuristic=blocking, algorithm="fast")


def test_states_refuse_what_makes_no_sense() -> None:
    state = State.of(parse(SMALL))
    with pytest.raises(IllegalMoveError, match="vehicle B goes up or down, not 'left'"):
        state.free("B", "left")
    with pytest.raises(KeyError):
        state["Z"]
    with pytest.raises(IllegalMoveError, match=r"vehicle B cannot move -1"):
        state.after(Move("B", -1))
    assert state[9, 9] is None


def test_outcomes_of_functions_are_values() -> None:
    outcome = solve(SMALL, heuristic=lambda state: 0)
    assert outcome.heuristic == "<lambda>"
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert isinstance(outcome.puzzle, Puzzle)
