"""CSC: the project of Chouaibi and Bradai.

```text
6                  the size of the board
2                  the number of vehicles
1 h 2 2 3          label, h or v, length, x, y, counted from 1; label 1 is the target
2 v 3 1 2
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rushhour.formats import listed
from rushhour.formats.source import Line, Source, integer, is_integer
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup, Vehicle

TARGET = "1"
SHAPE = "label h|v length x y"

_CAR = re.compile(r"\S+\s+[hvHV](\s+[+-]?[0-9]+){3}")


def matches(source: Source) -> bool:
    """Two lines with one number each, then a vehicle."""
    texts = [line.text.strip() for line in source.head[:3]]
    return len(texts) == 3 and all(map(is_integer, texts[:2])) and bool(_CAR.fullmatch(texts[2]))


def resembles(source: Source) -> bool:
    """A vehicle with a number anywhere in the head."""
    cars = [line.words() for line in source.head if _CAR.fullmatch(line.text.strip())]
    return any(is_integer(words[0]) for words in cars)


def read(source: Source) -> Iterator[Setup]:
    """The one puzzle of the text."""
    lines = source.puzzle_lines()
    size = listed.lone_integer(source, lines[0], "the size of the board")
    if len(lines) < 2:
        source.fail("expected the number of vehicles, found the end of the text", lines[0].number)
    count = listed.lone_integer(source, lines[1], "the number of vehicles")
    vehicles = tuple(_vehicle(source, line) for line in lines[2:])
    if len(vehicles) != count:
        source.fail(f"expected {count} vehicles, found {len(vehicles)}", lines[1].number, 1)
    yield Setup(size, size, vehicles, TARGET)


def _vehicle(source: Source, line: Line) -> Vehicle:
    listed.require_words(source, line, 5, SHAPE)
    return Vehicle(
        line.words()[0],
        listed.axis(source, line, 1),
        integer(source, line, 4, "y, the row") - 1,
        integer(source, line, 3, "x, the column") - 1,
        integer(source, line, 2, "the length"),
    )


def write(puzzle: Puzzle) -> str:
    """The puzzle without its title, which the format cannot hold."""
    listed.require(puzzle, "csc", target=TARGET)
    cars = [f"{v.label} {v.axis} {v.length} {v.col + 1} {v.row + 1}" for v in puzzle.vehicles]
    return "\n".join([str(puzzle.rows), str(len(cars)), *cars]) + "\n"
