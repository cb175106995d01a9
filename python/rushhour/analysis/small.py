"""analyse_small: the analysis of a puzzle, for callers that cannot wait for a large cluster."""

from __future__ import annotations

from typing import Any

from rushhour.analysis.analysis import Analysis, analyse
from rushhour.model.errors import LimitReachedError
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore

MOST_STATES = 100_000
"""Larger clusters take seconds, to solve their equations or to simulate the walk."""


def analyse_small(puzzle: Puzzle, **options: Any) -> Analysis:
    """The analysis of a puzzle whose cluster is small; else, or at a limit, one that knows nothing.

    The options are those of `explore`: limits and progress.
    """
    most = options.get("max_states")
    bounded = {**options, "max_states": MOST_STATES if most is None else min(most, MOST_STATES)}
    try:
        explore(puzzle, **bounded)
    except LimitReachedError:
        return Analysis(status="unknown")
    return analyse(puzzle, **options)
