"""hint: a best next move and why it is best."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, convert

import rushhour
from rushhour.analysis.hints import report
from rushhour.model.move import Goal, Metric
from rushhour.web.forms import Form, MoveForm, Search, puzzle_of
from rushhour.web.limits import Bounds


class HintRequest(Search, kw_only=True):
    """A puzzle in which to move next; `every` asks for all best moves."""

    every: bool = False


class BlockForm(Form):
    """Now `blocker` stands on `cell`, which `blocked` needs.

    To leave it the blocker goes at least `cells`, in every solution if it is `forced`.
    """

    blocked: str
    blocker: str
    cell: tuple[int, int]
    cells: int
    forced: bool


class AdviceForm(Form):
    """A best move, how far the goal is after it, and the blockers from the target to it."""

    move: MoveForm
    distance: int
    reason: str
    chain: list[BlockForm]


class HintAnswer(Form, kw_only=True, omit_defaults=False):
    """How far the goal is, and best moves; there are none at the goal and without a solution."""

    title: str | None
    metric: Metric
    goal: Goal
    distance: Annotated[int, Meta(description="null where there is no solution")] | None
    reason: str
    moves: list[AdviceForm]


def hint(request: HintRequest, bounds: Bounds) -> HintAnswer:
    """Find a best next move and why it is best."""
    answer = rushhour.hint(
        puzzle_of(request.puzzle),
        metric=request.metric,
        goal=request.goal,
        every=request.every,
        **bounds.of(request),
    )
    return convert(report.as_json(answer), HintAnswer)
