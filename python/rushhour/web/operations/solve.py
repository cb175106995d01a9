"""solve: a shortest solution of a puzzle, or what is proved about it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, convert

import rushhour
from rushhour.search import report
from rushhour.search.record import FIELDS
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

    __annotations__ = {**FIELDS, "moves": list[MoveForm] | None}


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
