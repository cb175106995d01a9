"""What to search for, how, and when to give up: checked before the core sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rushhour.custom.heuristic import Function
from rushhour.model.expect import expect
from rushhour.model.expect import limits as expect_limits
from rushhour.model.puzzle import Goal, Metric, check_names
from rushhour.search.registry import heuristic_name
from rushhour.search.settings import Settings, algorithm_for

GIB = 1 << 30


class Limits(NamedTuple):
    """When to give up: states kept, bytes held, seconds; None is without limit."""

    states: int | None
    memory: int | None
    seconds: float | None


class Query(NamedTuple):
    """The question that an outcome answers, as the core takes it.

    `heuristic` is None where the algorithm takes none.
    """

    metric: Metric
    goal: Goal
    algorithm: str
    heuristic: str | None
    settings: Settings
    limits: Limits

    @staticmethod
    def of(
        metric: Metric,
        goal: Goal,
        algorithm: str,
        heuristic: str | int | Function | None,
        settings: Settings,
        limits: tuple[int | None, int | None, float | None],
        *,
        trace: bool = False,
    ) -> Query:
        """The question with names for numbers, `auto` decided and everything checked."""
        check_names(metric, goal)
        wanted = {"heuristic": heuristic is not None, "trace": trace}
        names = [name for name, is_wanted in wanted.items() if is_wanted]
        chosen = algorithm_for(algorithm, [*names, *settings.chosen()])
        guide = heuristic_name(heuristic) if "heuristic" in chosen.takes else None
        return Query(metric, goal, chosen.name, guide, settings, Limits(*checked_limits(*limits)))


def checked_limits(
    states: int | None, memory: int | None, seconds: float | None
) -> tuple[int | None, int | None, float | None]:
    """The limits as the core takes them, refused where one is negative or no number."""
    expect_limits(states, memory, seconds)
    most = (1 << 64) - 1
    return states and min(states, most), memory and min(memory, most), seconds


class Progress(NamedTuple):
    """What a search has done so far: states kept, bytes held, and the lower bound proved.

    `upper_bound` is the cost of the best solution so far, None where there is none.
    """

    states: int
    bytes: int
    lower_bound: int
    upper_bound: int | None = None


def reporter(
    progress: Callable[[Progress], object] | None,
) -> Callable[[int, int, int, int | None], object] | None:
    """The caller's function as the core calls it."""
    expect("progress", progress, Callable | None, "a function or None")
    return None if progress is None else lambda *seen: progress(Progress(*seen))
