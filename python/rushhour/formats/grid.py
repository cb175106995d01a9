"""Letter grids: rows of cells in one word, with blanks or with commas between all of them.

```text
Level 5
..BC..
..BC..
XXB...        . is empty, x a wall, every other character a vehicle
......
```

What the marks mean, and which label is the target, is decided in `drawing`. A title and the size
may stand above. Several grids are parted by titles or, if all have one size, by blank lines. A line
that begins with `#` is a comment, unless it has the width of a row and empty cells, or signs that
all could be vehicles. The reader is `src/reader/grid.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator

import rushhour._core as _core
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import boardstring, carlist, drawn, fogleman, frame, itb, levels, table, uva
from rushhour.formats.behind import replayed
from rushhour.formats.source import Source, checked_lines
from rushhour.formats.target import candidates
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, EMPTY, WALL = "X", ".o", "x"
FOREIGN = '/{}[]()"`'


def matches(source: Source) -> bool:
    """Several rows of one width, without the characters that the other formats use.

    Above them may stand a title and a size; then empty cells are marked by other signs than digits.
    """
    return (
        _core.is_grid(drawn.numbered(source.picture_lines(head=True)))
        and not boardstring.matches(source)
        and not itb.matches(source)
        and not uva.resembles(source)
        and not table.resembles(source)
        and not frame.matches(source)
        and not levels.matches(source)
        and not carlist.matches(source)  # 0 1 2 h 2 is a row of five cells as well
    )


def resembles(source: Source) -> bool:
    """Uneven rows, more than half of which have one width and empty cells."""
    others = (boardstring, carlist, fogleman, itb, table)
    return _core.resembles_grid(drawn.numbered(source.head)) and not any(
        other.resembles(source) for other in others
    )


def read(source: Source, target: str | None = None) -> Iterator[Setup | ParseError]:
    """The puzzles of the text; `target` declares the target's character."""
    lines = checked_lines(source.bounded(source.picture_lines()))
    found = _core.read_grids(drawn.numbered(lines), drawn.declared(target))
    yield from replayed(source, found)


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    drawn.require_own_exit(puzzle, "grid")
    rows = drawn.rows(puzzle, wall=WALL, reserved=EMPTY + WALL + "#_-," + FOREIGN, format="grid")
    labels = _possible(rows, {*"".join(rows)} - {*EMPTY})
    if [puzzle.target] != candidates(rows, labels):
        raise UnwritableError(
            "the format grid shows its target by the label * or X, or as the only one that people "
            "give a target; --relabel, or relabel() in Python, gives new labels"
        )
    _require_certain(rows)
    return "\n".join(rows) + "\n"


def _possible(rows: list[str], labels: set[str]) -> set[str]:
    """The labels without the `x` of walls, which could be a vehicle if its cells form one."""
    return labels if drawn.is_bar(rows, WALL) else labels - {WALL}


def _require_certain(rows: list[str]) -> None:
    if len(rows) == 1 or not matches(Source(rows)):
        raise UnwritableError("a grid of this board could be taken for another format")
