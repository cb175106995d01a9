"""Declared: what a reader is told about a text beside it: marks, size and exit of a drawn board.

With marks or a size a text is a drawing, whatever else it looks like: rows of cells, or a line with
all cells of a board. With an exit alone it is read in its format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from rushhour.errors import WrongValueError
from rushhour.formats import drawn
from rushhour.formats.source import Line, Source, checked_lines
from rushhour.formats.target import target_of
from rushhour.model.setup import Exit, Scattered, Setup, Side

_EXIT = re.compile(r"\s*(right|left|top|bottom)\s*(?::\s*([0-9]{1,3})\s*)?")
_SIZE = re.compile(r"\s*([0-9]{1,2})\s*[xX]\s*([0-9]{1,2})\s*")
_EMPTY, _WALL = ".o", "x"


@dataclass(frozen=True, slots=True)
class Declared:
    """What is declared of every puzzle of a text.

    `exit` is a side and the row or column from 0, None for that of the target; `size` rows and
    columns. Each character of `empty` and `wall` is such a cell, and no other is; an `empty` with a
    blank counts blanks at the ends of lines too. None is what the text says itself.
    """

    exit: tuple[Side, int | None] | None = None
    size: tuple[int, int] | None = None
    empty: str | None = None
    wall: str | None = None

    @classmethod
    def of(
        cls,
        exit: str | None = None,  # noqa: A002
        size: str | None = None,
        empty: str | None = None,
        wall: str | None = None,
    ) -> Declared:
        """Read the texts of options, such as `right:2` and `6x6`; WrongValueError otherwise."""
        way_out = None if exit is None else _EXIT.fullmatch(exit)
        if exit is not None and way_out is None:
            raise WrongValueError(f"expected an exit such as right:2 or top, found {exit[:40]!r}")
        sides = None if size is None else _SIZE.fullmatch(size)
        if size is not None and sides is None:
            raise WrongValueError(f"expected a size such as 6x6, found {size[:40]!r}")
        both = sorted(set(empty or "") & set(wall or ""))
        if both:
            message = (
                f"expected other marks for walls than for empty cells, found {both[0]!r} in both"
            )
            raise WrongValueError(message)
        line = None if way_out is None or way_out[2] is None else int(way_out[2])
        return cls(
            None if way_out is None else (cast("Side", way_out[1]), line),
            None if sides is None else (int(sides[1]), int(sides[2])),
            empty,
            wall,
        )

    @property
    def is_drawing(self) -> bool:
        """Whether the text is read as a drawing."""
        return (self.size, self.empty, self.wall) != (None, None, None)

    def setups(self, source: Source, target: str | None) -> Iterator[Setup]:
        """The drawn boards of a source; ParseError for a text of another shape."""
        if " " in (self.empty or ""):
            written = source.text().rstrip("\n").split("\n")
            width = max(map(len, written))
            rows = [(Line(n, row), row.ljust(width)) for n, row in enumerate(written, 1)]
        else:
            lines = checked_lines(source.bounded(source.written_lines()))
            rows = [(line, row) for line in lines for row in self._rows(line)]
        for board in self._boards(source, rows):
            yield self._setup(source, board, target)

    def _rows(self, line: Line) -> list[str]:
        """The rows of a line, which may be parted by `/`."""
        row = "".join(line.text.split())
        return [row] if "/" in (self.empty or "") + (self.wall or "") else row.split("/")

    def _boards(
        self, source: Source, rows: list[tuple[Line, str]]
    ) -> Iterator[list[tuple[Line, str]]]:
        """The rows of each board: a line with all cells of one, or as many lines as it has rows."""
        if self.size is None:
            yield rows
            return
        count, width = self.size
        board: list[tuple[Line, str]] = []
        for line, row in rows:
            if len(row) == count * width and not board:
                yield [(line, row[n : n + width]) for n in range(0, len(row), width)]
                continue
            if len(row) != width:
                expected = f"expected {width} cells, or {count * width} of a whole board"
                source.fail(f"{expected}, found {len(row)}: {row[:40]!r}", line.number)
            board.append((line, row))
            if len(board) == count:
                yield board
                board = []
        if board:
            source.fail(f"expected {count} rows, found {len(board)}", board[-1][0].number)

    def _setup(self, source: Source, board: list[tuple[Line, str]], target: str | None) -> Setup:
        rows = [row for _, row in board]
        for number, (line, row) in enumerate(board):
            if len(row) != len(rows[0]):
                source.fail(drawn.uneven(rows[0], number, row), line.number)
        if not rows:
            source.fail("expected a board, found an empty text")
        wall = self.wall if self.wall is not None else _WALL
        empty = self.empty if self.empty is not None else _usual_empty(rows, wall)
        labels = {*"".join(rows)} - {*empty, *wall}
        chosen = target_of(source, rows, labels) if target is None else target
        return drawn.setup(rows, target=chosen, empty=empty, wall=wall)

    def applied(self, setup: Setup) -> Setup:
        """The setup with the declared exit in place of its own."""
        if self.exit is None:
            return setup
        side, line = self.exit
        target = next((one for one in setup.vehicles if one.label == setup.target), None)
        if line is None and target is not None:
            cell = target.cells[0] if isinstance(target, Scattered) else (target.row, target.col)
            line = cell[side in ("top", "bottom")]
        return setup if line is None else replace(setup, exit=Exit(side, line))


def _usual_empty(rows: list[str], wall: str) -> str:
    """The mark of empty cells in a drawing that does not say: a dot, or else an `o`."""
    marks = [mark for mark in _EMPTY if mark not in wall]
    return next((mark for mark in marks if any(mark in row for row in rows)), "")
