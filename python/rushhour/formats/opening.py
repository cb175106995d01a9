"""Opening a text: a path, an open file or standard input, as lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BufferedIOBase, RawIOBase, TextIOWrapper
from os import PathLike, fspath
from typing import Any, BinaryIO, cast

from rushhour.formats.lines import MAX_CHARACTERS
from rushhour.model.errors import RushHourError

_DECODING: Any = {"encoding": "utf-8", "errors": "surrogateescape"}


def standard_input() -> BinaryIO:
    """The bytes of standard input; RushHourError if it is closed or was already read."""
    if sys.stdin is None:
        raise RushHourError("standard input is closed")
    if sys.stdin.closed:
        raise RushHourError("standard input can be read but once")
    return sys.stdin.buffer


@contextmanager
def opened(file: str | PathLike[str] | Iterable[str] | BinaryIO) -> Iterator[Iterable[str]]:
    """Open a path, or use an open file, which stays open; bytes are read as UTF-8.

    A byte that is not UTF-8 becomes a lone surrogate, which `require_text` reports.
    """
    if isinstance(file, str | PathLike):
        with open(file, **_DECODING) as text:  # noqa: PTH123
            yield text
    elif isinstance(file, RawIOBase | BufferedIOBase) or "b" in str(getattr(file, "mode", "")):
        decoded = TextIOWrapper(cast(BinaryIO, file), **_DECODING)
        try:
            yield decoded
        finally:
            with suppress(ValueError):  # the file may be closed by now
                decoded.detach()
    else:
        yield cast("Iterable[str]", file)


def name_of(file: object) -> str | None:
    """The name of a path or open file, None if it has none."""
    name = file if isinstance(file, str | PathLike) else getattr(file, "name", None)
    return fspath(name) if isinstance(name, str | PathLike) else None


def lines_of(file: Iterable[str]) -> Iterator[str]:
    """The lines of an open file; a line that is too long is read only as far as that shows."""
    readline = getattr(file, "readline", None)
    return iter(file) if readline is None else iter(partial(readline, MAX_CHARACTERS + 2), "")
