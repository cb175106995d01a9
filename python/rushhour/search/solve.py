"""solve: choose metric, goal, algorithm, heuristic and limits; what comes back is data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.custom.heuristic import Function, guarded
from rushhour.formats import puzzle_of
from rushhour.model.puzzle import Goal, Metric, Puzzle
from rushhour.search.outcome import Outcome
from rushhour.search.query import GIB, Progress, Query, reporter
from rushhour.search.settings import Duplicates, Settings, Ties
from rushhour.search.threads import thread_count
from rushhour.search.trace import Expansion, tracer

if TYPE_CHECKING:
    from fractions import Fraction


def solve(
    puzzle: Puzzle | str,
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    algorithm: str = "auto",
    heuristic: str | int | Function | None = None,
    weight: float | Fraction | None = None,
    ties: Ties = "fifo",
    duplicates: Duplicates = "better",
    reopen: bool | None = None,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    trace: Callable[[Expansion], object] | None = None,
) -> Outcome:
    """Find a shortest solution, or prove that there is none.

    `puzzle` is a Puzzle or a text in any format that `rushhour.parse` reads. `algorithm` is a name
    from `algorithms()`, which says for each when its solutions are shortest and which of the
    following it takes; `auto` is the first that takes what is given. If nothing is, it is `fast`
    up to a million states, then by turns with `refine`; the outcome says which ended, and why.

    - `heuristic`: a name or a number from `heuristics()`, by default `advanced`; or a function of a
      `State` that gives a number, infinity where there is no solution, which counts as admissible
      to nobody (see `rushhour.lab.check`): its `lower_bound` is hardly ever more than 1
    - `weight`: of h in f = g + weight * h, by default 2; a float to three decimals
    - `ties`: which of the states with the least f goes first: `fifo`, `lifo`, or as a binary `heap`
      of f alone has it
    - `duplicates`: what another way to an open state does: queue up in the place of the old one if
      it is `better`, or `equal` as well, or `keep` both
    - `reopen`: whether a cheaper way to a closed state opens it again; by default all do but
      `greedy`
    - `threads`: how many a search may use, by default one for each processor: `refine` uses two
      where it has much to do, the others one; the outcome is the same but for its seconds
    - `trace`: called with every expansion, an `Expansion`

    The limits are on states kept, bytes held and seconds; where one is reached the outcome is
    `unknown`, with the counters so far. They are looked at before each expansion, by `fast` before
    each 64 at the most, and by `refine` before each turn of 32 or, with more than 1024 states kept,
    one in 32 of them; the successors of so many may come on top of `max_states`. `progress` is
    called some twenty times a second. What a callback raises ends the search. A search never raises
    for the puzzle's sake; UnknownNameError, WrongTypeError and ParseError are for the caller, and
    RushHourError for what an algorithm does not take.

    >>> outcome = solve("..B.../AAB.../....../......")
    >>> outcome.cost, str(outcome.solution)
    (2, 'B+2 A+4')
    """
    puzzle = puzzle_of(puzzle)
    limits = (max_states, max_memory, max_seconds)
    settings = Settings.of(weight, ties, duplicates, reopen)
    is_traced = trace is not None
    query = Query.of(metric, goal, algorithm, heuristic, settings, limits, trace=is_traced)
    custom = guarded(heuristic, metric, goal) if callable(heuristic) else None
    count = thread_count(threads)
    callbacks = reporter(progress), tracer(trace, puzzle)
    return Outcome(puzzle, query, _core.search(puzzle._core, query, custom, count, *callbacks))
