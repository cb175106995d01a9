"""solve_many: a stream of puzzles, solved on several threads, answered in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rushhour import _core
from rushhour.custom.goal import registered
from rushhour.formats import puzzle_of
from rushhour.model.errors import RushHourError, WrongTypeError
from rushhour.model.expect import expect, seen
from rushhour.model.move import Goal, Metric
from rushhour.model.puzzle import Puzzle
from rushhour.search.outcome import Outcome
from rushhour.search.query import GIB, Query
from rushhour.search.registry import chosen
from rushhour.search.settings import Duplicates, Settings, Ties
from rushhour.search.threads import thread_count

if TYPE_CHECKING:
    from fractions import Fraction


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
        raise WrongTypeError("puzzles", "several texts (to solve one, use solve)", seen(puzzles))
    if callable(chosen(heuristic)):
        raise RushHourError("expected the name of a heuristic, found a function; solve takes one")
    registered(goal, "solve_many")
    limits = (max_states, max_memory, max_seconds)
    settings = Settings.of(weight, ties, duplicates, reopen)
    query = Query.of(metric, goal, algorithm, heuristic, settings, limits)
    return _chunks(iter(puzzles), query, thread_count(threads))


def _chunks(
    pending: Iterator[Puzzle | str], query: Query, threads: int
) -> Iterator[Outcome | RushHourError]:
    """Solve more and more at once, so that the first outcomes come soon and the rest fast."""
    pool, size = _core.WorkerPool(threads), _FIRST
    while chunk := list(islice(pending, size)):
        yield from _solved(chunk, query, pool)
        size = min(2 * size, _MOST)


_FIRST, _MOST = 64, 8192


def _solved(
    chunk: list[Puzzle | str], query: Query, pool: _core.WorkerPool
) -> Iterator[Outcome | RushHourError]:
    items = [item._core if isinstance(item, Puzzle) else _text(item) for item in chunk]
    answers: list[Outcome | RushHourError | Puzzle] = [
        _parsed_or_error(item) if core is None else Outcome(item, query, core)
        for item, core in zip(chunk, pool.search(items, query), strict=True)
    ]
    late = [answer for answer in answers if isinstance(answer, Puzzle)]
    cores = iter(pool.search([puzzle._core for puzzle in late], query))
    for answer in answers:
        if isinstance(answer, Puzzle):
            core = next(cores)
            assert core is not None
            yield Outcome(answer, query, core)
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
