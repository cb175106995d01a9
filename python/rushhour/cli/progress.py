"""The line of progress on standard error, for work that takes more than a second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import ClassVar

from rushhour.output.display import fitted
from rushhour.output.display import shown as plain
from rushhour.search.query import Progress

# Seconds before the line appears, between two updates, and between two lines without a terminal.
_PATIENCE, _PERIOD, _MINUTE = 1.0, 0.1, 60.0

_Shown = AbstractContextManager[Callable[..., None] | None]


def shown() -> _Shown:
    """A function for `progress`; None if standard error is not a terminal."""
    return line(_words)


@contextmanager
def printed_on_interrupt(
    progress: Callable[[Progress], None] | None,
) -> Iterator[Callable[[Progress], None]]:
    """A function for `progress` that keeps the latest values and prints them on Ctrl-C."""
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
            clear()
            print(f"rushhour: {_words(last, None)}", file=sys.stderr)
        raise


def counted() -> _Shown:
    """A function that takes the numbers of puzzles and findings so far; None without a terminal."""
    return line(
        lambda puzzles, findings, seconds: (
            f"{puzzles:,} puzzles, {puzzles / seconds:,.0f} a second, {findings:,} findings"
        )
    )


def checked() -> _Shown:
    """A function that takes the number of states checked and of all; None without a terminal."""
    return line(lambda done, states, _: f"{done:,} of {states:,} states checked")


def staged() -> _Shown:
    """A function that takes the progress of a comparison; None without a terminal."""
    return line(
        lambda stage, seconds: (
            f"search {stage.number} of {stage.searches}, "
            f"{fitted(plain(stage.puzzle), 20)} by {stage.method}: "
            + _words(stage.progress, seconds)
        )
    )


def _words(seen: Progress, seconds: float | None) -> str:
    text = f"{seen.states:,} states, {seen.bytes / 1e6:,.0f} MB of memory"
    if seconds is not None:
        text += f", {seconds:.0f} s"
    text += f", at least {seen.lower_bound} moves" * bool(seen.lower_bound)
    return text if seen.upper_bound is None else f"{text}, at most {seen.upper_bound}"


def clock(seconds: float) -> str:
    """A time in hours, minutes and seconds.

    >>> clock(3725.4)
    '1:02:05'
    """
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def clear() -> None:
    """Clear the line of progress, if there is one, before something else is printed."""
    for live in _Line.live:
        live.clear()


@contextmanager
def line(text: Callable[..., str], begin: str = "") -> Iterator[Callable[..., None] | None]:
    """A function that shows `text` of its arguments and the seconds since the start.

    `begin` is shown at once, until the function is called.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    shown = _Line()
    _Line.live.append(shown)
    if begin:
        shown.write(begin)
    try:
        yield lambda *seen: shown.update(text(*seen, shown.seconds()))
    finally:
        _Line.live.remove(shown)
        shown.clear()


@contextmanager
def told(text: Callable[..., str], begin: str = "") -> Iterator[Callable[..., None]]:
    """The same for work of hours: without a terminal it prints a line a minute."""
    begun = printed = time.monotonic()

    def tell(*seen: object) -> None:
        nonlocal printed
        now = time.monotonic()
        if now - printed >= _MINUTE:
            printed = now
            print(f"rushhour: {plain(text(*seen, now - begun))}", file=sys.stderr, flush=True)

    with line(text, begin) as update:
        yield update or tell


class _Line:
    """A line on standard error that is overwritten, and cleared at the end."""

    live: ClassVar[list[_Line]] = []

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._next = self._begun + _PATIENCE
        self._is_there = False

    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self._begun

    def update(self, text: str) -> None:
        """Show the text, cut to one line of the terminal."""
        if time.monotonic() >= self._next:
            self.write(text)
            self._next = time.monotonic() + _PERIOD

    def write(self, text: str) -> None:
        """Show the text now."""
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        sys.stderr.write(f"\r{fitted(plain(text), columns - 1)}\x1b[K")
        sys.stderr.flush()
        self._is_there = True

    def clear(self) -> None:
        """Clear the line."""
        if self._is_there:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_there = False
