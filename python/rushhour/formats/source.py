"""Source: a text as every format reads it, without what differs only in the writing.

Byte order marks, line ends, tabs, trailing blanks, comments and blank lines are taken care of here,
once; numbers of lines and columns are those of the original text. A comment is a line that begins
with `#`, or the rest of a line behind a blank and `#`. A source is a stream: only its head is held,
for detection.

A line that is no text, such as one with a byte that is not UTF-8, is held with its error. It spoils
only the puzzle that it belongs to: a list of puzzles goes on with the next one.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BufferedIOBase, RawIOBase, TextIOWrapper
from itertools import chain, islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, cast

from rushhour.model import expect
from rushhour.model.errors import FormatWarning, ParseError, RushHourError, WrongTypeError

HEAD = 100
TIGHT_COMMENTS = 100
# Far beyond a board of 32x32 with 128 vehicles, and still read in less than a second.
MAX_LINES = 1 << 12
MAX_CHARACTERS = 1 << 21

_COMMENT = re.compile(r"(^|\s)#.*")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECODING: Any = {"encoding": "utf-8", "errors": "surrogateescape"}


class Line(NamedTuple):
    """A line that is not blank: its number from 1, and its text, leading blanks kept.

    `parted` says whether a blank line stands before it, `error` why it is no text.
    """

    number: int
    text: str
    parted: bool = False
    error: ParseError | None = None

    def words(self) -> list[str]:
        """The words between blanks."""
        return self.text.split()

    def column_of(self, word: int) -> int:
        """The column, from 1, of a word by its index; behind the last one if there are fewer."""
        starts = [match.start() for match in re.finditer(r"\S+", self.text)]
        return 1 + (starts[word] if word < len(starts) else len(self.text))


class _Raw(NamedTuple):
    """A line as it was written, without its end; empty if it is a comment."""

    text: str
    is_comment: bool = False
    error: ParseError | None = None


# Shared, since a text may have millions of them.
_BLANK, _COMMENT_LINE = _Raw(""), _Raw("", is_comment=True)
_BLANKS = (" ", "\t")


class Source:
    """The lines of a text that hold something, and the name of the file they come from."""

    def __init__(self, lines: Iterable[str], name: str | None = None) -> None:
        self.name = name
        # Where the puzzle begins that was read last; None in a text of one puzzle.
        self.begin: int | None = None
        self.tight_comments: list[Line] = []
        self._raw = map(self._without_comment, enumerate(_checked(lines, name), 1))
        self._held: list[_Raw] = []
        self._hold()
        self.head: list[Line] = list(islice(_clean(enumerate(self._held, 1)), HEAD))

    def _hold(self) -> None:
        """Read until the head is full, whatever stands before it in blank lines and comments."""
        room, count = MAX_CHARACTERS, 0
        for raw in self._raw:
            self._held.append(raw)
            count += bool(raw.text and _stripped(raw.text))
            room -= len(raw.text)
            if count == HEAD or room <= 0:
                return

    def _without_comment(self, numbered: tuple[int, _Raw]) -> _Raw:
        """Empty a line that is a comment; keep the first ones that could have been meant as cells.

        These have no blank between `#` and what follows: as `#..AA.`, a row whose walls are `#`.
        """
        number, raw = numbered
        if not raw.text.lstrip().startswith("#"):  # or emptied before
            return raw
        if len(self.tight_comments) < TIGHT_COMMENTS and len(raw.text.split()) == 1:
            self.tight_comments.append(Line(number, raw.text))
        return _COMMENT_LINE if raw.error is None else raw._replace(text="", is_comment=True)

    @property
    def opening(self) -> str:
        """The head as it was written, from its first character that is not blank."""
        return "\n".join(raw.text for raw in self._held).lstrip()

    def _numbered(self) -> Iterator[tuple[int, _Raw]]:
        return enumerate(chain(self._held, self._raw), 1)

    def lines(self) -> Iterator[Line]:
        """All lines, also those with an error; a source is read once."""
        return _clean(self._numbered(), errors=True)

    def written_lines(self) -> Iterator[Line]:
        """All lines as they were written, for formats that have their own use for `#`."""
        for number, raw in self._numbered():
            if raw.error is not None or raw.text.strip():
                yield Line(number, raw.text, error=raw.error)

    def require_text(self) -> None:
        """Refuse a text whose head has a line that is no text."""
        for raw in self._held:
            if raw.error is not None:
                raise raw.error

    def puzzle_lines(self) -> list[Line]:
        """All lines of a text that holds one puzzle."""
        return checked_lines(self.bounded(self.lines()))

    def bounded(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The lines of one puzzle, refused where they are more than any puzzle has."""
        for count, line in enumerate(lines):
            if count == MAX_LINES:
                self.fail(f"expected at most {MAX_LINES} lines for a puzzle", line.number)
            yield line

    def text(self) -> str:
        """The whole text with its own line ends, for formats whose syntax is not made of lines."""
        kept, room = [], MAX_CHARACTERS
        for number, raw in self._numbered():
            if raw.error is not None:
                raise raw.error
            kept.append(raw.text)
            room -= len(raw.text) + 1
            if room < -1:
                self.fail(f"expected at most {MAX_CHARACTERS} characters for a document", number)
        return "\n".join(kept)

    def fail(self, message: str, line: int | None = None, column: int | None = None) -> NoReturn:
        """Raise a ParseError about this source."""
        raise self.error(message, line, column)

    def error(self, message: str, line: int | None = None, column: int | None = None) -> ParseError:
        """Make a ParseError about this source."""
        return ParseError(message, line, column, self.name)

    def warn(self, message: str, line: int | None = None) -> None:
        """Warn of something in this source, at the caller's line outside this package."""
        warning = FormatWarning(str(self.error(message, line)))
        warnings.warn(warning, stacklevel=1 + _frames_inside())


