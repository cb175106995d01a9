"""Lines of a text: cleaned of what differs only in the writing, each with its number.

Byte order marks, line ends, tabs, trailing blanks, comments and blank lines are handled here, once;
numbers of lines and columns are those of the original text. A comment is a line that begins with
`#`, or the rest of a line from a blank and `#` on.

A line that is not text, such as one with a byte that is not UTF-8, carries its error. It spoils
only the puzzle that it belongs to: a list of puzzles continues with the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rushhour.formats.size import sizes_in
from rushhour.model import expect
from rushhour.model.errors import ParseError, WrongTypeError

# Far beyond a board of 32x32 with 128 vehicles, and still read in less than a second.
MAX_LINES = 1 << 12
MAX_CHARACTERS = 1 << 21
# The characters of a comment that may name a size.
_NOTE = 200

_COMMENT = re.compile(r"(^|\s)#.*")


class Line(NamedTuple):
    """A line that is not blank: its number, from 1, and its text with leading blanks.

    `parted` says whether a blank line stands before it, `error` why it is not text, `sizes` which
    sizes of a board the comments above it name, after the line before.
    """

    number: int
    text: str
    parted: bool = False
    error: ParseError | None = None
    sizes: frozenset[int] = frozenset()

    def words(self) -> list[str]:
        """The words, separated by blanks."""
        return self.text.split()

    def column_of(self, word: int) -> int:
        """The column, from 1, of a word by its index; the end of the line if there are fewer."""
        starts = [match.start() for match in re.finditer(r"\S+", self.text)]
        return 1 + (starts[word] if word < len(starts) else len(self.text))


class RawLine(NamedTuple):
    """A line as it was written, without its end; empty if it is a comment, whose `sizes` remain."""

    text: str
    is_comment: bool = False
    error: ParseError | None = None
    sizes: frozenset[int] = frozenset()


# Shared, since a text may have millions of them.
_BLANK, _COMMENT_LINE = RawLine(""), RawLine("", is_comment=True)
_BLANKS = (" ", "\t")


def raw_lines(lines: Iterable[str], name: str | None) -> Iterator[RawLine]:
    """Lines without their ends; lines that are not text get an error."""
    reader = enumerate(lines, 1)
    while True:
        try:
            number, raw = next(reader)
        except StopIteration:
            return
        except UnicodeDecodeError as error:
            message = f"expected text in UTF-8, found the byte 0x{error.object[error.start]:02x}"
            raise ParseError(message, source=name) from None
        if not isinstance(raw, str):
            raise WrongTypeError("path", "a path or an open file", expect.seen(raw))
        yield _checked_line(raw, number, name)


def _checked_line(raw: str, number: int, name: str | None) -> RawLine:
    if number == 1:
        raw = raw.removeprefix("\ufeff")
    raw = raw.rstrip("\r\n")
    if not raw:
        return _BLANK
    try:
        require_text(raw, number, name)
    except ParseError as error:
        if len(raw) > MAX_CHARACTERS:  # its rest would come as further lines
            raise
        return RawLine(raw, error=error)
    return comment_line(raw) if raw[0] == "#" and raw[1:2] in _BLANKS else RawLine(raw)


def comment_line(text: str) -> RawLine:
    """What remains of a comment."""
    sizes = sizes_in(text[:_NOTE])
    return _COMMENT_LINE._replace(sizes=frozenset(sizes)) if sizes else _COMMENT_LINE


def require_text(raw: str, number: int, name: str | None) -> None:
    """Refuse a line that is too long or not text."""
    if len(raw) > MAX_CHARACTERS:
        message = f"expected at most {MAX_CHARACTERS} characters in a line"
        raise ParseError(message, number, None, name)
    place = None if raw.isascii() else lone_surrogate(raw)
    if place is not None:
        raise ParseError(_undecoded(raw[place]), number, place + 1, name)
    if "\0" in raw:
        message = "expected text, found a NUL character"
        raise ParseError(message, number, raw.index("\0") + 1, name)


def _undecoded(surrogate: str) -> str:
    """The message for a lone surrogate, which may stand for a byte that is not UTF-8."""
    if "\udc80" <= surrogate <= "\udcff":
        return f"expected text in UTF-8, found the byte 0x{ord(surrogate) - 0xDC00:02x}"
    return f"expected text, found the lone surrogate {surrogate!r}"


def lone_surrogate(text: str) -> int | None:
    """The place of the first lone surrogate, which cannot be encoded; None if there is none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def cleaned(lines: Iterable[tuple[int, RawLine]], *, errors: bool = False) -> Iterator[Line]:
    """The lines that are not blank and, with `errors`, those that are not text."""
    parted, sizes = False, frozenset[int]()
    for number, raw in lines:
        text = raw.text and stripped(raw.text)
        if text or (errors and raw.error is not None):
            yield Line(number, text, parted, raw.error, sizes)
            parted, sizes = False, frozenset()
        elif raw.is_comment:
            sizes |= raw.sizes
        else:
            parted = True


def stripped(raw: str) -> str:
    """A line without its comment and trailing blanks."""
    return _COMMENT.sub("", raw.replace("\t", " ")).rstrip()


def checked_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines of a puzzle; raises the error of the first line that is not text."""
    lines = list(lines)
    for line in lines:
        if line.error is not None:
            raise line.error
    return lines
