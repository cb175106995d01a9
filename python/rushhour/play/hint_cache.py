"""Best moves in the states of one game, found in another thread and cancelled when not needed."""

from __future__ import annotations

from collections.abc import Callable

from rushhour import _core
from rushhour.analysis.hints.hint import Hint, hint_of, names_of
from rushhour.analysis.reasons import gauge, reasons
from rushhour.analysis.small import analyse_small
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.query import checked_limits

IsDropped = Callable[[], bool]
LimitValues = tuple[int | None, int | None, float | None]


class DroppedError(Exception):
    """The query was cancelled: its answer is no longer needed."""


class HintCache:
    """The distances around a puzzle: its whole cluster if small, else searches."""

    def __init__(self, puzzle: Puzzle, metric: Metric, goal: Goal, limits: LimitValues) -> None:
        self._puzzle, self._metric, self._goal = puzzle, metric, goal
        self._limits = checked_limits(*limits)
        self._known: _core.Distances | None = None

    def of(self, puzzle: Puzzle) -> HintCache:
        """The same for another puzzle, with the same limits."""
        return HintCache(puzzle, self._metric, self._goal, self._limits)

    def hint(self, state: Puzzle, is_dropped: IsDropped) -> Hint:
        """Best moves and the distance; raises LimitReachedError or DroppedError."""
        watch = _watch(is_dropped)
        known = self._distances(is_dropped)
        found = known.hint(state._core, False, names_of(state), self._limits, watch)
        return hint_of(state, self._metric, self._goal, found)

    def line(self, state: Puzzle, is_dropped: IsDropped) -> Solution | None:
        """A shortest solution, None if unsolvable; raises LimitReachedError or DroppedError."""
        known = self._distances(is_dropped)
        pairs = known.line(state._core, self._limits, _watch(is_dropped))
        if pairs is None:
            return None
        labels = [vehicle.label for vehicle in state.vehicles]
        moves = tuple(Move(labels[index], cells) for index, cells in pairs)
        return Solution(state, moves, self._metric, self._goal)

    def difficulty(self, is_dropped: IsDropped) -> str:
        """How hard the puzzle is and why, in words; empty where that takes too long."""
        states, memory, seconds = self._limits
        found = analyse_small(
            self._puzzle,
            max_states=states,
            max_memory=memory,
            max_seconds=seconds,
            progress=_watch(is_dropped),
        )
        return "; ".join(filter(None, (gauge(found), *reasons(found))))

    def _distances(self, is_dropped: IsDropped) -> _core.Distances:
        if self._known is None:
            self._known = _core.Distances(
                self._puzzle._core, self._metric, self._goal, self._limits, _watch(is_dropped)
            )
        return self._known


def _watch(is_dropped: IsDropped) -> Callable[..., None]:
    """Ends a search whose answer is no longer needed."""

    def watch(*_: object) -> None:
        if is_dropped():
            raise DroppedError

    return watch
