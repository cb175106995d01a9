"""certify: a certificate of an outcome, by its whole cluster or by that of fewer vehicles."""

from __future__ import annotations

import time
from collections.abc import Callable

from rushhour.certificate.certificate import Certificate
from rushhour.certificate.checker import MAX_STATES, MAX_TABLE
from rushhour.certificate.culprit import culprit
from rushhour.model.errors import LimitReachedError, RushHourError
from rushhour.model.expect import expect
from rushhour.model.puzzle import Puzzle
from rushhour.search.cluster import Cluster, explore
from rushhour.search.outcome import Outcome
from rushhour.search.query import GIB, Progress, checked_limits

_Explore = Callable[[Puzzle], Cluster | LimitReachedError]


def certify(
    outcome: Outcome,
    *,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Certificate:
    """Prove a cost, or that there is no solution, to code that shares nothing with the search.

    The certificate has the distance of each state of the cluster, if these are at most 4 194 304,
    or `max_states`. Of a larger one so many vehicles are left out that it fits. Then it proves two
    bounds, the distance without these vehicles and the cost of the solution, and nothing about what
    lies between; where they are equal, the cost is optimal. `rushhour.certificate.checker` says
    why. LimitReachedError where the limits are too low for any bound, with the one that came
    first; `max_memory` and `progress` are those of `explore`, `max_seconds` is for all of it.

    >>> import rushhour
    >>> certificate = certify(rushhour.solve("..B.../AAB.../....../......"))
    >>> certificate.claim, certificate.states
    ('cost = 2', 11)
    """
    puzzle = expect("outcome", outcome, Outcome, "an Outcome").puzzle
    if puzzle.driven_out:
        raise RushHourError("expected a target on the board: a certificate begins nowhere else")
    states, memory, seconds = checked_limits(max_states, max_memory, max_seconds)
    asked = MAX_STATES if states is None else states
    most = min(MAX_STATES, MAX_TABLE // len(puzzle.vehicles), asked)
    end = None if seconds is None else time.monotonic() + seconds

    def explored(part: Puzzle) -> Cluster | LimitReachedError:
        left = None if end is None else max(0.0, end - time.monotonic())
        try:
            cluster = explore(
                part,
                outcome.metric,
                outcome.goal,
                max_states=most,
                max_memory=memory,
                max_seconds=left,
                progress=progress,
            )
        except LimitReachedError as error:
            return error
        return cluster if len(cluster) <= most else LimitReachedError("states", len(cluster))

    cluster = explored(puzzle)
    if isinstance(cluster, LimitReachedError):
        cluster = _relaxed(puzzle, explored)
    return Certificate.of(outcome, cluster)


def _relaxed(puzzle: Puzzle, explored: _Explore) -> Cluster:
    """The cluster of few vehicles: the target, and again and again who stops the plan for the rest.

    The last one that fits, or the first whose plan nobody stops; LimitReachedError where not even
    the target alone fits.
    """
    kept = {puzzle.target}
    cluster = explored(_only(puzzle, kept))
    if isinstance(cluster, LimitReachedError):
        raise cluster
    while True:
        best, plan = cluster, cluster.solution()
        if plan is None:
            break
        label = culprit(puzzle, plan)
        if label is None:
            break
        kept.add(label)
        cluster = explored(_only(puzzle, kept))
        if isinstance(cluster, LimitReachedError):
            break
    return best


def _only(puzzle: Puzzle, kept: set[str]) -> Puzzle:
    return puzzle.with_vehicles([one for one in puzzle.vehicles if one.label in kept])
