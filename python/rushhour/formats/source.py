"""Source: a text as every format reads it, without what differs only in the writing.

Byte order marks, line ends, tabs, trailing blanks, comments and blank lines are taken care of here,
once; numbers of lines and columns are those of the original text. A comment is a line that begins
with `#`, or the rest of a line behind a blank and `#`. A source is a stream: only its head is held,
for detection.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple, NoReturn

from rushhour.errors import ParseError, RushHourError

HEAD = 100
TIGHT_COMMENTS = 100
# Far beyond a board of 32x32 with 128 vehicles, and still read in less than a second.
MAX_LINES = 1 << 12
MAX_CHARACTERS = 1 << 21

_COMMENT = re.compile(r"(^|\s)#.*")
_INTEGER = re.compile(r"[+-]?[0-9]+")


class Line(NamedTuple):
    """A line that is not blank: its number from 1, and its text, leading blanks kept."""

    number: int
    text: str

    def words(self) -> list[str]:
        """The words between blanks."""
        return self.text.split()

    def column_of(self, word: int) -> int:
        """The column, from 1, of a word by its index; behind the last one if there are fewer."""
        starts = [match.start() for match in re.finditer(r"\S+", self.text)]
        return 1 + (starts[word] if word < len(starts) else len(self.text))


class Source:
    """The lines of a text that hold something, and the name of the file they come from."""

    def __init__(self, lines: Iterable[str], name: str | None = None) -> None:
        self.name = name
        # Where the puzzle begins that was read last; None in a text of one puzzle.
        self.begin: int | None = None
        self.tight_comments: list[Line] = []
        self._raw = map(self._without_comment, enumerate(_checked(lines, name), 1))
        self._held: list[str] = []
        self.head: list[Line] = []
        self._hold()

    def _hold(self) -> None:
        """Read until the head is full, whatever stands before it in blank lines and comments."""
        room = MAX_CHARACTERS
        while len(self.head) < HEAD and room > 0:
            raw = next(self._raw, None)
            if raw is None:
                return
            self._held.append(raw)
            if raw:
                self.head += _clean([(len(self._held), raw)])
            room -= len(raw)

    def _without_comment(self, numbered: tuple[int, str]) -> str:
        """Empty a line that is a comment; keep the first ones that could have been meant as cells.

        These have no blank between `#` and what follows: as `#..AA.`, a row whose walls are `#`.
        """
        number, raw = numbered
        if not raw.lstrip().startswith("#"):
            return raw
        if len(self.tight_comments) < TIGHT_COMMENTS and len(raw.split()) == 1:
            self.tight_comments.append(Line(number, raw))
        return ""

    @property
    def opening(self) -> str:
        """The head as it was written, from its first character that is not blank."""
        return "\n".join(self._held).lstrip()

    def lines(self) -> Iterator[Line]:
        """All lines; a source is read once."""
        return _clean(enumerate(chain(self._held, self._raw), 1))

    def written_lines(self) -> Iterator[Line]:
        """All lines as they were written, for formats that have their own use for `#`."""
        numbered = enumerate(chain(self._held, self._raw), 1)
        return (Line(number, raw) for number, raw in numbered if not raw.isspace() and raw)

    def puzzle_lines(self) -> list[Line]:
        """All lines of a text that holds one puzzle."""
        return list(self.bounded(self.lines()))

    def bounded(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The lines of one puzzle, refused where they are more than any puzzle has."""
        for count, line in enumerate(lines):
            if count == MAX_LINES:
                self.fail(f"expected at most {MAX_LINES} lines for a puzzle", line.number)
            yield line

    def text(self) -> str:
        """The whole text with its own line ends, for formats whose syntax is not made of lines."""
        kept, room = [], MAX_CHARACTERS
        for number, raw in enumerate(chain(self._held, self._raw), 1):
            kept.append(raw)
            room -= len(raw) + 1
            if room < -1:
                self.fail(f"expected at most {MAX_CHARACTERS} characters for a document", number)
        return "\n".join(kept)

    def fail(self, message: str, line: int | None = None, column: int | None = None) -> NoReturn:
        """Raise a ParseError about this source."""
        raise self.error(message, line, column)

    def error(self, message: str, line: int | None = None, column: int | None = None) -> ParseError:
        """Make a ParseError about this source."""
        return ParseError(message, line, column, self.name)


def standard_input() -> BinaryIO:
    """The bytes of standard input; RushHourError where it is closed, as after it was read."""
    if sys.stdin is None:
        raise RushHourError("standard input is closed")
    if sys.stdin.closed:
        raise RushHourError("standard input can be read but once")
    return sys.stdin.buffer


def lines_of(file: Iterable[str]) -> Iterator[str]:
    """The lines of an open file; of one that is too long no more than shows that it is."""
    readline = getattr(file, "readline", None)
    return iter(file) if readline is None else iter(lambda: readline(MAX_CHARACTERS + 2), "")


def _checked(lines: Iterable[str], name: str | None) -> Iterator[str]:
    """Lines without their ends, refused where they are no text."""
    reader = enumerate(lines, 1)
    while True:
        try:
            number, raw = next(reader)
        except StopIteration:
            return
        except UnicodeDecodeError as error:
            message = f"expected text in UTF-8, found the byte 0x{error.object[error.start]:02x}"
            raise ParseError(message, source=name) from None
        raw = raw.removeprefix("\ufeff" if number == 1 else "").rstrip("\r\n")
        require_text(raw, number, name)
        yield raw


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


def _clean(lines: Iterable[tuple[int, str]]) -> Iterator[Line]:
    for number, raw in lines:
        text = _COMMENT.sub("", raw.replace("\t", " ")).rstrip()
        if text:
            yield Line(number, text)


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
