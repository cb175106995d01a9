"""analyse: how hard a puzzle is, and why."""

from __future__ import annotations

from typing import Literal

from rushhour.analysis.rating import Level
from rushhour.analysis.reasons import reasons
from rushhour.analysis.small import analyse_small
from rushhour.web.forms import Form, Limited, puzzle_of
from rushhour.web.limits import Bounds


class AnalyseRequest(Limited):
    """A puzzle to measure."""


class AnalyseAnswer(Form, kw_only=True, omit_defaults=False):
    """A prediction of how many moves a person takes, in slides until the target touches its edge.

    Two thirds of all boards lie between `difficulty_low` and `difficulty_high`. `rating` is the
    percentage of a sample of all 6x6 boards that are easier. These are null where there is no
    solution, and where the cluster is too large. `extrapolated` says that people were not measured
    on such boards.
    """

    status: Literal["solved", "unsolvable", "unknown"]
    slides: int | None
    steps: int | None
    difficulty: float | None
    difficulty_low: float | None
    difficulty_high: float | None
    extrapolated: bool | None
    rating: float | None
    level: Level | None
    reasons: list[str]


def analyse(request: AnalyseRequest, bounds: Bounds) -> AnalyseAnswer:
    """Measure how hard a puzzle is, and say why."""
    found = analyse_small(puzzle_of(request.puzzle), **bounds.of(request))
    return AnalyseAnswer(
        status=found.status,
        slides=found.slides,
        steps=found.steps,
        difficulty=found.difficulty,
        difficulty_low=found.difficulty_low,
        difficulty_high=found.difficulty_high,
        extrapolated=found.extrapolated,
        rating=found.rating,
        level=found.level,
        reasons=[*reasons(found)],
    )
