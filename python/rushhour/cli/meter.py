"""Rows, rate and time left of a batch, as a text of progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from rushhour.batch.sources import SourceFiles
from rushhour.cli.progress import clock, told

if TYPE_CHECKING:
    from rushhour.batch.report import Report


def shown(source: SourceFiles) -> AbstractContextManager[Callable[[Report], None]]:
    """A function for `Run.watch`."""
    meter = _Meter(source)
    return told(lambda report, _: meter.text(report))


class _Meter:
    """The text of a line of progress; the time left is estimated from the bytes read so far."""

    def __init__(self, source: SourceFiles) -> None:
        self._source = source
        self._size = source.size  # read now: an open file may lose its name
        self._begun = time.monotonic()
        self._from: tuple[float, int] | None = None

    def text(self, report: Report) -> str:
        now = time.monotonic()
        rate = report.solved_now / max(now - self._begun, 1e-3)
        text = f"{report.rows:,} rows, {rate:,.0f}/s"
        left = self._left(now, report)
        return text if left is None else f"{text}, {clock(left)} left"

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
