"""Letter grids: rows of characters, with or without blanks between them.

```text
..BC..
..BC..
XXB...        . is empty, x a wall, every other character a vehicle
......
```

If no cell is `.`, the empty cells are `o`, as in board strings; a grid with both is refused, since
its `o` could also be a vehicle.

The target is `*`; or else `X`, as on the cards of the game, where `A` is a car and `R` a truck; or
else the only one of `A` and `R`. An `X` that only goes on with the letters `A` to `W` proves
nothing: then, as with both `A` and `R`, the target must be declared. A `#` is refused, since at
the beginning of a row it is a comment and not a wall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isqrt
from string import ascii_uppercase

from rushhour.formats import boardstring, carlist, drawn, fogleman, itb
from rushhour.formats.lines import Line
from rushhour.formats.source import Source, refuse_gap
from rushhour.model.errors import UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGETS, MARK = "XAR", "*"
BEFORE_X = frozenset(ascii_uppercase[: ascii_uppercase.index("X")])
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
    labels = set("".join(rows))
    if labels >= set(EMPTY):
        line = next(line for line in lines if "o" in line.text)
        message = "expected one mark for empty cells, found both . and o"
        source.fail(message, line.number, line.text.index("o") + 1)
    symbol = _target(source, labels) if target is None else target
    yield drawn.setup(rows, target=symbol, empty=EMPTY, wall=WALL)


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


def _candidates(labels: set[str]) -> list[str]:
    """The labels that could be the target's; a `*` rules out the letters, an `X` the others."""
    if MARK in labels:
        return [MARK]
    found = [symbol for symbol in TARGETS if symbol in labels]
    return found[:1] if "X" in found and not labels >= BEFORE_X else found


def _target(source: Source, labels: set[str]) -> str:
    found = _candidates(labels)
    if len(found) == 1:
        return found[0]
    if found:
        how = f"declare it: target={found[0]!r} in Python, --target {found[0]} on the command line"
        source.fail(f"expected one possible target, found {' and '.join(found)}; {how}")
    how = "declare another: target='T' in Python, --target T on the command line"
    source.fail(f"expected a target labelled X, A, R or *, found none; {how}")


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    drawn.require_own_exit(puzzle, "grid")
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if [puzzle.target] != _candidates(labels):
        raise UnwritableError(
            "the format grid shows its target by the label * or X, or as the only one of A and R; "
            "--relabel, or relabel() in Python, gives new labels"
        )
    rows = drawn.rows(puzzle, wall=WALL, reserved=EMPTY + WALL + "#" + FOREIGN, format="grid")
    _require_certain(rows)
    return "\n".join(rows) + "\n"


def _require_certain(rows: list[str]) -> None:
    if len(rows) == 1 or not matches(Source(rows)):
        raise UnwritableError("a grid of this board could be taken for another format")
