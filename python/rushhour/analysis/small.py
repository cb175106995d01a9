"""analyse_small: the analysis of a puzzle, for callers that cannot wait for a large cluster."""

from __future__ import annotations

from collections.abc import Callable

from rushhour import _core
from rushhour.analysis.analysis import Analysis, of_core
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import Progress, checked_limits, reporter


def analyse_small(
    puzzle: Puzzle,
    *,
    max_states: int | None = None,
    max_memory: int | None = None,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Analysis:
    """The analysis of a puzzle whose cluster is small; else, or at a limit, one that knows nothing.

    A cluster of more than a hundred thousand states would take seconds.
    """
    limits = checked_limits(max_states, max_memory, max_seconds)
    found = _core.analyse_small(puzzle._core, limits, reporter(progress))
    return Analysis(status="unknown") if found is None else of_core(puzzle, found)
