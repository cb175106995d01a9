"""How a search ended: the solution, the bound it proved and what it counted."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Literal, TypedDict, cast, get_type_hints

import rushhour._core as _core
from rushhour.custom.functions import goal_name
from rushhour.formats import parse
from rushhour.model.move import Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.model.words import NO_MOVE, sentence, units
from rushhour.search.options import Options

Status = Literal["solved", "unsolvable", "unknown"]


class MoveRecord(TypedDict):
    """The label of a vehicle, and its cells: positive to the right or down."""

    vehicle: str
    cells: int


class OutcomeRecord(TypedDict):
    """An outcome as plain values, in the order of its JSON; see `Outcome` for what they mean."""

    title: str | None
    status: Status
    metric: Metric
    goal: str
    algorithm: str
    engine: str
    reason: str | None
    heuristic: str | None
    settings: dict[str, bool | float | str]
    depth: int | None
    cost: int | None
    slides: int | None
    steps: int | None
    moves: list[MoveRecord] | None
    lower_bound: int
    upper_bound: int | None
    proved_optimal: bool | None
    best: str | None
    stopped_by: str | None
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    max_open: int
    evaluated: int
    memory: int
    branching_factor: float | None
    seconds: float


FIELDS = get_type_hints(OutcomeRecord)
"""The type of each field by its name."""


class Outcome:
    """How a search ended, and what it counted.

    `status` is `solved`, `unsolvable` (proved) or `unknown`, if the limit in `stopped_by` was
    reached. `cost` is None unless solved. `lower_bound` is always proved, and if it equals the
    cost, the solution is `proved_optimal`. The counters:

    - `expanded`: states whose successors were generated; never the goal
    - `generated`: successors of all expansions, duplicates included
    - `duplicates`: generated states that were already known
    - `reopened`: closed states opened again because a cheaper path to them was found
    - `max_open`: the largest size of the open list
    - `evaluated`: evaluations of the heuristic
    - `memory`: the most bytes that its tables held at once (states, parents, open list, and the
      tables of the heuristic), read before each expansion or batch of them and at the end; two
      outcomes that differ in it are equal

    `fast` counts less: it makes moves that commute in one order, and detects the goal two slides
    ahead on small boards, one move ahead on others. So `expanded` and `generated` are 0 if the road
    is free or one vehicle blocks it.
    """

    __slots__ = ("_best", "_core", "_puzzle", "options")

    def __init__(self, puzzle: Puzzle | str, options: Options, core: _core.Outcome) -> None:
        self._puzzle = puzzle
        self.options = options
        self._core = core
        self._best: Solution | None = None

    @property
    def status(self) -> Status:
        """How the search ended."""
        return self._core.status

    @property
    def stopped_by(self) -> str | None:
        """The limit that came first, if the status is `unknown`."""
        return self._core.stopped_by

    @property
    def puzzle(self) -> Puzzle:
        """What was solved."""
        if isinstance(self._puzzle, str):
            self._puzzle = parse(self._puzzle)
        return self._puzzle

    @property
    def solution(self) -> Solution | None:
        """The moves, if the status is `solved`."""
        return self.best if self.status == "solved" else None

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The moves of the solution; None without one."""
        return None if self.solution is None else self.solution.moves

    @property
    def best(self) -> Solution | None:
        """The solution; or, after a limit, the cheapest one found, if any."""
        if self._best is None and self._core.moves is not None:
            moves = _moves(self.puzzle, self._core.moves)
            self._best = Solution(self.puzzle, moves, self.metric, self.options.goal)
        return self._best

    @property
    def metric(self) -> Metric:
        """What costs one unit."""
        return self.options.metric

    @property
    def goal(self) -> str:
        """What counts as solved: the name of a goal or of a function."""
        return goal_name(self.options.goal)

    @property
    def algorithm(self) -> str:
        """The algorithm that ran; never `auto`."""
        return self._core.algorithm or self.options.algorithm

    @property
    def engine(self) -> str:
        """The loop that ran: `small`, `wide`, `general`, `refine`, `best-first` or another."""
        return self._core.engine

    @property
    def reason(self) -> str | None:
        """Why `auto` chose the algorithm; None if a name or settings did."""
        return self._core.reason

    @property
    def heuristic(self) -> str | None:
        """The heuristic that it used; None if the algorithm takes none."""
        return self.options.guide

    @property
    def settings(self) -> dict[str, bool | float | str]:
        """The settings that were chosen beside the heuristic, such as a weight, by name."""
        return self.options.settings

    @property
    def lower_bound(self) -> int:
        """No solution costs less: proved, whatever the status."""
        return self._core.lower_bound

    @property
    def upper_bound(self) -> int | None:
        """The cost of the best solution; None if there is none."""
        moves = self._core.moves
        return None if moves is None else len(moves) // 2

    @property
    def proved_optimal(self) -> bool | None:
        """Whether the solution is proved to be shortest: it costs `lower_bound`; None without one.

        False means unknown: the solution of a `greedy` search can be shortest by chance.
        """
        return is_proved(self.cost, self.lower_bound)

    @property
    def expanded(self) -> int:
        """States whose successors were generated; never the goal."""
        return self._core.expanded

    @property
    def generated(self) -> int:
        """Successors of all expansions, duplicates included."""
        return self._core.generated

    @property
    def duplicates(self) -> int:
        """Generated states that were already known."""
        return self._core.duplicates

    @property
    def reopened(self) -> int:
        """Closed states opened again because a cheaper path to them was found."""
        return self._core.reopened

    @property
    def max_open(self) -> int:
        """The largest size of the open list."""
        return self._core.max_open

    @property
    def evaluated(self) -> int:
        """Evaluations of the heuristic."""
        return self._core.evaluated

    @property
    def memory(self) -> int:
        """The most bytes that its tables held at once."""
        return self._core.memory

    @property
    def seconds(self) -> float:
        """The time of the search in seconds."""
        return self._core.seconds

    @property
    def cost(self) -> int | None:
        """The cost of the solution in the metric; each of its moves costs 1."""
        return self.depth

    @property
    def depth(self) -> int | None:
        """The number of moves of the solution."""
        return self.upper_bound if self.status == "solved" else None

    @property
    def branching_factor(self) -> float | None:
        """The b > 1 of a uniform tree with the solution's depth and 1 + generated nodes.

        N = 1 + b + b^2 + ... + b^depth, to 1e-5; None if there is no such b.
        """
        if self.depth is None:
            return None
        return _core.branching_factor(1 + self.generated, self.depth)

    def to_dict(self) -> OutcomeRecord:
        """The outcome as plain values: what `rushhour solve --json` prints."""
        return record_of(self, self.puzzle)

    def __str__(self) -> str:
        return "\n".join(sentences(self, self.puzzle))

    def _repr_html_(self) -> str:
        best = self.best
        return f"<pre>{escape(str(self))}</pre>{'' if best is None else best._repr_html_()}"

    def _values(self) -> tuple[object, ...]:
        return self.puzzle, self.options, self._core

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        cost = f"cost={self.cost}" if self.cost is not None else f"lower_bound={self.lower_bound}"
        return f"<Outcome {self.status}, {cost}, expanded={self.expanded}>"

    def __reduce__(self) -> tuple[object, ...]:
        # The values of the core's outcome, since protocols 0 and 1 cannot pickle that itself.
        return _restored, (self._puzzle, self.options, self._core.__getnewargs__())


