"""explore: every state that can be reached, counted by distance, and the hardest of them."""

from __future__ import annotations

import time
from typing import Annotated

from msgspec import Meta

import rushhour
from rushhour.model.move import Goal, Metric
from rushhour.model.solution import Solution
from rushhour.search.cluster import Cluster
from rushhour.web.forms import Form, MoveForm, PuzzleForm, Search, form_of, moves_of, puzzle_of
from rushhour.web.limits import Bounds

# A cluster of this size is counted in a second or two once it is found; nothing can stop that.
MOST_STATES = 4_000_000


class ExploreRequest(Search):
    """A puzzle whose cluster is wanted."""


class Hardest(Form):
    """The first of the states that are farthest from the goal.

    `walk` leads there from the puzzle, `solution` on from there to the goal: both are shortest.
    `profile` has the distance of each state of the walk, both ends included.
    """

    puzzle: PuzzleForm
    walk: list[MoveForm]
    profile: list[int]
    solution: list[MoveForm]


class ExploreAnswer(Form, kw_only=True, omit_defaults=False):
    """A cluster; `distance`, `eccentricity` and `hardest` are null where no state is solved."""

    metric: Metric
    goal: Goal
    states: int
    goals: int
    distance: int | None
    eccentricity: int | None
    optimal_solutions: Annotated[str, Meta(description="Digits: it can be beyond 2^53.")]
    histogram: Annotated[list[int], Meta(description="States at distance 0, 1, 2, ...")]
    hardest_states: int
    hardest: Hardest | None


def explore(request: ExploreRequest, bounds: Bounds) -> ExploreAnswer:
    """Find every state that can be reached, with its distance to the nearest goal."""
    puzzle = puzzle_of(request.puzzle)
    options = bounds.of(request)
    options["max_states"] = min(options["max_states"], MOST_STATES)
    begun = time.monotonic()
    cluster = rushhour.explore(puzzle, request.metric, request.goal, **options)
    left = max(0.0, options["max_seconds"] - (time.monotonic() - begun))
    solutions = cluster.count_solutions(max_memory=options["max_memory"], max_seconds=left)
    histogram = list(cluster.histogram)
    return ExploreAnswer(
        metric=cluster.metric,
        goal=cluster.goal,
        states=len(cluster),
        goals=cluster.goals,
        distance=cluster.distance(),
        eccentricity=cluster.eccentricity,
        optimal_solutions=str(solutions),
        histogram=histogram,
        hardest_states=histogram[-1] if histogram else 0,
        hardest=_hardest(cluster, bounds),
    )


def _hardest(cluster: Cluster, bounds: Bounds) -> Hardest | None:
    if not cluster.histogram:
        return None
    (state,) = cluster.hardest(1)
    walk, solution = cluster.walk(state, progress=bounds.pulse), cluster.solution(state)
    assert walk is not None
    assert solution is not None
    profile = [cluster.distance(each) or 0 for each in Solution(cluster.puzzle, walk).replay()]
    return Hardest(form_of(state), moves_of(walk), profile, moves_of(solution.moves))
