"""A line of progress on standard error, for work that takes more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from rushhour.query import Progress

if TYPE_CHECKING:
    from rich.status import Status


_PATIENCE = 1.0

_Shown = AbstractContextManager[Callable[..., None] | None]


def shown() -> _Shown:
    """A function for `progress`; None where nobody looks: standard error is no terminal."""
    return _line(_words)


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


def counted() -> _Shown:
    """A function for the puzzles and the findings so far; None where nobody looks."""
    return _line(
        lambda puzzles, findings, seconds: (
            f"{puzzles:,} puzzles, {puzzles / seconds:,.0f} a second, {findings:,} findings"
        )
    )


def checked() -> _Shown:
    """A function for the states of a certificate that are checked; None where nobody looks."""
    return _line(lambda done, states, _: f"{done:,} of {states:,} states checked")


def staged() -> _Shown:
    """A function for the progress of a comparison; None where nobody looks."""
    return _line(
        lambda stage, seconds: (
            f"search {stage.number} of {stage.searches}, {stage.puzzle} by {stage.method}: "
            + _words(stage.progress, seconds)
        )
    )


def _words(seen: Progress, seconds: float | None) -> str:
    text = f"{seen.states:,} states, {seen.bytes / 1e6:,.0f} MB"
    if seconds is not None:
        text += f", {seconds:.0f} s"
    text += f", at least {seen.lower_bound} moves" * bool(seen.lower_bound)
    return text if seen.upper_bound is None else f"{text}, at most {seen.upper_bound}"


@contextmanager
def _line(text: Callable[..., str]) -> Iterator[Callable[..., None] | None]:
    """A function that shows the text for what it is called with and the seconds since it began."""
    if not sys.stderr.isatty():
        yield None
        return
    line = _Line()
    try:
        yield lambda *seen: line.update(text(*seen, line.seconds()))
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
