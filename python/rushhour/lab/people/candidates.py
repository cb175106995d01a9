"""The measures that a form of the rating may have, as numbers by board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import log

from rushhour.analysis import Analysis

_PLAIN = (
    "slides",
    "walk",
    "surprisal",
    "noisy_walk",
    "steps",
    "random_walk",
    "counterintuitive",
    "dependency_raises",
    "mag_nodes",
    "mag_edges",
    "mag_depth",
    "mag_components",
    "mag_cycles",
    "branching",
    "eccentricity",
    "bottlenecks",
)
_LOGARITHMS = ("slides", "states", "optimal_solutions", "optimal_solutions_up_to_order")
_COUNTS = ("essential", "idle", "red_herrings", "returning")


def measured(analyses: Mapping[str, Analysis]) -> dict[str, dict[str, float]]:
    """The values of each measure by board: numbers as they are, logarithms of large counts, sizes.

    A board without a solution has no place in a study: TypeError.
    """
    of: dict[str, Callable[[Analysis], float]] = {
        **{name: partial(_number, name=name) for name in _PLAIN},
        **{f"ln {name}": partial(_logarithm, name=name) for name in _LOGARITHMS},
        **{name: partial(_size, name=name) for name in _COUNTS},
    }
    return {
        name: {board: value(one) for board, one in analyses.items()} for name, value in of.items()
    }


def _number(one: Analysis, name: str) -> float:
    return float(getattr(one, name))


def _logarithm(one: Analysis, name: str) -> float:
    return log(getattr(one, name))


def _size(one: Analysis, name: str) -> float:
    return float(len(getattr(one, name)))
