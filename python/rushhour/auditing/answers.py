"""True optima and cluster sizes of the puzzles of a data set, computed on threads."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple

from rushhour.analysis.analysis import analyse
from rushhour.auditing.claims import MEASURES, Convention
from rushhour.model.errors import LimitReachedError
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import explore
from rushhour.search.many import solve_many
from rushhour.search.outcome import Outcome
from rushhour.search.record import Status
from rushhour.search.threads import thread_count


class Computed(NamedTuple):
    """An optimum, the size of a cluster or a measure, or the reason why it is unknown."""

    status: Status
    value: float | None
    reason: str | None = None


class Solver:
    """Computes answers on several threads, within limits for each puzzle, until it is closed."""

    def __init__(self, threads: int | None, limits: dict[str, Any]) -> None:
        self._limits = limits
        self._threads = thread_count(threads)
        self._pool = ThreadPoolExecutor(self._threads)
        self._closed = Event()

    def close(self) -> None:
        """Stop all searches."""
        self._closed.set()
        self._pool.shutdown(cancel_futures=True)

    def optima(self, puzzles: Sequence[Puzzle], convention: Convention) -> list[Computed]:
        """The optimum of each puzzle in a convention."""
        found = solve_many(
            puzzles,
            metric=convention.metric,
            goal=convention.goal,
            threads=self._threads,
            **self._limits,
        )
        return [_of_outcome(outcome) for outcome in found if isinstance(outcome, Outcome)]

    def clusters(
        self, puzzles: Sequence[Puzzle], convention: Convention
    ) -> list[tuple[Computed, Computed]]:
        """The optimum of each puzzle in a convention, and the size of its cluster."""
        return list(self._pool.map(lambda puzzle: self._explored(puzzle, convention), puzzles))

    def _explored(self, puzzle: Puzzle, convention: Convention) -> tuple[Computed, Computed]:
        try:
            cluster = explore(puzzle, *convention, progress=self._go_on, **self._limits)
        except LimitReachedError as error:
            unknown = Computed("unknown", None, str(error))
            return unknown, unknown
        status: Status = "solved" if cluster.goals else "unsolvable"
        cost = cluster.distance() if cluster.goals else None
        return Computed(status, cost), Computed(status, len(cluster))

    def measures(self, puzzles: Sequence[Puzzle]) -> list[dict[str, Computed]]:
        """What an analysis of each puzzle says, by the names of MEASURES."""
        return list(self._pool.map(self._measured, puzzles))

    def _measured(self, puzzle: Puzzle) -> dict[str, Computed]:
        found = analyse(puzzle, progress=self._go_on, **self._limits)
        answers = {}
        for name in MEASURES:
            value = getattr(found, name)
            is_open = value is None and found.stopped_by is not None
            reason = f"the limit on {found.stopped_by} was reached" if is_open else None
            answers[name] = Computed("unknown" if is_open else found.status, value, reason)
        return answers

    def _go_on(self, _: object) -> None:
        if self._closed.is_set():
            raise InterruptedError("the audit has ended")


def _of_outcome(outcome: Outcome) -> Computed:
    if outcome.status != "unknown":
        return Computed(outcome.status, outcome.cost)
    limit = f"the limit on {outcome.stopped_by} was reached"
    return Computed("unknown", None, f"{limit}; at least {outcome.lower_bound}")
