"""What to search for, how, and when to give up: checked before the core sees it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rushhour.custom.goal import BASE, SOUND, GoalFunction, check_goal, goal_name
from rushhour.custom.heuristic import Function
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect
from rushhour.model.expect import limits as expect_limits
from rushhour.model.move import Goal, Metric, check_metric
from rushhour.search.registry import algorithm_for, heuristic_name
from rushhour.search.settings import Duplicates, Settings, Ties

if TYPE_CHECKING:
    from fractions import Fraction

GIB = 1 << 30


class SearchLimits(NamedTuple):
    """When to give up: states kept, bytes held, seconds; None is without limit."""

    states: int | None
    memory: int | None
    seconds: float | None


class Query(NamedTuple):
    """The question that an outcome answers, as the core takes it.

    `heuristic` is None where the algorithm takes none.
    """

    metric: Metric
    goal: Goal | GoalFunction
    algorithm: str
    heuristic: str | None
    settings: Settings
    limits: SearchLimits

    @staticmethod
    def of(
        metric: Metric,
        goal: Goal | GoalFunction,
        algorithm: str,
        heuristic: str | int | Function | None,
        settings: Settings,
        limits: tuple[int | None, int | None, float | None],
        *,
        trace: bool = False,
    ) -> Query:
        """The question with names for numbers, `auto` decided and everything checked."""
        check_metric(metric)
        check_goal(goal)
        wanted = {"goal": callable(goal), "heuristic": heuristic is not None, "trace": trace}
        names = [name for name, is_wanted in wanted.items() if is_wanted]
        chosen = algorithm_for(algorithm, [*names, *settings.chosen()])
        guide = guide_for(goal, heuristic) if "heuristic" in chosen.takes else None
        return Query(
            metric, goal, chosen.name, guide, settings, SearchLimits(*checked_limits(*limits))
        )

    def for_core(self) -> Query:
        """The question with a goal that the core knows; a custom goal is a function beside it."""
        return self._replace(goal=BASE) if callable(self.goal) else self


def guide_for(goal: Goal | GoalFunction, heuristic: str | int | Function | None) -> str:
    """The name of the heuristic, by default the strongest of the three; for a custom goal `zero`.

    RushHourError for an estimate of the cost to another goal.
    """
    if not callable(goal):
        return heuristic_name(heuristic)
    name = heuristic_name(SOUND if heuristic is None else heuristic)
    if name != SOUND and not callable(heuristic):
        expected = f"expected {SOUND} or a heuristic of your own for the goal {goal_name(goal)}"
        raise RushHourError(f"{expected}; {name} may exceed the cost to it")
    return name


def query(
    heuristic: str | int | Function | None, goal: Goal | GoalFunction, *rest: Any, **more: Any
) -> Query:
    """The query of a call, from the options of `solve` in the order of `_checked`.

    Checking takes longer than solving a small board, so the last queries without functions are
    kept.
    """
    if callable(heuristic) or callable(goal):
        return _checked(heuristic, goal, *rest, **more)
    try:
        return _kept(heuristic, goal, *rest, **more)
    except TypeError:
        # Something cannot be hashed: the check says what is wrong with it.
        return _checked(heuristic, goal, *rest, **more)


def _checked(
    heuristic: str | int | Function | None,
    goal: Goal | GoalFunction,
    metric: Metric,
    algorithm: str,
    weight: float | Fraction | None,
    ties: Ties,
    duplicates: Duplicates,
    reopen: bool | None,
    max_states: int | None,
    max_memory: int | None,
    max_seconds: float | None,
    *,
    trace: bool = False,
) -> Query:
    settings = Settings.of(weight, ties, duplicates, reopen)
    limits = (max_states, max_memory, max_seconds)
    return Query.of(metric, goal, algorithm, heuristic, settings, limits, trace=trace)


# Typed, since True equals 1 and is no number of a heuristic.
_kept = lru_cache(maxsize=64, typed=True)(_checked)


def checked_limits(
    states: int | None, memory: int | None, seconds: float | None
) -> tuple[int | None, int | None, float | None]:
    """The limits as the core takes them, refused where one is negative or no number."""
    seconds = expect_limits(states, memory, seconds)
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
