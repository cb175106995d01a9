"""Frame: a board as rushhour prints it, with an arrow at its exit.

```text
 +-------------+
 | . . B . . . |
 | . . B . . . |
 | X X B . . . |>         . is empty, # a wall; the arrow is > < ^ or v, beside the frame
 | . . . . # . |
 +-------------+
```

The exit is where the arrow is. The target is the vehicle that points at it; several are refused,
since a board is printed with any labels. Labels have any width, but no blanks. What stands above
and below, such as the moves of a solution, is passed over. A text may have several boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from rushhour.formats import drawn
from rushhour.formats.lines import Line, checked_lines
from rushhour.formats.source import Source
from rushhour.formats.target import only, pointing_at
from rushhour.model.errors import ParseError
from rushhour.model.setup import Exit, Setup, Side

EMPTY, WALL = ".", "#"

_BORDER = re.compile(r"\s*\+--+\+\s*(\s#.*)?")
_ROW = re.compile(r"\s*(<?)\s*\|(.*)\|\s*(>?)\s*(\s#.*)?")
_ARROW = {"top": re.compile(r"\s*\^\s*(\s#.*)?"), "bottom": re.compile(r"\s*v\s*(\s#.*)?")}


def matches(source: Source) -> bool:
    """The upper edge of a frame in the first three lines, below a title and an arrow at most."""
    lines = [line for line in source.opening.split("\n") if line.strip()]
    return any(_BORDER.fullmatch(line) for line in lines[:3])


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The boards of the text; `target` declares the label of the target."""
    lines = checked_lines(source.bounded(source.written_lines()))
    borders = [at for at, line in enumerate(lines) if _BORDER.fullmatch(line.text)]
    for upper, lower in zip(borders[::2], [*borders[1::2], None], strict=False):
        source.begin = lines[upper].number if len(borders) > 2 else None
        try:
            if lower is None:
                source.fail("expected the lower edge of a frame, found none", lines[upper].number)
            yield _Frame(source, lines, upper, lower).setup(target)
        except ParseError as error:
            yield error


class _Frame(NamedTuple):
    """A frame in the lines of a text: the indices of its edges."""

    source: Source
    lines: list[Line]
    upper: int
    lower: int

    def setup(self, target: str | None) -> Setup:
        """The board in the frame."""
        rows = self._rows()
        way_out = self._exit(rows)
        if target is None:
            found = sorted(pointing_at(rows, way_out) - {EMPTY, WALL})
            if not found:
                self._fail("expected a vehicle that points at the arrow, found none", self.upper)
            target = only(self.source, found, self.lines[self.upper].number)
        return drawn.setup(rows, target=target, empty=EMPTY, wall=WALL, exit=way_out)

    def _rows(self) -> list[list[str]]:
        rows: list[list[str]] = []
        for at in range(self.upper + 1, self.lower):
            text = self.lines[at].text
            match = _ROW.fullmatch(text)
            if match is None:
                self._fail(f"expected cells between | and |, found {text[:40]!r}", at)
            rows.append(match[2].split())
            if len(rows[-1]) != len(rows[0]):
                row = " ".join(rows[-1])
                self._fail(drawn.uneven(rows[0], len(rows) - 1, row, len(rows[-1])), at)
        if not rows or not rows[0]:
            self._fail("expected rows of cells in the frame, found none", self.upper)
        return rows

    def _exit(self, rows: list[list[str]]) -> Exit:
        """The only arrow at the frame."""
        found = [*self._arrows_beside(), *self._arrows_beyond(len(rows[0]))]
        if len(found) != 1:
            count = len(found) or "none"
            self._fail(f"expected one arrow at the frame, found {count}", self.upper)
        return found[0]

    def _arrows_beside(self) -> Iterator[Exit]:
        for row, line in enumerate(self.lines[self.upper + 1 : self.lower]):
            match = _ROW.fullmatch(line.text)
            sides: tuple[Side, Side] = ("left", "right")
            for side, arrow in zip(sides, match.group(1, 3) if match else (), strict=False):
                if arrow:
                    yield Exit(side, row)

    def _arrows_beyond(self, cols: int) -> Iterator[Exit]:
        """The arrow in the line above or below the frame, over the first character of a column."""
        border = self.lines[self.upper].text
        left, right = border.index("+"), border.rindex("+")
        wide = (right - left - 2) // cols
        beyond: dict[Side, int] = {"top": self.upper - 1, "bottom": self.lower + 1}
        for side, at in beyond.items():
            line = self.lines[at] if 0 <= at < len(self.lines) else None
            if line is None or not _ARROW[side].fullmatch(line.text):
                continue
            place = len(line.text) - len(line.text.lstrip()) - left - 2
            if place < 0 or place % wide or place // wide >= cols:
                self._fail("expected the arrow over a column of the frame, found it elsewhere", at)
            yield Exit(side, place // wide)

    def _fail(self, message: str, at: int) -> NoReturn:
        self.source.fail(message, self.lines[at].number)
