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

The two lines of numbers are often wrong; where the picture itself is clear they only warn.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from rushhour.errors import FormatWarning, UnwritableError
from rushhour.formats import drawn
from rushhour.formats.source import Line, Source, integer, is_integer
from rushhour.puzzle import Puzzle
from rushhour.setup import Exit, Setup, Side

TARGET, EXIT, EMPTY = "P", "K", "."


def matches(source: Source) -> bool:
    """Two numbers, then one number, then no number."""
    if len(source.head) < 3:
        return False
    sizes, count, picture = (line.words() for line in source.head[:3])
    return (
        len(sizes) == 2 and all(map(is_integer, [*sizes, count[0]])) and not is_integer(picture[0])
    )


def read(source: Source) -> Iterator[Setup]:
    """The one puzzle of the text; FormatWarning where the numbers contradict the picture."""
    lines = list(source.lines())
    if len(lines) < 3:
        source.fail("expected rows and columns, the number of pieces and a picture", 1)
    rows = integer(source, lines[0], 0, "the number of rows")
    cols = integer(source, lines[0], 1, "the number of columns")
    count = integer(source, lines[1], 0, "the number of pieces")
    picture = _picture(source, lines[2:])
    setup = drawn.setup(picture.rows, target=TARGET, empty=EMPTY, exit=picture.exit)
    if (rows, cols) != (setup.rows, setup.cols):
        _warn(source, lines[0], f"{rows} rows and {cols} columns", f"{setup.rows} and {setup.cols}")
    if count != len(setup.vehicles) - 1 or len(lines[1].words()) > 1:
        pieces = f"{len(setup.vehicles) - 1} beside the target"
        _warn(source, lines[1], lines[1].text.strip()[:40] + " pieces", pieces)
    yield setup


def _warn(source: Source, line: Line, said: str, seen: str) -> None:
    message = f"the header says {said}, the picture has {seen}"
    warnings.warn(FormatWarning(str(source.error(message, line.number))), stacklevel=4)


@dataclass(frozen=True, slots=True)
class _Picture:
    rows: list[str]
    exit: Exit


def _picture(source: Source, lines: list[Line]) -> _Picture:
    mark, column = _mark(source, lines)
    if lines[mark].text.strip() == EXIT:
        side: Side = "top" if mark == 0 else "bottom"
        if mark not in (0, len(lines) - 1):
            source.fail("expected the exit K outside the picture", lines[mark].number, column + 1)
        rows, left = _rows(source, lines[:mark] + lines[mark + 1 :])
        line = column - left
        if not 0 <= line < len(rows[0]):
            message = "expected the exit K above or below a column of the picture"
            source.fail(message, lines[mark].number, column + 1)
        return _Picture(rows, Exit(side, line))
    bare = lines[mark].text[:column] + " " + lines[mark].text[column + 1 :]
    rows, left = _rows(source, [*lines[:mark], Line(lines[mark].number, bare), *lines[mark + 1 :]])
    if column not in (left - 1, left + len(rows[0])):
        source.fail("expected the exit K beside the picture", lines[mark].number, column + 1)
    return _Picture(rows, Exit("left" if column < left else "right", mark))


def _mark(source: Source, lines: list[Line]) -> tuple[int, int]:
    """The index of the line of the exit, and its place in it."""
    marks = [
        (index, column)
        for index, line in enumerate(lines)
        for column, symbol in enumerate(line.text)
        if symbol == EXIT
    ]
    if not marks:
        source.fail("expected an exit K outside the picture, found none", lines[0].number)
    if len(marks) > 1:
        index, column = marks[1]
        message = f"expected one exit K, found {len(marks)}"
        source.fail(message, lines[index].number, column + 1)
    return marks[0]


def _rows(source: Source, lines: list[Line]) -> tuple[list[str], int]:
    """The rows of the picture and the column at which it begins."""
    if not lines:
        source.fail("expected a picture, found the exit alone")
    rows = [line.text.strip() for line in lines]
    lefts = [len(line.text) - len(line.text.lstrip()) for line in lines]
    for index, (row, left) in enumerate(zip(rows, lefts, strict=True)):
        if len(row) != len(rows[0]) or left != lefts[0]:
            message = (
                f"expected {len(rows[0])} cells in row {index}, found {len(row)}: {row[:40]!r}"
            )
            source.fail(message, lines[index].number, left + 1)
    return rows, lefts[0]


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    if puzzle.target != TARGET:
        raise UnwritableError(
            f"the format itb labels the target P, not {puzzle.target}; relabel the puzzle first"
        )
    rows = drawn.rows(puzzle, wall=None, reserved=EMPTY + EXIT + "#", format="itb")
    if is_integer(rows[0]) or puzzle.cols == 1:
        raise UnwritableError("the first row of this board would not look like a picture")
    side, line = puzzle.exit.side, puzzle.exit.line
    if side in ("top", "bottom"):
        mark = " " * line + EXIT
        rows = [mark, *rows] if side == "top" else [*rows, mark]
    elif side == "right":
        rows[line] += EXIT
    else:
        rows = [(EXIT if number == line else " ") + row for number, row in enumerate(rows)]
    header = [f"{puzzle.rows} {puzzle.cols}", str(len(puzzle.vehicles) - 1)]
    return "\n".join([*header, *rows]) + "\n"
