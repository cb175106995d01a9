"""check: whether a heuristic is admissible and consistent on every state of whole clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rushhour.custom.heuristic import Function
from rushhour.lab.validation import Validator
from rushhour.lab.verdict import Verdict
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import GIB, Progress
from rushhour.search.registry import heuristics


def check(
    heuristic: str | Function,
    puzzles: Iterable[Puzzle | str] = (),
    metric: Metric = "slide",
    goal: Goal = "edge",
    *,
    tiny: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Verdict:
    r"""Compare a heuristic with the true distance of every state reachable from the puzzles.

    `heuristic` is a name from `rushhour.heuristics()` or a function of a `State`. Unless `tiny` is
    false, all tiny boards come first: 2 vehicles on up to 30 cells, 3 on 24 and 4 on 16, from small
    to large, until both claims are refuted. A\* then solves each puzzle from its start and from a
    state at the largest distance. The limits are for each cluster, which takes up to 90 bytes for
    each state, but `max_seconds` is for all tiny boards together. LimitReachedError if one is
    reached, HeuristicError for a value that is not an estimate.

    >>> verdict = check("distance", metric="slide")
    >>> verdict.admissible, verdict.excess.estimate, verdict.excess.distance
    (False, 2, 1)
    >>> print(verdict.excess.puzzle)
     +---------+
     | A A . . |>
     +---------+
    """
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    validator = Validator([heuristic], metric, goal, limits, progress)
    return validator.run(puzzles, tiny=tiny)[0]


def check_all(
    puzzles: Iterable[Puzzle | str] = (),
    metric: Metric = "slide",
    goal: Goal = "edge",
    *,
    names: Sequence[str] | None = None,
    tiny: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> tuple[Verdict, ...]:
    """Check the heuristics of these names at once, by default every one of `rushhour.heuristics()`.

    The other options are those of `check`.
    """
    limits = {"max_states": max_states, "max_memory": max_memory, "max_seconds": max_seconds}
    names = [entry.name for entry in heuristics()] if names is None else names
    return Validator(names, metric, goal, limits, progress).run(puzzles, tiny=tiny)
