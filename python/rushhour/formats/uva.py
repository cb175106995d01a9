"""UvA: a CSV of vehicles.

```text
car,orientation,col,row,length
A,H,2,1,2                          counted from 1; X is the target
X,H,1,3,2
```

No line gives the size: it is the `9x9` in the file's name, or else the smallest square that holds
all vehicles, with a FormatWarning. A `9x12` is read as 9 rows and 12 columns, also with a
FormatWarning; two sizes in a name are refused. Lines may be in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from rushhour.errors import UnwritableError
from rushhour.formats import listed
from rushhour.formats.source import Line, Source, is_integer, pairs_in, seen
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup, Vehicle

TARGET = "X"
_CAR = re.compile(r"[^,]+,\s*[HVhv]\s*(,\s*[+-]?[0-9]+\s*){3}")
HEADER = re.compile(r"\s*(car|vehicle)\s*,\s*orientation\s*,\s*col\s*,\s*row\s*,\s*length\s*", re.I)
FIELDS = ("a label", "H or V", "the column", "the row", "the length")


def matches(source: Source) -> bool:
    """The header in the first line."""
    return bool(HEADER.fullmatch(source.head[0].text))


def resembles(source: Source) -> bool:
    """A vehicle in the head, below a header, whatever that is."""
    return any(_CAR.fullmatch(line.text) for line in source.head[1:]) and not _CAR.fullmatch(
        source.head[0].text
    )


def read(source: Source) -> Iterator[Setup]:
    """The one puzzle of the text."""
    header, *lines = source.puzzle_lines()
    if not HEADER.fullmatch(header.text):
        found = seen(header.text.strip())
        source.fail(
            f"expected the header car,orientation,col,row,length, found {found}", header.number, 1
        )
    if not lines:
        source.fail("expected a vehicle, found the end of the text", header.number)
    vehicles = tuple(_vehicle(source, line) for line in lines)
    rows, cols = _size(source, vehicles)
    yield Setup(rows, cols, vehicles, TARGET)


def _vehicle(source: Source, line: Line) -> Vehicle:
    fields = [field.strip() for field in line.text.split(",")]
    if len(fields) != 5:
        source.fail(f"expected 5 fields between commas, found {len(fields)}", line.number, 1)
    checks = (bool, lambda field: field in ("H", "V", "h", "v"), *[is_integer] * 3)
    for index, check in enumerate(checks):
        if not check(fields[index]):
            column = 1 + sum(len(field) + 1 for field in line.text.split(",")[:index])
            found = seen(fields[index]) if fields[index] else "an empty field"
            source.fail(f"expected {FIELDS[index]}, found {found}", line.number, column)
    col, row, length = map(int, fields[2:])
    return Vehicle(fields[0], "h" if fields[1] in "Hh" else "v", row - 1, col - 1, length)


def _size(source: Source, vehicles: tuple[Vehicle, ...]) -> tuple[int, int]:
    name = PurePath(source.name or "").name
    sizes = sorted(pairs_in(name))
    if len(sizes) > 1:
        found = " and ".join(f"{rows}x{cols}" for rows, cols in sizes)
        source.fail(f"expected one size in the file's name, found {found}; rename the file")
    if not sizes:
        side = max(map(_reach, vehicles))
        taken = f"taken as {side}x{side}, the smallest square"
        source.warn(f"no size such as 9x9 in the file's name, {taken}")
        return side, side
    rows, cols = sizes[0]
    if rows != cols:
        source.warn(f"{rows}x{cols} in the file's name, taken as {rows} rows and {cols} columns")
    return rows, cols


def _reach(vehicle: Vehicle) -> int:
    """The lowest row or rightmost column that a vehicle covers, counted from 1."""
    along = vehicle.col if vehicle.axis == "h" else vehicle.row
    across = vehicle.row if vehicle.axis == "h" else vehicle.col
    return max(along + vehicle.length, across + 1)


def write(puzzle: Puzzle) -> str:
    """Write the puzzle without title and size, for which the format has no place.

    UnwritableError if the size could not be recovered from the vehicles alone.
    """
    listed.require(puzzle, "uva", target=TARGET)
    _require_size(puzzle)
    rows = [
        f"{v.label},{v.axis.upper()},{v.col + 1},{v.row + 1},{v.length}" for v in puzzle.vehicles
    ]
    return "\n".join(["car,orientation,col,row,length", *rows]) + "\n"


def _require_size(puzzle: Puzzle) -> None:
    if max(map(_reach, puzzle.vehicles)) != puzzle.rows:
        raise UnwritableError(
            "the format uva has no size: a reader would take the smallest square, "
            "but the last row and column of this board are empty"
        )
    if any("," in vehicle.label for vehicle in puzzle.vehicles):
        raise UnwritableError(
            "the format uva cannot hold a comma in a label; "
            "--relabel, or relabel() in Python, gives new labels"
        )
