"""The limits of work that consists of many searches."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from rushhour.model.errors import LimitReachedError
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import Progress, checked_limits
from rushhour.search.solve import solve


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits on the states and the memory of each search, and a time at which all work ends."""

    max_states: int | None
    max_memory: int | None
    deadline: float | None
    progress: Callable[[Progress], object] | None

    @staticmethod
    def of(
        max_states: int | None,
        max_memory: int | None,
        max_seconds: float | None,
        progress: Callable[[Progress], object] | None,
    ) -> Budget:
        """A budget that begins now; RushHourError if a limit is negative or not a number."""
        states, memory, seconds = checked_limits(max_states, max_memory, max_seconds)
        deadline = None if seconds is None else time.monotonic() + seconds
        return Budget(states, memory, deadline, progress)

    def slides(self, puzzle: Puzzle) -> int | None:
        """The optimum in slides, None without a solution; LimitReachedError if a limit is first."""
        seconds = self.seconds_left()
        outcome = solve(
            puzzle,
            max_states=self.max_states,
            max_memory=self.max_memory,
            max_seconds=seconds,
            progress=self.progress,
        )
        if outcome.status == "unknown":
            raise LimitReachedError(str(outcome.stopped_by), outcome.expanded)
        return outcome.cost

    def seconds_left(self) -> float | None:
        """The seconds left; LimitReachedError if there are none."""
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise LimitReachedError("seconds", 0)
        return left
