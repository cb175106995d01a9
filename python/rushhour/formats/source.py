"""Source: a text as every format reads it, without what differs only in the writing.

Byte order marks, line ends, tabs, trailing blanks, comments and blank lines are taken care of here,
once; numbers of lines and columns are those of the original text. A source is a stream: only its
head is held, for detection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple, NoReturn

from rushhour.errors import ParseError

HEAD = 100
MAX_LINE = 1 << 24

_COMMENT = re.compile(r"(^|\s)#.*")


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
        self._raw = _checked(lines, name)
        self.head: list[Line] = []
        self._held: list[str] = []
        for raw in islice(self._raw, HEAD):
            self._held.append(raw)
        self.head = list(_clean(enumerate(self._held, 1)))

    def lines(self) -> Iterator[Line]:
        """All lines; a source is read once."""
        return _clean(enumerate(chain(self._held, self._raw), 1))

    def text(self) -> str:
        """The whole text with its own line ends, for formats whose syntax is not made of lines."""
        return "\n".join(
            "" if raw.lstrip().startswith("#") else raw for raw in chain(self._held, self._raw)
        )

    def fail(self, message: str, line: int | None = None, column: int | None = None) -> NoReturn:
        """Raise a ParseError about this source."""
        raise self.error(message, line, column)

    def error(self, message: str, line: int | None = None, column: int | None = None) -> ParseError:
        """Make a ParseError about this source."""
        return ParseError(message, line, column, self.name)


def _checked(lines: Iterable[str], name: str | None) -> Iterator[str]:
    """Lines without their ends, refused where they are not text or too long to be a puzzle."""
    reader = enumerate(lines, 1)
    while True:
        try:
            number, raw = next(reader)
        except StopIteration:
            return
        except UnicodeDecodeError as error:
            message = f"expected text in UTF-8, found the byte 0x{error.object[error.start]:02x}"
            raise ParseError(message, source=name) from None
        if len(raw) > MAX_LINE:
            raise ParseError(
                f"expected at most {MAX_LINE} characters in a line", number, None, name
            )
        if "\0" in raw:
            message = "expected text, found a NUL character"
            raise ParseError(message, number, raw.index("\0") + 1, name)
        yield raw.removeprefix("\ufeff" if number == 1 else "").rstrip("\r\n")


def _clean(lines: Iterable[tuple[int, str]]) -> Iterator[Line]:
    for number, raw in lines:
        text = _COMMENT.sub("", raw.replace("\t", " ")).rstrip()
        if text:
            yield Line(number, text)


def is_integer(word: str) -> bool:
    """Whether a word is a decimal integer of a size that a board could ever use."""
    return bool(re.fullmatch(r"[+-]?[0-9]{1,9}", word))


def integer(source: Source, line: Line, word: int, meaning: str) -> int:
    """Read one word of a line as an integer; the error says what it should have meant."""
    words = line.words()
    found = words[word] if word < len(words) else ""
    if not is_integer(found):
        seen = repr(found[:40]) if found else "the end of the line"
        source.fail(f"expected {meaning}, found {seen}", line.number, line.column_of(word))
    return int(found)
