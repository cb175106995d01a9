"""What to search for, how, and when to give up: checked before the core sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

from rushhour.errors import RushHourError
from rushhour.expect import expect, known
from rushhour.expect import limits as expect_limits
from rushhour.own import Function
from rushhour.puzzle import Goal, Metric, check_names
from rushhour.registry import algorithms, heuristic_name

Ties = Literal["fifo", "lifo"]

GIB = 1 << 30


class Query(NamedTuple):
    """The question that an outcome answers, in the order in which the core takes it."""

    metric: Metric
    goal: Goal
    algorithm: str
    heuristic: str
    ties: Ties
    max_states: int | None
    max_memory: int | None
    max_seconds: float | None

    @staticmethod
    def of(
        metric: Metric,
        goal: Goal,
        algorithm: str,
        heuristic: str | int | Function | None,
        ties: Ties,
        limits: tuple[int | None, int | None, float | None],
    ) -> Query:
        """The question with names for numbers, `auto` decided and everything checked."""
        check_names(metric, goal)
        known("algorithm", algorithm, ["auto", *(entry.name for entry in algorithms())])
        known("tie order", ties, get_args(Ties))
        chosen = _choose(algorithm, heuristic)
        states, memory, seconds = checked_limits(*limits)
        return Query(metric, goal, *chosen, ties, states, memory, seconds)


def _choose(algorithm: str, heuristic: str | int | Function | None) -> tuple[str, str]:
    """The algorithm for `auto`: A* if a heuristic is named, else the fast core, which uses none."""
    if heuristic is None and algorithm in ("auto", "fast"):
        return "fast", "zero"
    if algorithm == "fast":
        raise RushHourError("the algorithm fast takes no heuristic; expected astar")
    name = heuristic_name(heuristic)
    return "astar" if algorithm == "auto" else algorithm, name


def checked_limits(
    states: int | None, memory: int | None, seconds: float | None
) -> tuple[int | None, int | None, float | None]:
    """The limits as the core takes them, refused where one is negative or no number."""
    expect_limits(states, memory, seconds)
    most = (1 << 64) - 1
    return states and min(states, most), memory and min(memory, most), seconds


class Progress(NamedTuple):
    """What a search has done so far: states kept, bytes held, and the lower bound proved."""

    states: int
    bytes: int
    lower_bound: int


def reporter(
    progress: Callable[[Progress], object] | None,
) -> Callable[[int, int, int], object] | None:
    """The caller's function as the core calls it."""
    expect("progress", progress, Callable | None, "a function or None")
    return None if progress is None else lambda *seen: progress(Progress(*seen))
