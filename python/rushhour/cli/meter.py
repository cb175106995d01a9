"""Rows, rate and time left of a batch on standard error: a bar, or a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rushhour.batch.sources import Source

if TYPE_CHECKING:
    from rushhour.batch.report import Report

# Seconds between two lines where standard error is no terminal.
_PERIOD = 30.0


@contextmanager
def shown(source: Source) -> Iterator[Callable[[Report], None]]:
    """A function for `Run.watch`."""
    meter = _Meter(source)
    if not sys.stderr.isatty():
        yield meter.print_now_and_then
        return
    from rich.console import Console

    with Console(stderr=True).status("reading") as status:
        yield lambda report: status.update(meter.text(report))


class _Meter:
    """What a line of progress says; the time left is judged by the bytes that were read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._size = source.size  # now: a file that is open may lose its name
        self._begun = self._printed = time.monotonic()
        self._from: tuple[float, int] | None = None

    def text(self, report: Report) -> str:
        now = time.monotonic()
        rate = report.solved_now / max(now - self._begun, 1e-3)
        text = f"{report.rows:,} rows, {rate:,.0f}/s"
        left = self._left(now, report)
        return text if left is None else f"{text}, {_clock(left)} left"

    def print_now_and_then(self, report: Report) -> None:
        if time.monotonic() - self._printed >= _PERIOD:
            self._printed = time.monotonic()
            print(f"rushhour: {self.text(report)}", file=sys.stderr, flush=True)

    def _left(self, now: float, report: Report) -> float | None:
        """Seconds left, counted from the first part that had to be solved."""
        size, consumed = self._size, self._source.consumed
        if size is None or report.solved_now == 0:
            return None
        if self._from is None:
            self._from = (now, consumed)
        since, before = self._from
        if consumed <= before:
            return None
        return (now - since) * max(size - consumed, 0) / (consumed - before)


def _clock(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"
