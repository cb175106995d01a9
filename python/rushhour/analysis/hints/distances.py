"""Distances to the goal: read from the cluster if that is small, else found by searches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from rushhour.model.errors import LimitReachedError
from rushhour.model.move import Goal, Metric, Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.cluster import Cluster, explore
from rushhour.search.outcome import Outcome
from rushhour.search.query import Progress, checked_limits
from rushhour.search.solve import solve

# Takes a tenth of a second and 40 MB at most; nearly all clusters of 6x6 boards are smaller.
SMALL = 1_000_000

LimitValues = tuple[int | None, int | None, float | None]
DistanceWatch = Callable[[Progress], object] | None


class Distances(Protocol):
    """Distances and shortest solutions of the states reachable from one puzzle."""

    def distance(self, state: Puzzle) -> int | None:
        """The cost of a shortest solution; None if there is no solution."""

    def lines(self, state: Puzzle, *, every: bool) -> Iterator[Solution]:
        """A shortest solution for each best move, in their defined order; empty at the goal.

        If each takes a search, only one is found unless `every` is true.
        """


def price(move: Move, metric: Metric) -> int:
    """The cost of a move."""
    return 1 if metric == "slide" else abs(move.cells)


def distances(
    puzzle: Puzzle,
    metric: Metric,
    goal: Goal,
    limits: LimitValues = (None, None, None),
    *,
    progress: DistanceWatch = None,
) -> Distances:
    """The distances around a puzzle.

    The limits on states and bytes are for each search, the limit on seconds is for all together.
    LimitReachedError if one is reached.
    """
    states, memory, seconds = checked_limits(*limits)
    begun = time.monotonic()
    try:
        cluster = explore(
            puzzle,
            metric,
            goal,
            max_states=SMALL if states is None else min(SMALL, states),
            max_memory=memory,
            max_seconds=seconds,
            progress=progress,
        )
    except LimitReachedError:
        left = None if seconds is None else max(0.0, seconds - (time.monotonic() - begun))
        return Searched(metric, goal, (states, memory, left), progress)
    deadline = None if seconds is None else begun + seconds
    return Known(cluster, (states, memory, deadline))


class Known:
    """The distances of a whole cluster; the limits apply to what is computed from it."""

    def __init__(self, cluster: Cluster, limits: LimitValues = (None, None, None)) -> None:
        self._cluster = cluster
        self._states, self._memory, self._deadline = limits

    def distance(self, state: Puzzle) -> int | None:
        """The distance in the cluster."""
        return 0 if state.is_solved(self._cluster.goal) else self._cluster.distance(state)

    def lines(self, state: Puzzle, *, every: bool) -> Iterator[Solution]:  # noqa: ARG002
        """A shortest solution for each best move; none takes a search."""
        metric, goal = self._cluster.metric, self._cluster.goal
        for move in self._cluster.best_moves(state):
            rest = self._rest(state.apply(move))
            yield Solution(state, (move, *rest.moves), metric, goal)

    def _rest(self, state: Puzzle) -> Solution:
        """A shortest solution; in steps, one in which the steps of a slide follow one another."""
        steps = self._cluster.metric == "step"
        rest = self._refined(state) if steps else self._cluster.solution(state)
        assert rest is not None  # the state after a best move
        return rest

    def _refined(self, state: Puzzle) -> Solution | None:
        return self._cluster.refined(
            state,
            max_states=self._states,
            max_memory=self._memory,
            max_seconds=_until(self._deadline),
        )


class _EnoughError(Exception):
    """Ends a search whose lower bound shows that a state is no nearer to the goal."""


class Searched:
    """One search for each state; the limit on seconds is for all together."""

    def __init__(
        self,
        metric: Metric,
        goal: Goal,
        limits: LimitValues,
        progress: DistanceWatch,
    ) -> None:
        self._metric: Metric = metric
        self._goal: Goal = goal
        self._states, self._memory, seconds = limits
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._progress = progress

    def distance(self, state: Puzzle) -> int | None:
        """The cost of the solution that a search finds; None if there is no solution."""
        return _decided(self._solve(state, self._progress)).cost

    def lines(self, state: Puzzle, *, every: bool) -> Iterator[Solution]:
        """The solution that a search finds; with `every`, one search for each legal move."""
        first = _decided(self._solve(state, self._progress)).solution
        if not first or not first.moves:
            return
        if not every:
            yield first
            return
        for move in state.legal_moves(self._metric, self._goal):
            line = first if move == first.moves[0] else self._line(state, move, first.cost)
            if line is not None:
                yield line

    def _line(self, state: Puzzle, move: Move, cost: int) -> Solution | None:
        """A shortest solution that begins with the move; None if there is none."""
        wanted = cost - price(move, self._metric)
        rest = self._within(state.apply(move), wanted)
        if rest is None:
            return None
        return Solution(state, (move, *rest.moves), self._metric, self._goal)

    def _within(self, state: Puzzle, wanted: int) -> Solution | None:
        """A solution that costs at most `wanted`; the search ends once a bound rules it out."""

        def watch(seen: Progress) -> None:
            if self._progress is not None:
                self._progress(seen)
            if seen.lower_bound > wanted:
                raise _EnoughError

        try:
            outcome = self._solve(state, watch)
        except _EnoughError:
            return None
        if outcome.lower_bound > wanted:
            return None
        return _decided(outcome).solution

    def _solve(self, state: Puzzle, progress: DistanceWatch) -> Outcome:
        return solve(
            state,
            metric=self._metric,
            goal=self._goal,
            max_states=self._states,
            max_memory=self._memory,
            max_seconds=self._seconds(),
            progress=progress,
            threads=1,
        )

    def _seconds(self) -> float | None:
        return _until(self._deadline)


def _until(deadline: float | None) -> float | None:
    """The seconds left until a deadline."""
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _decided(outcome: Outcome) -> Outcome:
    if outcome.status == "unknown":
        known = 1 + outcome.generated - outcome.duplicates
        raise LimitReachedError(str(outcome.stopped_by), known)
    return outcome
