"""Letter grids: rows of characters, with or without blanks between them.

```text
..BC..
..BC..
XXB...        . is empty, x a wall, every other character a vehicle
......
```

The target is `X`, `A` or `R`, whichever alone is there; where several are, it must be declared.
"""

from __future__ import annotations

from collections.abc import Iterator

from rushhour.errors import UnwritableError
from rushhour.formats import boardstring, drawn
from rushhour.formats.source import Line, Source
from rushhour.puzzle import Puzzle
from rushhour.setup import Setup

TARGETS = "XAR"
EMPTY, WALL = ".", "x"


def matches(source: Source) -> bool:
    """Several rows of one width, without the characters that the other formats use."""
    rows = [_cells(line) for line in source.head]
    marks = set("".join(rows))
    return (
        len(rows) > 1
        and len(rows[0]) > 1
        and len({len(row) for row in rows}) == 1
        and all(
            len(line.words()) in (1, len(row)) for line, row in zip(source.head, rows, strict=True)
        )
        and not marks & set('/,{}[]()"')
        and not all(row.lstrip("+-").isdigit() for row in rows)
        and not boardstring.matches(source)
    )


def _cells(line: Line) -> str:
    return "".join(line.words())


def read(source: Source, target: str | None = None) -> Iterator[Setup]:
    """The one puzzle of the text; `target` declares the target's character."""
    lines = list(source.lines())
    if not lines:
        source.fail("expected rows of letters, found an empty text")
    width = len(_cells(lines[0]))
    for row, line in enumerate(lines):
        cells = _cells(line)
        if len(cells) != width:
            seen = f"found {len(cells)}: {cells[:40]!r}"
            source.fail(f"expected {width} cells in row {row}, {seen}", line.number, 1)
    rows = [_cells(line) for line in lines]
    symbol = target or _target(source, set("".join(rows)))
    yield drawn.setup(rows, target=symbol, empty=EMPTY, wall=WALL)


def _target(source: Source, labels: set[str]) -> str:
    found = [symbol for symbol in TARGETS if symbol in labels]
    if len(found) == 1:
        return found[0]
    if found:
        source.fail(f"the target could be {' or '.join(found)}; declare it")
    source.fail(f"expected a target labelled {', '.join(TARGETS)}; declare it if it has another")


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    drawn.require_own_exit(puzzle, "grid")
    labels = {vehicle.label for vehicle in puzzle.vehicles}
    if {puzzle.target} != labels & set(TARGETS):
        raise UnwritableError(
            "the format grid shows its target by being the only vehicle of X, A and R; "
            "relabel the puzzle first"
        )
    rows = drawn.rows(puzzle, wall=WALL, reserved=EMPTY + WALL + '#/,{}[]()"', format="grid")
    _require_certain(puzzle, rows)
    return "\n".join(rows) + "\n"


def _require_certain(puzzle: Puzzle, rows: list[str]) -> None:
    if puzzle.rows == 1 or puzzle.cols == 1 or not matches(Source(rows)):
        raise UnwritableError("a grid of this board could be taken for another format")
