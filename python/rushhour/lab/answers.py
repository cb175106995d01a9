"""Answers: texts to be graded, from a file, a folder or JSON lines, each with its name."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, NamedTuple

from rushhour.formats.opening import decoded
from rushhour.model.errors import ParseError
from rushhour.output.files import files_in
from rushhour.prose.answer import MOST_CHARACTERS

MOST_BYTES = 1_000_000
"""The largest solution that is read; the longest known one has some thousand."""

MOST_LINE = 1 << 24
"""The longest line of JSON lines that is read."""


class NamedAnswer(NamedTuple):
    """An answer by its name; in place of the text, why it cannot be read."""

    name: str
    text: str | ParseError
    is_csv: bool = False


def answers_in(root: Path, *, prose: bool = False) -> Iterator[NamedAnswer]:
    """Every answer of a folder and its sub-folders, in order of name, or the one in a file.

    A file that ends in `.jsonl` has an answer in prose on each line, an object with `id`, its name,
    and `answer`. Of any other file with prose the end is read. OSError if there is no such folder.
    """
    for file in files_in(root):
        name = file.relative_to(root).as_posix() if file != root else file.name
        printable = name.encode(errors="surrogateescape").decode(errors="replace")
        if prose and file.suffix == ".jsonl":
            yield from _from_lines(printable, file)
        else:
            text = _text(file, _end if prose else _whole)
            yield NamedAnswer(printable, text, file.suffix == ".csv")


def _text(file: Path, read: Callable[[BinaryIO], str]) -> str | ParseError:
    try:
        with _opened(file) as stream:
            return read(stream)
    except OSError as error:
        return ParseError(f"cannot be read: {error.strerror}")
    except ParseError as error:
        return error


def _opened(file: Path) -> BinaryIO:
    if not S_ISREG(file.stat().st_mode):
        raise ParseError("expected a file")
    return file.open("rb")


def _whole(stream: BinaryIO) -> str:
    """The text of a solution; ParseError if it is not text or too long."""
    content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ParseError(f"expected at most {MOST_BYTES} bytes, found more")
    return decoded(content)


def _end(stream: BinaryIO) -> str:
    """The end of a text, as much as is scored of it; what is not UTF-8 is replaced."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - 4 * MOST_CHARACTERS))
    return stream.read(4 * MOST_CHARACTERS).decode("utf-8", errors="replace")


def _from_lines(name: str, file: Path) -> Iterator[NamedAnswer]:
    try:
        with _opened(file) as stream:
            yield from _in_stream(name, stream)
    except OSError as error:
        yield NamedAnswer(name, ParseError(f"cannot be read: {error.strerror}"))
    except ParseError as error:
        yield NamedAnswer(name, error)


def _in_stream(name: str, stream: BinaryIO) -> Iterator[NamedAnswer]:
    number = 0
    while line := stream.readline(MOST_LINE):
        number += 1
        is_whole = line.endswith(b"\n") or len(line) < MOST_LINE
        while not is_whole:
            is_whole = stream.readline(MOST_LINE)[-1:] in (b"\n", b"")
            line = b""
        if line.strip() or not line:
            yield _from_line(line, f"{name}, line {number}")


def _from_line(line: bytes, place: str) -> NamedAnswer:
    """The answer in a line; it is named by its place if it cannot be read."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return NamedAnswer(place, ParseError(f"expected JSON of at most {MOST_LINE} bytes"))
    name, text = (found.get(key) if isinstance(found, dict) else None for key in ("id", "answer"))
    if not isinstance(name, str | int) or not isinstance(text, str):
        return NamedAnswer(place, ParseError('expected {"id": ..., "answer": "..."}'))
    return NamedAnswer(str(name), text)
