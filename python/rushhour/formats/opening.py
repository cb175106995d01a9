"""Opening a text: a path, an open file or standard input, as lines."""

from __future__ import annotations

import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BufferedIOBase, BufferedReader, RawIOBase, TextIOWrapper
from os import PathLike, fspath
from typing import Any, BinaryIO, cast

from rushhour.base.expect import file_name
from rushhour.errors import ParseError, RushHourError
from rushhour.formats.source import MAX_CHARACTERS

UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# How files begin that people take for texts.
_DOCUMENTS = {
    b"%PDF-": "a PDF document",
    b"PK\3\4": "a ZIP archive, such as a document of Word or LibreOffice",
    b"{\\rtf": "a document in RTF",
    b"\xd0\xcf\x11\xe0": "a document of an old Word or Excel",
}
_MARK = max(map(len, _DOCUMENTS))
_BLOCK = 1 << 16
_DECODING: Any = {"encoding": "utf-8", "errors": "surrogateescape"}
_DECODING_16: Any = {"encoding": "utf-16", "errors": "backslashreplace"}


def standard_input() -> BinaryIO:
    """The bytes of standard input; RushHourError if it is closed or was already read."""
    if sys.stdin is None:
        raise RushHourError("standard input is closed")
    if sys.stdin.closed:
        raise RushHourError("standard input can be read but once")
    return sys.stdin.buffer


@contextmanager
def opened(file: str | PathLike[str] | Iterable[str] | BinaryIO) -> Iterator[Iterable[str]]:
    """Open a path, or use an open file, which stays open.

    Bytes are read as UTF-8, or as UTF-16 with its mark, as PowerShell and Notepad write it. A byte
    that is not UTF-8 becomes a lone surrogate, which `require_text` reports.
    """
    if isinstance(file, str | PathLike):
        with open(file_name("path", file), "rb") as stream:  # noqa: PTH123
            yield decoded_stream(stream)
    elif isinstance(file, RawIOBase | BufferedIOBase) or "b" in str(getattr(file, "mode", "")):
        binary = cast("BinaryIO", BufferedReader(file) if isinstance(file, RawIOBase) else file)
        text = decoded_stream(binary)
        try:
            yield text
        finally:
            with suppress(ValueError):  # the file may be closed by now
                text.detach()
                if binary is not file:
                    binary.detach()  # type: ignore[attr-defined]
    else:
        yield cast("Iterable[str]", file)


def decoded_stream(stream: BinaryIO) -> TextIOWrapper:
    """A stream of bytes as text, in the encoding that its beginning shows; ParseError for a PDF."""
    require_no_document(_beginning(stream), name_of(stream))
    return TextIOWrapper(stream, **(_DECODING_16 if is_wide(stream) else _DECODING))


def is_wide(stream: BinaryIO) -> bool:
    """Whether a stream begins with the mark of UTF-16, which is not consumed."""
    return _beginning(stream).startswith(UTF_16_MARKS)


def _beginning(stream: BinaryIO) -> bytes:
    """The first bytes of a stream, which are not consumed; none if it cannot go back."""
    peek = getattr(stream, "peek", None)
    if peek is not None:
        found: bytes = peek(_MARK)
        return found[:_MARK]
    if not stream.seekable():
        return b""
    start = stream.tell()
    found = stream.read(_MARK)
    stream.seek(start)
    return found


def require_no_document(content: bytes, source: str | None = None) -> None:
    """ParseError for the beginning of a file that a word processor wrote."""
    for mark, name in _DOCUMENTS.items():
        if content.startswith(mark):
            advice = "save it as text, or copy its text into a text file"
            raise ParseError(f"expected text in UTF-8, found {name}; {advice}", source=source)


class Narrow(RawIOBase):
    """A stream of UTF-16 with its mark as a stream of UTF-8."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = getincrementaldecoder("utf-16")("backslashreplace")
        self._held = b""

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; returns 0 at the end of the stream."""
        while not self._held:
            block = self._stream.read(_BLOCK)
            text = self._decoder.decode(block, final=not block)
            self._held = text.encode("utf-8", "backslashreplace")
            if not block and not self._held:
                return 0
        piece, self._held = self._held[: len(buffer)], self._held[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def decoded(content: bytes) -> str:
    """A small text in UTF-8 or in UTF-16 with its mark; ParseError for any other bytes."""
    require_no_document(content)
    try:
        return content.decode("utf-16" if content.startswith(UTF_16_MARKS) else "utf-8-sig")
    except UnicodeDecodeError:
        raise ParseError("expected text in UTF-8, found other bytes") from None


def name_of(file: object) -> str | None:
    """The name of a path or open file, None if it has none."""
    name = file if isinstance(file, str | PathLike) else getattr(file, "name", None)
    return fspath(name) if isinstance(name, str | PathLike) else None


def lines_of(file: Iterable[str]) -> Iterator[str]:
    """The lines of an open file; a line that is too long is read only as far as that shows."""
    readline = getattr(file, "readline", None)
    return iter(file) if readline is None else iter(partial(readline, MAX_CHARACTERS + 2), "")
