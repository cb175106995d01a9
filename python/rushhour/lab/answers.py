"""Answers: texts to be graded, from a file, a folder or JSON lines, each with its name."""

from __future__ import annotations

import codecs
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, NamedTuple, cast

from rushhour.formats.opening import UTF_16_MARKS, decoded
from rushhour.model.errors import ParseError
from rushhour.output.files import files_in
from rushhour.prose.answer import MOST_CHARACTERS

MOST_BYTES = 1_000_000
"""The largest solution that is read; the longest known one has some thousand."""

MOST_LINE = 1 << 24
"""The longest line of JSON lines that is read."""


# Bytes that no text in an encoding of one byte has, and the first of a ZIP archive.
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]|\APK\x03\x04")


class NamedAnswer(NamedTuple):
    """An answer by its name; in place of the text, why it cannot be read."""

    name: str
    text: str | ParseError
    is_csv: bool = False


def answers_in(root: Path, *, prose: bool = False) -> Iterator[NamedAnswer]:
    """Every answer of a folder and its sub-folders, in order of name, or the one in a file.

    A file that ends in `.jsonl` has an answer in prose on each line, an object with `id`, its name,
    and `answer`. Of any other file with prose the end is read. All are in UTF-8, in UTF-16 with its
    mark, or in Windows' Latin letters. OSError if there is no such folder.
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
    return _decoded(content)


def _end(stream: BinaryIO) -> str:
    """The end of a text, as much as is scored of it; ParseError if it is not text."""
    mark, size = stream.read(2), stream.seek(0, os.SEEK_END)
    start = max(0, size - 4 * MOST_CHARACTERS)
    stream.seek(start)
    content = stream.read(4 * MOST_CHARACTERS)
    if start == 0:
        return _decoded(content)
    if mark in UTF_16_MARKS:
        return _decoded(mark + content[start % 2 :])
    begins = next((n for n in range(4) if content[n] & 0xC0 != 0x80), 0)
    return _decoded(content[begins:])


def _decoded(content: bytes) -> str:
    """A text in UTF-8, in UTF-16 with its mark, or in Windows-1252, which has Latin-1 in it."""
    try:
        return decoded(content)
    except ParseError:
        is_text = not content.startswith(UTF_16_MARKS) and not _NO_TEXT.search(content)
        if not is_text:
            raise
        return content.decode("cp1252", errors="replace")


def _from_lines(name: str, file: Path) -> Iterator[NamedAnswer]:
    try:
        with _opened(file) as stream:
            yield from _in_stream(name, _in_utf_8(stream))
    except OSError as error:
        yield NamedAnswer(name, ParseError(f"cannot be read: {error.strerror}"))
    except ParseError as error:
        yield NamedAnswer(name, error)


def _in_utf_8(stream: BinaryIO) -> BinaryIO:
    """The same text in UTF-8, if it is in UTF-16."""
    mark = stream.read(2)
    stream.seek(0)
    if mark not in UTF_16_MARKS:
        return stream
    wide = codecs.EncodedFile(stream, "utf-8", "utf-16", errors="replace")
    return cast(BinaryIO, wide)


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
        found = json.loads(_decoded(line))
    except (ValueError, RecursionError):
        return NamedAnswer(place, ParseError(f"expected JSON of at most {MOST_LINE} bytes"))
    name, text = (found.get(key) if isinstance(found, dict) else None for key in ("id", "answer"))
    if not isinstance(name, str | int) or not isinstance(text, str):
        return NamedAnswer(place, ParseError('expected {"id": ..., "answer": "..."}'))
    return NamedAnswer(str(name), text)
