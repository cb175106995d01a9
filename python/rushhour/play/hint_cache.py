"""Best moves in the states of one game, found in another thread and cancelled when not needed."""

from __future__ import annotations

from collections.abc import Callable

from rushhour.analysis.hints.distances import Distances, Known, LimitValues, Searched, distances
from rushhour.analysis.hints.hint import Hint, advise
from rushhour.analysis.reasons import gauge, reasons
from rushhour.analysis.small import analyse_small
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.query import Progress

IsDropped = Callable[[], bool]


class DroppedError(Exception):
    """The query was cancelled: its answer is no longer needed."""


class HintCache:
    """The distances around a puzzle: its whole cluster if small, else searches."""

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal, limits: LimitValues) -> None:
        self._puzzle, self._metric, self._goal, self._limits = puzzle, metric, goal, limits
        self._known: Distances | None = None

    def of(self, puzzle: Puzzle) -> HintCache:
        """The same for another puzzle, with the same limits."""
        return HintCache(puzzle, self._metric, self._goal, self._limits)

    def hint(self, state: Puzzle, is_dropped: IsDropped) -> Hint:
        """Best moves and the distance; raises LimitReachedError or DroppedError."""
        return advise(state, self._source(is_dropped), self._metric, self._goal)

    def line(self, state: Puzzle, is_dropped: IsDropped) -> Solution | None:
        """A shortest solution, None if unsolvable; raises LimitReachedError or DroppedError."""
        return next(self._source(is_dropped).lines(state, every=False), None)

    def difficulty(self, is_dropped: IsDropped) -> str:
        """How hard the puzzle is and why, in words; empty where that takes too long."""

        def watch(_: Progress) -> None:
            if is_dropped():
                raise DroppedError

        states, memory, seconds = self._limits
        limits = {"max_states": states, "max_memory": memory, "max_seconds": seconds}
        found = analyse_small(self._puzzle, progress=watch, **limits)
        return "; ".join(filter(None, (gauge(found), *reasons(found))))

    def _source(self, is_dropped: IsDropped) -> Distances:
        def watch(_: Progress) -> None:
            if is_dropped():
                raise DroppedError

        metric, goal, limits = self._metric, self._goal, self._limits
        if self._known is None:
            self._known = distances(self._puzzle, metric, goal, limits, progress=watch)
        if isinstance(self._known, Known):
            return self._known
        return Searched(metric, goal, limits, watch)
