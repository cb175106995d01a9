"""The core against the reference on random boards.

The reference explores each board once, under one drawn metric and goal, and everything that the
core says of it is compared with that.
"""

from itertools import cycle
from math import inf
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from rushhour import (
    IllegalMoveError,
    Move,
    Outcome,
    _core,
    explore,
    solve,
)
from support import reference
from support.bridge import board_from, hardest, pairs, puzzle_of, state_of
from support.cases import (
    BOARDS,
    CASES,
    HEURISTICS,
    PROMISES,
    SAMPLE,
    Case,
    answers_as_the_reference,
    guide_of,
)
from support.reference import Board, Goal, Metric, State, successors
from support.strategies import (
    ANY_GOAL,
    ANY_METRIC,
    drawings,
    examples,
    hard_boards,
    random_walks,
    walk,
)

# Both orders of ties, by turns: it is the same search.
SEARCHES: list[dict[str, Any]] = [{"algorithm": "fast"}, {"algorithm": "astar"}] + [
    {"algorithm": "astar", "heuristic": h.name, "ties": ties}
    for h, ties in zip(HEURISTICS, cycle(["fifo", "lifo"]))
]


def numbered(count: int) -> st.SearchStrategy[list[str]]:
    """Labels for boards with more vehicles than there are letters."""
    return st.just([f"V{number}" for number in range(count)])


LARGE_BOARDS = drawings(max_rows=13, max_cols=13, labels=numbered).map(board_from)


@examples(400)
@given(CASES)
def test_searches_agree_with_the_reference(case: Case) -> None:
    outcomes = [case.solve(**how) for how in SEARCHES]
    for how, outcome in zip(SEARCHES, outcomes, strict=True):
        note(f"{how}: {outcome}")
        answers_as_the_reference(case, outcome)
        counts_by_the_laws(case, outcome)
    for how, outcome in zip(SEARCHES[:2], outcomes, strict=False):
        assert case.solve(**how) == outcome


def counts_by_the_laws(case: Case, outcome: Outcome) -> None:
    """Whatever the order, each state is known once, and only known states are expanded."""
    known = 1 + outcome.generated - outcome.duplicates
    assert 0 <= outcome.duplicates <= outcome.generated
    assert outcome.expanded - outcome.reopened <= known <= len(case.graph)
    assert outcome.max_open <= known
    if PROMISES[guide_of(outcome)].consistent[case.metric]:
        assert outcome.reopened == 0
    if outcome.algorithm == "astar":
        assert outcome.evaluated == known
    if outcome.status == "unsolvable" and guide_of(outcome) == "zero":
        assert outcome.expanded == known == len(case.graph)
    if (outcome.status, outcome.algorithm, outcome.heuristic) == ("unsolvable", "astar", "zero"):
        assert outcome.generated == sum(map(len, case.graph.values()))


# States of a cluster that the reference explores in a tenth of a second.
FEW = 600


@examples(20)
@given(st.builds(Case, hard_boards(hardest), ANY_METRIC, ANY_GOAL))
def test_searches_agree_on_hard_boards(case: Case) -> None:
    """With one another and with the cluster, which is that of the reference where it is small."""
    cluster = explore(case.puzzle, metric=case.metric, goal=case.goal)
    if len(cluster) <= FEW:
        expected = reference.explore(case.board, case.metric, case.goal)
        assert (len(cluster), cluster.distance()) == (expected.states, expected.optimum)
        assert cluster.histogram == expected.histogram
    for how in SEARCHES:
        outcome = case.solve(**how, max_states=20_000)
        promise = PROMISES[outcome.heuristic or "zero"]
        note(f"{how}: {outcome}")
        assert outcome.solution is None or outcome.solution.verify() == ()
        if outcome.status == "unsolvable":
            assert cluster.distance() is None
        elif promise.admissible[case.metric]:
            distance = cluster.distance()
            assert distance is None or outcome.lower_bound <= distance
            assert outcome.status == "unknown" or outcome.cost == distance
        if promise.consistent[case.metric]:
            assert outcome.reopened == 0


@examples(40)
@given(st.builds(Case, hard_boards(hardest), ANY_METRIC, ANY_GOAL), st.integers(1, 100))
def test_what_is_proved_shortly_before_the_end_is_true(case: Case, fewer: int) -> None:
    """A search of so many states fewer than it takes, which is the hardest time to be right."""
    for algorithm in ("fast", "astar", "bidirectional"):
        whole = case.solve(algorithm=algorithm, max_states=20_000)
        if whole.status == "solved":
            known = 1 + whole.generated - whole.duplicates
            outcome = case.solve(algorithm=algorithm, max_states=max(1, known - fewer))
            note(f"{whole}: {outcome}")
            assert outcome.lower_bound <= whole.lower_bound == whole.cost


