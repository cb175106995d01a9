"""solve: choose metric, goal, algorithm, heuristic and limits; what comes back is data."""

from __future__ import annotations

from collections.abc import Callable

from rushhour import _core
from rushhour.formats import puzzle_of
from rushhour.outcome import Outcome
from rushhour.own import Function, guarded
from rushhour.puzzle import Goal, Metric, Puzzle
from rushhour.query import GIB, Progress, Query, Ties, reporter


def solve(
    puzzle: Puzzle | str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    algorithm: str = "auto",
    heuristic: str | int | Function | None = None,
    ties: Ties = "fifo",
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Outcome:
    """Find a shortest solution, or prove that there is none.

    `puzzle` is a Puzzle or a text in any format that `rushhour.parse` reads. `algorithm` is a name
    from `algorithms()`; `auto` takes `astar` where a heuristic is named and `fast` elsewhere.
    `heuristic` is a name or a number from `heuristics()`, for `astar` by default `advanced`, or a
    function of a `State` that gives a number, infinity where there is no solution; the outcome is
    optimal if it is admissible (see `rushhour.lab.check`), its `lower_bound` is 0. The
    limits are on states kept, bytes held and seconds; where one is reached the outcome is
    `unknown`, with the counters so far. They are looked at before each expansion, by `fast` before
    each 64 expansions at the most, whose successors may come on top of `max_states`. `progress` is
    called some twenty times a second; what it raises ends the search. A search never raises for the
    puzzle's sake; UnknownNameError, WrongTypeError and ParseError are for the caller.

    >>> outcome = solve("..B.../AAB.../....../......")
    >>> outcome.cost, str(outcome.solution)
    (2, 'B+2 A+4')
    """
    puzzle = puzzle_of(puzzle)
    limits = (max_states, max_memory, max_seconds)
    query = Query.of(metric, goal, algorithm, heuristic, ties, limits)
    guide = guarded(heuristic, metric, goal) if callable(heuristic) else query.heuristic
    return Outcome(puzzle, query, _core.search(puzzle._core, query, guide, reporter(progress)))
