"""Letter grids: rows of characters, with or without blanks between them.

```text
..BC..
..BC..
XXB...        . is empty, x a wall, every other character a vehicle
......
```

If no cell is `.`, the empty cells are `o`, as in board strings; a grid with both is refused, since
its `o` could also be a vehicle. On a board without capitals it is one if its cells form one. So is
an `x` there, and an `x` that is the target by the rule of `target`, which says which label is; a
warning says so. A `#` is refused, since at the beginning of a row it is a comment and not a wall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isqrt

from rushhour.formats import boardstring, carlist, drawn, fogleman, itb
from rushhour.formats.lines import Line
from rushhour.formats.source import Source, refuse_gap
from rushhour.formats.target import candidates, target_of
from rushhour.model.errors import UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

EMPTY, WALL, FOREIGN = ".o", "x", '/,{}[]()"'


def matches(source: Source) -> bool:
    """Several rows of one width, without the characters that the other formats use."""
    rows = [_cells(line) for line in source.head]
    return (
        len(rows) > 1
        and len({len(row) for row in rows}) == 1
        and all(map(_is_row, source.head))
        and not set("".join(rows)) & set(FOREIGN)
        and not all(row.lstrip("+-").isdigit() for row in rows)
        and not _is_list_of_boards(rows)
        and not boardstring.matches(source)
        and not carlist.matches(source)  # 0 1 2 h 2 is a row of five cells as well
    )


def _is_list_of_boards(rows: list[str]) -> bool:
    """Whether the lines are boards: too wide for a row, or square in number, with targets."""
    targets = sum(row.count(boardstring.TARGET) >= 2 for row in rows)
    width = len(rows[0])
    return width > drawn.LARGEST or (targets > 1 and isqrt(width) ** 2 == width)


def resembles(source: Source) -> bool:
    """Uneven rows, more than half of which have one width and empty cells."""
    rows = [_cells(line) for line in source.head if _is_row(line)]
    widths = Counter(len(row) for row in rows if set(row) & set(EMPTY))
    width, count = max(widths.items(), key=lambda item: item[1], default=(0, 0))
    others = (boardstring, carlist, fogleman, itb)
    return (
        1 < width <= drawn.LARGEST
        and 2 * count > len(source.head) > 2
        and not set("".join(rows)) & set(FOREIGN)
        and not any(other.resembles(source) for other in others)
    )


def _cells(line: Line) -> str:
    return "".join(line.words())


def _is_row(line: Line) -> bool:
    """One word, or words of one character each."""
    words = line.words()
    return len(words) in (1, sum(map(len, words)))


def read(source: Source, target: str | None = None) -> Iterator[Setup]:
    """The one puzzle of the text; `target` declares the target's character."""
    lines = source.puzzle_lines()
    refuse_gap(source, lines, "rows", "a file holds one puzzle")
    _refuse_hashes(source, lines)
    rows = [_cells(line) for line in lines]
    for number, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if len(row) != len(rows[0]):
            source.fail(drawn.uneven(rows[0], number, row), line.number, 1)
        if not _is_row(line):
            expected = "cells in one word, or with blanks between all of them"
            source.fail(f"expected {expected}, found {line.text[:40]!r}", line.number, 1)
    empty = _empty(source, rows, lines, target)
    wall = "" if target == WALL else WALL
    labels = {*"".join(rows)} - {*empty}
    if target is None:
        target = target_of(source, rows, _possible(rows, labels))
        if target == WALL:
            wall = ""
            source.warn("x is taken as the target, not as walls")
    yield drawn.setup(rows, target=target, empty=empty, wall=wall)


def _empty(source: Source, rows: list[str], lines: list[Line], target: str | None) -> str:
    """The marks of empty cells: `.`, or `o` if there is none."""
    if target == "o":
        return "."
    cells = "".join(rows)
    if not {*EMPTY}.issubset(cells):
        return EMPTY
    if cells.islower() and drawn.is_bar(rows, "o"):
        return "."
    line = next(line for line in lines if "o" in line.text)
    message = "expected one mark for empty cells, found both . and o"
    source.fail(message, line.number, line.text.index("o") + 1)


def _possible(rows: list[str], labels: set[str]) -> set[str]:
    """The labels without the `x` of walls, which could be a vehicle if its cells form one."""
    return labels if drawn.is_bar(rows, WALL) else labels - {WALL}


def _refuse_hashes(source: Source, lines: list[Line]) -> None:
    """Refuse `#` for walls, in a row or at its beginning, where the row would be a comment."""
    hashes = [line for line in lines if "#" in line.text]
    hashes += [line for line in source.tight_comments if _could_be_row(line, lines[0])]
    if hashes:
        line = hashes[0]
        expected = "x for walls and a blank behind the # of a comment"
        message = f"expected {expected}, found {line.text.strip()[:40]!r}"
        source.fail(message, line.number, line.text.index("#") + 1)


def _could_be_row(comment: Line, row: Line) -> bool:
    """Whether a comment is as wide as a row and contains cells, or only hashes."""
    text = comment.text.strip()
    return len(text) == len(_cells(row)) and bool(set(text) & set(EMPTY) or set(text) == {"#"})


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    drawn.require_own_exit(puzzle, "grid")
    rows = drawn.rows(puzzle, wall=WALL, reserved=EMPTY + WALL + "#" + FOREIGN, format="grid")
    labels = _possible(rows, {*"".join(rows)} - {*EMPTY})
    if [puzzle.target] != candidates(rows, labels):
        raise UnwritableError(
            "the format grid shows its target by the label * or X, or as the only one that people "
            "give a target; --relabel, or relabel() in Python, gives new labels"
        )
    _require_certain(rows)
    return "\n".join(rows) + "\n"


def _require_certain(rows: list[str]) -> None:
    if len(rows) == 1 or not matches(Source(rows)):
        raise UnwritableError("a grid of this board could be taken for another format")
