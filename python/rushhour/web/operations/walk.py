"""walk: the fewest moves from a puzzle to another state of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

import rushhour
from rushhour.model.move import Goal, Metric
from rushhour.web.forms import Form, Given, MoveForm, Search, moves_of, puzzle_of
from rushhour.web.limits import Bounds
from rushhour.web.operations.explore import MOST_STATES


class WalkRequest(Search, kw_only=True):
    """A puzzle, and the state `to` which its vehicles are to be moved."""

    to: Given


class WalkAnswer(Form, kw_only=True, omit_defaults=False):
    """A shortest walk, which may pass through solved states."""

    metric: Metric
    goal: Goal
    moves: (
        Annotated[list[MoveForm], Meta(description="null where the state cannot be reached")] | None
    )


def walk(request: WalkRequest, bounds: Bounds) -> WalkAnswer:
    """Find the fewest moves from a puzzle to another state of it."""
    puzzle, there = puzzle_of(request.puzzle), puzzle_of(request.to)
    options = bounds.of(request)
    options["max_states"] = min(options["max_states"], MOST_STATES)
    cluster = rushhour.explore(puzzle, request.metric, request.goal, **options)
    found = cluster.walk(there, progress=bounds.pulse)
    moves = None if found is None else moves_of(found)
    return WalkAnswer(metric=cluster.metric, goal=cluster.goal, moves=moves)
