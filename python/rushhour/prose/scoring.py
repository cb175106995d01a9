"""score: how good an answer in prose is, as one number and as facts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from rushhour.formats import puzzle_of
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect
from rushhour.model.move import Goal, Metric, Move, check_names
from rushhour.model.notation import WAYS
from rushhour.model.puzzle import Puzzle
from rushhour.model.road import Road
from rushhour.model.solution import Solution
from rushhour.prose.answer import MOST_MOVES, answer_in
from rushhour.prose.notations import Said
from rushhour.search.query import GIB, checked_limits
from rushhour.search.solve import solve


@dataclass(frozen=True, slots=True)
class Score:
    """The score of an answer.

    `read` has the moves as they are read; `moves` are those before the first illegal one, and
    `fault` says which that is and what is wrong with it, None if all are legal. `found` counts the
    moves of the whole answer. `unread` has the texts that look like a move and are not read as one:
    of such an answer nothing is replayed, its `moves` are none and its value is 0. `slides` and
    `steps` are the costs of `moves`, `least_slides` and `least_steps` the optima of the puzzle, and
    `left` the distance to the goal after `moves`, in `metric`. The cells `beyond` the goal, by
    which the last move drives the target on, out of the board, cost nothing. Values that were not
    computed because of a limit are None.

    `value` is the score from 0 to 1: if solved, 1/2 + 1/2 * optimum / cost; else 1/2 * (1 - left /
    optimum), and 0 if `left` is more than the optimum. All are counted in `metric`.
    """

    solved: bool
    value: float | None
    moves: tuple[Move, ...]
    fault: str | None
    found: int
    slides: int
    least_slides: int | None
    steps: int
    least_steps: int | None
    left: int | None
    metric: Metric = "slide"
    goal: Goal = "edge"
    beyond: int = 0
    read: tuple[Move, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def status(self) -> Literal["solved", "illegal", "unsolved", "empty", "unreadable"]:
        """`illegal` if a move is; `empty` if the answer has no move that counts."""
        if self.unread:
            return "unreadable"
        if self.solved:
            return "solved"
        return "illegal" if self.fault else "unsolved" if self.found else "empty"


def score(
    puzzle: Puzzle | str | os.PathLike[str],
    text: str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> Score:
    """Score an answer in free text, such as that of a language model.

    Moves are found in any notation: `A+2`, `A: right 2`, `AR2`, `Move car # 3 down 3 squares`,
    `slide B two cells to the left`, JSON, CSV, plans of planners. If the text has a mark of a final
    answer, the moves after it count; else those after the last new start, or in the last block of
    code, that has moves. What looks like a move there and is not read makes it `unreadable`. They
    are replayed cell by cell, without the core. All must be legal, and end at the goal.

    Only the last 200 000 characters are read, and 2000 moves replayed. The limits, as in `solve`,
    are for each search. RushHourError if the puzzle has no solution.

    >>> found = score("..B.../AAB.../....../......", "1. B down 2 cells. 2. **A** right 3")
    >>> found.solved, found.left, [str(move) for move in found.moves], found.value
    (False, 1, ['B+2', 'A+3'], 0.25)
    """
    puzzle = puzzle_of(puzzle)
    expect("text", text, str, "a text")
    check_names(metric, goal)
    limits = checked_limits(max_states, max_memory, max_seconds)
    answer = answer_in(text, puzzle)
    road = Road(puzzle)
    moves, fault = _replayed(() if answer.unread else answer.moves, road)
    if answer.unread:
        fault = f"not read as a move: {answer.unread[0]}"
    elif fault is None and answer.found > MOST_MOVES:
        fault = f"more than {MOST_MOVES} moves"
    legal = Solution(puzzle, moves, metric, goal)
    costs = legal.up_to_goal()
    least = {unit: _least(puzzle, unit, goal, limits) for unit in ("slide", "step")}
    is_solved = fault is None and road.reaches(goal)
    left = 0 if is_solved else _least(_after(puzzle, moves), metric, goal, limits)
    return Score(
        solved=is_solved,
        value=_value(is_solved, least[metric], costs.cost, left),
        moves=moves,
        fault=fault,
        found=answer.found,
        slides=costs.slides,
        least_slides=least["slide"],
        steps=costs.steps,
        least_steps=least["step"],
        left=left,
        metric=metric,
        goal=goal,
        beyond=legal.steps - costs.steps,
        read=tuple(Move(one.vehicle, one.cells) for one in answer.moves),
        unread=answer.unread,
    )


def _replayed(said: Sequence[Said], road: Road) -> tuple[tuple[Move, ...], str | None]:
    """The moves before the first illegal one, and what is wrong with that."""
    moves: list[Move] = []
    for number, one in enumerate(said, 1):
        move = Move(one.vehicle, one.cells)
        fault = _across(one, road) or road.drive(move)
        if fault:
            return tuple(moves), f"move {number}, {one.text.strip()[:60]}: {fault}"
        moves.append(move)
    return tuple(moves), None


def _across(one: Said, road: Road) -> str | None:
    """The error of a move across the lane of its vehicle."""
    axis = road.axis.get(one.vehicle)
    if one.way is None or axis is None or WAYS[one.way][0] == axis:
        return None
    lane = "left and right" if axis == "h" else "up and down"
    return f"vehicle {one.vehicle} moves {lane}"


def _after(puzzle: Puzzle, moves: tuple[Move, ...]) -> Puzzle:
    for move in moves:
        puzzle = puzzle.apply(move)
    return puzzle


@lru_cache(maxsize=256)
def _least(puzzle: Puzzle, metric: Metric, goal: Goal, limits: tuple[Any, ...]) -> int | None:
    """The optimum, None if a limit comes first; RushHourError if there is no solution."""
    states, memory, seconds = limits
    found = solve(
        puzzle,
        metric=metric,
        goal=goal,
        max_states=states,
        max_memory=memory,
        max_seconds=seconds,
    )
    if found.status == "unsolvable":
        raise RushHourError("expected a puzzle with a solution, found one without")
    return found.cost


def _value(is_solved: bool, least: int | None, cost: int, left: int | None) -> float | None:
    if least is None or left is None:
        return None
    if is_solved:
        return 0.5 + (0.5 * least / cost if cost else 0.5)
    return max(0.0, 0.5 * (1 - left / max(least, 1)))
