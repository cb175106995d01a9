"""Source: the text that every format reads, as a stream of lines of which only the head is held."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NoReturn

from rushhour.formats.lines import (
    COMMENT_LINE,
    MAX_CHARACTERS,
    MAX_LINES,
    Line,
    RawLine,
    checked_lines,
    cleaned,
    raw_lines,
    stripped,
)
from rushhour.model.errors import FormatWarning, ParseError

HEAD = 100
TIGHT_COMMENTS = 100


class Source:
    """The lines of a text that hold something, and the name of the file they come from."""

    def __init__(self, lines: Iterable[str], name: str | None = None) -> None:
        self.name = name
        # Where the puzzle begins that was read last; None in a text of one puzzle.
        self.begin: int | None = None
        self.tight_comments: list[Line] = []
        self._raw = map(self._without_comment, enumerate(raw_lines(lines, name), 1))
        self._held: list[RawLine] = []
        self._hold()
        self.head: list[Line] = list(islice(cleaned(enumerate(self._held, 1)), HEAD))

    def _hold(self) -> None:
        """Read until the head is full, whatever stands before it in blank lines and comments."""
        room, count = MAX_CHARACTERS, 0
        for raw in self._raw:
            self._held.append(raw)
            count += bool(raw.text and stripped(raw.text))
            room -= len(raw.text)
            if count == HEAD or room <= 0:
                return

    def _without_comment(self, numbered: tuple[int, RawLine]) -> RawLine:
        """Empty a line that is a comment; keep the first ones that could have been meant as cells.

        These have no blank between `#` and what follows: as `#..AA.`, a row whose walls are `#`.
        """
        number, raw = numbered
        if not raw.text.lstrip().startswith("#"):  # or emptied before
            return raw
        if len(self.tight_comments) < TIGHT_COMMENTS and len(raw.text.split()) == 1:
            self.tight_comments.append(Line(number, raw.text))
        return COMMENT_LINE if raw.error is None else raw._replace(text="", is_comment=True)

    @property
    def opening(self) -> str:
        """The head as it was written, from its first character that is not blank."""
        return "\n".join(raw.text for raw in self._held).lstrip()

    def _numbered(self) -> Iterator[tuple[int, RawLine]]:
        return enumerate(chain(self._held, self._raw), 1)

    def lines(self) -> Iterator[Line]:
        """All lines, also those with an error; a source is read once."""
        return cleaned(self._numbered(), errors=True)

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


def refuse_gap(source: Source, lines: list[Line], parts: str, hint: str) -> None:
    """Refuse a blank line between some lines of a puzzle; between all of them it parts nothing."""
    parted = [line for line in lines[1:] if line.parted]
    if 0 < len(parted) < len(lines) - 1:
        message = f"expected {parts} without a blank line between them, found one above this"
        source.fail(f"{message}; {hint}", parted[0].number)


_PACKAGE = str(Path(__file__).parent.parent)


def _frames_inside() -> int:
    """How many frames, this one's caller first, are in files of this package."""
    count, frame = 0, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        count, frame = count + 1, frame.f_back
    return count