def _restored(puzzle: Puzzle | str, options: Options, values: tuple[Any, ...]) -> Outcome:
    return Outcome(puzzle, options, _core.Outcome(*values))


def is_proved(cost: int | None, lower_bound: int) -> bool | None:
    """Whether a bound proves that a solution of this cost is shortest; None without a cost."""
    return None if cost is None else cost == lower_bound


def _moves(puzzle: Puzzle, pairs: bytes) -> tuple[Move, ...]:
    """Moves from pairs of bytes: the index of a vehicle and its signed cells."""
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    signed = (cells - 256 if cells > 127 else cells for cells in pairs[1::2])
    return tuple(
        Move(labels[index], cells) for index, cells in zip(pairs[::2], signed, strict=True)
    )


_ENDINGS = {
    "unsolvable": "There is no solution.",
    "unknown": "No answer: the limit on {stopped_by} was reached. Every solution costs at least "
    "{lower_bound}.",
}
_BEST = "The best solution so far costs {upper_bound}: {best}"


def sentences(outcome: Outcome, puzzle: Puzzle, *, show_boards: bool = False) -> Iterator[str]:
    """The moves in words, then depth, nodes, branching factor, cost and proof, a line each."""
    if outcome.solution is None:
        ending = _ENDINGS[outcome.status]
        yield ending.format(stopped_by=outcome.stopped_by, lower_bound=outcome.lower_bound)
        if outcome.best is not None:
            yield _BEST.format(upper_bound=outcome.upper_bound, best=outcome.best)
    else:
        boards = outcome.solution.replay() if show_boards else None
        yield from _move_lines(outcome, puzzle, boards)
        yield f"Depth: {outcome.depth}"
    yield f"Nodes expanded: {outcome.expanded}"
    yield f"Nodes generated: {outcome.generated}"
    if outcome.solution is not None:
        factor = outcome.branching_factor
        yield f"Branching factor: {'-' if factor is None else format(factor, '.3f')}"
        yield f"Cost: {units(outcome.solution.cost, outcome.metric)}"
        yield f"Optimal: {_proof(outcome)}"


def _proof(outcome: Outcome) -> str:
    if outcome.proved_optimal:
        return "proved"
    least = units(outcome.lower_bound, outcome.metric)
    return f"not proved, every solution costs at least {least}"


def _move_lines(outcome: Outcome, puzzle: Puzzle, boards: Iterator[Puzzle] | None) -> Iterator[str]:
    assert outcome.solution is not None
    if not outcome.solution.moves:
        yield NO_MOVE
    if boards is not None:
        next(boards)
    for move in outcome.solution:
        yield sentence(move, puzzle)
        if boards is not None:
            yield str(next(boards))


def record_of(outcome: Outcome, puzzle: Puzzle) -> OutcomeRecord:
    """An outcome as plain values; `branching_factor` has 3 decimals."""
    solution, factor = outcome.solution, outcome.branching_factor
    own = {
        "title": puzzle.title,
        "slides": solution and solution.slides,
        "steps": solution and solution.steps,
        "moves": solution and [{"vehicle": m.vehicle, "cells": m.cells} for m in solution],
        "best": None if outcome.best is None else str(outcome.best),
        "branching_factor": factor and round(factor, 3),
    }
    values = {name: own[name] if name in own else getattr(outcome, name) for name in FIELDS}
    return cast(OutcomeRecord, values)
