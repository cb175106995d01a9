"""A format, one line with rows parted by tildes, and a heuristic, for rushhour.

The module is the format: `matches`, `read` and `write` are its functions.
"""

from __future__ import annotations

from collections.abc import Iterator

import rushhour
from rushhour.formats.source import Source


def matches(source: Source) -> bool:
    """A single line with tildes: `..B...~AAB...~......~......`."""
    return len(source.head) == 1 and "~" in source.head[0].text


def read(source: Source) -> Iterator[rushhour.Setup]:
    """The puzzle of the line."""
    (line,) = source.puzzle_lines()
    rows = line.text.strip().split("~")
    if len({len(row) for row in rows}) > 1:
        source.fail("expected rows of one length", line.number)
    puzzle = rushhour.parse("/".join(rows), "boardstring")
    vehicles, target, walls = puzzle.vehicles, puzzle.target, puzzle.walls
    yield rushhour.Setup(puzzle.rows, puzzle.cols, vehicles, target, walls=walls)


def write(puzzle: rushhour.Puzzle) -> str:
    """One line."""
    cells = rushhour.write(puzzle, "boardstring").strip().replace("/", "")
    starts = range(0, len(cells), puzzle.cols)
    return "~".join(cells[start : start + puzzle.cols] for start in starts) + "\n"


def crossed(state: rushhour.State) -> int:
    """One move, unless the puzzle is solved, and one for each vehicle in the way."""
    return 0 if state.is_solved else 1 + len(state.blockers())
