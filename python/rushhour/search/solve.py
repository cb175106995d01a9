"""solve: choose metric, goal, algorithm, heuristic and limits; what comes back is data."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.custom.goal import GoalFunction, guarded_goal
from rushhour.custom.heuristic import Function, guarded
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.outcome import Outcome
from rushhour.search.query import GIB, Progress, query, reporter
from rushhour.search.registry import chosen
from rushhour.search.settings import Duplicates, Ties
from rushhour.search.threads import thread_count
from rushhour.search.trace import Expansion, tracer

if TYPE_CHECKING:
    from fractions import Fraction


def solve(
    puzzle: Puzzle | str | PathLike[str],
    heuristic: str | int | Function | None = None,
    *,
    metric: Metric = "slide",
    goal: Goal | GoalFunction = "edge",
    algorithm: str = "auto",
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

    `puzzle` is a Puzzle, a text in any format that `rushhour.parse` reads, or the path of a file as
    a `pathlib.Path`. A heuristic may stand second, as on the command line. `algorithm` is a name
    from `algorithms()`, which says for each when its solutions are shortest and which of the
    following settings it takes. `auto`, the default, is the first algorithm that takes the settings
    you give. Without any it alternates between `fast` and `refine`; the outcome says which of them
    ended the search, and why.

    - `goal`: a name; or a function of a `State` that returns whether it is solved. The states are
      those of `edge`: the target stays on the board. Only `zero` and functions are accepted as
      heuristics then, since the others estimate the cost to another goal
    - `heuristic`: a name or a number from `heuristics()`, by default `advanced`; or a function of a
      `State` that returns a number, infinity where there is no solution. Nothing is assumed of such
      a function, so its `lower_bound` is rarely more than 1; see `rushhour.lab.check`
    - `weight`: the weight of h in f = g + weight * h, by default 2; a float to three decimals
    - `ties`: which of the states with the least f goes first: `fifo`, `lifo`, or `heap`, the order
      of a binary heap of f alone
    - `duplicates`: another path to an open state replaces the old one if it is `better`, also if it
      is `equal`, or both stay (`keep`)
    - `reopen`: whether a cheaper path to a closed state reopens it; by default in all algorithms
      but `greedy`
    - `threads`: the most threads of the search, by default one for each processor. `refine` uses
      two on long searches, the others one. The outcome is the same but for its seconds
    - `trace`: called with every expansion, an `Expansion`

    The limits are on states kept, bytes held and seconds. When one is reached, the outcome is
    `unknown`, with the counters so far. They are checked before each expansion, by `fast` at least
    before every 64th, and by `refine` before each round of 32 expansions or, with more than 1024
    states kept, of one in 32 of them; the successors of so many states may exceed `max_states`.
    `progress` is called some twenty times a second. An exception in a callback ends the search.

    A puzzle never makes a search raise. UnknownNameError, WrongTypeError, ParseError and OSError
    are about the arguments, RushHourError about a setting that the algorithm does not take,
    HeuristicError and GoalError about what your function returned.

    >>> outcome = solve("..B.../AAB.../....../......")
    >>> outcome.cost, str(outcome.solution)
    (2, 'B+2 A+4')
    """
    puzzle, heuristic = puzzle_of(puzzle), chosen(heuristic)
    asked = query(
        heuristic,
        goal,
        metric,
        algorithm,
        weight,
        ties,
        duplicates,
        reopen,
        max_states,
        max_memory,
        max_seconds,
        trace=trace is not None,
    )
    custom = guarded(heuristic, metric, goal) if callable(heuristic) else None
    count = thread_count(threads)
    functions = custom, guarded_goal(goal, puzzle, metric)
    callbacks = reporter(progress), tracer(trace, puzzle)
    core = _core.search(puzzle._core, asked.for_core(), functions, count, *callbacks)
    return Outcome(puzzle, asked, core)
