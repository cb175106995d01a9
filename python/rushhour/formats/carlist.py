"""Car lists: Princeton's COS 402 assignment, and the car-list assignment derived from it.

```text
Jam-1              a title, which stands above a size and has a letter
6                  the size of the board, which is a square; also as 6 6 or 6x6
0 1 2 h 2          id, x (from the left), y (from the top), h or v, length; id 0 is the target
1 2 0 v 2
.                  the end of the puzzle, in a file of many
```

Without a line above the vehicles the board is 6x6. A comment there that names another size is
refused, and so are a line that is neither a size nor a title above one, and a title that names
another size. Vehicles without ids are numbered from 0; a blank line between some of them is
refused, since it looks like the end of the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rushhour.formats import listed
from rushhour.formats.lines import Line, checked_lines
from rushhour.formats.size import side_of, sizes_in
from rushhour.formats.source import Source, refuse_gap
from rushhour.formats.words import integer, is_integer, seen
from rushhour.model.errors import ParseError, UnwritableError
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup, Vehicle

TARGET, SIZE = "0", 6
BARE_SHAPE = "x y h|v length"
SHAPE = f"id {BARE_SHAPE}"

_CAR = re.compile(r"(\S+\s+)?[+-]?[0-9]+\s+[+-]?[0-9]+\s+[hvHV]\s+[+-]?[0-9]+")


def is_car(line: Line) -> bool:
    """Whether a line describes a vehicle, with or without an id."""
    return bool(_CAR.fullmatch(line.text.strip()))


def matches(source: Source) -> bool:
    """A vehicle within the first three lines, after a title and a size at most."""
    return any(map(is_car, source.head[:3]))


def resembles(source: Source) -> bool:
    """A vehicle anywhere in the head."""
    return any(map(is_car, source.head))


def read(source: Source) -> Iterator[Setup | ParseError]:
    """Read the puzzles one by one; after an error, reading continues behind the next `.`."""
    for block in _blocks(source):
        try:
            yield _puzzle(source, block)
        except ParseError as error:
            yield error


def _blocks(source: Source) -> Iterator[list[Line]]:
    """The groups of lines between the lines `.`; empty groups are skipped."""
    for is_end, block in groupby(source.lines(), lambda line: line.text.strip() == "."):
        if not is_end:
            yield list(source.bounded(block))


def _puzzle(source: Source, block: list[Line]) -> Setup:
    lines = checked_lines(block)
    title, size, cars = None, SIZE, lines
    if not _looks_like_car(lines[0]):
        side = side_of(lines[0].text)
        if side is None:
            source.begin = lines[0].number
            title, side = _title(source, lines)
            cars = lines[1:]
        size, cars = side, cars[1:]
        _refuse_number(source, cars, size)
    else:
        _refuse_note(source, lines[0])
    if not cars:
        source.fail(f"expected {SHAPE}, found the end of the puzzle", lines[-1].number)
    return Setup(size, size, _vehicles(source, cars), TARGET, title=title)


def _title(source: Source, lines: list[Line]) -> tuple[str, int]:
    """The title and the size below it; if the title names a size, it must be the same."""
    text = lines[0].text.strip()
    side = side_of(lines[1].text) if len(lines) > 1 else None
    if side is None:
        message = f"expected the size of the board, such as 6, found {seen(text)}"
        source.fail(f"{message}; a title is a line above the size", lines[0].number, 1)
    if not any(map(str.isalpha, text)):
        message = f"expected the size alone or a title with a letter above it, found {seen(text)}"
        source.fail(message, lines[0].number, 1)
    if sizes_in(text) - {side}:
        message = f"expected a title that agrees with the size {side} below it, found {seen(text)}"
        source.fail(message, lines[0].number, 1)
    return text, side


def _refuse_number(source: Source, cars: list[Line], size: int) -> None:
    """Refuse a number below the size: it may be a count of vehicles, or a size below a title."""
    if cars and side_of(cars[0].text) is not None:
        found = seen(cars[0].text.strip())
        message = f"expected a vehicle {SHAPE} below the size {size}, found {found}"
        source.fail(f"{message}; a title above the size has a letter", cars[0].number, 1)


def _refuse_note(source: Source, first: Line) -> None:
    """Refuse a size in a comment above a list without one: the board would be another."""
    if others := sorted(first.sizes - {SIZE}):
        message = f"expected the size {others[0]} in a line of its own, found it in a comment"
        source.fail(f"{message}; without such a line the board is {SIZE}x{SIZE}", first.number)


def _looks_like_car(line: Line) -> bool:
    """Whether errors should call it a vehicle: more than half of its first words are numbers."""
    words = line.words()[:9]
    if side_of(line.text) is not None:
        return False
    return len(words) > 2 and 2 * sum(map(is_integer, words)) > len(words)


def _vehicles(source: Source, lines: list[Line]) -> tuple[Vehicle, ...]:
    """Read the vehicles: all with ids or all without, as the first one shows."""
    if len(lines[0].words()) == 4:
        refuse_gap(source, lines, "vehicles", "a line . ends a puzzle")
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
    """Write one puzzle with ids; one with a title ends in `.`, as in a file of several."""
    return _text(puzzle, ends=puzzle.title is not None)


def write_item(puzzle: Puzzle) -> str:
    """Write one puzzle of several, ended by `.`."""
    return _text(puzzle, ends=True)


def _text(puzzle: Puzzle, *, ends: bool) -> str:
    listed.require(puzzle, "carlist", target=TARGET)
    lines = [f"{v.label} {v.col} {v.row} {v.axis} {v.length}" for v in puzzle.vehicles]
    lines.insert(0, str(puzzle.rows))
    if puzzle.title is not None:
        lines.insert(0, puzzle.title)
        _require_title(puzzle.title, lines)
    return "\n".join([*lines, *["."] * ends]) + "\n"


def _require_title(title: str, lines: list[str]) -> None:
    """Refuse a title that would be read as a size, a comment, another format, ..."""
    if not (title.isprintable() and _title_of(lines) == title):
        raise UnwritableError(f"the format carlist cannot hold the title {title[:40]!r}")


def _title_of(lines: list[str]) -> str | None:
    from rushhour.formats import detect

    try:
        source = Source(lines)
        detect(source)
        first = next(read(source))
    except ParseError:
        return None
    return first.title if isinstance(first, Setup) else None
