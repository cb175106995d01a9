"""A line of progress on standard error, for searches that take more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rushhour.query import Progress

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 1.0


@contextmanager
def shown() -> Iterator[Callable[[Progress], None] | None]:
    """A function for `progress`; None where nobody looks: standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    line = _Line()
    try:
        yield line.update
    finally:
        line.end()


class _Line:
    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._status: Status | None = None

    def update(self, seen: Progress) -> None:
        seconds = time.monotonic() - self._begun
        if seconds < _PATIENCE:
            return
        text = f"{seen.states:,} states, {seen.bytes / 1e6:,.0f} MB, {seconds:.0f} s"
        if seen.lower_bound:
            text += f", at least {seen.lower_bound} moves"
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)

    def end(self) -> None:
        if self._status is not None:
            self._status.stop()
