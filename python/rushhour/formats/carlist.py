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
refused, since it looks like the end of the puzzle. The
reader is `src/reader/car_list.rs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import rushhour._core as _core
from rushhour.errors import ParseError, UnwritableError
from rushhour.formats import drawn, listed, table
from rushhour.formats.source import Line, Source, checked_lines
from rushhour.model.puzzle import Puzzle
from rushhour.model.setup import Setup

TARGET, SIZE = "0", 6


def is_car(line: Line) -> bool:
    """Whether a line describes a vehicle, with or without an id."""
    return _core.is_car_list(drawn.numbered([line]))


def matches(source: Source) -> bool:
    """A vehicle within the first three lines, after a title and a size at most."""
    is_list = _core.is_car_list(drawn.numbered(source.head))
    return is_list and not table.has_header(source)


def resembles(source: Source) -> bool:
    """A vehicle anywhere in the head."""
    return _core.resembles_car_list(drawn.numbered(source.head))


def read(source: Source) -> Iterator[Setup | ParseError]:
    """Read the puzzles one by one; after an error, reading continues behind the next `.`."""
    for number, block in enumerate(_blocks(source)):
        try:
            lines = checked_lines(block)
            found = _core.read_car_list(drawn.numbered(lines), [*lines[0].sizes])
            source.begin = lines[0].number if number else found[3]
            yield drawn.item_of(source, found)
        except ParseError as error:
            yield error


def _blocks(source: Source) -> Iterator[list[Line]]:
    """The groups of lines between the lines `.`; empty groups are skipped."""
    for is_end, block in groupby(source.lines(), lambda line: line.text.strip() == "."):
        if not is_end:
            yield list(source.bounded(block))


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
        if detect(source).name != "carlist":
            return None
        first = next(read(source))
    except ParseError:
        return None
    return first.title if isinstance(first, Setup) else None
