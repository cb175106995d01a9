"""Car lists: Princeton COS 402, and the assignment made of it.

```text
6                  the size of the board; 6 where the line is missing
0 1 2 h 2          id, x (from the left), y (from the top), h or v, length; id 0 is the target
1 2 0 v 2
```

A file of many puzzles has a line with a name before each and a line `.` after it; its vehicles may
come without ids and are then numbered from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import listed
from rushhour.formats.source import Line, Source, integer, is_integer
from rushhour.puzzle import Puzzle
from rushhour.setup import Setup, Vehicle

TARGET, SIZE = "0", 6
BARE_SHAPE = "x y h|v length"
SHAPE = f"id {BARE_SHAPE}"

_CAR = re.compile(r"(\S+\s+)?[+-]?[0-9]+\s+[+-]?[0-9]+\s+[hvHV]\s+[+-]?[0-9]+")


def matches(source: Source) -> bool:
    """A vehicle within the first three lines, after a name and a size at the most."""
    return any(_CAR.fullmatch(line.text.strip()) for line in source.head[:3])


def resembles(source: Source) -> bool:
    """A vehicle anywhere in the head."""
    return any(_CAR.fullmatch(line.text.strip()) for line in source.head)


def read(source: Source) -> Iterator[Setup | ParseError]:
    """The puzzles one by one; an error in one does not end the file where a `.` ends the puzzle."""
    for block in _blocks(source):
        try:
            yield _puzzle(source, block)
        except ParseError as error:
            yield error


def _blocks(source: Source) -> Iterator[list[Line]]:
    """The lines between the lines `.`, where there are any."""
    for is_end, block in groupby(source.lines(), lambda line: line.text.strip() == "."):
        if not is_end:
            yield list(source.bounded(block))


def _puzzle(source: Source, lines: list[Line]) -> Setup:
    title, size, cars = None, SIZE, lines
    if _has_name(cars):
        source.begin = lines[0].number
        title, cars = cars[0].text.strip(), cars[1:]
    if cars and is_integer(cars[0].text.strip()):
        size, cars = integer(source, cars[0], 0, "the size"), cars[1:]
    if not cars:
        source.fail(f"expected {SHAPE}, found the end of the puzzle", lines[-1].number)
    return Setup(size, size, _vehicles(source, cars), TARGET, title=title)


def _has_name(lines: list[Line]) -> bool:
    """Whether the first line is a name; a number is one where the size still follows."""
    if is_integer(lines[0].text.strip()):
        is_before_size = len(lines) > 2 and is_integer(lines[1].text.strip())
        return is_before_size and _looks_like_car(lines[2])
    return not _looks_like_car(lines[0])


def _looks_like_car(line: Line) -> bool:
    """Enough like one to be blamed as one: more than half of its first words are numbers."""
    words = line.words()[:9]
    return len(words) > 2 and 2 * sum(map(is_integer, words)) > len(words)


def _vehicles(source: Source, lines: list[Line]) -> tuple[Vehicle, ...]:
    """The vehicles, all with ids or, as the first shows, all without."""
    if len(lines[0].words()) == 4:
        return tuple(_vehicle(source, line, str(index)) for index, line in enumerate(lines))
    return tuple(_vehicle(source, line, None) for line in lines)


def _vehicle(source: Source, line: Line, label: str | None) -> Vehicle:
    first = 1 if label is None else 0
    listed.require_words(source, line, first + 4, SHAPE if first else BARE_SHAPE)
    return Vehicle(
        line.words()[0] if label is None else label,
        listed.axis(source, line, first + 2),
        integer(source, line, first + 1, "y, the row"),
        integer(source, line, first, "x, the column"),
        integer(source, line, first + 3, "the length"),
    )


def write(puzzle: Puzzle) -> str:
    """One puzzle with ids; a title makes it a file of many puzzles, with its name and its `.`."""
    listed.require(puzzle, "carlist", target=TARGET)
    lines = [f"{v.label} {v.col} {v.row} {v.axis} {v.length}" for v in puzzle.vehicles]
    lines.insert(0, str(puzzle.rows))
    if puzzle.title is not None:
        lines = [puzzle.title, *lines, "."]
        _require_title(puzzle.title, lines)
    return "\n".join(lines) + "\n"


def _require_title(title: str, lines: list[str]) -> None:
    """Refuse a title that a reader would take for a size, a comment, another format, ..."""
    if not (title.isprintable() and _title_of(lines) == title):
        raise UnwritableError(f"the format carlist cannot hold the title {title[:40]!r}")


def _title_of(lines: list[str]) -> str | None:
    from rushhour.formats import detect

    try:
        detect(Source(lines))
        first = next(read(Source(lines)))
    except ParseError:
        return None
    return first.title if isinstance(first, Setup) else None
