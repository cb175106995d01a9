"""A line of progress on standard error, for work that takes more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rushhour.query import Progress

if TYPE_CHECKING:
    from rich.status import Status

    from rushhour.lab.compare import Stage

_PATIENCE = 1.0


@contextmanager
def shown() -> Iterator[Callable[[Progress], None] | None]:
    """A function for `progress`; None where nobody looks: standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with _line() as line:
        yield lambda seen: line.update(_words(seen, line.seconds()))


@contextmanager
def told(progress: Callable[[Progress], None] | None) -> Iterator[Callable[[Progress], None]]:
    """A function for `progress` that remembers: what is known is printed on Ctrl-C."""
    last = Progress(0, 0, 0)

    def watch(seen: Progress) -> None:
        nonlocal last
        last = seen
        if progress is not None:
            progress(seen)

    try:
        yield watch
    except KeyboardInterrupt:
        if last.lower_bound:
            print(f"rushhour: {_words(last, None)}", file=sys.stderr)
        raise


@contextmanager
def counted() -> Iterator[Callable[[int, int], None] | None]:
    """A function for the puzzles and the findings so far; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    with _line() as line:
        yield lambda puzzles, findings: line.update(
            f"{puzzles:,} puzzles, {puzzles / line.seconds():,.0f} a second, {findings:,} findings"
        )


@contextmanager
def checked() -> Iterator[Callable[[int, int], None] | None]:
    """A function for the states of a certificate that are checked; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    with _line() as line:
        yield lambda done, states: line.update(f"{done:,} of {states:,} states checked")


@contextmanager
def staged() -> Iterator[Callable[[Stage], None] | None]:
    """A function for the progress of a comparison; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    with _line() as line:
        yield lambda stage: line.update(
            f"search {stage.number} of {stage.searches}, {stage.puzzle} by {stage.method}: "
            + _words(stage.progress, line.seconds())
        )


def _words(seen: Progress, seconds: float | None) -> str:
    text = f"{seen.states:,} states, {seen.bytes / 1e6:,.0f} MB"
    if seconds is not None:
        text += f", {seconds:.0f} s"
    text += f", at least {seen.lower_bound} moves" * bool(seen.lower_bound)
    return text if seen.upper_bound is None else f"{text}, at most {seen.upper_bound}"


@contextmanager
def _line() -> Iterator[_Line]:
    line = _Line()
    try:
        yield line
    finally:
        line.end()


class _Line:
    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._status: Status | None = None

    def seconds(self) -> float:
        """The time since it began."""
        return time.monotonic() - self._begun

    def update(self, text: str) -> None:
        if self.seconds() < _PATIENCE:
            return
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)

    def end(self) -> None:
        if self._status is not None:
            self._status.stop()
