"""The measures that a form of the rating may have, as numbers by board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
_LOGARITHMS = ("states", "optimal_solutions", "optimal_solutions_up_to_order")
_COUNTS = ("essential", "idle", "red_herrings", "returning")


def measured(analyses: Mapping[str, Analysis]) -> dict[str, dict[str, float]]:
    """The values of each measure by board: numbers as they are, logarithms of large counts, sizes.

    A board without a solution has no place in a study: TypeError.
    """
    of: dict[str, Callable[[Analysis, str], float]] = {
        **dict.fromkeys(_PLAIN, lambda one, name: float(getattr(one, name))),
        **dict.fromkeys(_LOGARITHMS, lambda one, name: log(getattr(one, name))),
        **dict.fromkeys(_COUNTS, lambda one, name: float(len(getattr(one, name)))),
    }
    return {
        f"ln {name}" if name in _LOGARITHMS else name: {
            board: value(one, name) for board, one in analyses.items()
        }
        for name, value in of.items()
    }
