"""Letter grids: rows of characters, with or without blanks between them.

```text
..BC..
..BC..
XXB...        . is empty, x a wall, every other character a vehicle
......
```

Where no cell is `.`, the empty cells are `o`, as board strings have them; a grid with both is
refused, since its `o` could as well be a vehicle.

The target is `X`, `A` or `R`, whichever alone is there; where several are, it must be declared.
"""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import UnwritableError
from rushhour.formats import boardstring, carlist, drawn
from rushhour.formats.source import Line, Source
from rushhour.puzzle import Puzzle
from rushhour.setup import Setup

TARGETS = "XAR"
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
        and not boardstring.matches(source)
        and not carlist.matches(source)  # 0 1 2 h 2 is a row of five cells as well
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


def _target(source: Source, labels: set[str]) -> str:
    found = [symbol for symbol in TARGETS if symbol in labels]
    if len(found) == 1:
        return found[0]
    if found:
        how = f"declare it: target={found[0]!r} in Python, --target {found[0]} on the command line"
        source.fail(f"expected one possible target, found {' and '.join(found)}; {how}")
    how = "declare another: target='T' in Python, --target T on the command line"
    source.fail(f"expected a target labelled X, A or R, found none; {how}")


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    drawn.require_own_exit(puzzle, "grid")
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if {puzzle.target} != labels & set(TARGETS):
        raise UnwritableError(
            "the format grid shows its target by being the only vehicle of X, A and R; "
            "relabel the puzzle first"
        )
    rows = drawn.rows(puzzle, wall=WALL, reserved=EMPTY + WALL + "#" + FOREIGN, format="grid")
    _require_certain(rows)
    return "\n".join(rows) + "\n"


def _require_certain(rows: list[str]) -> None:
    if len(rows) == 1 or not matches(Source(rows)):
        raise UnwritableError("a grid of this board could be taken for another format")
