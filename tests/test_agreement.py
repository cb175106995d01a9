"""The core against the reference on random boards.

The reference explores each board once, under one drawn metric and goal, and everything that the
core says of it is compared with that.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from math import inf
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import reference
from bridge import board_from, hardest, pairs, puzzle_of, state_of
from reference import Board, Goal, Graph, Metric, State, successors
from rushhour import (
    IllegalMoveError,
    Move,
    Outcome,
    Puzzle,
    _core,
    explore,
    heuristics,
    solve,
)
from strategies import ANY_GOAL, ANY_METRIC, drawings, examples, hard_boards, random_walks, walk

BOARDS = drawings(max_rows=7, max_cols=7, small=True).map(board_from)
# States per board that are compared one by one: the rest of a larger cluster is only counted.
SAMPLE = 60
HEURISTICS = heuristics()
PROMISES = {heuristic.name: heuristic for heuristic in HEURISTICS}
# Both orders of ties, by turns: it is the same search.
SEARCHES: list[dict[str, Any]] = [{"algorithm": "fast"}, {"algorithm": "astar"}] + [
    {"algorithm": "astar", "heuristic": h.name, "ties": ties}
    for h, ties in zip(HEURISTICS, cycle(["fifo", "lifo"]))
]


def numbered(count: int) -> st.SearchStrategy[list[str]]:
    """Labels for boards with more vehicles than there are letters."""
    return st.just([f"V{number}" for number in range(count)])


LARGE_BOARDS = drawings(max_rows=13, max_cols=13, labels=numbered).map(board_from)


@dataclass(frozen=True)
class Case:
    """A board with everything that the reference knows of it under one metric and goal."""

    board: Board
    metric: Metric
    goal: Goal

    @cached_property
    def puzzle(self) -> Puzzle:
        return puzzle_of(self.board)

    @cached_property
    def graph(self) -> Graph:
        return reference.flood(self.board, self.metric, self.goal)

    @cached_property
    def distance(self) -> dict[State, int]:
        goals = [state for state in self.graph if self.is_goal(state)]
        return reference.distances(self.graph, goals)

    @cached_property
    def optimum(self) -> int | None:
        return self.distance.get(self.board.start)

    def is_goal(self, state: State) -> bool:
        return reference.is_goal(self.board, state, self.goal)

    def solve(self, puzzle: Puzzle | None = None, **how: Any) -> Outcome:
        query = {"metric": self.metric, "goal": self.goal, **how}
        return solve(puzzle or self.puzzle, **query)

    @cached_property
    def puzzles(self) -> dict[State, Puzzle]:
        """States of the cluster, the nearest first, reached by the package's own moves."""
        found = {self.board.start: self.puzzle}
        waiting = deque([self.puzzle])
        while waiting and len(found) < SAMPLE:
            puzzle = waiting.popleft()
            for move in puzzle.legal_moves(self.metric, self.goal):
                after = puzzle.apply(move)
                if state_of(after) not in found:
                    found[state_of(after)] = after
                    waiting.append(after)
        return found


CASES = st.builds(Case, BOARDS, ANY_METRIC, ANY_GOAL)


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


def answers_as_the_reference(case: Case, outcome: Outcome) -> None:
    assert outcome.status == ("unsolvable" if case.optimum is None else "solved")
    assert outcome.stopped_by is None
    if case.optimum is None or outcome.solution is None or outcome.cost is None:
        found = (outcome.cost, outcome.solution, outcome.depth, outcome.branching_factor)
        assert found == (None, None, None, None)
        return
    assert outcome.cost == outcome.depth
    if PROMISES[guide_of(outcome)].admissible[case.metric]:
        assert outcome.lower_bound == outcome.cost == case.optimum
        assert outcome.proved_optimal
    else:
        assert outcome.lower_bound == min(case.optimum, 1)
        assert case.optimum <= outcome.cost
    assert outcome.solution.verify() == ()
    end = reference.replay(case.board, pairs(outcome.solution), case.metric, case.goal)
    assert case.is_goal(end)


def guide_of(outcome: Outcome) -> str:
    """The heuristic; without one, what h = 0 promises holds."""
    return outcome.heuristic or "zero"


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
    cluster = explore(case.puzzle, case.metric, case.goal)
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
        moves = puzzle.legal_moves(case.metric, case.goal)
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
        assert pairs(puzzle.legal_moves(metric, goal)) == expected
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
    if move in puzzle.legal_moves("slide", "off"):
        assert puzzle.apply(move) != puzzle
    else:
        with pytest.raises(IllegalMoveError, match=rf"found [+-]{abs(cells)}$"):
            puzzle.apply(move)
