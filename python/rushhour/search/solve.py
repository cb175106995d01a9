"""solve: choose metric, goal, algorithm, heuristic and limits; what comes back is data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING

import rushhour._core as _core
from rushhour.base.expect import brief_repr, expect
from rushhour.custom.functions import (
    Function,
    GoalFunction,
    core_goal,
    core_heuristic,
    require_registered,
)
from rushhour.errors import RushHourError, WrongTypeError, WrongValueError
from rushhour.formats import puzzle_of
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.options import (
    GIB,
    Duplicates,
    Options,
    Progress,
    Ties,
    heuristic_of,
    reporter,
    thread_count,
)
from rushhour.search.outcome import Outcome
from rushhour.search.trace import Expansion, ExpansionRow, tracer

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
    undo: bool = True,
    threads: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    trace: Callable[[Expansion], object] | None = None,
    trace_children: bool = False,
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
    - `undo`: whether the move back to the parent of a state is generated. Without it there are as
      many expansions, but fewer generated states and duplicates
    - `threads`: the most threads of the search, by default one for each processor. `refine` uses
      two on long searches, the others one. The outcome is the same but for its seconds
    - `trace`: called with every expansion, an `Expansion`; with `trace_children` it has the states
      that it generated, which make a trace some eight times as large

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
    puzzle = puzzle_of(puzzle)
    expect("trace_children", trace_children, bool, "a truth value")
    options = Options.of(
        heuristic,
        metric=metric,
        goal=goal,
        algorithm=algorithm,
        weight=weight,
        ties=ties,
        duplicates=duplicates,
        reopen=reopen,
        undo=undo,
        max_states=max_states,
        max_memory=max_memory,
        max_seconds=max_seconds,
        trace=trace is not None,
    )
    shown = tracer(trace, puzzle, children=trace_children)
    return search(puzzle, options, threads, progress, shown, trace_children)


def search(
    puzzle: Puzzle,
    options: Options,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    trace: Callable[[ExpansionRow], object] | None = None,
    trace_children: bool = False,
) -> Outcome:
    """Search with checked options; see `solve`. The trace is that of the core; see `tracer`."""
    goal, heuristic, metric = options.goal, options.heuristic, options.metric
    core = _core.search(
        puzzle._core,
        options.for_core(),
        thread_count(threads),
        core_heuristic(heuristic, metric, goal) if callable(heuristic) else None,
        core_goal(goal, puzzle, metric),
        reporter(progress),
        trace,
        trace_children,
    )
    return Outcome(puzzle, options.by_name(), core)


# solve_many: a stream of puzzles, solved on several threads, answered in order.


def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    metric: Metric = "slide",
    goal: Goal = "edge",
    algorithm: str = "auto",
    heuristic: str | int | None = None,
    weight: float | Fraction | None = None,
    ties: Ties = "fifo",
    duplicates: Duplicates = "better",
    reopen: bool | None = None,
    undo: bool = True,
    max_states: int | None = None,
    max_memory: int | None = 4 * GIB,
    max_seconds: float | None = None,
    threads: int | None = None,
) -> Iterator[Outcome | RushHourError]:
    """Solve many puzzles on several threads; the options are those of `solve`, for each puzzle.

    The outcomes are in the order of the puzzles, which are read as they are needed, at most some
    thousands ahead. For a text that is not a puzzle its error is yielded, and the others are still
    solved. `threads` is by default the number of processors; it changes nothing in the outcomes but
    their `seconds`. `max_memory` applies to each thread.

    >>> [outcome.cost for outcome in solve_many(["..B/AAB/...", "AA./.../..."])]
    [None, 1]
    """
    expect("puzzles", puzzles, Iterable, "puzzles or texts, one after another")
    if isinstance(puzzles, str):
        raise WrongTypeError(
            "puzzles", "several texts (to solve one, use solve)", brief_repr(puzzles)
        )
    if callable(heuristic_of(heuristic)):
        raise WrongValueError("expected the name of a heuristic, found a function; solve takes one")
    require_registered(goal, "solve_many")
    options = Options.of(
        heuristic,
        metric=metric,
        goal=goal,
        algorithm=algorithm,
        weight=weight,
        ties=ties,
        duplicates=duplicates,
        reopen=reopen,
        undo=undo,
        max_states=max_states,
        max_memory=max_memory,
        max_seconds=max_seconds,
    )
    return _chunks(iter(puzzles), options, thread_count(threads))


def _chunks(
    pending: Iterator[Puzzle | str], options: Options, threads: int
) -> Iterator[Outcome | RushHourError]:
    """Solve more and more at once, so that the first outcomes come soon and the rest fast."""
    pool, size = _core.WorkerPool(threads), _FIRST
    while chunk := list(islice(pending, size)):
        yield from _solved(chunk, options, pool)
        size = min(2 * size, _MOST)


_FIRST, _MOST = 64, 8192


def _solved(
    chunk: list[Puzzle | str], options: Options, pool: _core.WorkerPool
) -> Iterator[Outcome | RushHourError]:
    items = [item._core if isinstance(item, Puzzle) else _text(item) for item in chunk]
    answers: list[Outcome | RushHourError | Puzzle] = [
        _parsed_or_error(item) if core is None else Outcome(item, options, core)
        for item, core in zip(chunk, pool.search(items, options), strict=True)
    ]
    late = [answer for answer in answers if isinstance(answer, Puzzle)]
    cores = iter(pool.search([puzzle._core for puzzle in late], options))
    for answer in answers:
        if isinstance(answer, Puzzle):
            core = next(cores)
            assert core is not None
            yield Outcome(answer, options, core)
        else:
            yield answer


def _text(item: object) -> str:
    """The text that the core tries to read; of what is no text it reads nothing."""
    return item if isinstance(item, str) and item.isascii() else ""


def _parsed_or_error(item: Puzzle | str) -> Puzzle | RushHourError:
    try:
        return puzzle_of(item)
    except RushHourError as error:
        return error