@examples(160)
@given(CASES)
def test_states_and_moves_agree_with_the_reference(case: Case) -> None:
    for state, puzzle in case.puzzles.items():
        expected = successors(case.board, state, case.metric, case.goal)
        moves = puzzle.legal_moves(metric=case.metric, goal=case.goal)
        assert pairs(moves) == [move for move, _ in expected]
        assert [state_of(puzzle.apply(move)) for move in moves] == [after for _, after in expected]
        assert puzzle.is_solved(case.goal) == case.is_goal(state)
    if len(case.puzzles) < SAMPLE:
        assert case.puzzles.keys() == case.graph.keys()


@examples(40)
@given(CASES)
def test_the_optimum_from_every_state_agrees_with_the_reference(case: Case) -> None:
    for state, puzzle in case.puzzles.items():
        for how in SEARCHES[:2]:
            outcome = case.solve(puzzle, **how)
            assert outcome.cost == case.distance.get(state)


def estimates(case: Case, name: str) -> dict[State, float]:
    """h of the states, infinite where it proves that there is no solution."""
    found = {}
    for state, puzzle in case.puzzles.items():
        estimate = _core.estimate(puzzle._core, name, case.metric, case.goal)
        found[state] = inf if estimate is None else estimate
    return found


@examples(80)
@given(CASES)
def test_heuristics_keep_their_promises(case: Case) -> None:
    for heuristic in HEURISTICS:
        h = estimates(case, heuristic.name)
        note(f"{heuristic.name}: {h}")
        assert all(h[state] == 0 for state in h if case.is_goal(state))
        if heuristic.admissible[case.metric]:
            assert all(h[state] <= case.distance.get(state, inf) for state in h)
        if heuristic.consistent[case.metric]:
            edges = [(a, b) for a in h for b in case.graph[a] if b in h]
            assert all(h[a] <= 1 + h[b] for a, b in edges)


@examples(40)
@given(st.builds(Case, BOARDS, st.just("slide"), ANY_GOAL))
def test_advanced_dominates_blocking_in_slides(case: Case) -> None:
    blocking, advanced = (estimates(case, name) for name in ("blocking", "advanced"))
    assert all(blocking[state] <= advanced[state] for state in blocking)


@examples(40)
@given(LARGE_BOARDS, ANY_METRIC, ANY_GOAL, random_walks())
def test_large_boards_move_as_in_the_reference(
    board: Board, metric: Metric, goal: Goal, picks: list[int]
) -> None:
    puzzle, state = puzzle_of(board), board.start
    for move, after in walk(picks, state, lambda s: successors(board, s, metric, goal)):
        expected = [legal for legal, _ in successors(board, state, metric, goal)]
        assert pairs(puzzle.legal_moves(metric=metric, goal=goal)) == expected
        puzzle, state = puzzle.apply(Move(*move)), after
        assert state_of(puzzle) == state
        assert puzzle.is_solved(goal) == reference.is_goal(board, state, goal)


@examples(15)
@given(LARGE_BOARDS, ANY_METRIC, ANY_GOAL)
def test_searches_of_large_boards_agree_with_each_other(
    board: Board, metric: Metric, goal: Goal
) -> None:
    puzzle = puzzle_of(board)
    outcomes = [solve(puzzle, metric=metric, goal=goal, max_states=2000, **how) for how in SEARCHES]
    found = [outcome for outcome in outcomes if outcome.status != "unknown"]
    costs = {o.cost for o in found if PROMISES[guide_of(o)].admissible[metric]}
    assert len(costs) <= 1
    for outcome in outcomes:
        assert outcome.solution is None or outcome.solution.verify() == ()
        assert all(cost is None or outcome.lower_bound <= cost for cost in costs)


@examples(20)
@given(BOARDS, ANY_METRIC, ANY_GOAL)
def test_paths_are_counted_as_by_the_reference(board: Board, metric: Metric, goal: Goal) -> None:
    core = puzzle_of(board)._core
    assert _core.perft(core, metric, goal, 3) == reference.perft(board, metric, 3, goal)


@examples(40)
@given(BOARDS, st.integers(0, 30), st.integers(-70, 70) | st.integers(-3, 3))
def test_moves_that_are_not_legal_are_refused(board: Board, pick: int, cells: int) -> None:
    puzzle = puzzle_of(board)
    move = Move(board.cars[pick % len(board.cars)].label, cells)
    if move in puzzle.legal_moves(metric="slide", goal="off"):
        assert puzzle.apply(move) != puzzle
    else:
        with pytest.raises(IllegalMoveError, match=rf"found [+-]{abs(cells)}$"):
            puzzle.apply(move)
