"""NTNU: the lines of Barth and Stokke's report (NTNU IT3105, module 1).

```text
0,2,2,2            0 horizontal or 1 vertical, x, y, length, counted from 0
1,0,4,3            the first line is the target; the vehicles are numbered from 0; the board is 6x6
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rushhour.formats import listed
from rushhour.formats.source import Line, Source, refuse_gap, seen
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup, Vehicle

TARGET, SIZE = "0", 6
SHAPE = "orientation,x,y,length with the orientation 0 or 1"

_NUMBER = r"\s*(-?[0-9]{1,9})\s*"
_CAR = re.compile(rf"\s*([01])\s*,{_NUMBER},{_NUMBER},{_NUMBER}")


def matches(source: Source) -> bool:
    """A vehicle in the first line."""
    return bool(_CAR.fullmatch(source.head[0].text))


def resembles(source: Source) -> bool:
    """A vehicle anywhere in the head."""
    return any(_CAR.fullmatch(line.text) for line in source.head)


def read(source: Source) -> Iterator[Setup]:
    """The one puzzle of the text."""
    lines = source.puzzle_lines()
    refuse_gap(source, lines, "vehicles", "a file holds one puzzle")
    vehicles = tuple(_vehicle(source, line, index) for index, line in enumerate(lines))
    yield Setup(SIZE, SIZE, vehicles, TARGET)


def _vehicle(source: Source, line: Line, index: int) -> Vehicle:
    match = _CAR.fullmatch(line.text)
    if match is None:
        source.fail(f"expected {SHAPE}, found {seen(line.text.strip())}", line.number, 1)
    col, row, length = map(int, match.groups()[1:])
    return Vehicle(str(index), "v" if match[1] == "1" else "h", row, col, length)


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    listed.require(puzzle, "ntnu", target=TARGET, size=SIZE)
    listed.require_numbers(puzzle, "ntnu")
    return "".join(f"{int(v.axis == 'v')},{v.col},{v.row},{v.length}\n" for v in puzzle.vehicles)
