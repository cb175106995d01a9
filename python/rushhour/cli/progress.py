"""The line of progress on standard error, for work that takes more than a second.

Every command has one (`at_work`); a verb that knows how far it is says so in it (`progress_line`).
It begins with the time, which goes on where the work has nothing to tell.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, ClassVar

from rushhour.base.text import fitted, shown
from rushhour.search.options import Progress

if TYPE_CHECKING:
    from rushhour.batch.run import Report
    from rushhour.batch.sources import SourceFiles

# Seconds before the line appears, between two updates, more of them where nothing is told, and
# between two lines without a terminal.
_PATIENCE, _PERIOD, _BEAT, _MINUTE = 1.0, 0.1, 0.5, 60.0

_Shown = AbstractContextManager[Callable[..., None] | None]


def search_progress() -> _Shown:
    """A function for the `progress` of a search; None if standard error is not a terminal."""
    return progress_line(_words)


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
            print(f"rushhour: {_words(last)}", file=sys.stderr)
        raise


def audit_progress() -> _Shown:
    """A function that takes the numbers of puzzles and findings so far; None without a terminal."""
    return progress_line(
        lambda puzzles, findings, seconds: (
            f"{puzzles:,} puzzles, {puzzles / seconds:,.0f} a second, {findings:,} findings"
        )
    )


def check_progress() -> _Shown:
    """A function that takes the number of states checked and of all; None without a terminal."""
    return progress_line(lambda done, states, _: f"{done:,} of {states:,} states checked")


def heuristic_progress() -> _Shown:
    """A function that takes the `CheckStage` of a check of heuristics; None without a terminal."""
    return progress_line(
        lambda stage, _: f"{stage.boards:,} of {stage.of:,} boards, {stage.states:,} states"
    )


def grading_progress() -> _Shown:
    """A function that takes the stage of `grade_code`; None without a terminal."""
    return progress_line(lambda stage, _: f"{stage.done} of {stage.programs} programs graded")


def comparison_progress() -> _Shown:
    """A function that takes the progress of a comparison; None without a terminal."""
    return progress_line(
        lambda stage, _: (
            f"{stage.boards:,} of {stage.of:,} boards, search {stage.number} of {stage.searches}: "
            f"{fitted(shown(stage.puzzle), 20)} by {stage.method}, {_words(stage.progress)}"
        )
    )


def _words(seen: Progress, _: float = 0.0) -> str:
    text = f"{seen.states:,} states, {seen.bytes / 1e6:,.0f} MB of memory"
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


def be_silent() -> None:
    """Show no line any more: what comes on the terminal comes without `put`."""
    clear()
    for live in _Line.live:
        live.is_silent = True


@contextmanager
def progress_line(
    text: Callable[..., str], begin: str = ""
) -> Iterator[Callable[..., None] | None]:
    """A function that shows `text` of its arguments and the seconds since the start.

    `begin` is shown at once, until the function is called.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    with _Line(begin) as live:
        yield lambda *seen: live.update(text(*seen, live.seconds()))


def at_work() -> AbstractContextManager[object]:
    """Show that a command is at work, whatever it does."""
    return progress_line(str)


@contextmanager
def long_progress(text: Callable[..., str], begin: str = "") -> Iterator[Callable[..., None]]:
    """The same for work of hours: without a terminal it prints a line a minute."""
    begun = printed = time.monotonic()

    def tell(*seen: object) -> None:
        nonlocal printed
        now = time.monotonic()
        if now - printed >= _MINUTE:
            printed = now
            print(f"rushhour: {shown(text(*seen, now - begun))}", file=sys.stderr, flush=True)

    with progress_line(text, begin) as update:
        yield update or tell


class _Line:
    """A line on standard error that is overwritten, and cleared at the end.

    Of several the last is shown. A thread goes on with the time where nothing is told.
    """

    live: ClassVar[list[_Line]] = []
    _writing: ClassVar[threading.RLock] = threading.RLock()

    def __init__(self, begin: str) -> None:
        self._text = begin or "at work"
        self._begun = time.monotonic()
        self._next = self._begun + (0 if begin else _PATIENCE)
        self._is_there = False
        self.is_silent = False
        self._ended = threading.Event()
        self._beating = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> _Line:
        clear()
        _Line.live.append(self)
        self.update(self._text)
        self._beating.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._beating.join()
        _Line.live.remove(self)
        self.clear()

    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self._begun

    def update(self, text: str) -> None:
        """Show the text, cut to one line of the terminal."""
        self._text = text
        self._write_if_due(0.0)

    def clear(self) -> None:
        """Clear the line; what is printed now is left alone for a while."""
        with self._writing:
            self._next = time.monotonic() + _PATIENCE
            if self._is_there:
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()
                self._is_there = False

    def _write_if_due(self, later: float) -> None:
        with self._writing:
            if self.is_silent or time.monotonic() < self._next + later:
                return
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            line = fitted(shown(f"{clock(self.seconds())} {self._text}"), columns - 1)
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()
            self._is_there = True
            self._next = time.monotonic() + _PERIOD

    def _beat(self) -> None:
        while not self._ended.wait(_BEAT / 2):
            if _Line.live[-1] is self:
                self._write_if_due(_BEAT)


def batch_progress(source: SourceFiles) -> AbstractContextManager[Callable[[Report], None]]:
    """A function for `Run.watch`."""
    meter = _Meter(source)
    return long_progress(lambda report, _: meter.text(report))


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
        if self._size:
            text += f", {self._source.consumed / self._size:.1%}"
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