_PACKAGE = str(Path(__file__).parent.parent)


def _frames_inside() -> int:
    """How many frames, this one's caller first, are in files of this package."""
    count, frame = 0, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        count, frame = count + 1, frame.f_back
    return count


def standard_input() -> BinaryIO:
    """The bytes of standard input; RushHourError where it is closed, as after it was read."""
    if sys.stdin is None:
        raise RushHourError("standard input is closed")
    if sys.stdin.closed:
        raise RushHourError("standard input can be read but once")
    return sys.stdin.buffer


@contextmanager
def opened(file: str | PathLike[str] | Iterable[str] | BinaryIO) -> Iterator[Iterable[str]]:
    """The text of a path, or of an open file, which stays open; bytes are read as UTF-8.

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
    """The name of a path or of an open file, where it has one."""
    name = file if isinstance(file, str | PathLike) else getattr(file, "name", None)
    return fspath(name) if isinstance(name, str | PathLike) else None


def lines_of(file: Iterable[str]) -> Iterator[str]:
    """The lines of an open file; of one that is too long no more than shows that it is."""
    readline = getattr(file, "readline", None)
    return iter(file) if readline is None else iter(partial(readline, MAX_CHARACTERS + 2), "")


def checked_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines of a puzzle; the error of the first that is no text is raised."""
    lines = list(lines)
    for line in lines:
        if line.error is not None:
            raise line.error
    return lines


def refuse_gap(source: Source, lines: list[Line], parts: str, hint: str) -> None:
    """Refuse a blank line between some lines of a puzzle; between all of them it parts nothing."""
    parted = [line for line in lines[1:] if line.parted]
    if 0 < len(parted) < len(lines) - 1:
        message = f"expected {parts} without a blank line between them, found one above this"
        source.fail(f"{message}; {hint}", parted[0].number)


def _checked(lines: Iterable[str], name: str | None) -> Iterator[_Raw]:
    """Lines without their ends, each that is no text with its error."""
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


def _checked_line(raw: str, number: int, name: str | None) -> _Raw:
    if number == 1:
        raw = raw.removeprefix("\ufeff")
    raw = raw.rstrip("\r\n")
    if not raw:
        return _BLANK
    try:
        require_text(raw, number, name)
    except ParseError as error:
        if len(raw) > MAX_CHARACTERS:  # its rest comes as further lines
            raise
        return _Raw(raw, error=error)
    return _COMMENT_LINE if raw[0] == "#" and raw[1:2] in _BLANKS else _Raw(raw)


def require_text(raw: str, number: int, name: str | None) -> None:
    """Refuse a line that is too long or no text."""
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
    """What to say of a lone surrogate; some are how Python keeps a byte that is no UTF-8."""
    if "\udc80" <= surrogate <= "\udcff":
        return f"expected text in UTF-8, found the byte 0x{ord(surrogate) - 0xDC00:02x}"
    return f"expected text, found the lone surrogate {surrogate!r}"


def lone_surrogate(text: str) -> int | None:
    """The place of the first half of a character, which no encoding can write; None without one."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def _clean(lines: Iterable[tuple[int, _Raw]], *, errors: bool = False) -> Iterator[Line]:
    """The lines that hold something and, for `errors`, those that are no text."""
    parted = False
    for number, raw in lines:
        text = raw.text and _stripped(raw.text)
        if text or (errors and raw.error is not None):
            yield Line(number, text, parted, raw.error)
            parted = False
        elif not raw.is_comment:
            parted = True


def _stripped(raw: str) -> str:
    """A line without its comment and trailing blanks."""
    return _COMMENT.sub("", raw.replace("\t", " ")).rstrip()


def is_integer(word: str) -> bool:
    """Whether a word is a decimal integer of a size that a board could ever use."""
    return len(word) <= 10 and bool(re.fullmatch(r"[+-]?[0-9]{1,9}", word))


def integer(source: Source, line: Line, word: int, meaning: str) -> int:
    """Read one word of a line as an integer; the error says what it should have meant."""
    words = line.words()
    found = words[word] if word < len(words) else ""
    if not is_integer(found):
        column = line.column_of(word)
        source.fail(f"expected {meaning}, found {seen(found)}", line.number, column)
    return int(found)


def seen(word: str) -> str:
    """A word as a message quotes it: shortened, and counted where it is but a long number."""
    if _INTEGER.fullmatch(word) and not is_integer(word):
        return f"a number of {len(word.lstrip('+-'))} digits"
    return repr(word[:40]) if word else "the end of the line"
