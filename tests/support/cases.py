"""Boards with all that the reference knows of them, and what an outcome must keep."""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hypothesis import strategies as st

from rushhour import (
    Outcome,
    Puzzle,
    heuristics,
    solve,
)
from support import reference
from support.bridge import board_from, pairs, puzzle_of, state_of
from support.reference import Board, Goal, Graph, Metric, State
from support.strategies import (
    ANY_GOAL,
    ANY_METRIC,
    drawings,
)

BOARDS = drawings(max_rows=7, max_cols=7, small=True).map(board_from)


# States per board that are compared one by one: the rest of a larger cluster is only counted.
SAMPLE = 60


HEURISTICS = heuristics()


PROMISES = {heuristic.name: heuristic for heuristic in HEURISTICS}


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
            for move in puzzle.legal_moves(metric=self.metric, goal=self.goal):
                after = puzzle.apply(move)
                if state_of(after) not in found:
                    found[state_of(after)] = after
                    waiting.append(after)
        return found


CASES = st.builds(Case, BOARDS, ANY_METRIC, ANY_GOAL)


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
