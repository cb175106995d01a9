"""Source: the text that every format reads, as a stream of lines of which only the head is held.

Lines are cleaned here, once, of what differs only in the writing: byte order marks, line ends,
tabs, trailing blanks, comments and blank lines. Numbers of lines and columns are those of the
original text. A comment is a line that begins with `#`, or the rest of a line from a blank and
`#` on; so is a fence, as Markdown has it around code, and so are the sentences around the only one
that has a document or a program (`src/reader/source.rs`).

A line that is not text, such as one with a byte that is not UTF-8, carries its error. It spoils
only the puzzle that it belongs to: a list of puzzles continues with the next one.

At the end stand the words of a line: integers, and what messages quote.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, NoReturn

import rushhour._core as _core
from rushhour.base import expect
from rushhour.errors import FormatWarning, ParseError, WrongTypeError

_PAIR = re.compile(r"(?<![0-9])([0-9]{1,2})\s*[xX\u00d7]\s*([0-9]{1,2})(?![0-9])")


def pairs_in(text: str) -> set[tuple[int, int]]:
    """Every pair such as 8x8 in a text.

    >>> pairs_in("Rushhour9x9_4.csv")
    {(9, 9)}
    """
    return {(int(match[1]), int(match[2])) for match in _PAIR.finditer(text)}


def sizes_in(text: str) -> set[int]:
    """Every number that a text names as a size, rows or columns; of a long one the first digits.

    >>> sizes_in("Level 5, size 8")
    {8}
    """
    return {*_core.sizes_in(text)}


# Far beyond a board of 32x32 with 128 vehicles, and still read in less than a second.
MAX_LINES = 1 << 12
MAX_CHARACTERS = 1 << 21
# The characters of a comment that may name a size.
_NOTE = 200

_COMMENT = re.compile(r"(^|\s)#.*")
# As Markdown has them around code, with the name of a language.
_FENCE = re.compile(r"```\s*[A-Za-z0-9-]*\s*")


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
            raise WrongTypeError("path", "a path or an open file", expect.brief_repr(raw))
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
    return RawLine(raw)


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


def encodable(text: str) -> str:
    """A text with a mark in place of each lone surrogate, for the core."""
    return text if text.isascii() else text.encode(errors="replace").decode()


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


HEAD = 100
TIGHT_COMMENTS = 100
HASHED = 1000
"""How many of the lines that begin with `#` a drawing may have."""


class Source:
    """The lines of a text that are not blank, and the name of its file."""

    def __init__(
        self, lines: Iterable[str], name: str | None = None, *, comments: bool = True
    ) -> None:
        self.name = name
        # The line in which the last puzzle read begins; None in a text of one puzzle.
        self.begin: int | None = None
        # Whether an exit is declared beside the text, which then need not have one.
        self.has_exit = False
        # Warnings that are kept back, while a text is only tried; None where they are issued.
        self.held_back: list[FormatWarning] | None = None
        self.tight_comments: list[Line] = []
        self._hashed: dict[int, str] = {}
        self._fences: list[int] = []
        raw = raw_lines(lines, name)
        self._raw = map(self._without_comment, enumerate(raw, 1)) if comments else raw
        self._held: list[RawLine] = []
        self._is_whole = self._hold()
        if self._is_whole and len(self._fences) == 2:
            self._leave_sentences()
        self.head: list[Line] = list(islice(cleaned(enumerate(self._held, 1)), HEAD))

    def _hold(self) -> bool:
        """Read until the head is full, not counting blank lines and comments; whether all is."""
        room, count = MAX_CHARACTERS, 0
        for raw in self._raw:
            self._held.append(raw)
            count += bool(raw.text and stripped(raw.text))
            room -= len(raw.text)
            if count == HEAD or room <= 0:
                return False
        return True

    def _leave_sentences(self) -> None:
        """Empty the sentences around a fence with a document or a program."""
        texts = enumerate(self._held, 1)
        lines = ["```" if number in self._fences else encodable(raw.text) for number, raw in texts]
        first, last = _core.in_fence(lines) or (1, len(lines))
        held = enumerate(self._held, 1)
        self._held = [raw if first <= number <= last else _COMMENT_LINE for number, raw in held]

    def _without_comment(self, numbered: tuple[int, RawLine]) -> RawLine:
        """Empty a comment line; remember the first ones, which could be meant as cells.

        Those of one word are `tight`: `#..AA.` may be a row whose walls are `#`.
        """
        number, raw = numbered
        text = raw.text.lstrip()
        if _FENCE.fullmatch(text):
            self._fences.append(number)
            return _COMMENT_LINE
        if not text.startswith("#"):  # or emptied before
            return raw
        if len(self.tight_comments) < TIGHT_COMMENTS and len(raw.text.split()) == 1:
            self.tight_comments.append(Line(number, raw.text))
        if len(self._hashed) < HASHED and len(raw.text) <= _NOTE:
            self._hashed[number] = raw.text
        if raw.error is not None:
            return raw._replace(text="", is_comment=True)
        return comment_line(raw.text.lstrip())

    @property
    def written(self) -> list[str] | None:
        """The lines of a short text as they are written; None if it is longer than its head."""
        if (
            not self._is_whole
            or len(self._held) > MAX_LINES
            or any(raw.error is not None for raw in self._held)
        ):
            return None
        return [self._hashed.get(number, raw.text) for number, raw in enumerate(self._held, 1)]

    def head_as_written(self) -> Iterator[str]:
        """The lines of the head as they are written, without those that are no text."""
        for number, raw in enumerate(self._held, 1):
            yield "" if raw.error is not None else self._hashed.get(number, raw.text)

    @property
    def opening(self) -> str:
        """The head as written, from its first character that is not blank."""
        return "\n".join(raw.text for raw in self._held).lstrip()

    def _numbered(self) -> Iterator[tuple[int, RawLine]]:
        return enumerate(chain(self._held, self._raw), 1)

    def lines(self) -> Iterator[Line]:
        """All lines, including those with an error; a source can be read only once."""
        return cleaned(self._numbered(), errors=True)

    def written_lines(self) -> Iterator[Line]:
        """All lines as written, for formats in which `#` has another meaning."""
        for number, raw in self._numbered():
            if raw.error is not None or raw.text.strip():
                yield Line(number, raw.text, error=raw.error)

    def picture_lines(self, *, head: bool = False) -> Iterator[Line]:
        """The lines of a drawing, of all or of the head; one that begins with `#` may be cells."""
        parted = False
        for number, raw in enumerate(self._held, 1) if head else self._numbered():
            text = self._hashed.get(number, raw.text).replace("\t", " ").rstrip()
            if text or raw.error is not None:
                yield Line(number, text, parted, raw.error)
            parted = not text and not raw.is_comment

    def require_text(self) -> None:
        """Refuse a source whose head has a line that is not text."""
        for raw in self._held:
            if raw.error is not None:
                raise raw.error

    def puzzle_lines(self) -> list[Line]:
        """All lines of a text of one puzzle."""
        return checked_lines(self.bounded(self.lines()))

    def bounded(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The lines of one puzzle; too many lines are an error."""
        for count, line in enumerate(lines):
            if count == MAX_LINES:
                self.fail(f"expected at most {MAX_LINES} lines for a puzzle", line.number)
            yield line

    def text(self) -> str:
        """The whole text, for formats whose syntax is not based on lines."""
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
        """Issue a warning about this source, at the caller's line outside this package."""
        self.issue(FormatWarning(str(self.error(message, line))))

    def issue(self, warning: FormatWarning) -> None:
        """Issue a warning at the caller's line outside this package, or keep it back."""
        if self.held_back is None:
            warnings.warn(warning, stacklevel=1 + _frames_inside())
        else:
            self.held_back.append(warning)


