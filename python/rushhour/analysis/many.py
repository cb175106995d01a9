"""analyse_many: a stream of puzzles, analysed on several threads, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from rushhour.analysis.analysis import Analysis, analyse
from rushhour.formats import puzzle_of
from rushhour.model.errors import RushHourError
from rushhour.model.expect import expect
from rushhour.model.puzzle import Puzzle
from rushhour.search.query import Progress
from rushhour.search.threads import thread_count

# Puzzles that are analysed ahead of the one that is waited for, by thread.
_AHEAD = 8


def analyse_many(
    puzzles: Iterable[Puzzle | str], *, threads: int | None = None, **options: Any
) -> Iterator[Analysis]:
    """Analyse many puzzles on several threads, in their order; the options are those of `analyse`.

    `threads` is by default the number of processors. Limits hold for each puzzle. An error of a
    text that is not a puzzle is raised in its place.

    >>> [analysis.slides for analysis in analyse_many(["AA./.../...", "..B/AAB/..."])]
    [1, None]
    """
    expect("puzzles", puzzles, Iterable, "puzzles or texts, one after another")
    return _analyses(analyse_items(map(puzzle_of, puzzles), threads=threads, **options))


def _analyses(
    found: Iterator[tuple[Puzzle | RushHourError, Analysis | RushHourError]],
) -> Iterator[Analysis]:
    for _, item in found:
        assert isinstance(item, Analysis)
        yield item


Item = TypeVar("Item", bound=Puzzle | RushHourError)


def analyse_items(
    items: Iterable[Item], *, threads: int | None = None, **options: Any
) -> Iterator[tuple[Item, Analysis | RushHourError]]:
    """Each item with its analysis; errors among the items stand for themselves."""
    return _analysed(iter(items), thread_count(threads), options)


def _analysed(
    items: Iterator[Item], threads: int, options: dict[str, Any]
) -> Iterator[tuple[Item, Analysis | RushHourError]]:
    ended = False
    watch = options.pop("progress", None)

    def progress(seen: Progress) -> None:
        """End the work of a thread whose result is not needed any more."""
        if ended:
            raise _EndedError
        if watch is not None:
            watch(seen)

    def analysed(item: Item) -> Analysis | RushHourError:
        if isinstance(item, RushHourError):
            return item
        return analyse(item, progress=progress, **options)

    pending: deque[tuple[Item, Future[Analysis | RushHourError]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            pending.append((item, pool.submit(analysed, item)))
            if len(pending) >= threads * _AHEAD:
                first, future = pending.popleft()
                yield first, future.result()
        while pending:
            first, future = pending.popleft()
            yield first, future.result()
    finally:
        ended = True
        pool.shutdown(wait=False, cancel_futures=True)


class _EndedError(Exception):
    """Raised in a thread to end its work."""
