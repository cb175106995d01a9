"""patterns: the tables that a heuristic looks into, and what they take."""

from __future__ import annotations

from dataclasses import dataclass

from rushhour import _core
from rushhour.formats import puzzle_of
from rushhour.model.puzzle import Goal, Metric, Puzzle, check_names
from rushhour.search.query import GIB, checked_limits
from rushhour.search.registry import heuristic_name


@dataclass(frozen=True, slots=True)
class Pattern:
    """A table of the distances of some vehicles, by labels.

    Only moves of those that are `paid` cost in it, so that its distances may be added to those of
    the other tables. `states` counts its entries, `bytes` what they take.
    """

    vehicles: tuple[str, ...]
    paid: tuple[str, ...]
    states: int
    bytes: int


def patterns(
    puzzle: Puzzle | str,
    heuristic: str = "patterns",
    metric: Metric = "slide",
    goal: Goal = "edge",
    *,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> tuple[Pattern, ...]:
    """The tables of a heuristic for the cluster of a puzzle; none if it has no tables.

    LimitReachedError where a limit comes first while they are made: on the states and the bytes of
    the tables that are held at once, or on seconds.

    >>> patterns("..B.../AAB.../....../......", "pattern")
    (Pattern(vehicles=('A', 'B'), paid=('A', 'B'), states=11, bytes=352),)
    """
    check_names(metric, goal)
    asked = puzzle_of(puzzle)
    labels = [vehicle.label for vehicle in asked.vehicles]
    limits = checked_limits(max_states, max_memory, max_seconds)
    found = _core.tables(asked._core, heuristic_name(heuristic), metric, goal, limits)
    return tuple(
        Pattern(
            tuple(labels[vehicle] for vehicle in vehicles),
            tuple(labels[v] for v, costs in zip(vehicles, paid, strict=True) if costs),
            states,
            size,
        )
        for vehicles, paid, states, size in found
    )