def refuse_gap(source: Source, lines: list[Line], parts: str, hint: str) -> None:
    """Refuse blank lines between some, but not all, of the lines of a puzzle."""
    parted = [line for line in lines[1:] if line.parted]
    if 0 < len(parted) < len(lines) - 1:
        message = f"expected {parts} without a blank line between them, found one above this"
        source.fail(f"{message}; {hint}", parted[0].number)


_PACKAGE = str(Path(__file__).parent.parent)


def _frames_inside() -> int:
    """How many frames, from the caller's on, are in files of this package."""
    count, frame = 0, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        count, frame = count + 1, frame.f_back
    return count


_INTEGER = re.compile(r"[+-]?[0-9]+")


def is_integer(word: str) -> bool:
    """Whether a word is a decimal integer of at most 9 digits."""
    return len(word) <= 10 and bool(re.fullmatch(r"[+-]?[0-9]{1,9}", word))


def integer(source: Source, line: Line, word: int, meaning: str) -> int:
    """Read a word of a line as an integer; `meaning` is what the error expects."""
    words = line.words()
    found = words[word] if word < len(words) else ""
    if not is_integer(found):
        column = line.column_of(word)
        source.fail(f"expected {meaning}, found {seen(found)}", line.number, column)
    return int(found)


def seen(word: str) -> str:
    """A word as quoted in messages: shortened; for a long number, how many digits it has."""
    if _INTEGER.fullmatch(word) and not is_integer(word):
        return f"a number of {len(word.lstrip('+-'))} digits"
    return repr(word[:40]) if word else "the end of the line"
