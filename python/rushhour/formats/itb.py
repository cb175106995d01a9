"""ITB: sizes, then a picture with the exit drawn outside it.

```text
6 6                rows and columns
12                 the number of vehicles, the target not counted
  K                the exit, next to the edge of the target's line, on any side
FF.IZ.
DDDIZM             P is the target, . is empty
.CCIZM
BBP.JJ
A.PHHL
A.GGGL
```

The two lines of numbers are often wrong; if the picture itself is clear, that is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from rushhour.errors import UnwritableError
from rushhour.formats import carlist, drawn, table
from rushhour.formats.source import Line, Source, integer, is_integer, pairs_in, refuse_gap
from rushhour.formats.target import pointing_at, require_plain, target_of
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Exit, Setup

TARGET, EXIT, EMPTY = "P", "K", "."


def matches(source: Source) -> bool:
    """Two numbers, then one, then no number; and no line of a car list below.

    A car list may also begin with two numbers.
    """
    if len(source.head) < 3:
        return False
    sizes, count, picture = (line.words() for line in source.head[:3])
    return (
        len(sizes) == 2
        and all(map(is_integer, [*sizes, count[0]]))
        and not is_integer(picture[0])
        and not carlist.is_car(source.head[1])
        and not table.matches(source)
    )


def resembles(source: Source) -> bool:
    """One or two words, one of them a number or such as 6x6; below them the target and the exit."""
    sizes = source.head[0].words()
    if len(sizes) > 2 or not any(is_integer(word) or pairs_in(word) for word in sizes):
        return False
    return {TARGET, EXIT, EMPTY} <= {symbol for line in source.head[1:] for symbol in line.text}


def read(source: Source, target: str | None = None) -> Iterator[Setup]:
    """The one puzzle of the text; FormatWarning if the numbers contradict the picture.

    `target` declares the target's character.
    """
    lines = source.puzzle_lines()
    if len(lines) < 3:
        expected = "rows and columns, the number of pieces and a picture"
        source.fail(f"expected {expected}, found the end of the text", lines[-1].number)
    rows = integer(source, lines[0], 0, "the number of rows")
    cols = integer(source, lines[0], 1, "the number of columns")
    count = integer(source, lines[1], 0, "the number of pieces")
    refuse_gap(source, lines[2:], "rows", "a file holds one puzzle")
    picture = _Mark.find(source, lines[2:]).picture()
    if target is None:
        target = target_of(source, picture.rows, _possible(*picture), own=TARGET)
    setup = drawn.setup(picture.rows, target=target, empty=EMPTY, exit=picture.exit)
    if (rows, cols) != (setup.rows, setup.cols) or len(lines[0].words()) > 2:
        said = f"{lines[0].text.strip()[:40]} rows and columns"
        _warn(source, lines[0], said, f"{setup.rows} and {setup.cols}")
    if count != len(setup.vehicles) - 1 or len(lines[1].words()) > 1:
        pieces = f"{len(setup.vehicles) - 1} beside the target"
        _warn(source, lines[1], lines[1].text.strip()[:40] + " pieces", pieces)
    yield setup


def _warn(source: Source, line: Line, said: str, found: str) -> None:
    source.warn(f"the header says {said}, the picture has {found}", line.number)


def _possible(rows: list[str], way_out: Exit) -> set[str]:
    """The labels that could be the target's: its own, and those of vehicles that lead to the exit.

    ITB's own label counts wherever it stands, so that one that cannot leave is an error.
    """
    pointing = pointing_at(rows, way_out) - {EMPTY}
    return pointing | {TARGET} if any(TARGET in row for row in rows) else pointing


class _Picture(NamedTuple):
    rows: list[str]
    exit: Exit


@dataclass(frozen=True, slots=True)
class _Mark:
    """The mark of the exit: the index of its line in the picture, and its place in the line."""

    source: Source
    lines: list[Line]
    index: int
    column: int

    @classmethod
    def find(cls, source: Source, lines: list[Line]) -> _Mark:
        """Find the only K."""
        places = (
            (index, match.start())
            for index, line in enumerate(lines)
            for match in re.finditer(EXIT, line.text)
        )
        first, second = next(places, None), next(places, None)
        if first is None:
            source.fail("expected an exit K outside the picture, found none", lines[0].number)
        if second is not None:
            found = sum(line.text.count(EXIT) for line in lines)
            number, column = lines[second[0]].number, second[1] + 1
            source.fail(f"expected one exit K, found {found}", number, column)
        return cls(source, lines, *first)

    def picture(self) -> _Picture:
        """The picture without the exit, and where the exit is."""
        return self._above() if self.lines[self.index].text.strip() == EXIT else self._beside()

    def _above(self) -> _Picture:
        """The exit stands on a separate line."""
        if self.index not in (0, len(self.lines) - 1):
            self._fail("outside the picture, found it inside")
        if len(self.lines) == 1:
            self._fail("next to a picture, found it alone")
        rows, left = _rows(self.source, self.lines[: self.index] + self.lines[self.index + 1 :])
        line = self.column - left
        if not 0 <= line < len(rows[0]):
            self._fail("above or below a column of the picture, found it farther out")
        return _Picture(rows, Exit("top" if self.index == 0 else "bottom", line))

    def _beside(self) -> _Picture:
        """The exit stands beside a row, which without it is as wide as the others."""
        lines = list(self.lines)
        number, text = lines[self.index][:2]
        bare = text[: self.column] + " " + text[self.column + 1 :]
        lines[self.index] = Line(number, bare)
        rows, left = _rows(self.source, lines)
        if self.column not in (left - 1, left + len(rows[0])):
            self._fail("next to the picture, found it elsewhere")
        return _Picture(rows, Exit("left" if self.column < left else "right", self.index))

    def _fail(self, message: str) -> NoReturn:
        number = self.lines[self.index].number
        self.source.fail(f"expected the exit K {message}", number, self.column + 1)


def _rows(source: Source, lines: list[Line]) -> tuple[list[str], int]:
    """The rows of the picture and the column at which it begins."""
    rows = [line.text.strip() for line in lines]
    lefts = [len(line.text) - len(line.text.lstrip()) for line in lines]
    for index, (row, left) in enumerate(zip(rows, lefts, strict=True)):
        if len(row) != len(rows[0]):
            source.fail(drawn.uneven(rows[0], index, row), lines[index].number, left + 1)
        if left != lefts[0]:
            message = (
                f"expected row {index + 1} to begin in column {lefts[0] + 1}, found {left + 1}"
            )
            source.fail(message, lines[index].number, left + 1)
    return rows, lefts[0]


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    if puzzle.target != TARGET:
        raise UnwritableError(
            f"the format itb labels the target P, not {puzzle.target}; "
            "--relabel, or relabel() in Python, gives new labels"
        )
    rows = drawn.rows(puzzle, wall=None, reserved=EMPTY + EXIT + "#", format="itb")
    require_plain(rows, _possible(rows, puzzle.exit), "itb", TARGET)
    if is_integer(rows[0]):
        raise UnwritableError("the first row of this board could be taken for a number")
    header = [f"{puzzle.rows} {puzzle.cols}", str(len(puzzle.vehicles) - 1)]
    return "\n".join([*header, *_with_exit(rows, puzzle.exit)]) + "\n"


def _with_exit(rows: list[str], way_out: Exit) -> list[str]:
    mark = " " * way_out.line + EXIT
    if way_out.side == "top":
        return [mark, *rows]
    if way_out.side == "bottom":
        return [*rows, mark]
    marks = [EXIT if number == way_out.line else " " for number in range(len(rows))]
    if way_out.side == "left":
        return [mark + row for mark, row in zip(marks, rows, strict=True)]
    return [(row + mark).rstrip() for mark, row in zip(marks, rows, strict=True)]
