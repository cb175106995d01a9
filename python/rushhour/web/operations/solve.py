"""solve: a shortest solution of a puzzle, or what is proved about it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, convert

import rushhour
from rushhour.model.puzzle import Goal, Metric
from rushhour.search import report
from rushhour.search.settings import Duplicates, Ties
from rushhour.web.forms import Form, MoveForm, Search, puzzle_of
from rushhour.web.limits import Bounds

_ALGORITHMS = ["auto", *(entry.name for entry in rushhour.algorithms())]
_HEURISTICS = [entry.name for entry in rushhour.heuristics()]
_Algorithm = Annotated[str, Meta(extra_json_schema={"enum": _ALGORITHMS})]
_Heuristic = Annotated[str, Meta(extra_json_schema={"enum": _HEURISTICS})]


class SolveRequest(Search, kw_only=True):
    """A puzzle to solve; `auto` takes the first algorithm that takes what is given."""

    algorithm: _Algorithm = "auto"
    heuristic: _Heuristic | None = None
    weight: Annotated[float, Meta(ge=1, le=1000)] | None = None
    ties: Ties = "fifo"
    duplicates: Duplicates = "better"
    reopen: bool | None = None


class SolveAnswer(Form, kw_only=True, omit_defaults=False):
    """How a search ended, and what it counted; `unknown` where a limit came first."""

    title: str | None
    status: Literal["solved", "unsolvable", "unknown"]
    metric: Metric
    goal: Goal
    algorithm: str
    reason: str | None
    heuristic: str | None
    settings: dict[str, bool | float | str]
    depth: int | None
    cost: int | None
    slides: int | None
    steps: int | None
    moves: list[MoveForm] | None
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
    branching_factor: float | None
    seconds: float


def solve(request: SolveRequest, bounds: Bounds) -> SolveAnswer:
    """Find a shortest solution, or prove that there is none."""
    puzzle = puzzle_of(request.puzzle)
    outcome = rushhour.solve(
        puzzle,
        metric=request.metric,
        goal=request.goal,
        algorithm=request.algorithm,
        heuristic=request.heuristic,
        weight=request.weight,
        ties=request.ties,
        duplicates=request.duplicates,
        reopen=request.reopen,
        threads=1,
        **bounds.of(request),
    )
    return convert(report.as_json(outcome, puzzle), SolveAnswer)
