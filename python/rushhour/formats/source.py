"""Source: the text that every format reads, as a stream of lines of which only the head is held."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NoReturn

from rushhour.formats.lines import (
    MAX_CHARACTERS,
    MAX_LINES,
    Line,
    RawLine,
    checked_lines,
    cleaned,
    comment_line,
    raw_lines,
    stripped,
)
from rushhour.model.errors import FormatWarning, ParseError

HEAD = 100
TIGHT_COMMENTS = 100


class Source:
    """The lines of a text that are not blank, and the name of its file."""

    def __init__(self, lines: Iterable[str], name: str | None = None) -> None:
        self.name = name
        # The line in which the last puzzle read begins; None in a text of one puzzle.
        self.begin: int | None = None
        self.tight_comments: list[Line] = []
        self._raw = map(self._without_comment, enumerate(raw_lines(lines, name), 1))
        self._held: list[RawLine] = []
        self._hold()
        self.head: list[Line] = list(islice(cleaned(enumerate(self._held, 1)), HEAD))

    def _hold(self) -> None:
        """Read until the head is full, not counting blank lines and comments."""
        room, count = MAX_CHARACTERS, 0
        for raw in self._raw:
            self._held.append(raw)
            count += bool(raw.text and stripped(raw.text))
            room -= len(raw.text)
            if count == HEAD or room <= 0:
                return

    def _without_comment(self, numbered: tuple[int, RawLine]) -> RawLine:
        """Empty a comment line; remember the first ones that could be meant as cells.

        Those have no blank after `#`: `#..AA.` may be a row whose walls are `#`.
        """
        number, raw = numbered
        if not raw.text.lstrip().startswith("#"):  # or emptied before
            return raw
        if len(self.tight_comments) < TIGHT_COMMENTS and len(raw.text.split()) == 1:
            self.tight_comments.append(Line(number, raw.text))
        if raw.error is not None:
            return raw._replace(text="", is_comment=True)
        return comment_line(raw.text.lstrip())

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
        warning = FormatWarning(str(self.error(message, line)))
        warnings.warn(warning, stacklevel=1 + _frames_inside())


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
