"""patterns: the pattern databases of a heuristic, and their sizes."""

from __future__ import annotations

from dataclasses import dataclass

import rushhour._core as _core
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric, check_names
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import GIB, Limits, heuristic_name


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern database: the exact distances of some vehicles, given by their labels.

    Only moves of the `paid` vehicles count in it, so its distances can be added to those of the
    other tables. `states` is the number of its entries, `bytes` their size.
    """

    vehicles: tuple[str, ...]
    paid: tuple[str, ...]
    states: int
    bytes: int


def patterns(
    puzzle: Puzzle | str,
    heuristic: str = "patterns",
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
) -> tuple[Pattern, ...]:
    """Build the tables of a heuristic for the cluster of a puzzle; empty if it uses none.

    LimitReachedError if a limit is reached: on the states and bytes of the tables held at once, or
    on seconds.

    >>> patterns("..B.../AAB.../....../......", "pattern")
    (Pattern(vehicles=('A', 'B'), paid=('A', 'B'), states=11, bytes=352),)
    """
    check_names(metric, goal)
    asked = puzzle_of(puzzle)
    labels = [vehicle.label for vehicle in asked.vehicles]
    limits = Limits.of(max_states, max_memory, max_seconds)
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
