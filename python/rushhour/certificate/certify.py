"""certify: make the certificate of an outcome from its cluster, or from one of fewer vehicles.

A flaw is where a plan that was made without some of the vehicles fails on the whole board.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from rushhour.base.expect import expect
from rushhour.certificate.certificate import Certificate
from rushhour.certificate.checker import MAX_STATES, MAX_TABLE
from rushhour.custom.functions import require_registered
from rushhour.errors import IllegalMoveError, LimitReachedError, WrongValueError
from rushhour.model.move import Move
from rushhour.model.puzzle import Puzzle
from rushhour.model.solution import Solution
from rushhour.search.cluster import Cluster, explore
from rushhour.search.options import GIB, Limits, Progress
from rushhour.search.outcome import Outcome


def flaw(puzzle: Puzzle, plan: Solution) -> str | None:
    """The first vehicle that the plan runs into; None where the plan solves the puzzle."""
    for move in plan:
        try:
            puzzle = puzzle.apply(move)
        except IllegalMoveError:
            return _first_in_the_way(puzzle, move)
    if not callable(plan.goal) and puzzle.is_solved(plan.goal):
        return None
    way = -1 if puzzle.exit.side in ("left", "top") else 1
    return _first_in_the_way(puzzle, Move(puzzle.target, way * max(puzzle.rows, puzzle.cols)))


def _first_in_the_way(puzzle: Puzzle, move: Move) -> str | None:
    others = [one for one in puzzle.vehicles if one.label != move.vehicle]
    standing = {cell: one.label for one in others for cell in one.cells()}
    entered = puzzle.vehicle(move.vehicle).swept(move.cells)
    return next((standing[cell] for cell in entered if cell in standing), None)


_Explore = Callable[[Puzzle], Cluster | LimitReachedError]


def certify(
    outcome: Outcome,
    *,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Certificate:
    """Make a proof of a cost, or of unsolvability, for code that shares nothing with the search.

    The certificate has the distance of each state of the cluster, if there are at most 4 194 304 or
    `max_states`. For a larger cluster some vehicles are left out. The certificate then proves two
    bounds, the distance without these vehicles and the cost of the solution, and nothing about the
    costs between; if the bounds are equal, the cost is optimal. `rushhour.certificate.checker` says
    why. LimitReachedError if the limits are too low for any bound; it names the first one reached.
    `max_memory` and `progress` are as in `explore`; `max_seconds` limits the whole call.

    >>> import rushhour
    >>> certificate = certify(rushhour.solve("..B.../AAB.../....../......"))
    >>> certificate.claim, certificate.states
    ('cost = 2', 11)
    """
    puzzle = expect("outcome", outcome, Outcome, "an Outcome").puzzle
    if puzzle.driven_out:
        raise WrongValueError("expected a target on the board: a certificate begins nowhere else")
    goal = require_registered(outcome.options.goal, "a certificate")
    states, memory, seconds = Limits.of(max_states, max_memory, max_seconds)
    limit = MAX_STATES if states is None else states
    most = min(MAX_STATES, MAX_TABLE // len(puzzle.vehicles), limit)
    end = None if seconds is None else time.monotonic() + seconds

    def explored(part: Puzzle) -> Cluster | LimitReachedError:
        left = None if end is None else max(0.0, end - time.monotonic())
        try:
            cluster = explore(
                part,
                metric=outcome.metric,
                goal=goal,
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
        cluster = _projected(puzzle, explored)
    return Certificate.of(outcome, cluster)


def _projected(puzzle: Puzzle, explored: _Explore) -> Cluster:
    """The cluster of some of the vehicles: the target, then one vehicle for each flaw of the plan.

    Returns the last cluster that fits, or the first whose plan has no flaw. LimitReachedError where
    not even the target alone fits.
    """
    kept = {puzzle.target}
    cluster = explored(_only(puzzle, kept))
    if isinstance(cluster, LimitReachedError):
        raise cluster
    while True:
        best, plan = cluster, cluster.solution()
        if plan is None:
            break
        label = flaw(puzzle, plan)
        if label is None:
            break
        kept.add(label)
        cluster = explored(_only(puzzle, kept))
        if isinstance(cluster, LimitReachedError):
            break
    return best


def _only(puzzle: Puzzle, kept: set[str]) -> Puzzle:
    return puzzle.with_vehicles([one for one in puzzle.vehicles if one.label in kept])
